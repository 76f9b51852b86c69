//! Files, and parts of files, that are made from the catalogue or from a table: `scripts/record
//! made` writes them anew.

mod items;
mod page;
mod python;
mod registry;
mod schemas;
mod tables;
mod utilities;
mod words;

use std::path::PathBuf;
use std::{env, fs};

/// A file, and what it is to be, made from what it is.
type Made = (&'static str, fn(&str) -> String);

const MADE: [Made; 11] = [
    ("crates/answers/src/utilities.json", utilities::list),
    ("crates/cli/schemas/request.json", schemas::request),
    ("crates/cli/schemas/claim-file.json", schemas::claim_file),
    ("crates/cli/page/templates.js", page::templates),
    ("docs/mechanisms.md", tables::page),
    ("docs/papers-items.md", items::page),
    ("docs/registry.md", registry::page),
    ("crates/cli/templates/registry.json", registry::deployments),
    ("crates/cli/src/help/mechanisms.txt", tables::help),
    ("fuzz/words.dict", words::dictionary),
    ("python/src/dpcert/mechanisms.py", python::classes),
];

/// With a folder in `DPCERT_MADE` they are written there.
#[test]
fn files_are_as_they_are_made() {
    let folder = env::var_os("DPCERT_MADE").map(PathBuf::from);
    for (path, make) in MADE {
        let text = fs::read_to_string(crate::root().join(path)).unwrap();
        let made = make(&text);
        if let Some(folder) = &folder {
            let target = folder.join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, made).unwrap();
        } else if made != text {
            let other = made.lines().zip(text.lines()).find(|(made, is)| made != is);
            panic!("{path} is not as it is made, which `scripts/record made` does: {other:?}");
        }
    }
}
