//! `dpcert import` and `dpcert budget`: the ledgers of other programs, and what is left of a budget.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const HISTORY: &str = r#"{"history": [[1.5, 0.01, 100]], "mechanism": "rdp"}"#;

/// What the command prints in a folder, what it says, and its exit code.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), crate::said(output.stderr), output.status.code().unwrap())
}

#[test]
fn an_imported_ledger_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let import =
        ["import", "-", "--adjacency=add-remove", "--at=1e-5", "--at-most=2", "-o", "run.toml"];
    let (printed, _, code) = run(folder.path(), &import, HISTORY.as_bytes());
    assert_eq!(
        (printed.as_str(), code),
        ("run.toml is written; dpcert check run.toml judges it\n", 0)
    );
    let (printed, _, code) = run(folder.path(), &["check", "run.toml"], b"");
    assert!(printed.contains("1 claim in 1 file: 1 holds"), "{printed}");
    assert_eq!(code, 0);
    // A file is not overwritten unasked.
    let (_, said, code) = run(folder.path(), &import, HISTORY.as_bytes());
    assert!(said.contains("run.toml exists already"), "{said}");
    assert_eq!(code, 2);
}

#[test]
fn bad_ledgers_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input, wanted) in [
        (
            &["import", "-"] as &[&str],
            HISTORY.as_bytes(),
            "give --adjacency=add-remove, zero-out or replace-one",
        ),
        (&["import", "-", "--adjacency=add-remove"], b"\x80\x02}q", "--as=opacus-history"),
        (&["import", "-", "--adjacency=add-remove"], b"", "the file is empty"),
        (&["import", "missing.json", "--adjacency=add-remove"], b"", "there is no such file"),
        (&["import", "-", "--adjacency=both"], b"{}", "add-remove, zero-out, replace-one"),
        (&["import", "-", "--adjacency=add-remove", "--at=1e-5"], b"{}", "--at-most"),
        (
            &["import", "-", "--adjacency=add-remove", "--as=spends", "--at=0", "--at-most=x"],
            b"[[1, 0]]",
            "its claim file would have errors",
        ),
        (
            &["import", "-", "--adjacency=add-remove", "--columns=noise"],
            b"a,b\n1,2\n",
            "noise=sigma",
        ),
        (&["budget", "-", "--eps=1", "--delta=2"], b"", "delta = 2 is not in [0, 1]"),
        (&["budget", "-", "--eps=1", "--delta=0"], b"{}", "this is JSON, not TOML"),
    ] {
        let (printed, said, code) = run(folder.path(), arguments, input);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ").replace(" │ ", " ");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        assert_eq!((printed.as_str(), code), ("", 2), "{arguments:?}");
    }
}

/// Gaussian noise is the one for which a filter loses nothing.
#[test]
fn what_fits_is_counted_by_each_way() {
    let folder = tempfile::tempdir().unwrap();
    let table = b"noise_multiplier,steps\n8,20\n12,10\n";
    let (file, _, _) = run(folder.path(), &["import", "-", "--adjacency=add-remove"], table);
    let budget = |next: &str| {
        let asked = ["budget", "-", "--eps=3", "--delta=1e-6", "--json", "--next", next];
        let (printed, said, code) = run(folder.path(), &asked, file.as_bytes());
        assert_eq!(code, 0, "{said}");
        serde_json::from_str::<serde_json::Value>(&printed).unwrap()
    };
    let answer = budget("gaussian(sigma=10)");
    let ways = answer["ways"].as_array().unwrap();
    let rounds: Vec<_> = ways.iter().map(|way| way["rounds"].as_u64()).collect();
    assert_eq!(rounds, [Some(3), Some(0), Some(3), None]);
    assert_eq!(ways[0]["eps"]["hi"], ways[2]["eps"]["hi"]);
    assert!(ways[3]["reason"].as_str().unwrap().ends_with("a step has no finite eps at delta = 0"));
    let answer = budget("gaussian(sigma=?)^50");
    assert_eq!(answer["ways"][0]["parameter"]["name"], "sigma");
    assert_eq!(answer["ways"][0]["kept"], true);
    // A composition beyond the budget is too much; a total of a filter need not be.
    let exceeded = ["budget", "-", "--eps=1", "--delta=1e-6", "--next", "gaussian(sigma=10)"];
    let (printed, said, code) = run(folder.path(), &exceeded, file.as_bytes());
    assert_eq!((said.as_str(), code), ("", 1), "{printed}");
    assert!(printed.contains("\nexceeded: eps at delta = 1e-6 is more than 1\n"), "{printed}");
    let (printed, _, _) =
        run(folder.path(), &[&exceeded[..], &["--json"]].concat(), file.as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let ways = answer["ways"].as_array().unwrap();
    assert_eq!((&ways[0]["kept"], ways[0]["rounds"].as_u64()), (&false.into(), Some(0)));
    assert!(ways[1..].iter().all(|way| way["kept"].is_null()), "{printed}");
    // What comes next has the neighbours of the file.
    let asked = [
        "budget",
        "-",
        "--eps=3",
        "--delta=1e-6",
        "--next",
        "poisson(rate=1/10, adjacency=zero-out, mechanism=gaussian(sigma=1))",
    ];
    let (_, said, code) = run(folder.path(), &asked, file.as_bytes());
    assert_eq!(code, 2, "{said}");
}

const YEAR: &str = r#"format = "dpcert/1"
title = "Visits"
[scope]
unit = "person"
adjacency = "add-remove"
[[ledger]]
id = "spring"
mechanism = "gaussian(sigma=8)^20"
date = "2026-03-01"
[[ledger]]
id = "pilot"
mechanism = "gaussian(sigma=20)"
date = "2025-12-31"
[[ledger]]
id = "summer"
mechanism = "gaussian(sigma=12)^10"
date = "2026-06-15"
[[ledger]]
id = "summer-again"
mechanism = "gaussian(sigma=12)^10"
date = "2026-06-15"
"#;

/// What a reader has to know of the scope is in the answers for programs too.
#[test]
fn answers_about_budgets_have_the_scope() {
    let folder = tempfile::tempdir().unwrap();
    let excluding = YEAR.replace("[scope]", "[scope]\nexclusions = [\"staff\"]");
    let asked = ["budget", "-", "--eps=3", "--delta=1e-6", "--json"];
    for by_date in [&[][..], &["--by-date"]] {
        let (printed, _, _) =
            run(folder.path(), &[&asked[..], by_date].concat(), excluding.as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let found = ["unit", "adjacency", "exclusions", "derived"].map(|field| &answer[field]);
        let wanted = [
            serde_json::json!("person"),
            serde_json::json!("add-remove"),
            serde_json::json!(["staff"]),
            serde_json::json!([]),
        ];
        assert_eq!(found, [&wanted[0], &wanted[1], &wanted[2], &wanted[3]], "{printed}");
    }
}

/// What comes next is for all data, and each user has lost the rows of one part: the part with the
/// least room decides, whichever it is, and whether parts are alike or not.
#[test]
fn what_is_left_is_that_of_the_worst_part() {
    let folder = tempfile::tempdir().unwrap();
    let file = |rows: &[(&str, &str)]| {
        let mut text =
            "format = \"dpcert/1\"\n[scope]\nunit = \"customer\"\nadjacency = \"add-remove\"\n"
                .to_owned();
        for (index, (part, mechanism)) in rows.iter().enumerate() {
            text += &format!(
                "[[ledger]]\nid = \"r{index}\"\npart = \"{part}\"\nmechanism = \"{mechanism}\"\n"
            );
        }
        text
    };
    let rounds = |rows: &[(&str, &str)], next: &str| -> u64 {
        let asked = ["budget", "-", "--eps=4", "--delta=1e-6", "--json", "--next", next];
        let (printed, said, code) = run(folder.path(), &asked, file(rows).as_bytes());
        assert_eq!(said, "", "{printed}");
        let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        // The filters do not know parts, but this way does.
        assert_eq!(code, 0, "{printed}");
        answer["ways"][0]["rounds"].as_u64().unwrap_or_else(|| panic!("{printed}"))
    };
    let (north, south) = ("laplace(eps=1/2)^6", "laplace(eps=1/2)^2");
    let noisy = "gaussian(sigma=2)";
    for next in ["laplace(eps=1/2)", "gaussian(sigma=8)"] {
        for parts in [[north, south], [south, noisy], [north, north]] {
            let both: Vec<(&str, &str)> = ["n", "s"].into_iter().zip(parts).collect();
            let alone = parts.map(|part| rounds(&[("n", part)], next));
            assert_eq!(rounds(&both, next), alone[0].min(alone[1]), "{parts:?}, {next}");
        }
    }
    assert_eq!(rounds(&[("n", north), ("s", south)], "laplace(eps=1/2)"), 2);
    // A release on one part is lost by its units alone.
    for (part, wanted) in [("n", 2), ("s", 6)] {
        let asked = ["budget", "-", "--eps=4", "--delta=1e-6", "--next=laplace(eps=1/2)", "--json"];
        let asked = [&asked[..], &["--part", part]].concat();
        let ledger = file(&[("n", north), ("s", south)]);
        let (printed, _, code) = run(folder.path(), &asked, ledger.as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!((answer["ways"][0]["rounds"].as_u64(), code), (Some(wanted), 0), "{printed}");
        let replaced = ledger.replace("add-remove", "replace-one");
        let (printed, _, code) = run(folder.path(), &asked, replaced.as_bytes());
        assert!(code == 3 && !printed.contains("rounds"), "{printed}");
    }
    let unknown = ["budget", "-", "--eps=4", "--delta=0", "--next=laplace(eps=1)", "--part=N"];
    let (_, said, code) = run(folder.path(), &unknown, file(&[("n", north)]).as_bytes());
    assert!(code == 2 && said.contains("unknown part \"N\": did you mean \"n\"?"), "{said}");
    // No filter is promised for parts.
    let dated = file(&[("n", north), ("s", south)])
        .replace("part = \"n\"", "part = \"n\"\ndate = \"2026-01-01\"")
        .replace("part = \"s\"", "part = \"s\"\ndate = \"2026-02-01\"");
    let asked = ["budget", "-", "--eps=9", "--delta=1e-6", "--by-date"];
    let (printed, _, _) = run(folder.path(), &asked, dated.as_bytes());
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with("no filter is known for rows on parts of the data"), "{printed}");
    // Nothing fits into a budget that is exceeded.
    let text = file(&[("n", north), ("s", south)]);
    for (next, said) in [
        (
            "gaussian(sigma=?)",
            "composition: no sigma meets the budget, which is exceeded already\n",
        ),
        ("gaussian(sigma=8)", "exceeded: eps at delta = 1e-6 is more than 2\n"),
    ] {
        let asked = ["budget", "-", "--eps=2", "--delta=1e-6", "--next", next];
        let (printed, _, code) = run(folder.path(), &asked, text.as_bytes());
        assert!(code == 1 && printed.contains(said), "{printed}");
    }
}

/// What was spent by each day is the composition of the rows up to it, in the order of the days.
#[test]
fn a_budget_is_compared_by_date() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["budget", "-", "--eps=2.8", "--delta=1e-6", "--by-date"];
    let (printed, said, code) =
        run(folder.path(), &[&asked[..], &["--json"]].concat(), YEAR.as_bytes());
    assert_eq!((said.as_str(), code), ("", 1), "{printed}");
    let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let days = answer["dates"].as_array().unwrap();
    let of = |field: &str| days.iter().map(|day| day[field].clone()).collect::<Vec<_>>();
    assert_eq!(of("date"), ["2025-12-31", "2026-03-01", "2026-06-15"]);
    let released = serde_json::json!([["pilot"], ["spring"], ["summer", "summer-again"]]);
    assert_eq!(serde_json::Value::from(of("released")), released);
    assert_eq!(of("kept"), [true, true, false]);
    for (day, mechanism) in days.iter().zip([
        "gaussian(sigma=20)",
        "gaussian(sigma=20) * gaussian(sigma=8)^20",
        "gaussian(sigma=20) * gaussian(sigma=8)^20 * gaussian(sigma=12)^20",
    ]) {
        let direct = ["eps", mechanism, "--delta=1e-6", "--digits=6", "--json"];
        let (printed, _, _) = run(folder.path(), &direct, b"");
        let direct: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!((&day["eps"]["lo"], &day["eps"]["hi"]), (&direct["lo"], &direct["hi"]));
    }
    let (printed, _, _) = run(folder.path(), &asked, YEAR.as_bytes());
    assert!(printed.contains("| 2026-06-15 | summer, summer-again | "), "{printed}");
    assert!(
        printed.contains(" | exceeded   |\n") && printed.matches("| kept       |").count() == 2,
        "{printed}"
    );
    let (printed, _, code) =
        run(folder.path(), &[&asked[..], &["--csv"]].concat(), YEAR.as_bytes());
    assert_eq!(code, 1);
    let header = "date,released,eps_lo,eps_hi,kept,reason,delta,budget\n";
    assert!(printed.starts_with(header), "{printed}");
    for (line, day) in printed.lines().skip(1).zip(days) {
        let [lo, hi] = ["lo", "hi"].map(|end| day["eps"][end].as_str().unwrap());
        assert!(line.ends_with(&format!(",{lo},{hi},{},,1e-6,2.8", day["kept"])), "{line}");
    }
    let (printed, _, _) = run(folder.path(), &[&asked[..], &["--latex"]].concat(), YEAR.as_bytes());
    assert!(
        printed.contains("\\raggedright summer, summer-again & $[") && !printed.contains("reason")
    );
    let header = "date & released & $\\varepsilon(10^{-6})$ & $\\leq 2.8$";
    assert!(printed.contains(header), "{printed}");
    // Where six digits do not tell, more of them do.
    let near = ["budget", "-", "--eps", days[0]["eps"]["lo"].as_str().unwrap(), "--delta=1e-6"];
    let (printed, _, code) =
        run(folder.path(), &[&near[..], &["--by-date"]].concat(), YEAR.as_bytes());
    assert_eq!((printed.matches("| exceeded").count(), code), (3, 1), "{printed}");
    // An exact eps that is the budget is within it.
    let file = |mechanism: &str| {
        format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n\
             [[ledger]]\nid = \"a\"\ndate = \"2026-03-01\"\nmechanism = \"{mechanism}\"\n"
        )
    };
    // What limits keep open is not kept, in any format.
    let sample = file("poisson(1/100, gaussian(sigma=1))^100");
    let limited = ["--max-work=1e8", "--delta=1e-6"];
    let whole = [&["budget", "-", "--eps=1", "--json"], &limited[..]].concat();
    let (printed, _, _) = run(folder.path(), &whole, sample.as_bytes());
    let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let end = |name: &str| answer["ways"][0]["eps"][name].as_str().unwrap().parse::<f64>().unwrap();
    let middle = format!("--eps={}", (end("lo") + end("hi")) / 2.0);
    // Without the limits it is decided, as a claim is.
    let unlimited = ["budget", "-", &middle, "--delta=1e-6"];
    let (printed, _, code) = run(folder.path(), &unlimited, sample.as_bytes());
    assert!(code < 2 && !printed.contains("on both sides"), "{printed}");
    assert_eq!(printed.contains("exceeded"), code == 1, "{printed}");
    for by_date in [&[][..], &["--by-date"]] {
        let exact = [&["budget", "-", "--eps=0.3", "--delta=0"], by_date].concat();
        let (_, _, code) = run(folder.path(), &exact, file("laplace(eps=0.1)^3").as_bytes());
        assert_eq!(code, 0);
        for format in [&[][..], &["--json"], &["--csv"]] {
            let asked = [&["budget", "-", &middle], &limited[..], by_date, format].concat();
            let (printed, _, code) = run(folder.path(), &asked, sample.as_bytes());
            assert!(printed.contains("on both sides of the budget"), "{asked:?}: {printed}");
            assert_eq!(code, 3, "{printed}");
        }
    }
    let undated = YEAR.replace("date = \"2025-12-31\"\n", "");
    let (_, said, code) = run(folder.path(), &asked, undated.as_bytes());
    assert!(
        said.contains("a date is missing in the row pilot: write date = \"2026-03-01\""),
        "{said}"
    );
    assert_eq!(code, 2);
    for (written, wanted) in [
        ("\"2026-02-29\"", "\"2026-02-29\" is not a day of the calendar"),
        ("\"1 March 2026\"", "is not a day of the calendar"),
        ("2026-03-01", "2026-03-01 is a date or time"),
    ] {
        let bad = YEAR.replace("\"2026-03-01\"", written);
        let (_, said, code) = run(folder.path(), &asked, bad.as_bytes());
        assert!(said.contains(wanted), "{said}");
        assert_eq!(code, 2);
    }
}

/// Each row by itself and the rest without it, and each part, as direct questions about them answer.
#[test]
fn a_budget_is_divided_by_rows_and_by_parts() {
    let folder = tempfile::tempdir().unwrap();
    let direct = |mechanism: &str| {
        let asked = ["eps", mechanism, "--delta=1e-6", "--digits=6", "--json"];
        let (printed, _, _) = run(folder.path(), &asked, b"");
        let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        serde_json::json!({ "lo": answer["lo"], "hi": answer["hi"] })
    };
    let asked = |option: &'static str, text: &str, format: &'static str| {
        let asked = ["budget", "-", "--eps=2.8", "--delta=1e-6", option, format];
        run(folder.path(), &asked, text.as_bytes())
    };
    let json = |option, text: &str| {
        let (printed, said, code) = asked(option, text, "--json");
        assert_eq!(said, "", "{printed}");
        (serde_json::from_str::<serde_json::Value>(&printed).unwrap(), code)
    };
    let (answer, code) = json("--by-row", YEAR);
    assert_eq!((&answer["all"]["kept"], code), (&false.into(), 1), "{answer}");
    let rows = [
        ("spring", "gaussian(sigma=8)^20", "gaussian(sigma=20) * gaussian(sigma=12)^20"),
        ("pilot", "gaussian(sigma=20)", "gaussian(sigma=8)^20 * gaussian(sigma=12)^20"),
        (
            "summer",
            "gaussian(sigma=12)^10",
            "gaussian(sigma=8)^20 * gaussian(sigma=20) * gaussian(sigma=12)^10",
        ),
    ];
    for ((id, alone, others), row) in rows.iter().zip(answer["rows"].as_array().unwrap()) {
        assert_eq!(row["row"], *id);
        assert_eq!(row["eps"], direct(alone), "{id}");
        assert_eq!(row["others"]["eps"], direct(others), "{id}");
        assert_eq!(row["others"]["kept"], *id == "spring", "{id}");
    }
    let plain = ["budget", "-", "--eps=2.8", "--delta=1e-6", "--by-row"];
    let (printed, _, _) = run(folder.path(), &plain, YEAR.as_bytes());
    let words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("; the budget of 2.8 is exceeded"), "{printed}");
    let (printed, _, _) = asked("--by-row", YEAR, "--csv");
    let header = "row,eps_lo,eps_hi,others_lo,others_hi,kept,reason,delta,budget\n";
    assert!(printed.starts_with(header) && printed.lines().count() == 5, "{printed}");
    let (printed, _, _) = asked("--by-row", YEAR, "--latex");
    let header = "$\\varepsilon(10^{-6})$ & $\\varepsilon\\mbox{ of the others}$ & $\\mbox{others} \\leq 2.8$";
    assert!(printed.contains(header), "{printed}");
    assert!(printed.contains("{}all rows & $["), "{printed}");

    // A row that is all there is leaves nothing.
    let single = YEAR.split_once("[[ledger]]\nid = \"pilot\"").unwrap().0;
    let (answer, code) = json("--by-row", single);
    assert_eq!((&answer["rows"][0]["others"]["eps"]["hi"], code), (&"0".into(), 0), "{answer}");

    let parts = |adjacency: &str| {
        let row = |id: &str, part: &str, noise: &str| {
            format!(
                "[[ledger]]\nid = \"{id}\"\n{part}query = \"count\"\nrows = 1\nmechanism = \"{noise}\"\n"
            )
        };
        format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"{adjacency}\"\n{}{}{}{}",
            row("all", "", "gaussian\"\nscale = \"10"),
            row("a", "part = \"north\"\n", "gaussian\"\nscale = \"2"),
            row("b", "part = \"south\"\n", "gaussian\"\nscale = \"1"),
            row("c", "part = \"west\"\n", "gaussian\"\nscale = \"2"),
        )
    };
    for (adjacency, wanted) in [
        (
            "add-remove",
            &[
                (&["north", "west"][..], "gaussian(sigma=10) * gaussian(sigma=2)"),
                (&["south"], "gaussian(sigma=10) * gaussian(sigma=1)"),
            ][..],
        ),
        (
            "replace-one",
            &[
                (&["north", "west"], "gaussian(sigma=10) * gaussian(sigma=2)"),
                (&["south"], "gaussian(sigma=10) * gaussian(sigma=1)"),
                (&["north to south"], "gaussian(sigma=10) * gaussian(sigma=2) * gaussian(sigma=1)"),
                (&["south to west"], "gaussian(sigma=10) * gaussian(sigma=1) * gaussian(sigma=2)"),
                (&["north to west"], "gaussian(sigma=10) * gaussian(sigma=2)^2"),
            ],
        ),
    ] {
        let (answer, _) = json("--by-part", &parts(adjacency));
        let found = answer["parts"].as_array().unwrap();
        assert_eq!(found.len(), wanted.len(), "{answer}");
        for (names, mechanism) in wanted {
            let one = found.iter().find(|one| one["names"] == serde_json::json!(names));
            let one = one.unwrap_or_else(|| panic!("{names:?}: {answer}"));
            assert_eq!(one["eps"], direct(mechanism), "{adjacency}, {names:?}");
        }
    }
    let (_, said, code) = asked("--by-part", YEAR, "--json");
    assert!(code == 2 && said.contains("all rows are about all data"), "{said}");
}

/// What is assumed about rows is said beside what they have spent, and a denied finding is no
/// success.
#[test]
fn a_budget_has_the_findings_of_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"format = "dpcert/1"
[scope]
unit = "person"
adjacency = "zero-out"
[[ledger]]
id = "counts"
mechanism = "discrete-gaussian(sigma_sq=100)"
date = "2026-03-01"
[[ledger]]
id = "survey"
mechanism = "randomized-response(eps=1/10)"
date = "2026-03-02"
"#;
    let asked = ["budget", "-", "--eps=3", "--delta=1e-6"];
    for more in [vec![], vec!["--by-date"]] {
        let asked = [&asked[..], &more].concat();
        let (printed, said, code) = run(folder.path(), &asked, file.as_bytes());
        assert_eq!((said.as_str(), code), ("", 0), "{printed}");
        for finding in ["answer-assumed: the row survey", "sensitivity-defaulted: the row counts"] {
            assert!(printed.contains(finding), "{printed}");
        }
        let denied = format!(
            "{file}[policy]\nanswer-assumed = \"deny\"\nsensitivity-defaulted = \"allow\"\n"
        );
        let (printed, _, code) =
            run(folder.path(), &[&asked[..], &["--json"]].concat(), denied.as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let findings = answer["findings"].as_array().unwrap();
        assert_eq!((findings.len(), code), (1, 1), "{printed}");
        assert_eq!(
            (&findings[0]["finding"], &findings[0]["level"]),
            (&"answer-assumed".into(), &"deny".into())
        );
    }
}

/// The ledger over time: the same values, as the steps of a staircase.
#[test]
fn a_ledger_is_drawn_over_time() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("year.toml"), YEAR).unwrap();
    let plot = ["plot", "--ledger", "year.toml", "--eps-at", "1e-6", "-o", "year.json"];
    let (_, said, code) = run(folder.path(), &plot, b"");
    assert_eq!((said.as_str(), code), ("", 0));
    let scene = std::fs::read_to_string(folder.path().join("year.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
    assert_eq!(
        (&scene["x"]["label"], &scene["x"]["since"], &scene["title"]),
        (&"date".into(), &"2025-12-31".into(), &"eps at delta = 1e-6 over time".into())
    );
    assert_eq!(scene["layers"].as_array().map(Vec::len), Some(2));
    let marks = scene["layers"][1]["marks"].as_array().unwrap();
    let places: Vec<_> =
        marks.iter().map(|mark| (mark["x"].as_str(), mark["label"].as_str())).collect();
    assert_eq!(
        places,
        [
            (Some("0"), Some("2025-12-31")),
            (Some("60"), Some("2026-03-01")),
            (Some("166"), Some("2026-06-15"))
        ]
    );
    for side in ["lower", "upper"] {
        let vertices = scene["layers"][0][side].as_array().unwrap();
        let across: Vec<_> = vertices.iter().map(|vertex| vertex[0].as_str().unwrap()).collect();
        assert_eq!(across, ["0", "0", "60", "60", "166", "166", "182"]);
        for (pair, mark) in vertices[1..].chunks(2).zip(marks) {
            assert!(pair.iter().all(|vertex| vertex[1] == mark[side]), "{scene}");
        }
    }
    // What is claimed of all rows at the same delta is a line beside it, and nothing else is.
    let claims = [
        ("budget", "['*']", "eps = { delta = '1e-6' }", "at-most = '5/3'"),
        ("part", "['summer*']", "eps = { delta = '1e-6' }", "at-most = '4'"),
        ("elsewhere", "['*']", "eps = { delta = '1e-5' }", "at-most = '4'"),
        ("least", "['*']", "eps = { delta = '1e-6' }", "at-least = '1'"),
        ("other", "['*']", "delta = { eps = '1e-6' }", "at-most = '4'"),
    ];
    let claims = claims.map(|(id, over, quantity, relation)| {
        format!("[[claim]]\nid = '{id}'\nover = {over}\n{quantity}\n{relation}\n")
    });
    let claims = claims.concat();
    std::fs::write(folder.path().join("year.toml"), format!("{YEAR}{claims}")).unwrap();
    let (_, said, code) = run(folder.path(), &plot, b"");
    assert_eq!((said.as_str(), code), ("", 0));
    let scene = std::fs::read_to_string(folder.path().join("year.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
    let layers = scene["layers"].as_array().unwrap();
    let names: Vec<_> = layers.iter().map(|layer| layer["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Visits", "ε ≤ 5/3, the claim budget", "days of release"]);
    let heights = ["lower", "upper"].map(|side| layers[1][side][0][1].as_str().unwrap().to_owned());
    let [low, high] = heights.map(|text| text.parse::<f64>().unwrap() - 5.0 / 3.0);
    assert!(low <= 0.0 && high >= 0.0 && high - low < 1e-5, "{low} {high}");
    // Where eps is infinite there is no curve, and from that day on no more of it.
    for (row, day) in [("sigma=20)", "2025-12-31"), ("sigma=8)^20", "2026-03-01")] {
        let leaking = YEAR.replace(&format!("gaussian({row}"), "approx-dp(eps=1, delta=1e-3)");
        std::fs::write(folder.path().join("leaking.toml"), leaking).unwrap();
        let plot = ["plot", "--ledger", "leaking.toml", "--eps-at", "1e-6"];
        let (printed, said, code) = run(folder.path(), &plot, b"");
        if day == "2025-12-31" {
            assert!(said.contains("it is infinite from 2025-12-31 on"), "{said}");
            assert_eq!((printed.as_str(), code), ("", 3));
        } else {
            assert!(printed.contains("From 2026-03-01 on it is infinite."), "{printed}");
            assert_eq!(code, 0, "{said}");
        }
    }
    for (wrong, wanted) in [
        (vec!["plot", "--ledger", "year.toml"], "--eps-at"),
        (vec!["plot", "--ledger", "year.toml", "--eps-at", "2"], "--eps-at = 2 is not in [0, 1]"),
        (vec!["plot", "gdp(mu=?)", "--eps-at", "1e-6"], "--over"),
        (vec!["plot", "--ledger", "missing.toml", "--eps-at", "1e-6"], "missing.toml"),
        // What has no effect is refused, and not taken without a word.
        (
            vec!["plot", "--ledger", "year.toml", "--eps-at", "1e-6", "--points", "4"],
            "--points has no effect on this picture",
        ),
        (
            vec!["plot", "--ledger", "year.toml", "--eps-at", "1e-6", "--lines"],
            "--lines has no effect on this picture",
        ),
        (vec!["plot", "--ledger", "year.toml", "--eps-at", "1e-6", "--at", "3"], "--at"),
        (
            vec!["plot", "--ledger", "year.toml", "--eps-at", "1e-6", "--scale", "logarithmic"],
            "--scale",
        ),
        (vec!["plot", "gdp(mu=1)", "--x", "2026-01-01..2026-12-31"], "plot --ledger"),
    ] {
        let (_, said, code) = run(folder.path(), &wrong, b"");
        assert!(said.contains(wanted), "{wrong:?}: {said}");
        assert_eq!(code, 2);
    }
}

/// The axis of a ledger over time in days of the calendar, before and after its releases.
#[test]
fn the_axis_of_a_ledger_over_time_has_any_days() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("year.toml"), YEAR).unwrap();
    let plot = |x: &str| {
        let x = format!("--x={x}");
        let plot = ["plot", "--ledger", "year.toml", "--eps-at", "1e-6", &x, "-o", "year.json"];
        run(folder.path(), &plot, b"")
    };
    // The ends of the axis, and those of the curve: the releases are on the days 0, 60 and 166.
    for (x, axis, curve) in [
        ("2026-01-01..2026-12-31", ["1", "365"], ["0", "365"]),
        ("2025-06-01..2026-04-01", ["-213", "91"], ["-213", "182"]),
        ("2025-06-01..2027-12-31", ["-213", "730"], ["-213", "730"]),
        ("-10.5..20", ["-10.5", "20"], ["-11", "182"]),
    ] {
        let (_, said, code) = plot(x);
        assert_eq!((said.as_str(), code), ("", 0), "{x}");
        let scene = std::fs::read_to_string(folder.path().join("year.json")).unwrap();
        let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
        assert_eq!([&scene["x"]["from"], &scene["x"]["to"]], axis, "{x}");
        for side in ["lower", "upper"] {
            let vertices = scene["layers"][0][side].as_array().unwrap();
            let (first, last) = (&vertices[0], &vertices[vertices.len() - 1]);
            assert_eq!([&first[0], &last[0]], curve, "{x}");
            // Before the first release nothing is lost, and after the last one nothing more.
            assert_eq!(first[1], "0", "{x}");
            assert_eq!(last[1], vertices[vertices.len() - 2][1], "{x}");
        }
    }
    for (x, wanted) in [
        ("2026-01-01..2025-12-31", "the earlier day is the first end"),
        ("2026-01..2026-12", "a day is written 2026-03-01"),
        ("2026-02-30..2026-02-31", "a day is written 2026-03-01"),
        ("2026-01-01..5", "two days are expected"),
        ("2026-01-01..2026-02-30", "two days are expected"),
        ("0..1e15", "the calendar has the years 1 to 9999"),
        ("-1e9..1", "the calendar has the years 1 to 9999"),
    ] {
        let (_, said, code) = plot(x);
        assert!(said.contains(wanted), "{x}: {said}");
        assert_eq!(code, if wanted.contains("the calendar") { 3 } else { 2 }, "{x}");
    }
    // Where the loss is infinite there is no curve, wherever the axis ends.
    let leaking = YEAR.replace("gaussian(sigma=8)^20", "approx-dp(eps=1, delta=1e-3)");
    std::fs::write(folder.path().join("year.toml"), leaking).unwrap();
    let (_, said, code) = plot("2025-12-01..2026-12-31");
    assert_eq!((said.as_str(), code), ("", 0));
    let scene = std::fs::read_to_string(folder.path().join("year.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
    let upper = scene["layers"][0]["upper"].as_array().unwrap();
    assert_eq!(upper[upper.len() - 1][0], "60");
}
