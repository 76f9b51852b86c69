//! Ledgers in other words: the checker reads them with the same meaning.

use super::*;

/// Epochs that are 7 to 10 steps: a certificate is about all of them, and one for 10 steps does not refute.
#[test]
fn epochs_are_certified_for_the_steps_that_decide() {
    let ledger = |steps: &str| {
        format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"run\"\n\
             mechanism = \"randomized-response\"\neps = \"ln(3)\"\n{steps}\n"
        )
    };
    let open = ledger("epochs = \"5/2\"\nsampling = { method = \"poisson\", batch = 2, n = 7 }");
    let claims = [
        ("tv = {}", "at-most = \"0.5\"", Some(0)),
        ("tv = {}", "at-most = \"0.2\"", Some(4)),
        ("tv = {}", "at-least = \"0.2\"", Some(0)),
        ("tv = {}", "at-least = \"0.5\"", Some(4)),
        ("tv = {}", "between = [\"0.2\", \"0.5\"]", None),
        ("tv = {}", "equals = \"0.2\"", None),
    ];
    let mut text = open.clone();
    for (index, (quantity, relation, _)) in claims.iter().enumerate() {
        text = format!("{text}[[claim]]\nid = \"c{index}\"\nover = [\"run\"]\n{quantity}\n{relation}\n");
    }
    let folder = scratch("epochs");
    fs::write(folder.join("run.toml"), &text).unwrap();
    let certified = dpcert(&["certify", "run.toml", "-o", "run"], &folder);
    assert_eq!(certified.stderr, "", "{}", certified.stdout);
    assert_eq!(certified.stdout.matches("no rule covers both bounds").count(), 2, "{}", certified.stdout);
    let file = dpcert_checker::ClaimFile { name: "run.toml".to_owned(), text: text.clone() };
    let written = files(&folder.join("run"));
    for (index, (_, relation, code)) in claims.iter().enumerate() {
        let found = written.iter().find(|(name, _)| name.contains(&format!("c{index}")));
        let checked = found.map(|(_, text)| i32::from(dpcert_checker::check(text, Some(&file)).code()));
        assert_eq!(checked, *code, "{relation}");
    }
    // A page says how many steps the epochs are; one of a text without a name says where that came from.
    for (name, arguments, input) in [("run.toml", ["run.toml"], false), ("-", ["-"], true)] {
        let out = folder.join(format!("pages-{input}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
        command.args(["certify", "--report", "-o"]).arg(&out).args(arguments).current_dir(&folder);
        if input {
            command.stdin(fs::File::open(folder.join("run.toml")).unwrap());
        }
        assert!(command.output().unwrap().stderr.is_empty());
        // The value is that of the number of steps that stands beside it: the same as where that number is written.
        for (claim, steps, end) in [("c0", 10, "most"), ("c1", 7, "fewest"), ("c2", 7, "fewest"), ("c3", 10, "most")] {
            let page = |out: &Path| {
                let found = files(out).into_iter().find(|(name, _)| name.ends_with(&format!("{claim}.md")));
                found.unwrap().1
            };
            let value =
                |page: &str| page.lines().find_map(|line| line.strip_prefix("- The true value")).unwrap().to_owned();
            let counted = ledger(&format!("count = {steps}\nsampling = {{ method = \"poisson\", rate = \"2/7\" }}"));
            let (_, claims) = text.split_once("[[claim]]").unwrap();
            fs::write(folder.join("counted.toml"), format!("{counted}[[claim]]{claims}")).unwrap();
            let certified =
                dpcert(&["certify", "counted.toml", "-o", "counted", "--report", "--claim", claim], &folder);
            assert_eq!(certified.code, Some(0), "{}", certified.stdout);
            let stated = format!(" at {steps} steps of the row run, the {end} that the epochs allow");
            assert_eq!(value(&page(&out)), format!("{stated}{}", value(&page(&folder.join("counted")))));
        }
        let (_, page) = files(&out).into_iter().find(|(name, _)| name.ends_with(".md")).unwrap();
        assert!(page.contains("| 7 to 10 steps: 5/2 epochs |"), "{page}");
        assert!(page.contains(&format!("$ dpcert check {name}\n")), "{page}");
        assert_eq!(page.contains("The text from standard input"), input, "{page}");
    }
    // A certificate for one number of steps, with the words of another ledger: only the number that decides will do.
    for (count, relation, holds) in [
        (10, "at-most = \"0.5\"", true),
        (7, "at-most = \"0.5\"", false),
        (10, "at-most = \"0.2\"", false),
        (7, "at-most = \"0.2\"", true),
        (10, "at-least = \"0.2\"", false),
        (7, "at-least = \"0.2\"", true),
    ] {
        let counted = ledger(&format!("count = {count}\nsampling = {{ method = \"poisson\", batch = 2, n = 7 }}"));
        let text = format!("{counted}[[claim]]\nid = \"c\"\nover = [\"run\"]\ntv = {{}}\n{relation}\n");
        fs::write(folder.join("counted.toml"), text).unwrap();
        let out = format!("counted-{count}-{}", relation.replace(['"', ' ', '='], ""));
        dpcert(&["certify", "counted.toml", "-o", &out], &folder);
        let written = files(&folder.join(&out));
        let mut certificate: Value = serde_json::from_str(&written[0].1).unwrap();
        assert!([0, 4].contains(&dpcert_checker::check(&certificate.to_string(), None).code()));
        let row = certificate["ledger"][0].as_object_mut().unwrap();
        row.remove("count");
        row.insert("epochs".to_owned(), "5/2".into());
        let code = dpcert_checker::check(&certificate.to_string(), None).code();
        assert_eq!([0, 4].contains(&code), holds, "{count}, {relation}: {code}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The checker has a table of its own.
#[test]
fn every_other_name_is_certified() {
    let folder = scratch("other-names");
    let text = crate::cli::names::file_of_other_names();
    fs::write(folder.join("names.toml"), &text).unwrap();
    let certified = dpcert(&["certify", "names.toml", "-o", "names"], &folder);
    assert_eq!((certified.code, certified.stderr.as_str()), (Some(0), ""), "{}", certified.stdout);
    let file = dpcert_checker::ClaimFile { name: "names.toml".to_owned(), text: text.clone() };
    let written = files(&folder.join("names"));
    assert_eq!(written.len(), text.matches("[[claim]]").count());
    for (name, certificate) in written {
        assert_eq!(dpcert_checker::check(&certificate, Some(&file)).code(), 0, "{name}");
    }
    fs::remove_dir_all(folder).unwrap();
}
