//! The house: which package and which module may use which, as `architecture.md` says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many crates the default command is built of, procedural macros included.
const LIGHT: usize = 139;

/// The crates that a package is built of, itself included.
fn tree(package: &str, options: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--package", package, "--edges", "normal"]);
    let output = cargo
        .args(["--prefix", "none", "--format", "{lib}"])
        .args(options)
        .current_dir(crate::root())
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// What of ours a package names in its manifest.
fn ours(package: &str) -> BTreeSet<String> {
    let name = package.replace('-', "_");
    tree(package, &["--all-features", "--depth", "1"])
        .into_iter()
        .filter(|found| found.starts_with("dpcert") && *found != name)
        .collect()
}

/// The rows of a table of `architecture.md` whose last column is "uses": the first cell, and the
/// names in the last one.
fn drawn(first_column: &str) -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(crate::root().join("src/architecture.md")).unwrap();
    let names =
        |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let mut rows = Vec::new();
    let table =
        text.lines().skip_while(|line| !line.starts_with(&format!("| {first_column} |"))).skip(2);
    for line in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = line.trim_matches('|').split('|').collect();
        let uses = names(cells.last().unwrap()).into_iter().collect();
        rows.push((names(cells[0]).remove(0), uses));
    }
    rows
}

/// The manifests are as the table says, and a package uses only those below it.
#[test]
fn packages_use_what_is_drawn() {
    let rows = drawn("package");
    assert_eq!(rows.len(), 14);
    for (i, (package, uses)) in rows.iter().enumerate() {
        let below: BTreeSet<_> = rows[i + 1..].iter().map(|(name, _)| name.clone()).collect();
        assert!(uses.is_subset(&below), "{package}: {uses:?}");
        let found: BTreeSet<_> = ours(package).iter().map(|name| name.replace('_', "-")).collect();
        assert_eq!(found, *uses, "{package}");
    }
}

/// The source files in a folder and in those inside it.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

/// Inside the library too, where the compiler would allow circles. Tests may look anywhere.
#[test]
fn modules_use_what_is_drawn() {
    let source = crate::root().join("src");
    let rows = drawn("module");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(&source).iter().filter(|file| !file.ends_with("lib.rs")) {
        let relative = file.strip_prefix(&source).unwrap();
        let module = relative.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let uses = found.entry(module.to_owned()).or_default();
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code = code.split("#[cfg(test)]\n#[allow").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            assert!(
                !line.contains("crate::{"),
                "{}: one import for each module: {line}",
                relative.display()
            );
            for rest in line.split("crate::").skip(1) {
                let used: String =
                    rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                // Macros are at the root.
                if used != module && rows.iter().any(|(name, _)| *name == used) {
                    uses.insert(used);
                }
            }
        }
    }
    assert_eq!(found.len(), rows.len(), "{:?}", found.keys());
    for (i, (module, uses)) in rows.iter().enumerate() {
        assert_eq!(found.get(module), Some(uses), "{module}");
        let below: BTreeSet<_> = rows[i + 1..].iter().map(|(name, _)| name.clone()).collect();
        assert!(uses.is_subset(&below), "{module} is not above all of {uses:?}");
    }
}

/// The command as it is built by default has no server, no Arrow, no rasteriser, no corpus of
/// papers, and no other programs.
#[test]
fn the_default_command_is_light() {
    let (light, full) = (tree("dpcert-cli", &[]), tree("dpcert-cli", &["--features", "full"]));
    for part in [
        "arrow_array",
        "axum",
        "chrono",
        "clap_complete",
        "clap_mangen",
        "dpcert_bulk",
        "dpcert_crosscheck",
        "dpcert_papers",
        "hyper",
        "parquet",
        "quick_junit",
        "resvg",
        "rustfft",
        "tokio",
    ] {
        assert!(!light.contains(part) && full.contains(part), "{part}");
    }
    // A new dependency of the first command is a decision: it is paid for by everybody who tries
    // it.
    assert!(light.len() <= LIGHT, "{} crates: {light:?}", light.len());
}

/// The wheel compiles each crate once: the programs and the module share one set of features.
#[test]
fn the_wheel_is_one_graph() {
    let resolved = |options: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"]);
        let output = cargo
            .args(["--format", "{p} [{f}]"])
            .args(options)
            .current_dir(crate::root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).unwrap();
        lines
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| line.trim_end_matches(" (*)").to_owned())
            .collect::<BTreeSet<_>>()
    };
    let module = resolved(&["--package", "dpcert-python"]);
    let all = resolved(&[
        "--package",
        "dpcert-python",
        "--package",
        "dpcert-cli",
        "--package",
        "dpcert-checker",
    ]);
    assert!(module.len() > 200);
    assert_eq!(module, all);
}

/// Its number of crates is what authors of libraries are told.
#[test]
fn the_library_has_as_many_crates_as_is_said() {
    let count = tree("dpcert", &[]).len();
    let text = std::fs::read_to_string(crate::root().join("python/library-authors.md")).unwrap();
    assert!(text.contains(&format!(" {count} crates, no program, no C compiler")), "{count}");
}

/// The library draws no table and no bar, opens no file of its own and no connection.
#[test]
fn the_library_is_lean() {
    let found = tree("dpcert", &["--all-features"]);
    for named in
        ["malachite", "miette", "num_bigint", "num_rational", "rayon", "rug", "serde", "toml"]
    {
        assert!(found.contains(named), "{named}: {found:?}");
    }
    for forbidden in [
        "clap",
        "comfy_table",
        "console",
        "csv",
        "ctrlc",
        "hyper",
        "indicatif",
        "quick_junit",
        "resvg",
        "rustfft",
        "shlex",
        "supports_color",
        "svg",
        "tempfile",
        "terminal_size",
        "textwrap",
        "tokio",
        "ureq",
    ] {
        assert!(!found.contains(forbidden), "{forbidden}");
    }
    // What it asks for itself, and nothing else.
    let direct: BTreeSet<String> = tree("dpcert", &["--all-features", "--depth", "1"]);
    let expected = [
        "dpcert",
        "gmp_mpfr_sys",
        "malachite",
        "miette",
        "num_bigint",
        "num_rational",
        "rayon",
        "rug",
        "serde",
        "serde_json",
        "strsim",
        "tfhe_ntt",
        "thiserror",
        "toml",
    ];
    assert_eq!(direct, expected.map(str::to_owned).into_iter().collect());
}

/// What is answered is answered in a browser too: no terminal, no process, no files of its own.
#[test]
fn answers_need_no_terminal() {
    for package in ["dpcert-answers", "dpcert-c", "dpcert-web", "dpcert-web-checker"] {
        let found = tree(package, &["--all-features"]);
        for forbidden in [
            "clap",
            "comfy_table",
            "console",
            "crossterm",
            "ctrlc",
            "dpcert_cli",
            "indicatif",
            "resvg",
            "tempfile",
            "terminal_size",
            "tokio",
        ] {
            assert!(!found.contains(forbidden), "{package}: {forbidden}");
        }
    }
    let checker = tree("dpcert-web-checker", &[]);
    assert!(!checker.contains("dpcert") && checker.contains("dpcert_checker"), "{checker:?}");
}

/// The tests in the files below a folder, each by its path in the program that they are built into.
fn tests_below(folder: &Path, modules: &[String], found: &mut Vec<String>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let inside = [modules, &[name.to_owned()]].concat();
        if path.is_dir() {
            tests_below(&path, &inside, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_root = ["main", "lib", "mod"].contains(&name);
            let mut at = if is_root { modules.to_vec() } else { inside };
            let mut is_test = false;
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                if line == "mod tests {" {
                    at.push("tests".to_owned());
                }
                is_test |= line.trim_start() == "#[test]";
                if let Some(function) = line.trim_start().strip_prefix("fn ")
                    && std::mem::take(&mut is_test)
                {
                    let name =
                        function.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap();
                    found.push([at.as_slice(), &[name.to_owned()]].concat().join("::"));
                }
            }
        }
    }
}

/// The bodies of the functions of a name, which may be `Type::method`, in a file that rustfmt has
/// written: a body ends at the first brace that stands as far to the left as its function.
fn bodies(file: &str, name: &str) -> Vec<String> {
    let (owner, name) = name.split_once("::").unwrap_or(("", name));
    let mut found = Vec::new();
    let mut of = "";
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("impl") {
            let all = line.trim_start_matches("impl");
            let named = all.rsplit_once(" for ").or(all.split_once("> ")).unwrap_or(("", all)).1;
            of = named.trim_start().split(['<', ' ']).next().unwrap();
        } else if line == "}" {
            of = "";
        }
        let Some((before, function)) = line.split_once("fn ") else {
            continue;
        };
        let is_it = function.split(['(', '<']).next() == Some(name) && ["", of].contains(&owner);
        if !is_it || before.contains("//") {
            continue;
        }
        let mut signature = line;
        while !signature.ends_with(['{', '}', ';']) {
            signature = lines.next().unwrap();
        }
        if signature.ends_with('{') {
            let margin = line.len() - line.trim_start().len();
            let end = format!("{}}}", " ".repeat(margin));
            found.push(lines.by_ref().take_while(|line| *line != end).collect());
        }
    }
    found
}

/// A text without what rustfmt may change: white space, and commas at the end of a list.
fn without_layout(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(",)", ")").replace(",]", "]").replace(",}", "}")
}

/// Each injected fault is for a place that is there, and for tests that are there:
/// `scripts/mutants` takes too long to say so.
#[test]
fn faults_have_a_place_and_a_test() {
    let list = std::fs::read_to_string(crate::root().join("scripts/mutants.list")).unwrap();
    let mut programs: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut faults: Vec<BTreeMap<&str, &str>> = Vec::new();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.trim_start().split_once(": ").unwrap();
        if line.starts_with(' ') {
            faults.last_mut().unwrap().insert(key, value);
        } else {
            faults.push(BTreeMap::from([("name", key)]));
        }
    }
    for fault in faults {
        let name = fault["name"];
        let (file, function) = fault["in"].split_once(' ').unwrap();
        let text = std::fs::read_to_string(crate::root().join(file)).unwrap();
        let bodies = bodies(&text, function);
        assert_eq!(bodies.len(), 1, "{name}: functions {function} in {file}");
        if let Some(swap) = fault.get("swap") {
            let (old, _) = swap.split_once(" ~> ").unwrap();
            let there = without_layout(&bodies[0]).matches(&without_layout(old)).count();
            assert_eq!(there, 1, "{name}: {old} in {function} of {file}");
        }

        let (program, filters) = fault["test"].split_once(' ').unwrap_or((fault["test"], ""));
        let tests = programs.entry(program).or_insert_with(|| {
            let (package, target) = program.split_once('/').unwrap();
            let home = match package {
                "dpcert" => crate::root(),
                "dpcert-checker" => crate::root().join("checker"),
                other => crate::root().join("crates").join(other.strip_prefix("dpcert-").unwrap()),
            };
            let mut found = Vec::new();
            tests_below(&home.join(if target == "lib" { "src" } else { "tests" }), &[], &mut found);
            found
        });
        for filter in filters.split(' ') {
            assert!(
                tests.iter().any(|test| test.contains(filter)),
                "{name}: {filter} is no test of {program}"
            );
        }
    }
    assert!(programs.len() > 5);
}

/// The snapshots in a folder and in those inside it.
fn snapshots(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "snap"));
    own.chain(folders.iter().flat_map(|folder| snapshots(folder))).collect()
}

/// A snapshot names the file of its test.
#[test]
fn snapshots_name_their_tests() {
    let root = crate::root();
    let all: Vec<PathBuf> = ["fixtures", "crates", "tests", "checker"]
        .into_iter()
        .flat_map(|folder| snapshots(&root.join(folder)))
        .collect();
    assert!(all.len() > 20, "{all:?}");
    for path in all {
        let text = std::fs::read_to_string(&path).unwrap();
        let source =
            text.lines().find_map(|line| line.strip_prefix("source: ")).unwrap_or_default();
        let code = std::fs::read_to_string(root.join(source)).unwrap_or_default();
        assert!(
            code.contains("assert_snapshot!"),
            "{}: there is no test in \"{source}\"",
            path.display()
        );
    }
}

/// The files below a folder, but for what is built.
fn tracked(folder: &Path) -> Vec<PathBuf> {
    let built = [".git", "target", "__pycache__", "node_modules", "dpcert.data", "artifacts"];
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let ours = entries.filter(|path| !built.iter().any(|name| path.ends_with(name)));
    let below = |path: PathBuf| if path.is_dir() { tracked(&path) } else { vec![path] };
    ours.flat_map(below).collect()
}

/// Why a path cannot be checked out on every system; see Microsoft's "Naming Files, Paths, and
/// Namespaces". Windows allows 260 characters, of which the folder of the checkout takes some.
fn unportable(path: &str) -> Option<&'static str> {
    const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];
    let is_device = |name: &str| {
        let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
        let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
        DEVICES.contains(&stem.as_str())
            || numbered.is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
    };
    let is_forbidden = |c: char| c.is_control() || !c.is_ascii() || "<>:\"\\|?*".contains(c);
    if path.split('/').any(is_device) {
        Some("the name of a device")
    } else if path.contains(is_forbidden) {
        Some("a character that is not allowed everywhere")
    } else if path.split('/').any(|name| name.ends_with(['.', ' '])) {
        Some("a dot or a space at the end of a name")
    } else if path.len() > 140 {
        Some("too long")
    } else {
        None
    }
}

/// Everybody can check the repository out: one bad name ends a clone on Windows.
#[test]
fn every_path_is_portable() {
    for (path, is_portable) in [
        ("fixtures/nul.toml", false),
        ("src/COM1", false),
        ("a/aux.tar.gz", false),
        ("a/what?.rs", false),
        ("a/b.", false),
        ("src/null.rs", true),
        ("src/company.rs", true),
    ] {
        assert_eq!(unportable(path).is_none(), is_portable, "{path}");
    }
    let root = crate::root();
    let mut folded = BTreeMap::new();
    for path in tracked(&root) {
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        assert_eq!(unportable(&path), None, "{path}");
        let same = folded.insert(path.to_lowercase(), path.clone());
        assert_eq!(same, None, "{path}: equal but for upper and lower case");
    }
    assert!(folded.len() > 1000);
}

/// The files that a text names: words with the ending of a source, but for patterns such as
/// `kinds/NAME.rs`.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    const ENDINGS: [&str; 8] = [".rs", ".py", ".js", ".toml", ".md", ".list", ".txt", ".tsv"];
    const PATTERNS: [&str; 3] = ["NAME", "PAPER", "SECTION"];
    text.split(|c: char| !(c.is_ascii_alphanumeric() || "_./-*".contains(c)))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| ENDINGS.iter().any(|ending| word.ends_with(ending)))
        .filter(|word| !word.contains('*') && !PATTERNS.iter().any(|part| word.contains(part)))
}

/// Whoever changes something finds what the documents name.
#[test]
fn files_that_are_named_exist() {
    let root = crate::root();
    let all: Vec<String> = tracked(&root)
        .iter()
        .map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/"))
        .collect();
    let exists = |named: &str| {
        let end = format!("/{named}");
        all.iter().any(|path| path == named || path.ends_with(&end))
    };
    assert!(!exists("quantity/no_such_file.rs"));
    let mut count = 0;
    for document in ["CONTRIBUTING.md", "src/architecture.md"] {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        for named in named_files(&text) {
            assert!(exists(named), "{document} names {named}, which does not exist");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}
