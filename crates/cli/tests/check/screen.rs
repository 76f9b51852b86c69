//! What `check` and its relatives print on narrow and wide screens, and as CSV and LaTeX.

use crate::check::command::{Folder, dpcert, dpcert_on};
use crate::check::{CLAIM, HEAD, ROW};
#[cfg(feature = "full")]
use crate::cli::papers::examinations;
#[cfg(feature = "full")]
use dpcert_cli::TextOptions;
#[cfg(feature = "full")]
use dpcert_cli::report::papers::write_examinations;

/// A claim with the longest id that is shown in full, and one with a short one.
fn long_names() -> String {
    let id = "published/table-of-counts-by-county-and-by-age-in-2020/total";
    let long = format!(
        "[[claim]]\nid = \"{id}\"\nover = [\"row\"]\ndelta = {{ eps = \"1/3\" }}\nat-most = \"0.123456789\"\n\
         expect = \"refuted\"\nreason = \"an example\"\n"
    );
    format!("{HEAD}{ROW}{CLAIM}{long}")
}

#[test]
fn nothing_is_wider_than_the_screen_and_no_number_is_broken() {
    let folder = Folder::new("screen", &[("a.toml", &long_names())]);
    let piped = dpcert(&folder, &["check", "a.toml"], "").1;
    let is_number = |cell: &&str| cell.starts_with(['+', '-', '0']) && cell.contains('.');
    let numbers: Vec<&str> = piped.split(['|', '\n']).map(str::trim).filter(is_number).collect();
    assert_eq!(numbers.len(), 4, "{numbers:?}");
    for columns in [50, 80, 120, 200] {
        let (code, stdout, _) = dpcert_on(&folder, &["check", "a.toml"], "", columns);
        assert_eq!(code, 0, "{stdout}");
        // An id is not broken either.
        let allowed = columns.max("quantity   ".len() + 60);
        assert!(stdout.lines().all(|line| line.chars().count() <= allowed), "{columns}\n{stdout}");
        assert_eq!(stdout.contains("| claim "), columns >= 160, "{columns}\n{stdout}");
        for cell in [
            "published/table-of-counts-by-county-and-by-age-in-2020/total",
            "<= 0.123456789",
            "delta at eps = 1/3",
        ] {
            assert!(stdout.contains(cell), "{columns}: {cell}\n{stdout}");
        }
        for number in &numbers {
            assert!(stdout.contains(number), "{columns}: {number}\n{stdout}");
        }
        let ratios = ["likelihood-ratios", "approx-dp(eps=1, delta=1/10)^2"];
        let (_, stdout, _) = dpcert_on(&folder, &ratios, "", columns);
        assert!(stdout.lines().all(|line| line.chars().count() <= columns), "{columns}\n{stdout}");
        assert!(stdout.contains("7.3890560989306502272"), "{stdout}");
    }
    // On a pipe a table is a table, and the quantity has room.
    assert!(piped.contains("| claim ") && piped.contains("| delta at eps ="), "{piped}");
}

fn rows_of(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// On paper an answer about a ledger is called by its file, where something else is beside it, and
/// by what was claimed only where something was.
#[test]
fn answers_about_ledgers_have_names_on_paper() {
    let ledger = |sigma: &str| {
        format!("{HEAD}[[ledger]]\nid = \"noise\"\nmechanism = \"gaussian(sigma={sigma})\"\n")
    };
    let claimed = long_names();
    let (one, two) = (ledger("2"), ledger("4"));
    let files = [("one.toml", one.as_str()), ("two_2.toml", &two), ("claims.toml", &claimed)];
    let folder = Folder::new("paper", &files);
    let table = |names: &[&str]| {
        let asked = [&["check", "--latex", "--ask", "tv", "--ask", "eps=1e-5"], names].concat();
        let lines = dpcert(&folder, &asked, "").1;
        lines.lines().skip(3).map(str::to_owned).collect::<Vec<_>>()
    };
    let both = table(&["one.toml", "two_2.toml"]);
    let expected = [
        "ledger & $\\mathrm{TV}$ & $\\varepsilon(10^{-5})$ \\\\",
        "\\midrule",
        "{}one & $[0.19741, 0.19742]$ & $[1.9930, 1.9931]$ \\\\",
        "{}two\\_2 & $[0.099476, 0.099477]$ & $[0.92634, 0.92635]$ \\\\",
    ];
    assert_eq!(both[..4], expected, "{both:?}");
    let alone = table(&["one.toml"]);
    assert_eq!(alone[0], "quantity & certified \\\\");
    let eps = "{}$\\varepsilon(10^{-5})$ & $[1.9930, 1.9931]$ \\\\";
    assert!(alone.contains(&eps.to_owned()), "{alone:?}");
    let beside = table(&["claims.toml"]);
    assert_eq!(beside[0], "about & quantity & certified & verdict \\\\");
    assert!(
        beside.iter().any(|line| line.starts_with("{}claims & $\\mathrm{TV}$ & ")),
        "{beside:?}"
    );
}

#[test]
fn tables_are_csv_and_latex_on_request() {
    let folder = Folder::new("csv", &[("a.toml", &long_names())]);
    let deltas = "approx-dp(eps=ln(2), delta=0)^3";
    for (arguments, name, lo) in [
        (vec!["check", "a.toml"], "claim", "0.38292492254"),
        (vec!["check", "--ask", "tv", "a.toml"], "claim", "0.38292492254"),
        (vec!["delta", deltas, "--at", "0", "--digits", "5"], "quantity", "0.481481"),
        (vec!["deltas", deltas, "--digits", "5"], "j", "0.481481"),
        (vec!["region", deltas, "--digits", "5"], "alpha_lo", "0.259259"),
        (vec!["likelihood-ratios", deltas], "ratio_lo", "8"),
        (vec!["polygon", "laplace(eps=1)", "--gap", "1/10"], "polygon", "0.303266"),
        (vec!["theorem", "list"], "name", "kov-simplified"),
    ] {
        let (code, stdout, stderr) =
            dpcert(&folder, &[arguments.as_slice(), &["--csv"]].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
        let rows = rows_of(&stdout);
        assert!(rows.len() > 1 && rows[0].contains(&name.to_owned()), "{arguments:?}\n{stdout}");
        assert!(rows.iter().flatten().any(|cell| cell.starts_with(lo)), "{arguments:?}\n{stdout}");
        let (code, latex, stderr) =
            dpcert(&folder, &[arguments.as_slice(), &["--latex"]].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
        if arguments[0] == "delta" {
            // Of one number it is a formula.
            assert_eq!(latex, "$\\delta = 13/27$\n");
            continue;
        }
        for part in [
            "\\begin{tabular}{@{}l",
            "\n\\toprule\n",
            "\n\\midrule\n",
            "\n\\bottomrule\n\\end{tabular}\n",
        ] {
            assert_eq!(latex.matches(part).count(), 1, "{arguments:?}: {part}\n{latex}");
        }
        let cells = |line: &str| line.replace("\\&", "").matches('&').count();
        let is_row = |line: &&str| line.ends_with("\\\\") || line.ends_with("\\tabularnewline");
        let widths: Vec<usize> = latex.lines().filter(is_row).map(cells).collect();
        assert_eq!(widths.len(), rows.len(), "{arguments:?}\n{latex}");
        assert!(widths.iter().all(|width| *width == widths[0]), "{arguments:?}\n{latex}");
        assert!(!latex.contains('\u{1b}') && !stdout.contains('\u{1b}'));
        let (code, _, stderr) =
            dpcert(&folder, &[arguments.as_slice(), &["--latex", "--csv"]].concat(), "");
        assert_eq!(code, 2, "{stderr}");
    }
    // Both ends, and the verdict.
    let rows = rows_of(&dpcert(&folder, &["check", "--csv", "a.toml"], "").1);
    let cell = |row: usize, name: &str| {
        rows[row][rows[0].iter().position(|column| column == name).unwrap()].clone()
    };
    assert_eq!((cell(1, "relation").as_str(), cell(1, "claimed").as_str()), ("<=", "0.5"));
    assert_eq!(
        (cell(1, "lo").as_str(), cell(1, "hi").as_str()),
        ("0.38292492254", "0.38292492255")
    );
    assert_eq!((cell(2, "verdict").as_str(), cell(2, "as_expected").as_str()), ("refuted", "true"));
}

/// What a ledger costs can be asked without a claim.
#[test]
fn a_ledger_can_be_asked() {
    let ledger = format!("{HEAD}{ROW}");
    let with_unknown = ledger.replace(
        "sigma = 1\n",
        "sigma = 1\nsampling = { method = \"with-replacement\", size = 1, population = 9 }\n",
    );
    let folder = Folder::new(
        "ask",
        &[("l.toml", &ledger), ("c.toml", &format!("{ledger}{CLAIM}")), ("u.toml", &with_unknown)],
    );
    let (code, _, stderr) = dpcert(&folder, &["check", "l.toml"], "");
    assert_eq!(code, 2);
    let words = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("the file has no claim")
            && words.contains("dpcert check --ask eps=1e-6 FILE"),
        "{stderr}"
    );
    let (code, stdout, stderr) = dpcert(
        &folder,
        &[
            "check", "--ask", "eps=1e-5", "--ask", "delta=1", "--ask", "tv", "--ask", "rho",
            "l.toml",
        ],
        "",
    );
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    for (quantity, command) in [
        ("eps at delta = 1e-5", vec!["eps", "gaussian(sigma=1)", "--at", "1e-5"]),
        ("delta at eps = 1", vec!["delta", "gaussian(sigma=1)", "--at", "1"]),
        ("tv", vec!["tv", "gaussian(sigma=1)"]),
        ("rho", vec!["rho", "gaussian(sigma=1)"]),
    ] {
        let line = stdout
            .lines()
            .find(|line| line.starts_with(&format!("| {quantity} ")))
            .unwrap_or_default();
        // The same as the command with this name says about the mechanism.
        let other = dpcert(&folder, &command, "").1;
        let digits: String = other.chars().skip_while(|c| !c.is_ascii_digit()).take(8).collect();
        let known = if quantity == "rho" { "1/2" } else { digits.as_str() };
        assert!(line.contains(known), "{quantity}: {known}\n{stdout}");
    }
    assert!(stdout.ends_with("4 questions about 1 file\n"), "{stdout}");
    let (code, stdout, _) =
        dpcert(&folder, &["check", "--json", "--ask", "eps=1e-5", "l.toml", "c.toml"], "");
    assert_eq!(code, 0, "{stdout}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    for file in [0, 1] {
        let asked = &report["files"][file]["asked"][0];
        assert_eq!(
            (&asked["quantity"], &asked["parameters"]["delta"]),
            (&"eps".into(), &"1e-5".into()),
            "{stdout}"
        );
        assert_eq!((&asked["tight"], &asked["met"]), (&true.into(), &true.into()), "{stdout}");
        assert!(asked["lo"].as_str().unwrap().starts_with("4.37"), "{stdout}");
    }
    assert_eq!((&report["summary"]["asked"], &report["summary"]["claims"]), (&2.into(), &1.into()));
    let (code, stdout, _) = dpcert(&folder, &["check", "--ask", "tv", "u.toml"], "");
    assert_eq!(code, 3, "{stdout}");
    assert!(
        stdout.contains("tv: no answer: row:")
            && stdout.ends_with("1 question about 1 file; 1 without an answer\n"),
        "{stdout}"
    );
    let (code, _, stderr) = dpcert(&folder, &["check", "--ask", "mu=1", "l.toml"], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("there is no quantity \"mu\""), "{stderr}");
    // All rows count: rho adds up.
    let two = format!("{ledger}{}", ROW.replace("\"row\"", "\"other\""));
    let (_, stdout, _) = dpcert(&folder, &["check", "--ask", "rho", "-"], &two);
    assert!(stdout.lines().any(|line| line.starts_with("| rho   | 1 ")), "{stdout}");
    // What the answer rests on is said.
    let idealised = format!("{ledger}actual = \"floating-point\"\n");
    let (code, stdout, _) = dpcert(&folder, &["check", "--ask", "tv", "-"], &idealised);
    assert_eq!(code, 0, "{stdout}");
    assert!(
        stdout.contains("the ledger: mechanism-idealised: the row row is judged")
            && stdout.ends_with("; 1 finding\n"),
        "{stdout}"
    );
    let denied = format!("{idealised}[policy]\nmechanism-idealised = \"deny\"\n");
    assert_eq!(dpcert(&folder, &["check", "--ask", "tv", "-"], &denied).0, 1);
    // A misspelled header is not taken for a ledger without claims.
    let misspelled = format!("{ledger}{}", CLAIM.replace("[[claim]]", "[[claims]]"));
    let (code, _, stderr) = dpcert(&folder, &["check", "--ask", "tv", "-"], &misspelled);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("did you mean \"claim\"?"), "{stderr}");
}

/// The deployments of the registry: their claim files, or what is not given.
#[cfg(feature = "registry")]
#[test]
fn deployments_have_their_claim_files_or_what_is_missing() {
    let folder = Folder::new("init-registry", &[("a.txt", "")]);
    let (code, list, _) = dpcert(&folder, &["init", "registry"], "");
    assert_eq!(code, 0);
    let listed: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(listed.len(), 41);
    let (mut files, mut others) = (0, 0);
    for line in listed {
        let name = line.split_once(':').unwrap().0;
        let (code, stdout, stderr) = dpcert(&folder, &["init", "registry", name, "--force"], "");
        if let Some((_, missing)) = line.split_once("not given: ") {
            assert_eq!((code, stdout.as_str()), (2, ""), "{name}");
            assert!(stderr.contains(missing.trim_end_matches(')')), "{name}: {stderr}");
            others += 1;
            continue;
        }
        assert_eq!((code, stderr.as_str()), (0, ""), "{name}");
        for line in stdout.lines() {
            let written = line.split(' ').next().unwrap();
            let ledger =
                format!("fixtures/ledgers/{}.toml", written.strip_suffix(".dpcert.toml").unwrap());
            let [ours, theirs] = [folder.0.join(written), crate::root().join(ledger)];
            assert_eq!(std::fs::read(ours).unwrap(), std::fs::read(theirs).unwrap(), "{written}");
            files += 1;
        }
    }
    assert!(files >= 24 && others == 17, "{files}, {others}");
    for (arguments, said) in [
        (&["init", "registry", "ubr"][..], "did you mean uber?"),
        (&["init", "registry", "census_redistricting_data", "-o", "a.toml"], "2 claim files"),
        (&["init", "queries", "uber"], "queries is one file"),
    ] {
        let (code, _, stderr) = dpcert(&folder, arguments, "");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(stderr.contains(said), "{stderr}");
    }
    let (code, text, _) =
        dpcert(&folder, &["init", "registry", "broadband_coverage", "-o", "-"], "");
    assert_eq!(code, 0);
    assert!(text.contains("[[ledger]]"), "{text}");
}

/// Every template is judged as it is, and nothing is overwritten.
#[test]
fn templates_can_be_judged_at_once() {
    let folder = Folder::new("init", &[("a.txt", "")]);
    let (code, list, _) = dpcert(&folder, &["init"], "");
    assert_eq!(code, 0);
    let names: Vec<&str> = list
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.split(' ').next().unwrap())
        .filter(|name| *name != "registry")
        .collect();
    assert!(
        names.len() >= 5 && ["dp-sgd", "local", "census"].iter().all(|name| names.contains(name)),
        "{list}"
    );
    for name in names {
        let (code, stdout, stderr) = dpcert(&folder, &["init", name], "");
        let file = format!("{name}.dpcert.toml");
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        assert!(stdout.contains(&file), "{stdout}");
        let (code, stdout, stderr) = dpcert(&folder, &["check", &file], "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{name}\n{stdout}");
        assert!(stdout.contains("all as expected"), "{name}\n{stdout}");
        let written = std::fs::read_to_string(folder.0.join(&file)).unwrap();
        assert_eq!(dpcert(&folder, &["init", name, "-o", "-"], "").1, written);
        std::fs::write(folder.0.join(&file), "mine").unwrap();
        let (code, _, stderr) = dpcert(&folder, &["init", name], "");
        assert_eq!(code, 2);
        assert!(stderr.contains("exists already"), "{stderr}");
        assert_eq!(std::fs::read_to_string(folder.0.join(&file)).unwrap(), "mine");
        assert_eq!(dpcert(&folder, &["init", name, "--force"], "").0, 0);
        assert_eq!(std::fs::read_to_string(folder.0.join(&file)).unwrap(), written);
    }
    let (code, _, stderr) = dpcert(&folder, &["init", "dp-sdg"], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("did you mean dp-sgd?"), "{stderr}");
    assert_eq!(dpcert(&folder, &["check", "."], "").0, 0);
}

/// What was asked stays one piece, and so does its value.
#[test]
fn answers_about_a_ledger_fit_on_a_narrow_screen() {
    let folder = Folder::new("narrow-ask", &[("l.toml", &format!("{HEAD}{ROW}"))]);
    let piped = dpcert(&folder, &["check", "--ask", "eps=1e-5", "--ask", "tv", "l.toml"], "").1;
    let row = piped.lines().find(|line| line.starts_with("| eps ")).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert!(cells.len() == 3 && cells[0] == "eps at delta = 1e-5", "{row}");
    for columns in [36, 50, 54, 60, 120] {
        let (code, stdout, _) = dpcert_on(
            &folder,
            &["check", "--ask", "eps=1e-5", "--ask", "tv", "l.toml"],
            "",
            columns,
        );
        assert_eq!(code, 0, "{stdout}");
        for piece in &cells {
            assert!(stdout.contains(piece), "{columns}: {piece}\n{stdout}");
        }
        assert!(stdout.lines().all(|line| line.chars().count() <= columns), "{columns}\n{stdout}");
    }
}

#[cfg(feature = "full")]
#[test]
fn headings_of_papers_fit_on_a_narrow_screen() {
    let written = |options: TextOptions| {
        let mut text = Vec::new();
        write_examinations(&mut text, examinations(), &options).unwrap();
        String::from_utf8(text).unwrap()
    };
    for columns in [50, 80] {
        let text =
            written(TextOptions { width: columns, is_screen: true, ..TextOptions::default() });
        assert!(
            text.lines().all(|line| line.chars().count() <= usize::from(columns)),
            "{columns}\n{text}"
        );
    }
    // On a pipe a heading is a line, and so is each sum.
    let piped = written(TextOptions::default());
    let count = |start: &str| piped.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (
            count("Ghazi and Issa: Total Variation Meets Differential Privacy (arXiv "),
            count("73 statements: 6 proved, ")
        ),
        (1, 1)
    );
}
