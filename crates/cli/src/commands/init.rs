//! `dpcert init`: claim files to start from, and those of published deployments.

#[cfg(feature = "registry")]
mod registry;

use crate::output::print_error;
use crate::{Exit, help};
use clap::Args;
use dpcert::input::nearest;
use dpcert_answers::templates::{TEMPLATES, Template};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write a claim file to start from, or list the templates
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::INIT))]
pub struct InitArgs {
    /// What to start from; `registry` is the deployments of the OpenDP registry
    #[arg(value_name = "TEMPLATE")]
    name: Option<String>,

    /// With `registry`: the deployment [default: they are listed]
    #[arg(value_name = "DEPLOYMENT", requires = "name")]
    deployment: Option<String>,

    /// The file to write; - is standard output [default: TEMPLATE.dpcert.toml]
    #[arg(short, long, value_name = "FILE", requires = "name")]
    output: Option<PathBuf>,

    /// Overwrite the file if there is one
    #[arg(long, requires = "name")]
    force: bool,
}

/// The word in the place of a template for the deployments of the OpenDP registry, and the feature
/// that has them.
const REGISTRY: &str = "registry";

/// Writes a template, or the list of them.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &InitArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let Some(name) = &arguments.name else {
        let longest = TEMPLATES.iter().map(|template| template.name.len()).max().unwrap_or(0);
        for Template { name, about, .. } in &TEMPLATES {
            writeln!(output, "{name:<longest$}  {about}")?;
        }
        writeln!(
            output,
            "{REGISTRY:<longest$}  published deployments: dpcert init {REGISTRY} lists them"
        )?;
        writeln!(
            output,
            "\ndpcert init TEMPLATE writes TEMPLATE.dpcert.toml, and dpcert check judges it."
        )?;
        return Ok(Exit::Good);
    };
    if name == REGISTRY {
        return registry(arguments, output);
    }
    if let Some(deployment) = &arguments.deployment {
        print_error(&format!("`{deployment}` is not expected: {name} is one file"));
        return Ok(Exit::BadInput);
    }
    let Some(template) = TEMPLATES.iter().find(|template| template.name == name) else {
        let names = || TEMPLATES.iter().map(|template| template.name).chain([REGISTRY]);
        let hint =
            nearest(name, names()).map(|name| format!("did you mean {name}? ")).unwrap_or_default();
        print_error(&format!(
            "there is no template `{name}`; {hint}there are {}",
            names().collect::<Vec<_>>().join(", ")
        ));
        return Ok(Exit::BadInput);
    };
    let path = arguments.output.clone().unwrap_or_else(|| format!("{name}.dpcert.toml").into());
    save(&path, template.text, arguments.force, judges, output)
}

#[cfg(feature = "registry")]
use registry::run as registry;

#[cfg(not(feature = "registry"))]
fn registry(_: &InitArgs, _: &mut dyn Write) -> io::Result<Exit> {
    print_error(&crate::feature::missing(&format!("`init {REGISTRY}`"), REGISTRY));
    Ok(Exit::BadInput)
}

/// What comes after a claim file with claims.
pub(super) fn judges(path: &Path) -> String {
    format!("dpcert check {} judges it", path.display())
}

/// Writes a claim file, and says what comes next; or prints it.
pub(super) fn save(
    path: &Path,
    text: &str,
    force: bool,
    next: fn(&Path) -> String,
    output: &mut dyn Write,
) -> io::Result<Exit> {
    if path.as_os_str() == "-" {
        output.write_all(text.as_bytes())?;
        return Ok(Exit::Good);
    }
    match write(path, text, force) {
        Ok(()) => {
            writeln!(output, "{} is written; {}", path.display(), next(path))?;
            Ok(Exit::Good)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            print_error(&format!(
                "{} exists already: choose another name with -o, or overwrite it with --force",
                path.display()
            ));
            Ok(Exit::BadInput)
        }
        Err(error) => {
            print_error(&format!("{}: {error}", path.display()));
            Ok(Exit::Io)
        }
    }
}

fn write(path: &Path, text: &str, force: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    match force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    options.open(path)?.write_all(text.as_bytes())
}
