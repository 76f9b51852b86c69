//! The deployments of the OpenDP registry: their claim files, or what would have to be published.

use super::{InitArgs, judges, save};
use crate::Exit;
use crate::output::print_error;
use dpcert::input::nearest;
use serde::Deserialize;
use std::io::{self, Write};

/// Made from `fixtures/registry/entries.toml` and the claim files that it names.
const DEPLOYMENTS: &str = include_str!("../../../templates/registry.json");

#[derive(Deserialize)]
struct Deployment {
    /// The name of its file in the registry.
    name: String,
    /// The name, the organisation and the year.
    title: String,
    /// What was not found in its entry and in what was read of its sources.
    missing: Vec<String>,
    files: Vec<ClaimFile>,
}

#[derive(Deserialize)]
struct ClaimFile {
    name: String,
    text: String,
}

/// Lists the deployments, or writes the claim files of one.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &InitArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let all: Vec<Deployment> = serde_json::from_str(DEPLOYMENTS)?;
    let Some(name) = &arguments.deployment else {
        for Deployment { name, title, missing, files } in &all {
            let without = match files.as_slice() {
                [] => format!(" (not judged; not given: {})", missing.join(", ")),
                _ => String::new(),
            };
            writeln!(output, "{name}: {title}{without}")?;
        }
        writeln!(output, "\ndpcert init registry DEPLOYMENT writes its claim files.")?;
        return Ok(Exit::Good);
    };
    let Some(found) = all.iter().find(|deployment| deployment.name == *name) else {
        let names = || all.iter().map(|one| one.name.as_str());
        let hint = nearest(name, names()).map(|name| format!("; did you mean {name}?"));
        print_error(&format!(
            "there is no deployment `{name}`{}\n  tip: dpcert init registry lists them",
            hint.unwrap_or_default()
        ));
        return Ok(Exit::BadInput);
    };
    match (found.files.as_slice(), &arguments.output) {
        ([], _) => {
            let (title, missing) = (&found.title, found.missing.join(", "));
            print_error(&format!(
                "{title} is not judged: its entry, and what was read of its sources, does not give {missing}"
            ));
            Ok(Exit::BadInput)
        }
        ([file], Some(path)) => save(path, &file.text, arguments.force, judges, output),
        (files, Some(_)) => {
            let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
            print_error(&format!(
                "it has {} claim files, {}: leave out -o",
                files.len(),
                names.join(", ")
            ));
            Ok(Exit::BadInput)
        }
        (files, None) => {
            for file in files {
                let path = format!("{}.dpcert.toml", file.name);
                let exit = save(path.as_ref(), &file.text, arguments.force, judges, output)?;
                if exit != Exit::Good {
                    return Ok(exit);
                }
            }
            Ok(Exit::Good)
        }
    }
}
