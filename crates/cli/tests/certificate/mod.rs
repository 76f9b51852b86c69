//! Certificates from the command line: written, followed by both programs, and the same in every
//! run.

mod names;
mod reports;
mod verified;

use dpcert::Control;
use dpcert_answers::{Settings, page};
use serde_json::Value;
use sha2::Digest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Claims of all kinds that are decided in a moment, and one that is not decided.
const CLAIMS: &str = r#"
format = "dpcert/1"
[scope]
unit = "person"
adjacency = "replace-one"

[[ledger]]
id = "kov"
mechanism = "approx-dp"
eps = "ln(2)"
delta = "1/100"
count = "3"

[[ledger]]
id = "gauss"
mechanism = "gaussian"
sigma = "2"

[[ledger]]
id = "laplace"
mechanism = "laplace"
eps = "1/2"

[[claim]]
id = "exactly"
over = ["kov"]
delta = { eps = "3*ln(2)" }
equals = "29701/1000000"

[[claim]]
id = "too small"
over = ["kov"]
delta = { eps = "0" }
at-most = "1/10"

[[claim]]
id = "normal"
over = ["gauss"]
delta = { eps = "1/2" }
at-most = "1/10"

[[claim]]
id = "rho"
over = ["gauss"]
rho = {}
equals = "1/8"

[[claim]]
id = "mixture"
over = ["gauss", "laplace"]
delta = { eps = "1" }
at-most = "1/5"

[[claim]]
id = "curve"
over = ["kov"]
beta = { alpha = "1/10" }
at-most = "4/5"

[[claim]]
id = "below zero"
over = ["gauss"]
eps = { delta = "1/1000" }
at-most = "-1"
"#;

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(program: &Path, arguments: &[&str], folder: &Path) -> Run {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "200")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: crate::said(output.stderr),
    }
}

fn dpcert(arguments: &[&str], folder: &Path) -> Run {
    run(Path::new(env!("CARGO_BIN_EXE_dpcert")), arguments, folder)
}

/// A folder of its own with the claim file in it.
fn scratch(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("dpcert-certificate-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("claims.toml"), CLAIMS).unwrap();
    folder
}

/// What the page is told without a process, as in a browser, is what the command says and writes.
#[test]
fn the_page_is_told_what_the_command_says() {
    let (settings, control) = (Settings::default(), Control::default());
    let folder = scratch("page");
    fs::rename(folder.join("claims.toml"), folder.join(page::CLAIMS)).unwrap();
    let options = ["--output", page::FOLDER, "--report", page::REPORT];
    let certified = page::certify(CLAIMS.as_bytes(), None, &settings, &control).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command.arg("certify").arg(page::CLAIMS).args(options).current_dir(&folder);
    let output = command.env("COLUMNS", page::COLUMNS.to_string()).output().unwrap();
    assert_eq!(certified.said, String::from_utf8(output.stdout).unwrap());
    let written: Vec<(String, String)> =
        certified.files.into_iter().map(|file| (file.name, file.text)).collect();
    assert!(written.len() > 4);
    assert_eq!(written, files(&folder.join(page::FOLDER)));
    let said = page::check(CLAIMS.as_bytes(), &settings, &control).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    command
        .args(["check", "-", "--json"])
        .stdin(fs::File::open(folder.join(page::CLAIMS)).unwrap());
    assert_eq!(said, command.output().unwrap().stdout);
    fs::remove_dir_all(&folder).unwrap();
}

/// Names and contents of the files in a folder.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    found.sort();
    found
}

#[test]
fn certificates_are_written_and_followed() {
    let folder = scratch("followed");
    let certified = dpcert(&["certify", "claims.toml", "-o", "one"], &folder);
    assert_eq!((certified.code, certified.stderr.as_str()), (Some(0), ""), "{}", certified.stdout);
    assert!(certified.stdout.ends_with("\n7 of 7 claims certified\n"), "{}", certified.stdout);
    // The same in every run, and with `check`.
    assert_eq!(dpcert(&["certify", "claims.toml", "-o", "two"], &folder).code, Some(0));
    let checked = dpcert(&["check", "claims.toml", "--certify", "three"], &folder);
    let one = files(&folder.join("one"));
    assert_eq!(one.len(), 7);
    assert_eq!(one, files(&folder.join("two")));
    assert_eq!(one, files(&folder.join("three")));
    // A claim that is refuted is one all the same.
    assert_eq!(checked.code, Some(1), "{}", checked.stdout);
    for (name, text) in &one {
        let path = format!("one/{name}");
        let file =
            dpcert_checker::ClaimFile { name: "claims.toml".to_owned(), text: CLAIMS.to_owned() };
        let report = dpcert_checker::check(text, Some(&file));
        // Two claims are refuted, which has an exit code of its own.
        let is_refuted = name.contains("too-small") || name.contains("below-zero");
        let code = if is_refuted { 4 } else { 0 };
        assert_eq!(i32::from(report.code()), code, "{name}");
        let verified = dpcert(&["verify", "--claim", "claims.toml", &path], &folder);
        let line = format!("{}\n", report.short_line(Path::new(&path)));
        assert_eq!((verified.code, &verified.stdout), (Some(code), &line));
        // The program of its own, where it has been built.
        let program = Path::new(env!("CARGO_BIN_EXE_dpcert")).with_file_name("dpcert-checker");
        if program.exists() {
            let own = run(&program, &["--claim", "claims.toml", &path], &folder);
            assert_eq!((own.code, own.stdout), (Some(code), line));
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// In a folder where statements stand beside the certificates both are followed.
#[cfg(unix)]
#[test]
fn all_that_a_folder_holds_is_followed() {
    let folder = scratch("glob");
    let certify = |out: &str, only: &[&str]| {
        let chosen = only.iter().flat_map(|claim| ["--claim", claim]);
        let arguments: Vec<&str> = ["certify", "claims.toml", "-o", out, "--statement"]
            .into_iter()
            .chain(chosen)
            .collect();
        assert_eq!(dpcert(&arguments, &folder).code, Some(0));
    };
    certify("all", &[]);
    certify("holding", &["exactly", "rho", "curve"]);
    let dpcert = Path::new(env!("CARGO_BIN_EXE_dpcert"));
    let own = dpcert.with_file_name("dpcert-checker");
    let mut programs = vec![format!("'{}' verify", dpcert.display())];
    programs.extend(own.exists().then(|| format!("'{}'", own.display())));
    for program in programs {
        // Two of the seven claims are refuted.
        for (out, count, code) in [("all", 7, 4), ("holding", 3, 0)] {
            let command = format!("{program} --verbose --claim claims.toml {out}/*.json");
            let run = run(Path::new("sh"), &["-c", &command], &folder);
            assert_eq!(
                (run.code, run.stderr.as_str()),
                (Some(code), ""),
                "{command}: {}",
                run.stdout
            );
            let lines: Vec<(&str, &str)> =
                run.stdout.lines().map(|line| line.split_once(".json: ").unwrap()).collect();
            let (statements, certificates): (Vec<_>, Vec<_>) =
                lines.into_iter().partition(|(name, _)| name.ends_with(".intoto"));
            assert_eq!(statements.len(), count, "{}", run.stdout);
            let named: Vec<(String, &str)> = certificates
                .into_iter()
                .map(|(name, line)| (format!("{name}.intoto"), line))
                .collect();
            let mut same: Vec<(&str, &str)> =
                named.iter().map(|(name, line)| (name.as_str(), *line)).collect();
            same.sort_unstable();
            let mut found = statements;
            found.sort_unstable();
            assert_eq!(found, same);
        }
        // By another file of the same name, each is refused for what it is.
        fs::create_dir_all(folder.join("other")).unwrap();
        fs::write(
            folder.join("other/claims.toml"),
            CLAIMS.replace("sigma = \"2\"", "sigma = \"4\""),
        )
        .unwrap();
        let command = format!("{program} --claim other/claims.toml holding/*.json");
        let run = run(Path::new("sh"), &["-c", &command], &folder);
        assert_eq!(run.code, Some(1), "{}", run.stdout);
        let count = |reason: &str| run.stdout.lines().filter(|line| line.contains(reason)).count();
        assert_eq!(
            count("the statement is about another \"claims.toml\", by its SHA-256"),
            3,
            "{}",
            run.stdout
        );
        // The row of two of the claims is the same in both files.
        let valid = run.stdout.lines().filter(|line| line.starts_with("VALID holding")).count();
        assert_eq!(
            (count("the ledger is not that of the claim file"), valid),
            (1, 2),
            "{}",
            run.stdout
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The certificate is about what is judged, and says so: in it, in the line of the checker and on
/// the page.
#[test]
fn what_was_run_instead_is_named() {
    let folder = scratch("idealised");
    let sampled = |actual: &str| {
        format!(
            "mechanism = \"gaussian\"\nsigma = \"2\"\nsampling = {{ method = \"poisson\", rate = \"1/10\"{actual} }}"
        )
    };
    for (name, row, remark) in [
        (
            "shuffled",
            sampled(", actual = \"shuffled\""),
            Some("shuffled guarantees, with which the row \"r\" was run"),
        ),
        (
            "floats",
            "mechanism = \"laplace\"\neps = \"1/10\"\nactual = \"floating-point\"".to_owned(),
            Some("floating-point guarantees, with which the row \"r\" was run"),
        ),
        ("plain", sampled(""), None),
    ] {
        let text = format!(
            "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"r\"\n{row}\n\
             [[claim]]\nid = \"c\"\nover = [\"r\"]\ndelta = {{ eps = \"1/20\" }}\nat-most = \"1/10\"\n"
        );
        fs::write(folder.join(format!("{name}.toml")), &text).unwrap();
        let report = format!("{name}.html");
        let certified = dpcert(
            &["certify", &format!("{name}.toml"), "-o", "out", "--report", &report],
            &folder,
        );
        assert_eq!(certified.code, Some(0), "{} {}", certified.stdout, certified.stderr);
        let written = fs::read_to_string(folder.join(format!("out/{name}--c.json"))).unwrap();
        let page = words(&folder.join(report));
        let report = dpcert_checker::check(
            &written,
            Some(&dpcert_checker::ClaimFile { name: format!("{name}.toml"), text: text.clone() }),
        );
        assert_eq!(report.code(), 0, "{report:?}");
        let line = report.line(Path::new("c"));
        match remark {
            Some(remark) => {
                assert!(line.contains("; not covered: ") && line.contains(remark), "{line}");
                assert!(page.contains(remark), "{page}");
                let actual = remark.split(' ').next().unwrap();
                assert!(page.contains("Claim c: holds for the idealised mechanism"), "{page}");
                // What the certificate is about, and what was run instead: each apart.
                let (_, about) = page.split_once("What the certificates are about").unwrap();
                let (about, instead) = about.split_once("What was run instead").unwrap();
                assert!(!about.contains("actual") && !about.contains(actual), "{about}");
                let judged = if actual == "shuffled" { "poisson" } else { "laplace" };
                assert!(about.contains(judged), "{about}");
                let row = format!("r {judged} {actual}");
                assert!(instead.contains(&row), "{row}: {instead}");
            }
            None => {
                assert!(!line.contains("not covered"), "{line}");
                assert!(
                    page.contains("Claim c: holds Claimed") && page.contains("What was run row"),
                    "{page}"
                );
                assert!(!page.contains("idealised") && !page.contains("instead"), "{page}");
            }
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn exit_codes_say_what_is_wrong() {
    let folder = scratch("codes");
    let run = |arguments: &[&str]| dpcert(arguments, &folder);
    assert_eq!(run(&["certify", "claims.toml", "-o", "out", "--claim", "rho"]).code, Some(0));
    assert_eq!(files(&folder.join("out")).len(), 1);
    let none = run(&["certify", "claims.toml", "-o", "out", "--claim", "roh"]);
    assert_eq!(none.code, Some(2));
    assert!(
        none.stderr.contains(
            "there is no claim \"roh\" in these files: did you mean \"rho\"? the ids are "
        )
    );
    let file = run(&["certify", "claims.toml", "-o", "out", "--claim", "claims.toml"]);
    assert_eq!(file.code, Some(2));
    assert!(file.stderr.contains("--claim takes the id of a claim"), "{}", file.stderr);
    assert_eq!(run(&["certify", "none.toml", "-o", "out"]).code, Some(2));
    let path = "out/claims--rho.json";
    let good = fs::read_to_string(folder.join(path)).unwrap();
    for (text, code) in [
        (good.replace("\"1/8\"", "\"1/7\""), 1),
        (good.replace("\"rule\": \"rho\"", "\"rule\": \"roh\""), 3),
        (good[..good.len() / 2].to_owned(), 2),
        (good.replace("dpcert-certificate/1", "dpcert-certificate/9"), 3),
    ] {
        fs::write(folder.join("changed.json"), text).unwrap();
        let verified = run(&["verify", "changed.json"]);
        // The one field of the claim does not follow any more, or is not the header's.
        assert_eq!(verified.code, Some(code), "{}", verified.stdout);
    }
    fs::write(folder.join("other.toml"), CLAIMS.replace("sigma = \"2\"", "sigma = \"4\"")).unwrap();
    let other = run(&["verify", path, "--claim", "other.toml"]);
    assert_eq!(other.code, Some(1));
    let reason = "the ledger is not that of the claim file, where the row \"gauss\" has sigma = \"4\", and in the certificate sigma = \"2\"";
    assert!(other.stdout.contains(reason), "{}", other.stdout);
    assert_eq!(run(&["verify", path, "--claims", "other.toml"]).stdout, other.stdout);
    let id = run(&["verify", path, "--claim", "rho"]);
    assert_eq!(id.code, Some(2));
    assert!(id.stderr.contains("--claim takes the claim file"), "{}", id.stderr);
    // A folder is its certificates, and only a valid one is said to hold.
    let whole = run(&["verify", "out"]);
    assert_eq!(whole.stdout, run(&["verify", path]).stdout);
    assert!(
        whole.stdout.starts_with("VALID out/claims--rho.json: the claim holds: \"rho\""),
        "{}",
        whole.stdout
    );
    assert!(
        other.stdout.starts_with("INVALID out/claims--rho.json: ")
            && !other.stdout.contains("holds")
    );
    fs::create_dir(folder.join("empty")).unwrap();
    let empty = run(&["verify", "empty"]);
    assert_eq!((empty.code, empty.stdout.as_str()), (Some(2), ""));
    assert!(
        empty.stderr.contains("empty: there is no certificate in this folder"),
        "{}",
        empty.stderr
    );
    fs::remove_dir_all(folder).unwrap();
}

/// What an earlier run left beside a claim file that has changed since is named, and kept.
#[test]
fn certificates_of_another_text_are_named() {
    let folder = scratch("outdated");
    let certify = |arguments: &[&str]| {
        let chosen = [["certify", "claims.toml", "-o", "out"].as_slice(), arguments].concat();
        let run = dpcert(&chosen, &folder);
        let notes = run.stdout.lines().filter(|line| line.starts_with("note: "));
        let named = notes.map(|line| {
            let kept = line.split_once(" is about another text of the claim file");
            kept.map_or(line, |(path, _)| path).to_owned()
        });
        (run.code, named.collect::<Vec<_>>())
    };
    assert_eq!(certify(&["--claim", "rho", "--claim", "curve", "--statement"]), (Some(0), vec![]));
    // Only what was not written again is about the text as it was: its claim has another name now.
    fs::write(folder.join("claims.toml"), CLAIMS.replace("id = \"curve\"", "id = \"bend\""))
        .unwrap();
    let replaced =
        "note: replaced, which was about another text of the claim file: out/claims--rho.json";
    let named = || vec!["note: out/claims--curve.json".to_owned()];
    let first = [vec![replaced.to_owned()], named()].concat();
    assert_eq!(certify(&["--claim", "rho", "--claim", "bend"]), (Some(0), first));
    // Another file with certificates in the same folder, and one that is none.
    fs::write(folder.join("other.toml"), CLAIMS).unwrap();
    assert_eq!(
        dpcert(&["certify", "other.toml", "-o", "out", "--claim", "rho"], &folder).code,
        Some(0)
    );
    fs::write(folder.join("out/claims--none.json"), "{}").unwrap();
    assert_eq!(certify(&["--claim", "rho", "--claim", "bend"]), (Some(0), named()));
    // So are those of claims that are not certified now.
    fs::write(folder.join("claims.toml"), CLAIMS.replace("equals = \"1/8\"", "equals = \"1/7\""))
        .unwrap();
    let (_, all) = certify(&["--claim", "normal"]);
    let path = |id: &str| format!("note: out/claims--{id}.json");
    assert_eq!(all, ["bend", "curve", "rho"].map(path));
    fs::remove_dir_all(folder).unwrap();
}

/// Every claim of the fixtures has a certificate, but for these, and for a reason that is given.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "certificates of all fixtures take minutes without optimisation: scripts/assure release"
)]
fn claims_without_a_certificate_are_listed() {
    const UNION: &str = "sampling-operator: no rule covers the mechanism union";
    const FIXED: &str = "thousand: no rule covers the mechanism exponential";
    const ADAPTIVE: &str = "thousand-adaptive: no rule covers the mechanism exponential";
    const TEN: &str = "ten: no rule covers the mechanism exponential";
    const MEAN_1000: &str = "mean-1000: no rule covers the mechanism private-selection";
    const AT_LEAST: &str = "released-at-the-threshold: no rule covers the mechanism thresholded";
    const ABOVE: &str = "released-above-it: no rule covers the mechanism thresholded";
    const SELECTION: &str = "selection: no rule covers the mechanism exponential";
    const PARTITIONS: &str = "ten-partitions: no rule covers the mechanism thresholded";
    const GAUSSIAN_THRESHOLD: &str =
        "gaussian-at-the-threshold: no rule covers the mechanism thresholded";
    const MARGIN: &str = "the margin is too small for the grids and precisions that are tried";
    const FIELD: &str = "the row ";
    const RENYI: &str = "the checker has no rule for renyi";
    const IRRATIONAL: &str = "the value equals a number that is not rational, and all bounds of a certificate are rational";
    let expected = [
        ("dp-accounting-discrete-gaussian.toml, discrete-at-1.7", RENYI),
        ("dp-accounting-discrete-gaussian.toml, discrete-at-2", RENYI),
        ("dp-accounting-discrete-gaussian.toml, normal-at-1.1", RENYI),
        ("dp-accounting-discrete-gaussian.toml, normal-at-1.1-is-less", RENYI),
        ("dp-accounting-exponential-count.toml, eps-at-once", FIXED),
        ("dp-accounting-exponential-count.toml, eps-truth", FIXED),
        ("dp-accounting-exponential-count.toml, eps-in-a-loop", ADAPTIVE),
        ("dp-accounting-exponential-count.toml, eps-as-a-loss-distribution", ADAPTIVE),
        ("dp-accounting-exponential-count.toml, eps-of-ten-at-once", TEN),
        ("dp-accounting-exponential-count.toml, eps-of-ten-truth", TEN),
        ("dp-accounting-repeat-and-select.toml, delta-of-1000-runs", MEAN_1000),
        (
            "dp-accounting-repeat-and-select.toml, delta-of-10000-runs",
            "mean-10000: no rule covers the mechanism private-selection",
        ),
        (
            "dp-accounting-repeat-and-select.toml, witness-of-1000-runs",
            "witness: no rule covers the mechanism private-selection",
        ),
        ("dp-accounting-repeat-and-select.toml, twice-the-mean-is-enough", MEAN_1000),
        (
            "dp-accounting-repeat-and-select.toml, eps-of-laplace",
            "laplace: no rule covers the mechanism private-selection",
        ),
        ("dp-accounting-replace-one.toml, laplace-eps-truth", "there is no closed form"),
        ("dpsynth-aim.toml, rho", SELECTION),
        ("dpsynth-aim.toml, rho-truth", SELECTION),
        ("dpsynth-partition-selection.toml, delta", PARTITIONS),
        ("dpsynth-partition-selection.toml, delta-truth", PARTITIONS),
        (
            "jax-privacy-banded-sensitivity.toml, squared-sensitivity",
            "sensitivity: no rule covers the mechanism matrix-gaussian",
        ),
        (
            "jax-privacy-banded-sensitivity.toml, squared-sensitivity-truth",
            "sensitivity: no rule covers the mechanism matrix-gaussian",
        ),
        ("opendp-thresholds.toml, delta", AT_LEAST),
        ("opendp-thresholds.toml, delta-truth", AT_LEAST),
        ("opendp-thresholds.toml, delta-of-the-other-release", ABOVE),
        ("opendp-thresholds.toml, gaussian-delta", GAUSSIAN_THRESHOLD),
        ("opendp-thresholds.toml, gaussian-delta-truth", GAUSSIAN_THRESHOLD),
        (
            "opendp-thresholds.toml, gaussian-delta-near",
            "gaussian-near-threshold: no rule covers the mechanism thresholded",
        ),
        ("opendp-zcdp-conversion.toml, of-the-class", "the claim is undecided"),
        ("paper-regions.toml, gdp-proposition-7-vertex", IRRATIONAL),
        ("paper-regions.toml, gdp-fig-6-printed", UNION),
        ("paper-regions.toml, gdp-fig-6-corrected", UNION),
        ("paper-regions.toml, gdp-fig-6-lemma-2", UNION),
        ("paper-regions.toml, tv-fig-4a-eta", IRRATIONAL),
        ("paper-regions.toml, tv-fig-4a-corner", IRRATIONAL),
        (
            "sparse-vector-variants.toml, right-eps",
            "right: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, right-for-these-queries-eps",
            "right-for-these-queries: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, noisy-answers-eps",
            "noisy-answers: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, noisy-answers-truth",
            "noisy-answers: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, unscaled-query-noise-eps",
            "unscaled-query-noise: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, unscaled-query-noise-truth",
            "unscaled-query-noise: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, unscaled-query-noise-corrected",
            "unscaled-query-noise-for-all-queries: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, no-query-noise-delta",
            "no-query-noise: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, no-query-noise-truth",
            "no-query-noise: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, no-cutoff-eps",
            "no-cutoff: no rule covers the mechanism sparse-vector",
        ),
        (
            "sparse-vector-variants.toml, no-cutoff-truth",
            "no-cutoff: no rule covers the mechanism sparse-vector",
        ),
        ("tensorflow-privacy-user-level.toml, poisson-2", "poisson-2: no rule covers this group"),
        ("tensorflow-privacy-user-level.toml, poisson-3", "poisson-3: no rule covers this group"),
        ("tensorflow-privacy-user-level.toml, poisson-10", "poisson-10: no rule covers this group"),
        ("census-ppmf-2021-04-units.toml, census-ppmf-2021-04-units-1.9", "the claim is undecided"),
        ("census2020-pl94-us-persons-zcdp.toml, published", "the claim is undecided"),
        ("registry-apple-sketches.toml, emojis", MARGIN),
        ("registry-apple-sketches.toml, autoplay", MARGIN),
        ("registry-apple-sketches.toml, health", MARGIN),
        ("registry-apple-sketches.toml, energy", MARGIN),
        ("registry-broadband.toml, published", MARGIN),
        ("registry-census-ddhcb.toml, doubled", FIELD),
        ("registry-census-ddhcb.toml, published", FIELD),
        ("registry-community-mobility.toml, published", "the rows are too long"),
        ("registry-community-mobility.toml, visits", MARGIN),
        ("registry-community-mobility.toml, home", MARGIN),
        ("registry-community-mobility.toml, work", MARGIN),
        ("registry-covid-symptoms.toml, symptoms", MARGIN),
        (
            "registry-covid-symptoms.toml, normalisation",
            "that eps is less than a value is not certified yet",
        ),
        ("registry-covid-symptoms.toml, sum-of-the-levels", MARGIN),
        ("registry-hurricane.toml, published", "the grid is too long"),
        ("registry-live-births.toml, one-run", MARGIN),
        ("registry-nationwide.toml, published", MARGIN),
        ("registry-nationwide.toml, if-of-one-account", MARGIN),
        ("registry-ohmconnect.toml, steps-without-delta", "the grid is too long"),
        (
            "registry-shared-mobility.toml, published",
            "flows: no rule covers the mechanism thresholded",
        ),
        ("registry-shared-mobility.toml, value", "flows: no rule covers the mechanism thresholded"),
        ("registry-wikimedia-geoeditors.toml, published", FIELD),
        ("registry-wikimedia-geoeditors.toml, medium", FIELD),
        ("registry-wikimedia-geoeditors.toml, high", FIELD),
        ("registry-wikimedia-historical.toml, from-2017", MARGIN),
        ("registry-wikimedia-historical.toml, before-2017", MARGIN),
        ("registry-wikimedia-historical.toml, on-thirty-pages", MARGIN),
        (
            "registry-wikimedia-russia.toml, published",
            "the margin is too small for the closed form of a Laplace step",
        ),
        (
            "registry-wikimedia-russia.toml, mechanisms",
            "that eps is less than a value is not certified yet",
        ),
    ];
    let folder = scratch("fixtures");
    let fixtures =
        ["claims", "ledgers"].map(|name| format!("{}/fixtures/{name}", crate::root().display()));
    let run = dpcert(&["certify", &fixtures[0], &fixtures[1], "-o", "out"], &folder);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let without: Vec<&str> =
        run.stdout.lines().filter(|line| line.starts_with("no certificate")).collect();
    assert_eq!(without.len(), expected.len(), "{without:#?}");
    for (line, (claim, reason)) in without.iter().zip(expected) {
        assert!(line.contains(&format!("/{claim}: {reason}")), "{line}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A sampled Laplace step ten times is refuted, and certified to be false, in a moment.
#[test]
fn samples_of_laplace_noise_are_certified() {
    let folder = scratch("sampled-laplace");
    let text = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"l\"\n\
                mechanism = \"laplace\"\neps = \"1\"\nsampling = { method = \"poisson\", rate = \"1/10\" }\ncount = \"10\"\n\
                [[claim]]\nid = \"c\"\nover = [\"l\"]\neps = { delta = \"1e-6\" }\nat-most = \"1/2\"\n";
    fs::write(folder.join("sampled.toml"), text).unwrap();
    let certified = dpcert(&["certify", "sampled.toml", "--report", "sampled.html"], &folder);
    assert_eq!(certified.code, Some(0), "{} {}", certified.stdout, certified.stderr);
    assert!(certified.stdout.contains("sampled.toml, c: refuted"), "{}", certified.stdout);
    // Without --output the certificates are in a folder of that name.
    assert!(folder.join("certificates/sampled--c.json").exists());
    let page = words(&folder.join("sampled.html"));
    for part in [
        "Claim c: refuted",
        "True value between",
        "The value exceeds the claim by at least",
        "dpcert check sampled.toml",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn statements_are_beside_certificates() {
    let folder = scratch("beside");
    let certified =
        dpcert(&["certify", "claims.toml", "-o", "out", "--claim", "rho", "--statement"], &folder);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let files = files(&folder.join("out"));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["claims--rho.intoto.json", "claims--rho.json"]);
    let [statement, certificate] =
        [0, 1].map(|index: usize| serde_json::from_str::<Value>(&files[index].1).unwrap());
    assert_eq!(statement["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(statement["predicateType"], "urn:dpcert:certificate:1");
    assert_eq!(statement["predicate"], certificate);
    assert_eq!(statement["subject"][0]["name"], "claims.toml");
    assert_eq!(statement["subject"][0]["digest"]["sha256"], certificate["inputs"][0]["sha256"]);
    fs::remove_dir_all(folder).unwrap();
}

/// The text of a report, as a reader sees it: without its tags, with one blank between words. A
/// report is well formed but for its first line and the elements that have no end tag.
fn words(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.strip_prefix("<!DOCTYPE html>").unwrap();
    let mut ended = String::new();
    for (i, part) in text.split('<').enumerate() {
        let is_void = ["meta", "img"].iter().any(|name| part.starts_with(name));
        let part = if is_void { part.replacen('>', "/>", 1) } else { part.to_owned() };
        ended += &if i == 0 { part } else { format!("<{part}") };
    }
    let document =
        roxmltree::Document::parse(&ended).unwrap_or_else(|error| panic!("{error}: {ended}"));
    let body = document.descendants().find(|node| node.has_tag_name("body")).unwrap();
    let texts: Vec<&str> =
        body.descendants().filter_map(|node| node.is_text().then(|| node.text())?).collect();
    // Words that are in one element belong together, those of two cells do not.
    let mut joined = String::new();
    for text in texts {
        let continues = [":", ".", ",", ";", ")"].iter().any(|mark| text.starts_with(mark));
        if !continues && !joined.ends_with(['(', ' ']) {
            joined.push(' ');
        }
        joined += text;
    }
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The command that a report says writes the same report, and the same files.
fn assert_repeatable(folder: &Path) {
    let certificates = folder.join("certificates");
    let names = || -> Vec<_> {
        let entries = fs::read_dir(&certificates).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let path = folder.join("report.html");
    let page = fs::read_to_string(&path).unwrap();
    let line = page.lines().find(|line| line.starts_with("dpcert certify ")).unwrap();
    let line = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(line.to_owned(), |line, (name, c)| line.replace(name, c));
    fs::remove_file(&path).unwrap();
    fs::remove_dir_all(&certificates).unwrap();
    let words = shlex::split(&line).unwrap();
    let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let again = dpcert(&arguments, folder);
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""), "{line}");
    assert_eq!(fs::read_to_string(&path).unwrap(), page, "{line}");
    assert_eq!(names(), before, "{line}");
}

/// The whole text of a report on two claims, one with a picture.
#[test]
fn a_report_is_read_from_top_to_bottom() {
    let folder = scratch("report");
    let run = |report: &str| {
        dpcert(
            &[
                "certify",
                "claims.toml",
                "--claim",
                "exactly",
                "--claim",
                "too small",
                "--report",
                report,
            ],
            &folder,
        )
    };
    let certified = run("report.html");
    assert_eq!((certified.code, certified.stderr.as_str()), (Some(0), ""));
    assert!(
        certified
            .stdout
            .ends_with("\n2 of 7 claims certified; 5 not asked for\nreport.html  the report\n"),
        "{}",
        certified.stdout
    );
    let text = fs::read_to_string(folder.join("report.html")).unwrap();
    // It needs no other file, and is the same in every run.
    assert_eq!(text.matches("src=\"data:image/svg+xml;base64,").count(), 1);
    assert!(!text.contains("href") && text.matches("src=").count() == 1);
    assert!(!text.contains("not drawn") && !folder.join("report.html.tmp").exists());
    assert_repeatable(&folder);
    insta::assert_snapshot!(words(&folder.join("report.html")).replace(". ", ".\n"));
    for name in ["claims.toml", "report", "report.md"] {
        let refused = run(name);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{name}");
        assert!(refused.stderr.contains("a report is an HTML file"), "{}", refused.stderr);
    }
    let refused = run("report.pdf");
    assert!(refused.stderr.contains("print it from a browser as PDF"), "{}", refused.stderr);
    let nowhere = run("nowhere/report.html");
    assert!(
        nowhere.code == Some(74) && nowhere.stderr.contains("nowhere/report.html"),
        "{}",
        nowhere.stderr
    );
    fs::remove_dir_all(folder).unwrap();
}

/// The table of what was run has the epochs of a row, also where its kind has them itself.
#[test]
fn a_report_counts_epochs() {
    let folder = scratch("counted-epochs");
    let file = "format = \"dpcert/1\"\n[scope]\nunit = \"example\"\nadjacency = \"zero-out\"\n\
                [[ledger]]\nid = \"shuffled\"\nmechanism = \"gaussian\"\nsigma = \"2\"\n\
                sampling = { method = \"shuffle\", batch = \"10\", n = \"20\" }\nepochs = \"3\"\n\
                [[ledger]]\nid = \"all\"\nmechanism = \"gaussian\"\nsigma = \"8\"\ncount = 7\n\
                [[claim]]\nid = \"c\"\nover = [\"*\"]\neps = { delta = \"1e-5\" }\nat-most = \"90\"\n";
    fs::write(folder.join("epochs.toml"), file).unwrap();
    let run = dpcert(&["certify", "epochs.toml", "--report", "report.html"], &folder);
    assert!(run.stdout.ends_with("report.html  the report\n"), "{}{}", run.stdout, run.stderr);
    let page = words(&folder.join("report.html"));
    for row in ["n = 20 epochs: 3 all gaussian", "sigma = 8 none 7"] {
        assert!(page.contains(row), "{row}: {page}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// What came out is said first, with a true value on the true side of what was claimed; who made
/// the report is said where the options say it; and a certificate has its digest.
#[test]
fn a_report_begins_with_what_came_out() {
    let folder = scratch("came-out");
    let report = |more: &[&str]| {
        let arguments = ["certify", "claims.toml", "--report", "report.html"];
        let run = dpcert(&[&arguments, more].concat(), &folder);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
        words(&folder.join("report.html"))
    };
    for (ids, said) in [
        (vec!["rho"], "The claim holds. "),
        (vec!["rho", "exactly"], "All 2 claims hold. "),
        (
            vec!["rho", "too small"],
            "1 of 2 claims is false: too small: delta at eps = 0 is between 0.496 and 0.497, not at most 1/10. 1 of 2 claims holds. ",
        ),
        (vec!["below zero"], "The claim is false: below zero: eps at delta = 1/1000 is between "),
    ] {
        let ids: Vec<&str> = ids.iter().flat_map(|id| ["--claim", id]).collect();
        let page = report(&ids);
        assert!(page.starts_with(&format!("Privacy claims of claims.toml {said}")), "{page}");
        assert!(!page.contains("Prepared") && !page.contains("signature"), "{page}");
    }
    // Those of the reports before.
    fs::remove_dir_all(folder.join("certificates")).unwrap();
    let page = report(&[
        "--claim",
        "rho",
        "--statement",
        "--coq",
        "--prepared-by",
        "A. Auditor <a@b>",
        "--prepared-for",
        "The board",
        "--date",
        "1 May 2026",
        "--max-work",
        "4000000000",
    ]);
    let about = "The claim holds. 6 more claims of the file are not in this report. Prepared by A. Auditor <a@b> Prepared for The board Date 1 May 2026 \
                 Date and signature of A. Auditor <a@b>: claim";
    assert!(page.contains(about), "{page}");
    assert!(page.contains("dpcert check claims.toml --max-work 4000000000 "), "{page}");
    assert_repeatable(&folder);
    let certificate = fs::read(folder.join("certificates/claims--rho.json")).unwrap();
    let digits: String =
        sha2::Sha256::digest(&certificate).iter().map(|byte| format!("{byte:02x}")).collect();
    let groups: Vec<&str> =
        [0..16, 16..32, 32..48, 48..64].into_iter().map(|place| &digits[place]).collect();
    let row = format!("rho claims--rho.json {}", groups.join(" "));
    assert!(page.contains(&row), "{row}: {page}");
    assert!(
        page.contains(&format!("Checker dpcert-checker {}", dpcert_checker::VERSION)),
        "{page}"
    );
    let refused = dpcert(&["certify", "claims.toml", "--date", "today"], &folder);
    assert!(refused.code == Some(2) && refused.stderr.contains("--report"), "{}", refused.stderr);
    fs::remove_dir_all(folder).unwrap();
}

/// What is not available has its reason once, and its numbers are left out.
#[test]
fn what_is_not_available_is_said_once() {
    let folder = scratch("once");
    let text = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"r\"\n\
                mechanism = \"gaussian\"\nsigma = \"1\"\nsampling = { method = \"poisson\", rate = \"1/100\" }\ncount = \"1000\"\n\
                [[claim]]\nid = \"c\"\nover = [\"*\"]\ntv = {}\nat-most = \"1/4\"\n";
    fs::write(folder.join("run.toml"), text).unwrap();
    let arguments = ["certify", "run.toml", "--report", "report.html", "--max-work", "1e6"];
    let run = dpcert(&arguments, &folder);
    assert_eq!(run.code, Some(3), "{} {}", run.stdout, run.stderr);
    let page = words(&folder.join("report.html"));
    assert!(page.contains("The claim is not decided."), "{page}");
    // The advantage and the rate may need different work; the beliefs follow from the rate.
    assert!((1..=2).contains(&page.matches("not available: this needs about ").count()), "{page}");
    assert!(!page.contains("Belief in"), "{page}");
    fs::remove_dir_all(folder).unwrap();
}

/// Without a certificate a report has no proof, and all else: the picture, what was not judged, and
/// the claim file.
#[test]
fn a_report_without_certificates_claims_no_proof() {
    let folder = scratch("unproved");
    let text = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"run\"\n\
                mechanism = \"gaussian\"\nsigma = \"1\"\nsampling = { method = \"poisson\", rate = \"1/10\" }\n\
                group = \"2\"\n[[claim]]\nid = \"pairs\"\nover = [\"*\"]\neps = { delta = \"1/100\" }\nat-most = \"1\"\n";
    fs::write(folder.join("run.toml"), text).unwrap();
    let run = dpcert(&["certify", "run.toml", "--report", "report.html"], &folder);
    assert_eq!(run.code, Some(3), "{}", run.stdout);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    assert_eq!(html.matches("src=\"data:image/svg+xml;base64,").count(), 1);
    let page = words(&folder.join("report.html"));
    for present in [
        "without a certificate",
        "is computed by dpcert alone",
        "whether the ledger says what was run",
        "side channels, such as the time a query takes",
        "run.toml, SHA-256 ",
    ] {
        assert!(page.contains(present), "{present}: {page}");
    }
    for absent in ["How it is proved", "follows the proof", "The checker says"] {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A report on some of the files would not say that there are others.
#[test]
fn a_report_is_about_all_files_or_is_not_there() {
    let folder = scratch("part");
    fs::write(folder.join("run.toml"), CLAIMS).unwrap();
    fs::write(folder.join("other.toml"), "format = \"dpcert/1\"\n").unwrap();
    let run = dpcert(&["certify", "run.toml", "other.toml", "--report", "report.html"], &folder);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    let said = "report.html: the report is not written, since a path could not be judged";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert!(!folder.join("report.html").exists());
    let run = dpcert(&["certify", "run.toml", "-o", "run.toml"], &folder);
    assert!(
        run.stderr.contains("run.toml: this is a file: --output names a folder"),
        "{}",
        run.stderr
    );
    fs::remove_dir_all(folder).unwrap();
}

/// A row in the notation of the command line is shown by its fields, as it is certified, and its source.
#[test]
fn a_report_shows_what_a_text_stands_for() {
    let folder = scratch("expressions");
    let text = "format = \"dpcert/1\"\ntitle = \"Reports of a service\"\n[scope]\nunit = \"person\"\n\
                adjacency = \"add-remove\"\n[[ledger]]\nid = \"run\"\n\
                mechanism = \"poisson(1/4, laplace(eps=1/2))^3\"\nsource = \"page 7\"\n[[ledger]]\nid = \"other\"\n\
                mechanism = \"gaussian(sigma=3)\"\n[[claim]]\nid = \"run\"\nover = [\"run\"]\n\
                delta = { eps = \"2\" }\nat-most = \"0\"\n[[claim]]\nid = \"other\"\nover = [\"other\"]\nrho = {}\n\
                at-most = \"1/18\"\n";
    fs::write(folder.join("run.toml"), text).unwrap();
    let arguments = ["certify", "run.toml", "-o", "out", "--report", "report.html"];
    let run = dpcert(&arguments, &folder);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(html.contains("<h1>Reports of a service</h1>"), "{html}");
    for row in [
        "<td>run</td><td>laplace</td><td>eps = 1/2</td><td>method = poisson, rate = 1/4</td><td>3</td><td>page 7</td>",
        "<td>other</td><td>gaussian</td><td>sigma = 3</td><td>none</td><td>1</td><td></td>",
    ] {
        assert!(html.contains(row), "{row}: {html}");
    }
    let verified = dpcert(&["verify", "out", "--claim", "run.toml"], &folder);
    assert_eq!(verified.code, Some(0), "{}", verified.stdout);
    // A product is judged, and has no certificate: the reason says what to write.
    let product = text.replace("gaussian(sigma=3)", "gaussian(sigma=3) * laplace(eps=1)");
    fs::write(folder.join("run.toml"), product.replace("1/18", "2")).unwrap();
    let run = dpcert(&arguments, &folder);
    let reason = "write a row for each mechanism of a product";
    assert!(run.code == Some(3) && run.stdout.contains(reason), "{}", run.stdout);
    fs::remove_dir_all(folder).unwrap();
}

/// What a report says about attacks is what the questions about the same mechanism answer.
#[test]
fn attacks_are_those_of_the_trade_off_function() {
    let folder = scratch("attacks");
    // One Gaussian step with mu = 1/2: tv = 0.19741..., and beta at 1/100 is the normal
    // distribution function at z - 1/2.
    let certified =
        dpcert(&["certify", "claims.toml", "--claim", "rho", "--report", "report.html"], &folder);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let page = words(&folder.join("report.html"));
    let answer = |arguments: &[&str]| -> f64 {
        let answer: Value = serde_json::from_str(&dpcert(arguments, &folder).stdout).unwrap();
        answer["lo"].as_str().unwrap().parse().unwrap()
    };
    let tv = answer(&["tv", "gaussian(sigma=2)", "--json"]);
    let power = 1.0 - answer(&["beta", "gaussian(sigma=2)", "--at", "1/100", "--json"]);
    let posterior = |prior: f64| prior * power / (prior * power + (1.0 - prior) / 100.0);
    for (row, value) in [
        ("true positive rate minus false positive rate", tv),
        ("at a false positive rate of 1 in 100", power),
        ("where it was 1 in 2 before", posterior(0.5)),
        ("where it was 1 in 100 before", posterior(0.01)),
    ] {
        let (_, after) = page.split_once(row).unwrap_or_else(|| panic!("{row}: {page}"));
        let ends: Vec<f64> =
            after.split(' ').filter_map(|word| word.parse().ok()).take(2).collect();
        let [lo, hi] = ends[..] else { panic!("{after}") };
        assert!(
            lo / 100.0 <= value && value <= hi / 100.0 && hi - lo < 0.11,
            "{row}: {value} and {ends:?}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Texts of a claim file are shown as they are.
#[test]
fn texts_are_not_html() {
    let folder = scratch("markup");
    let evil = "<script>alert(1)</script> & <b>";
    let text = CLAIMS
        .replace("unit = \"person\"", &format!("unit = \"{evil}\"\nexclusions = [\"{evil}\"]"));
    let text = text.replace(
        "equals = \"1/8\"",
        &format!("equals = \"1/8\"\nsource = \"{evil}\"\nreason = \"{evil}\""),
    );
    fs::write(folder.join("claims.toml"), text).unwrap();
    let certified =
        dpcert(&["certify", "claims.toml", "--claim", "rho", "--report", "report.html"], &folder);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    assert!(
        words(&folder.join("report.html")).matches("<script>alert(1)</script> & <b>").count() >= 4
    );
    fs::remove_dir_all(folder).unwrap();
}

/// From the folder where the report was written from, the commands on it lead to the certificates,
/// wherever they are.
#[cfg(unix)]
#[test]
fn commands_of_a_report_can_be_pasted() {
    let folder = scratch("pasted");
    fs::create_dir_all(folder.join("the claims")).unwrap();
    fs::copy(folder.join("claims.toml"), folder.join("the claims/of it.toml")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_dpcert"));
    let path =
        format!("{}:{}", programs.parent().unwrap().display(), std::env::var("PATH").unwrap());
    // Below, in the same folder, and elsewhere; `rho` holds, and "too small" is refuted.
    let elsewhere = folder.join("elsewhere").display().to_string();
    for (out, claim, code) in [("a/b c", "rho", 0), (".", "rho", 0), (&elsewhere, "too small", 4)] {
        let own = "the claims/of it.toml";
        let certified = dpcert(
            &["certify", own, "-o", out, "--claim", claim, "--report", "report.html"],
            &folder,
        );
        assert_eq!(certified.code, Some(0), "{}", certified.stderr);
        let name = format!("of-it--{}", claim.replace(' ', "-"));
        let page = fs::read_to_string(folder.join("report.html")).unwrap();
        let (_, commands) = page.rsplit_once("<pre>").unwrap();
        let (commands, _) = commands.split_once("</pre>").unwrap();
        let commands: Vec<String> =
            commands.lines().map(|line| line.replace("&quot;", "\"")).collect();
        assert_eq!(commands.len(), 3, "{page}");
        assert!(commands[2].contains(&format!("{name}.json")), "{page}");
        for command in &commands[1..] {
            // The checker is a program of its own, which need not have been built.
            let command = command.replacen("dpcert-checker ", "dpcert verify ", 1);
            let run = Command::new("sh")
                .args(["-c", &command])
                .env("PATH", &path)
                .current_dir(&folder)
                .output()
                .unwrap();
            let expected = if command.starts_with("dpcert verify") { code } else { 0 };
            assert_eq!(run.status.code(), Some(expected), "{command}: {run:?}");
        }
        // Some claims of the file are false, as `check` says.
        let command = &commands[0];
        let run = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(1), "{command}: {run:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A report on all claims explains its marks, and has a picture of those about delta or eps alone.
#[test]
fn a_report_explains_its_marks_and_names_what_has_no_certificate() {
    let folder = scratch("marks");
    let more = "[[claim]]\nid = \"close\"\nover = [\"gauss\"]\ntv = {}\n\
                between = [\"0.19741265136\", \"0.19741265137\"]\n\
                [[claim]]\nid = \"none\"\nover = [\"gauss\"]\ndelta = { eps = \"1/2\" }\nequals = \"1/10\"\nexpect = \"refuted\"\n";
    fs::write(folder.join("claims.toml"), format!("{CLAIMS}{more}")).unwrap();
    let certified = dpcert(&["certify", "claims.toml", "--report", "report.html"], &folder);
    let page = words(&folder.join("report.html"));
    let (claimed, full) = ("0.1974126513[6,7]", "[0.19741265136, 0.19741265137]");
    let marks =
        format!("Claimed tv in {claimed} In full tv in {full} Notation 1.2[3,4] is [1.23, 1.24].");
    assert!(page.contains(&marks), "{page}");
    assert!(
        page.contains("Attacks on the row kov of the ledger")
            && page.contains("the rows gauss, laplace of the ledger")
    );
    let text = fs::read_to_string(folder.join("report.html")).unwrap();
    // Of the rows kov, gauss, and both gauss and laplace.
    assert_eq!(text.matches("<figure>").count(), 3, "{}", certified.stdout);
    fs::remove_dir_all(folder).unwrap();
}

/// A claim about noisy maxima, whose profile is many long questions.
const COSTLY: &str = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n\
    [[ledger]]\nid = \"maxima\"\nmechanism = \"noisy-max\"\nnoise = \"gumbel\"\neps = \"0.15\"\ncount = \"220\"\n\
    [[claim]]\nid = \"monthly\"\nover = [\"maxima\"]\neps = { delta = \"7e-9\" }\nat-most = \"34.9\"\n";

/// The claim is judged with as little work, and its picture is not drawn: the report has the reason
/// in its place.
#[test]
fn a_picture_that_is_too_costly_has_its_reason_in_its_place() {
    let folder = scratch("costly");
    fs::write(folder.join("costly.toml"), COSTLY).unwrap();
    let run = dpcert(
        &["certify", "costly.toml", "--report", "report.html", "--max-work", "1e8"],
        &folder,
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(3), ""), "{}", run.stdout);
    let page = words(&folder.join("report.html"));
    let (_, reason) =
        page.split_once("The picture of the whole ledger is not drawn: this would take ").unwrap();
    let (reason, _) = reason.split_once("). ").unwrap();
    let (time, work) = reason.rsplit_once("--max-work ").unwrap();
    assert!(
        time == "more than its limits allow (to try: "
            || time.starts_with("about ") && time.contains(" second"),
        "{page}"
    );
    assert!(work.parse::<f64>().unwrap() > 1e8, "{page}");
    assert!(page.contains("Largest advantage") && !page.contains("not drawn yet"), "{page}");
    assert!(!fs::read_to_string(folder.join("report.html")).unwrap().contains("<figure>"));
    // A picture of its own, and that of the page, say the same.
    let drawn = dpcert(&["plot", "--claims", "costly.toml", "--max-work", "1e8"], &folder);
    let said = format!(": not drawn: this would take {reason})");
    assert!(
        drawn.code == Some(3) && drawn.stderr.ends_with(&format!("{said}\n")),
        "{}",
        drawn.stderr
    );
    let request = serde_json::json!({"scene": {"claims": COSTLY}});
    fs::write(folder.join("request"), format!("{request}\n")).unwrap();
    let asked = dpcert(&["query", "request", "--max-work", "1e8"], &folder);
    let answer: Value = serde_json::from_str(&asked.stdout).unwrap();
    let [reason, missing] = ["reason", "missing"].map(|field| answer[field].as_str().unwrap());
    assert!(format!(": {reason}: {missing}").ends_with(&said), "{answer}");
    fs::remove_dir_all(folder).unwrap();
}

/// A report is complete before its pictures are drawn, also where the program ends then.
#[test]
fn a_report_does_not_wait_for_its_pictures() {
    let folder = scratch("interrupted");
    fs::write(folder.join("costly.toml"), COSTLY).unwrap();
    let arguments = ["certify", "costly.toml", "--report", "report.html", "--max-work", "1e14"];
    let program = env!("CARGO_BIN_EXE_dpcert");
    let mut running = Command::new(program)
        .args(arguments)
        .current_dir(&folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let report = folder.join("report.html");
    while !report.exists() {
        assert!(running.try_wait().unwrap().is_none(), "it ended without a report");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let page = words(&report);
    assert!(
        page.contains(
            "The picture of the whole ledger was not drawn yet when this report was written. "
        ),
        "{page}"
    );
    assert!(page.contains("Claim monthly") && page.contains("How to repeat it"), "{page}");
    assert!(!folder.join("report.html.tmp").exists());
    fs::remove_dir_all(folder).unwrap();
}
