//! The pictures of `fixtures/pictures`: each is what the command beside it makes. `scripts/record
//! pictures` writes them.

use super::drawing::elements;
use crate::check::command::{Folder, dpcert};
use dpcert_picture::{Scene, draw};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn pictures() -> PathBuf {
    crate::root().join("fixtures/pictures")
}

/// The commands of the page, and the names of what they make.
fn commands() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string(pictures().join("README.md")).unwrap();
    let commands = page
        .lines()
        .filter_map(|line| line.strip_prefix("dpcert plot "))
        .filter(|it| !it.contains("NAME"));
    let read = |command: &str| {
        let mut arguments = vec!["plot".to_owned()];
        // Files are named as from the folder of the repository.
        let absolute = |word: String| match word.starts_with("fixtures/") {
            true => crate::root().join(word).display().to_string(),
            false => word,
        };
        arguments.extend(shlex::split(command).unwrap().into_iter().map(absolute));
        (arguments.last().unwrap().strip_suffix(".json").unwrap().to_owned(), arguments)
    };
    commands.map(read).collect()
}

#[test]
fn every_picture_is_what_its_command_makes() {
    let folder = Folder::new("gallery", &[("a.txt", "")]);
    let mut expected =
        BTreeSet::from(["README.md", "census.svg", "regions.svg"].map(str::to_owned));
    for (name, arguments) in commands() {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, _, stderr) = dpcert(&folder, &arguments, "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{name}");
        let json = fs::read_to_string(folder.0.join(format!("{name}.json"))).unwrap();
        assert!(json.len() < 200_000, "{name}: {} bytes", json.len());
        let svg = draw::svg(&Scene::read(&json).unwrap());
        let kept = ["json", "svg"].map(|form| pictures().join(format!("{name}.{form}")));
        let [kept_json, kept_svg] =
            kept.map(|path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}")));
        assert_eq!(json, kept_json, "{name}: another scene; scripts/record pictures writes it");
        assert_eq!(elements(&svg), elements(&kept_svg), "{name}: another drawing");
        expected.extend(["json", "svg"].map(|form| format!("{name}.{form}")));
    }
    let found = fs::read_dir(pictures())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(found.collect::<BTreeSet<_>>(), expected);
}
