//! One thing under several names: options, fields and commands as people write them.

use super::*;

/// Words as a terminal shows them, without its line breaks and its margin.
fn words(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

#[test]
fn a_point_under_each_of_its_names() {
    let mechanism = "approx-dp(eps=ln(3), delta=0)^2";
    for (command, names) in [
        ("delta", ["--at", "--eps", "--epsilon"].as_slice()),
        ("eps", &["--at", "--delta"]),
        ("beta", &["--at", "--alpha"]),
        ("test", &["--alpha", "--at"]),
        ("renyi", &["--order", "--at", "--alpha"]),
        ("bayes-error", &["--prior", "--at"]),
        ("gdp", &["--alpha-min", "--at"]),
        ("gdp-regret", &["--alpha-min", "--at"]),
    ] {
        let ask = |name: &str| run(&[command, mechanism, name, "1/4", "--digits", "4"]);
        let first = ask(names[0]);
        assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""), "{command}");
        for name in names {
            assert_eq!(ask(name).stdout, first.stdout, "{command} {name}");
            for other in names {
                let both = run(&[command, mechanism, name, "1/4", other, "1/4"]);
                assert_eq!(both.code, Some(2), "{command} {name} {other}");
                assert!(both.stderr.contains("cannot be used multiple times"), "{}", both.stderr);
                let same = format!("the same as {}: give it once", names[0]);
                assert!(words(&both.stderr).contains(&same), "{}", both.stderr);
            }
        }
    }
    let calibrate =
        |name| run(&["calibrate", "laplace(eps=?)", name, "1", "--delta", "1/2"]).stdout;
    assert_eq!(calibrate("--epsilon"), calibrate("--eps"));
}

/// Words for risks and guarantees lead to the question about each.
#[test]
fn risks_and_guarantees_are_told_their_question() {
    for (risk, question) in [
        ("advantage", "dpcert tv MECH"),
        ("tpr", "dpcert beta MECH --at FPR"),
        ("posterior", "dpcert bayes-error MECH --prior PRIOR"),
        ("reconstruction", "dpcert beta MECH --at K"),
        ("rdp", "dpcert renyi MECH --order ORDER"),
        ("zcdp", "dpcert rho MECH"),
        ("mu", "dpcert gdp MECH"),
        ("f-dp", "dpcert beta MECH --at ALPHA"),
        ("hockey-stick", "dpcert delta MECH --at EPS"),
        ("sigma", "dpcert calibrate 'gaussian(sigma=?)' --eps EPS --delta DELTA"),
    ] {
        for arguments in [vec![risk, "gaussian(sigma=2)"], vec!["help", risk]] {
            let told = run(&arguments);
            assert_eq!(told.code, Some(2), "{arguments:?}");
            assert!(words(&told.stderr).contains(question), "{arguments:?}: {}", told.stderr);
        }
    }
}

#[test]
fn unknown_arguments_are_told_what_there_is() {
    for (arguments, tips) in [
        (
            vec!["tv", "gdp(mu=1)", "--frob", "1"],
            vec![
                "the options of dpcert tv are --digits, --rel-gap",
                "--engine",
                "--max-precision",
                "--max-work",
                "--max-memory",
            ],
        ),
        (
            vec!["calibrate", "gdp(mu=?)", "--at", "1"],
            vec!["options of dpcert calibrate are --eps, --delta"],
        ),
        (vec!["theorem", "gdp-mu", "--eps", "1"], vec!["parameters are written NAME=VALUE"]),
        (
            vec!["tv", "gdp(mu=1)", "--at", "1"],
            vec!["tv has no parameter: dpcert tv MECH", "Usage: dpcert tv [OPTIONS] <MECH>"],
        ),
        (
            vec!["tv", "gdp(mu=1)", "--eps", "1"],
            vec!["delta at eps = 0", "dpcert delta MECH --at EPS"],
        ),
        (vec!["rho", "gdp(mu=1)", "--at", "1"], vec!["rho has no parameter: dpcert rho MECH"]),
        (
            vec!["beta", "gdp(mu=1)", "--fpr", "1/100"],
            vec!["its alpha: dpcert beta MECH --alpha FPR"],
        ),
        (
            vec!["beta", "gdp(mu=1)", "--tpr", "1/100"],
            vec!["1 - beta: dpcert beta MECH --alpha FPR"],
        ),
        (vec!["theorem", "moments-accountant"], vec!["did you mean \"renyi-conversion\"?"]),
        (vec!["theorem", "rdp"], vec!["did you mean \"renyi-conversion\"?"]),
        (vec!["theorem", "advanced-composition"], vec!["did you mean \"kov-simplified\"?"]),
        (
            vec!["delta", "gdp(mu=1)", "--at", "0:3:1"],
            vec!["a range is written from..to:step, such as 0..3:1"],
        ),
        (vec!["delta", "gdp(mu=1)", "--at", "1:3"], vec!["a quotient is written /"]),
        (vec!["delta", "gdp(mu=1)", "--at", "inf"], vec!["a number must be finite, eps too"]),
        (
            vec!["eps", "shuffle(gaussian(sigma=1))", "--at", "1e-5"],
            vec!["sum-of-reports(clients=1000, eps=1)", "shuffled-batches(batches=468,"],
        ),
        (
            vec!["eps", "with-replacement(gaussian(sigma=1), size=2)", "--at", "1e-5"],
            vec!["dpcert theorem sampled-with-replacement"],
        ),
        (vec!["eps", "gdp(mu=1)", "1e-5"], vec!["name every other value, as in --at 1"]),
        (
            vec!["eps", "approx-dp(eps=1,", "delta=0)", "--at", "1"],
            vec!["put quotes around each argument"],
        ),
        (
            vec!["eps", "gdp(mu=1)", "--at", "1", "--digit", "3"],
            vec!["similar argument exists: '--digits'"],
        ),
        (vec!["esp", "gdp(mu=1)"], vec!["did you mean \"eps\"?"]),
        (vec!["epsilon", "gdp(mu=1)"], vec!["did you mean \"eps\"?"]),
        (
            vec!["sensitivity", "x"],
            vec!["dpcert help sensitivity", "dpcert matrix-sensitivity computes"],
        ),
        (vec!["limits"], vec!["did you mean \"limits\"? dpcert help limits shows this page"]),
        (vec!["exponential"], vec!["dpcert help exponential"]),
        (vec!["mechanisms"], vec!["dpcert help mechanisms"]),
        (vec!["exit-code"], vec!["dpcert help exit-codes"]),
        (vec!["help", "exit-code"], vec!["dpcert help exit-codes"]),
        (vec!["help", "epss"], vec!["did you mean \"eps\"?"]),
        (vec!["likelihood-ratio", "gdp(mu=1)"], vec!["did you mean \"likelihood-ratios\"?"]),
        (vec!["version"], vec!["dpcert --version"]),
        (vec!["gaussian(sigma=2)", "--at", "1"], vec!["name the question before the mechanism"]),
        (vec!["frobnicate"], vec!["dpcert --help lists the commands"]),
    ] {
        let run = run(&arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        let stderr = words(&run.stderr);
        assert!(!stderr.contains("-- --"), "{arguments:?}: {stderr}");
        for tip in tips {
            assert!(stderr.contains(tip), "{arguments:?}: {stderr}");
        }
    }
}

#[test]
fn versions_and_help() {
    let version = format!("dpcert {}\n", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        let run = run(&[flag]);
        assert_eq!((run.stdout, run.stderr.as_str(), run.code), (version.clone(), "", Some(0)));
    }
    let help = run(&["--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert_eq!(run(&["help"]).stdout, help.stdout);
    assert_eq!(run(&["help", "eps"]).stdout, run(&["eps", "--help"]).stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_that_cannot_be_written_is_no_success() {
    for flag in ["--help", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = finish(dpcert(&[flag]).stdout(full).spawn().unwrap(), Vec::new());
        assert_eq!(run.code, Some(74), "{flag}");
        assert!(run.stderr.contains("the output cannot be written"), "{}", run.stderr);
    }
}

/// In the notation, on a line of the protocol and in a claim file.
#[test]
fn fields_under_other_names_everywhere() {
    let gdp = r#"{"kind":"gdp","mu":1}"#;
    // Between which neighbours is not said: a note.
    let without_note = |mut reply: Value| {
        let note = reply.as_object_mut().unwrap().remove("notes").unwrap_or_default().to_string();
        assert!(
            note.contains("noise-multiplier: ") && note.contains("sigma is half of it"),
            "{reply}{note}"
        );
        reply
    };
    let other = without_note(ask(
        r#"{"kind":"gaussian","noise_multiplier":1}"#,
        r#"{"delta":{"epsilon":"1/2"}}"#,
    ));
    // An error names the field as it was written.
    let wrong = ask(r#"{"kind":"gaussian","noise_multiplier":"0"}"#, r#"{"tv":{}}"#);
    assert_eq!(wrong["field"], "mechanism.noise_multiplier", "{wrong}");
    assert_eq!(other, ask(gdp, r#"{"delta":{"eps":"1/2"}}"#));
    let twice = ask(gdp, r#"{"delta":{"eps":"1/2","epsilon":"1/2"}}"#);
    assert_eq!(twice["status"], "error");
    assert!(twice.to_string().contains("are the same field"), "{twice}");
    let sampled = |method: &str, adjacency: &str| {
        let inner = r#"{"kind":"gaussian","noise_multiplier":1}"#;
        let whole = format!(
            r#"{{"kind":"subsample","method":"{method}","size":1,"population":2,"adjacency":"{adjacency}","mechanism":{inner}}}"#
        );
        ask(&whole, r#"{"delta":{"eps":"1/2"}}"#)
    };
    let (fits, other_neighbours) =
        (sampled("poisson", "add-remove"), sampled("without-replacement", "replace-one"));
    assert_eq!((fits["status"].as_str(), fits.get("notes")), (Some("ok"), None), "{fits}");
    assert!(
        other_neighbours.to_string().contains("is not sigma where a record is replaced"),
        "{other_neighbours}"
    );
    let calibrated = without_note(ask(
        r#"{"kind":"gaussian","noise_multiplier":"?"}"#,
        r#"{"calibrate":{"epsilon":"1","delta":"1e-3"}}"#,
    ));
    let usual =
        ask(r#"{"kind":"gaussian","sigma":"?"}"#, r#"{"calibrate":{"eps":"1","delta":"1e-3"}}"#);
    assert_eq!((calibrated["status"].clone(), &calibrated), (json!("ok"), &usual));
    let theorem =
        |name: &str| run(&["theorem", "gdp-mu", &format!("{name}=1"), "delta=1/10"]).stdout;
    assert!(!theorem("eps").is_empty());
    assert_eq!(theorem("epsilon"), theorem("eps"));

    let file = |row: &str, claim: &str| {
        format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"u\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"a\"\n{row}\n\
             [[claim]]\nid = \"c\"\nover = [\"a\"]\n{claim}\nat-most = \"1/5\"\n"
        )
    };
    let check = |text: String| feed(&["check", "/dev/stdin"], text);
    let usual = check(file("mechanism = \"gaussian\"\nsigma = 2", "delta = { eps = \"1/2\" }"));
    assert_eq!(usual.code, Some(0), "{}", usual.stderr);
    let other = check(file(
        "mechanism = \"gaussian\"\nnoise_multiplier = 2",
        "delta = { epsilon = \"1/2\" }",
    ));
    assert_eq!((other.stdout, other.code), (usual.stdout, Some(0)));
    let both = check(file(
        "mechanism = \"gaussian\"\nsigma = 2\nnoise_multiplier = 2",
        "delta = { eps = \"1/2\" }",
    ));
    assert_eq!(both.code, Some(2));
    assert!(
        words(&both.stderr).contains("\"sigma\" and \"noise_multiplier\" are the same field"),
        "{}",
        both.stderr
    );
}

/// A row of a ledger with a field under another name, and a claim that is true of it alone; `None`
/// where no row has that kind.
pub fn row_and_claim(kind: &str, other: &str, field: &str) -> Option<(String, &'static str)> {
    let sampled = |fields: String| {
        let row = format!(
            "mechanism = \"randomized-response\"\neps = \"ln(3)\"\nsampling = {{ {fields} }}"
        );
        Some((row, "tv = {}\nequals = \"1/16\""))
    };
    let poisson = "method = \"poisson\"";
    match (kind, field) {
        ("gaussian", "sigma") => {
            Some((format!("mechanism = \"gaussian\"\n{other} = 2"), "rho = {}\nequals = \"1/8\""))
        }
        ("gaussian", "scale") => {
            let row = format!("mechanism = \"gaussian\"\n{other} = 4\nsensitivity = 2");
            Some((row, "rho = {}\nequals = \"1/8\""))
        }
        ("sampling", "method") => sampled(format!("{other} = \"poisson\", rate = \"1/8\"")),
        ("sampling", "rate") => sampled(format!("{poisson}, {other} = \"1/8\"")),
        ("sampling", "size") => sampled(format!("{poisson}, {other} = 2, population = 16")),
        ("sampling", "population") => sampled(format!("{poisson}, size = 2, {other} = 16")),
        ("subsample", _) => None,
        _ => panic!("{kind}({field}) has no row"),
    }
}

/// A claim file with each of them.
pub fn file_of_other_names() -> String {
    let mut text =
        "format = \"dpcert/1\"\n[scope]\nunit = \"u\"\nadjacency = \"add-remove\"\n".to_owned();
    let rows = dpcert::mechanism::other_names().filter_map(|(kind, other, field)| {
        let (row, claim) = row_and_claim(kind, other, field)?;
        Some((format!("{kind}-{other}"), row, claim))
    });
    for (id, row, claim) in rows {
        text += &format!(
            "[[ledger]]\nid = \"{id}\"\n{row}\n[[claim]]\nid = \"{id}\"\nover = [\"{id}\"]\n{claim}\n"
        );
    }
    text
}

#[test]
fn other_names_in_claim_files() {
    let text = file_of_other_names();
    let claims = text.matches("[[claim]]").count();
    let checked = feed(&["check", "/dev/stdin"], text);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""), "{}", checked.stdout);
    assert!(
        checked.stdout.contains(&format!("{claims} hold, all as expected")),
        "{}",
        checked.stdout
    );
}

#[cfg(feature = "tables")]
#[test]
fn other_names_of_columns() {
    let folder = tempfile::tempdir().unwrap();
    let verdicts = folder.path().join("verdicts.csv");
    let judge = |text: &str| {
        let run = feed(
            &["judge", "-", "--format", "csv", "-o", verdicts.to_str().unwrap()],
            text.to_owned(),
        );
        (run, std::fs::read_to_string(&verdicts).unwrap())
    };
    for (kind, other, field) in
        dpcert::mechanism::other_names().filter(|(kind, _, _)| *kind == "gaussian")
    {
        let (columns, values) = match field {
            "scale" => (format!("{other},sensitivity"), "4,2"),
            _ => (other.to_owned(), "2"),
        };
        let table =
            format!("kind,{columns},quantity,relation,claimed\n{kind},{values},rho,equals,0.125\n");
        let (run, verdict) = judge(&table);
        assert_eq!(run.code, Some(0), "{other}: {}{verdict}", run.stderr);
        assert!(run.stdout.starts_with("1 claim: 1 holds; "), "{}", run.stdout);
        let (run, verdict) = judge(&format!(
            "kind,{field},{columns},quantity,relation,claimed\n{kind},2,{values},rho,equals,0.125\n"
        ));
        assert_eq!(run.code, Some(2), "{other}: {verdict}");
        let both = format!("\"\"{field}\"\" and \"\"{other}\"\" are the same field");
        assert!(verdict.contains(&both), "{both}: {verdict}");
    }
    let (run, verdict) =
        judge("kind,noise_multiplier,quantity,relation,claimed\nlaplace,2,tv,at-most,1\n");
    assert_eq!(run.code, Some(2));
    assert!(verdict.contains("eps = 1/noise_multiplier"), "{verdict}");
}

#[test]
fn names_of_queries_are_suggested() {
    for (mechanism, question, hint) in [
        (
            r#"{"kind":"gaussian","sigma":"?"}"#,
            r#"{"calibrat":{"eps":"1","delta":"1e-6"}}"#,
            "did you mean \"calibrate\"?",
        ),
        (
            r#"{"kind":"gaussian","sigma":"?"}"#,
            r#"{"calibration":{"eps":"1","delta":"1e-6"}}"#,
            "\"calibrate\"?",
        ),
        (
            r#"{"kind":"gdp","mu":1}"#,
            r#"{"dominate":{"mechanism":{"kind":"gdp","mu":2}}}"#,
            "did you mean \"dominates\"?",
        ),
        (
            r#"{"kind":"gdp","mu":1}"#,
            r#"{"dominance":{"mechanism":{"kind":"gdp","mu":2}}}"#,
            "\"dominates\"?",
        ),
        (r#"{"kind":"gdp","mu":1}"#, r#"{"epsilo":{"delta":"1e-6"}}"#, "did you mean \"eps\"?"),
        (
            r#"{"kind":"gdp","mu":1}"#,
            r#"{"eps":{"delta":"1/2"},"calibrate":{}}"#,
            "a request of its own",
        ),
        (r#"{"kind":"gdp","mu":1}"#, r#"{}"#, "calibrate, dominates"),
    ] {
        let answer = ask(mechanism, question);
        assert_eq!(answer["status"], "error", "{question}");
        assert!(answer.to_string().replace('\\', "").contains(hint), "{question}: {answer}");
    }
}

/// What the advice about randomised response says: the total variation of two answers, counted
/// directly.
#[test]
fn advice_about_randomised_response_is_true() {
    let advice = run(&["tv", "randomized-response(p=1/2, categories=4)"]);
    assert!(words(&advice.stderr).contains("eps = ln(p*(m-1)/(1-p))"), "{}", advice.stderr);
    // True with 1/2, each of three others with 1/6; flipped with 1/4.
    for (mechanism, tv) in [
        ("randomized-response(eps=ln(1/2*(4-1)/(1-1/2)), categories=4)", "exact 1/3"),
        ("randomized-response(eps=ln((1-1/4)/(1/4)))", "exact 1/2"),
    ] {
        assert!(run(&["tv", mechanism]).stdout.contains(tv), "{mechanism}");
    }
}

#[test]
fn theorems_are_listed_by_family_and_found_by_words() {
    let all = run(&["theorem", "list"]);
    assert_eq!((all.code, all.stderr.as_str()), (Some(0), ""));
    let family = |theorem: &str| {
        let before: Vec<&str> = all
            .stdout
            .lines()
            .take_while(|line| !line.starts_with(&format!("  {theorem} ")))
            .collect();
        assert!(before.len() < all.stdout.lines().count(), "{theorem}");
        before.into_iter().rfind(|line| !line.is_empty() && !line.starts_with(' ')).unwrap()
    };
    assert_eq!(family("gdp-mu"), "Gaussian differential privacy");
    assert_eq!(family("kov-simplified"), "composition");
    assert_eq!(family("noisy-sgd"), "subsampling");
    // What can be left out, and what excludes each other.
    for line in [
        "  kov-simplified slack, eps [delta] [k] | steps=[{eps [delta] [k]}, ...]",
        "  basic-composition eps [delta] [k] | steps=[{eps [delta] [k]}, ...]",
        "  berry-esseen alpha, eps [delta] [eta] [k] | steps=[{eps [delta] [eta] [k]}, ...]",
        "  noisy-sgd rate sigma steps alpha",
    ] {
        assert!(all.stdout.lines().any(|found| found == line), "{line}\n{}", all.stdout);
    }
    let names = |words: &[&str]| -> Vec<String> {
        let run = run(&[["theorem", "list", "--json"].as_slice(), words].concat());
        let name = |line: &str| {
            serde_json::from_str::<Value>(line).unwrap()["name"].as_str().unwrap().to_owned()
        };
        run.stdout.lines().map(name).collect()
    };
    assert_eq!(names(&[]).len(), dpcert::theorem::THEOREMS.len());
    let gaussian = names(&["Gaussian"]);
    assert!(
        gaussian.contains(&"gdp-mu".to_owned()) && gaussian.contains(&"gaussian-tv".to_owned())
    );
    assert!(!gaussian.contains(&"laplace-tv".to_owned()));
    assert_eq!(names(&["esseen", "moved"]), ["berry-esseen"]);
    let none = run(&["theorem", "list", "homeopathy"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""));
    assert!(none.stderr.contains("no theorem has \"homeopathy\""), "{}", none.stderr);
    assert!(none.stderr.contains("limits of many steps, subsampling, profiles"), "{}", none.stderr);
    assert!(names(&["subsampling"]).contains(&"noisy-sgd".to_owned()));

    let row: Value =
        serde_json::from_str(&run(&["theorem", "list", "kov", "--json"]).stdout).unwrap();
    assert_eq!(
        row["parameters"][0],
        json!({"name": "eps", "optional": true, "excludes": ["steps"]})
    );
    assert_eq!(
        row["parameters"][3],
        json!({"name": "steps", "optional": true, "excludes": ["eps", "delta", "k"]})
    );
    assert_eq!(row["parameters"][4], json!({"name": "slack", "optional": false, "excludes": []}));
}

/// What the list says excludes each other is refused together, and read apart.
#[test]
fn steps_exclude_the_parameters_of_one_step() {
    let steps = "steps=[{eps=1/10, delta=0, k=10}]";
    let apart = run(&["theorem", "basic-composition", steps]);
    assert_eq!(apart.code, Some(0), "{}", apart.stderr);
    assert_eq!(
        apart.stdout,
        run(&["theorem", "basic-composition", "eps=1/10", "delta=0", "k=10"]).stdout
    );
    for parameter in ["eps=1/10", "delta=0", "k=10"] {
        let both = run(&["theorem", "basic-composition", steps, parameter]);
        assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""), "{parameter}");
        let name = parameter.split('=').next().unwrap();
        assert!(
            words(&both.stderr).contains(&format!("steps and {name} are both given")),
            "{}",
            both.stderr
        );
    }
}
