//! What is asked.

use super::*;

/// Questions about a parameter or a comparison are read, and not put to programs.
#[test]
fn other_questions_are_left_out() {
    let root = crate::root();
    let folder = Folder::new(&[]);
    for name in ["calibration", "dominance"] {
        let file = root.join(format!("vectors/v1/{name}.json")).display().to_string();
        let run = crosscheck(&folder, &["--suite", &file, "--cmd", &control("error")]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains(
                "no question of the suite asks for delta, eps, tv, beta, rho, renyi or gdp"
            ),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn questions_that_are_not_about_one_number_are_not_asked() {
    let more = lines(&[
        ("region", approx_dp("ln(2)", "0", 2), json!({"region": {}})),
        ("divergences", approx_dp("ln(2)", "0", 2), json!({"kl": {}})),
    ]);
    let folder = Folder::new(&[("suite.jsonl", &(suite() + "\n" + &more))]);
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", &control("upper")]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "6 questions: 6 sound; no failure\nprogram: control 1\nnot asked, because only delta, eps, tv, beta, \
         rho, gdp, and renyi of a finite order and not reversed, are judged: 2\n"
    );
}

/// A mechanism of a question is shown in the notation, in which the command takes it; rounded numbers
/// and long texts aside.
#[test]
fn mechanisms_are_shown_as_they_are_written() {
    let listed = crosscheck(&Folder::new(&[]), &["--list"]).stdout;
    let mechanisms: std::collections::BTreeSet<&str> = listed
        .lines()
        .flat_map(|line| line.split(" of ").skip(1))
        .map(|rest| rest.split(" = ").next().unwrap().split(" <= ").next().unwrap())
        .filter(|text| !text.contains('~') && !text.contains("..."))
        .collect();
    assert!(mechanisms.len() > 400, "{}", mechanisms.len());
    for text in ["(gaussian(sigma=2)^4)^2", "(gaussian(sigma=2))", "compose(mechanisms=[])"] {
        assert!(mechanisms.contains(text), "{text}");
    }
    for text in mechanisms {
        assert!(dpcert::Mechanism::parse(text).is_ok(), "{text}");
    }
}

/// A file of vectors is a suite: what else it says is of no matter here.
#[test]
fn vectors_are_questions() {
    let tests: Vec<Value> =
        suite().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let with_answer = |mut test: Value| {
        test["flags"] = json!(["ordinary"]);
        test["lo"] = json!("0");
        test
    };
    let tests: Vec<Value> = tests.into_iter().map(with_answer).collect();
    let vectors = json!({"format": "dpcert-vectors/1", "groups": [{"tests": tests[..2]}, {"tests": tests[2..]}]});
    let folder = Folder::new(&[("vectors.json", &serde_json::to_string_pretty(&vectors).unwrap())]);
    let run = crosscheck(
        &folder,
        &["--suite", "vectors.json", "--json", "--sarif", "s", "--cmd", &control("error")],
    );
    assert_eq!(run.verdicts(), ["crashed"].repeat(6));
    let sarif: Value = serde_json::from_str(&folder.text("s")).unwrap();
    let place =
        &sarif["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"];
    let line = usize::try_from(place.as_u64().unwrap()).unwrap();
    let text = folder.text("vectors.json");
    let id = text.lines().skip(line - 1).find(|line| line.contains("\"id\"")).unwrap();
    assert!(id.contains("lattice-point"), "{id}");
}

#[test]
fn globs_choose_and_files_add_up() {
    let (first, rest): (Vec<_>, Vec<_>) = (
        suite().lines().take(2).map(str::to_owned).collect(),
        suite().lines().skip(2).map(str::to_owned).collect(),
    );
    let folder =
        Folder::new(&[("first.jsonl", &first.join("\n")), ("rest.jsonl", &rest.join("\n"))]);
    let program = control("upper");
    let both = ["--suite", "first.jsonl", "--suite", "rest.jsonl", "--json", "--cmd", &program];
    assert_eq!(crosscheck(&folder, &both).verdicts().len(), 6);
    for (only, count) in
        [(vec!["--only", "*-point*"], 2), (vec!["--only", "tail", "--only", "*p"], 2)]
    {
        assert_eq!(
            crosscheck(&folder, &[&both, only.as_slice()].concat()).verdicts().len(),
            count,
            "{only:?}"
        );
    }
    let none = crosscheck(&folder, &[&both, ["--only", "nothing"].as_slice()].concat());
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains(
        "no question of the suite has such an id; an id is such as one-step, and * means any characters; --list \
         lists all"
    ));
    for (only, found) in [
        ("one", "--only 'one*' finds one-step;"),
        ("points", "--only '*points*' finds between-points;"),
        ("l*variation", "--only '*l*variation*' finds total-variation;"),
    ] {
        let none = crosscheck(&folder, &[&both, ["--only", only].as_slice()].concat());
        assert!(none.stderr.contains(found), "{}", none.stderr);
    }
}

/// The list has the questions and relations that would be asked, and needs no program.
#[test]
fn questions_are_listed() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    let own = crosscheck(&folder, &["--list", "--suite", "suite.jsonl", "--only", "t*"]);
    assert_eq!(
        (own.stdout.as_str(), own.code),
        (
            "tail  delta at eps = 38*ln(2) of approx-dp(delta=0, eps=ln(2))^40\n\
             total-variation  tv of approx-dp(delta=1/1000, eps=ln(5/4))^30\n",
            Some(0)
        )
    );
    let all = crosscheck(&folder, &["--list"]).stdout;
    let standard = dpcert_crosscheck::Suite::standard(|_| true).unwrap();
    assert_eq!(all.lines().count(), standard.requests.len() + standard.relations.len());
    assert!(all.contains("\ngaussian-1-tv  tv of gaussian(sigma=1)\n"));
    assert!(all.contains("relation-loop-"), "{all}");
    let lines =
        crosscheck(&folder, &["--list", "--json", "--suite", "suite.jsonl", "--only", "t*"]);
    let tail = r#"{"id":"tail","mechanism":{"count":40,"kind":"repeat","mechanism":{"delta":"0","eps":"ln(2)","kind":"approx-dp"}},"query":{"delta":{"eps":"38*ln(2)"}}}"#;
    assert_eq!((lines.stdout.lines().next(), lines.code), (Some(tail), Some(0)));
    // They are a suite themselves, and the lines of relations are listed once.
    std::fs::write(folder.path("lines.jsonl"), crosscheck(&folder, &["--list", "--json"]).stdout)
        .unwrap();
    let read = crosscheck(&folder, &["--list", "--suite", "lines.jsonl"]);
    let sides = dpcert_crosscheck::sides(&standard.relations).len();
    assert_eq!(read.stdout.lines().count(), standard.requests.len() + sides, "{}", read.stderr);
    assert_eq!(crosscheck(&folder, &["--list", "--csv"]).code, Some(2));
    let both = crosscheck(&folder, &["--list", "--cmd", "true"]);
    assert!(both.code == Some(2) && both.stderr.contains("cannot be used with"), "{}", both.stderr);
}

/// A program is asked about objects, in whichever notation the mechanism is written.
#[test]
fn a_text_is_handed_over_as_an_object() {
    let tv = json!({"tv": {}});
    let step = json!({"kind": "approx-dp", "eps": "ln(3)", "delta": "1/10"});
    let folder = Folder::new(&[(
        "suite.jsonl",
        &lines(&[
            ("text", json!("approx-dp(ln(3), delta=1/10)^2"), tv.clone()),
            (
                "inner",
                json!({"kind": "repeat", "count": 2, "mechanism": "approx-dp(ln(3), 1/10)"}),
                tv.clone(),
            ),
            ("object", json!({"kind": "repeat", "count": 2, "mechanism": step}), tv),
        ]),
    )]);
    let run =
        crosscheck(&folder, &["--suite", "suite.jsonl", "--json", "--cmd", &control("upper")]);
    assert_eq!(run.verdicts(), ["sound"; 3], "{}", run.stdout);
    let report = run.json();
    assert!(
        report["questions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["value"] == report["questions"][0]["value"])
    );
    // The report has the question as it was written.
    assert_eq!(report["questions"][0]["question"], "tv of approx-dp(ln(3), delta=1/10)^2");
}

#[test]
fn malformed_suites_are_refused_at_their_place() {
    let good = suite();
    let first = good.lines().next().unwrap();
    for (text, reason) in [
        (format!("{first}\n\n{first}\n"), "suite.jsonl:3:"),
        (format!("{first}\n\n{first}\n"), "the id \"one-step\" is given twice"),
        (first.replace("one-step", "two").replace("\"tv\"", "\"tw\""), "unknown field \"tw\""),
        (first.replace("ln(3)", "-1"), "outside [0, inf)"),
        (first.replace("\"id\"", "\"ID\""), "\"id\" is missing"),
        (format!("{first}\n{{\"id\":\"b\"}}"), "\"mechanism\" is missing"),
        (first.replacen('{', "{\"flags\":[],", 1), "unknown field \"flags\""),
        ("{\"groups\":[{\"tests\":[{\"id\":\"a\"}]}]}".to_owned(), "suite.jsonl:1:22"),
        (
            "{\"groups\":[]}".to_owned(),
            "no question of the suite asks for delta, eps, tv, beta, rho, renyi or gdp",
        ),
    ] {
        let folder = Folder::new(&[("suite.jsonl", &text)]);
        let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--cmd", &control("upper")]);
        assert_eq!(run.code, Some(2), "{text}");
        assert!(run.stderr.contains(reason), "{text}: {}", run.stderr);
    }
    let run = crosscheck(&Folder::new(&[]), &["--suite", "none.jsonl", "--cmd", "true"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("there is no such file"));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::new(&[("suite.jsonl", &suite())]);
    for (arguments, reason) in [
        (vec![], "--cmd"),
        (vec!["--cmd", "true", "--answers", "a"], "cannot be used with"),
        (vec!["--answers", "a", "--record", "b"], "cannot be used with"),
        (vec!["--cmd", "true", "--loose", "0.9"], "a rational number >= 1"),
        (vec!["--cmd", "true", "--time-limit", "0"], "0 is not between 1 and"),
        (vec![], "--answers and --list do without it"),
        (
            vec!["--list", "--min-judged", "abc"],
            "'--min-judged <N>': a whole number is expected, from 0",
        ),
        (
            vec!["--cmd", "true", "--time-limit", "s"],
            "a whole number is expected, from 1 to 1000000",
        ),
    ] {
        let run =
            crosscheck(&folder, &[&["--suite", "suite.jsonl"], arguments.as_slice()].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(reason), "{arguments:?}: {}", run.stderr);
    }
}

/// `--only` chooses among those that are not asked too.
#[test]
fn questions_that_are_not_asked_are_counted_as_chosen() {
    let response = json!({"kind": "randomized-response", "eps": "ln(3)"});
    let questions = lines(&[
        ("one-tv", response.clone(), json!({"tv": {}})),
        ("one-region", response.clone(), json!({"region": {}})),
        ("two-region", response.clone(), json!({"region": {}})),
        ("two-kl", response, json!({"kl": {}})),
    ]);
    let folder = Folder::new(&[("suite.jsonl", &questions)]);
    let not_asked = |only: &[&str]| {
        let program = control("unsupported");
        let arguments = ["--suite", "suite.jsonl", "--json", "--cmd", &program];
        crosscheck(&folder, &[&arguments, only].concat()).json()["summary"]["not_asked"].clone()
    };
    assert_eq!(not_asked(&[]), 3);
    assert_eq!(not_asked(&["--only", "one-*"]), 1);
    assert_eq!(not_asked(&["--only", "one-tv"]), 0);
    let run = crosscheck(&folder, &["--suite", "suite.jsonl", "--only", "two-*", "--cmd", "true"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .contains("no question of the suite that has such an id asks for delta, eps, tv, beta, rho, renyi or gdp"),
        "{}",
        run.stderr
    );
}

/// The program of the page on other programs is the file that it names, answers the question of the
/// page, and is judged as the page shows.
#[test]
fn the_program_of_the_page_is_real() {
    let root = crate::root();
    let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let page = text("docs/crosscheck.md");
    let block = |fence: &str| page.split_once(fence).unwrap().1.split_once("```").unwrap().0;
    assert_eq!(block("```python\n"), text("examples/adapter.py"));
    let folder = Folder::new(&[("question.jsonl", block("```json\n"))]);
    let program = format!("python3 '{}'", root.join("examples/adapter.py").display());
    let one =
        crosscheck(&folder, &["--suite", "question.jsonl", "--cmd", &program, "--json"]).json();
    assert_eq!(
        (&one["summary"]["verdicts"]["sound"], &one["summary"]["questions"]),
        (&json!(1), &json!(1)),
        "{one}"
    );
    let (only, expected) =
        block("```console\n$ dpcert crosscheck --only '").split_once("' --cmd ").unwrap();
    let (command, expected) = expected.split_once('\n').unwrap();
    assert_eq!(command, "'python3 examples/adapter.py'");
    let run = crosscheck(&folder, &["--only", only, "--cmd", &program]);
    assert_eq!((run.stdout.as_str(), run.code), (expected, Some(1)), "{}", run.stderr);
}

/// How many test vectors there are, and how many are asked, is what the page says.
#[test]
fn the_page_counts_the_questions() {
    let files = std::fs::read_dir(crate::root().join("vectors/v1"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let parsed =
        files.map(|path| serde_json::from_slice::<Value>(&std::fs::read(path).unwrap()).unwrap());
    let tests = |file: Value| -> usize {
        file["groups"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|group| group["tests"].as_array().unwrap().len())
            .sum()
    };
    let all: usize = parsed.map(tests).sum();
    let asked = dpcert_crosscheck::Suite::standard(|_| true).unwrap().requests.len();
    let page = std::fs::read_to_string(crate::root().join("docs/crosscheck.md")).unwrap();
    for sentence in [
        format!("has {all} questions with certified answers"),
        format!("`dpcert crosscheck` asks {asked}:"),
        format!("put the {asked} test vectors to other libraries"),
    ] {
        assert!(page.contains(&sentence), "{sentence}");
    }
}

/// The example of the page on other programs: its output is what the recorded answers to the same
/// questions give.
#[test]
fn the_example_of_the_page_is_real() {
    let root = crate::root();
    let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let page = text("docs/crosscheck.md");
    let (_, rest) = page.split_once("$ dpcert crosscheck --suite ").unwrap();
    let (line, rest) = rest.split_once('\n').unwrap();
    let (expected, _) = rest.split_once("```").unwrap();
    let (suite, program) = line.split_once(" --cmd ").unwrap();
    assert!(
        program.ends_with("adapters/dp-accounting-pld.py'")
            && page.contains("requirements/dp-accounting.txt")
    );

    let parse = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let vectors = parse(&text("vectors/v1/failures.json"));
    let groups = vectors["groups"].as_array().unwrap();
    let asked: Vec<&Value> =
        groups.iter().flat_map(|group| group["tests"].as_array().unwrap()).collect();
    let recorded: Vec<Value> =
        text("fixtures/crosscheck/dp-accounting-pld.jsonl").lines().map(parse).collect();
    let questions = text(suite);
    let answers = questions.lines().map(parse).map(|question| {
        let same = |test: &&&Value| {
            test["mechanism"] == question["mechanism"] && test["query"] == question["query"]
        };
        let vector = asked.iter().find(same).unwrap();
        let mut answer =
            recorded.iter().find(|answer| answer["id"] == vector["id"]).unwrap().clone();
        answer["id"] = question["id"].clone();
        answer.to_string() + "\n"
    });
    let folder = Folder::new(&[("answers.jsonl", &answers.collect::<String>())]);
    let suite = root.join(suite);
    let run =
        crosscheck(&folder, &["--suite", suite.to_str().unwrap(), "--answers", "answers.jsonl"]);
    assert_eq!((run.stdout.as_str(), run.code), (expected, Some(1)), "{}", run.stderr);
}
