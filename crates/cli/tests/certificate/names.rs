//! Ledgers in other words: the checker reads them with the same meaning.

use super::*;

/// Epochs that are 7 to 10 steps: a certificate is about all of them, and one for 10 steps does not
/// refute.
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
        text = format!(
            "{text}[[claim]]\nid = \"c{index}\"\nover = [\"run\"]\n{quantity}\n{relation}\n"
        );
    }
    let folder = scratch("epochs");
    fs::write(folder.join("run.toml"), &text).unwrap();
    let certified = dpcert(&["certify", "run.toml", "-o", "run"], &folder);
    assert_eq!(certified.stderr, "", "{}", certified.stdout);
    assert_eq!(
        certified.stdout.matches("no rule covers both bounds").count(),
        2,
        "{}",
        certified.stdout
    );
    let file = dpcert_checker::ClaimFile { name: "run.toml".to_owned(), text: text.clone() };
    let written = files(&folder.join("run"));
    for (index, (_, relation, code)) in claims.iter().enumerate() {
        let found = written.iter().find(|(name, _)| name.contains(&format!("c{index}")));
        let checked =
            found.map(|(_, text)| i32::from(dpcert_checker::check(text, Some(&file)).code()));
        assert_eq!(checked, *code, "{relation}");
    }
    // A report says how many steps the epochs are, and repeats the name of the file, or that it was
    // standard input.
    for (name, input) in [("run.toml", false), ("-", true)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
        command.args(["certify", "--report", "run.html", name]).current_dir(&folder);
        if input {
            command.stdin(fs::File::open(folder.join("run.toml")).unwrap());
        }
        assert!(command.output().unwrap().stderr.is_empty());
        let report = words(&folder.join("run.html"));
        // The value is that of the number of steps beside it: the same as where that number is
        // written.
        let value = |report: &str, claim: &str| {
            let (_, of_claim) = report.split_once(&format!(" Claim {claim}: ")).unwrap();
            let (_, value) = of_claim.split_once(" True value ").unwrap();
            value.split_once(" Result ").unwrap().0.to_owned()
        };
        for (claim, steps, end) in
            [("c0", 10, "most"), ("c1", 7, "fewest"), ("c2", 7, "fewest"), ("c3", 10, "most")]
        {
            let counted = ledger(&format!(
                "count = {steps}\nsampling = {{ method = \"poisson\", rate = \"2/7\" }}"
            ));
            let (_, claims) = text.split_once("[[claim]]").unwrap();
            fs::write(folder.join("counted.toml"), format!("{counted}[[claim]]{claims}")).unwrap();
            let certified = dpcert(
                &["certify", "counted.toml", "--report", "counted.html", "--claim", claim],
                &folder,
            );
            assert_eq!(certified.code, Some(0), "{}", certified.stdout);
            let stated =
                format!(", at {steps} steps of the row run, the {end} that the epochs leave open");
            let counted = value(&words(&folder.join("counted.html")), claim);
            assert_eq!(value(&report, claim), format!("{counted}{stated}"));
        }
        assert!(report.contains(" 7 to 10 steps: 5/2 epochs "), "{report}");
        assert!(report.contains(&format!(" dpcert check {name} ")), "{report}");
        assert_eq!(report.contains("Claim file standard input, SHA-256"), input, "{report}");
    }
    // A certificate for one number of steps, with the words of another ledger: only the number that
    // decides will do.
    for (count, relation, holds) in [
        (10, "at-most = \"0.5\"", true),
        (7, "at-most = \"0.5\"", false),
        (10, "at-most = \"0.2\"", false),
        (7, "at-most = \"0.2\"", true),
        (10, "at-least = \"0.2\"", false),
        (7, "at-least = \"0.2\"", true),
    ] {
        let counted = ledger(&format!(
            "count = {count}\nsampling = {{ method = \"poisson\", batch = 2, n = 7 }}"
        ));
        let text =
            format!("{counted}[[claim]]\nid = \"c\"\nover = [\"run\"]\ntv = {{}}\n{relation}\n");
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
