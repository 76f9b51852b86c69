//! `dpcert vectors`: questions with certified answers, as files for the tests of other programs.

use crate::output::print_error;
use crate::spinner::counting;
use crate::{Exit, help};
use clap::Args;
use dpcert_crosscheck::question::{self, Question};
use dpcert_crosscheck::vectors::{self, File};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write test vectors: questions with certified answers
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::VECTORS))]
pub struct VectorsArgs {
    /// Families of mechanisms, each a file; without any, all
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,

    /// The folder to write into
    #[arg(short, long, value_name = "FOLDER", default_value = vectors::FOLDER)]
    output: PathBuf,

    /// Write nothing, and list the vectors of this folder that differ from what would be written
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    check: Option<PathBuf>,
}

/// Writes the files, or compares them.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &VectorsArgs, output: &mut dyn Write) -> io::Result<Exit> {
    let Some(questions) = chosen(&arguments.families) else {
        return Ok(Exit::BadInput);
    };
    // Checked before the work, which takes seconds.
    if arguments.check.is_none()
        && let Err(error) = fs::create_dir_all(&arguments.output)
    {
        print_error(&format!("{}: {error}", arguments.output.display()));
        return Ok(Exit::Io);
    }
    let files = match generated(&questions) {
        Ok(files) => files,
        Err(unanswered) => {
            unanswered.iter().for_each(|question| print_error(&question.to_string()));
            return Ok(Exit::Undecided);
        }
    };
    let folder = arguments.check.as_ref().unwrap_or(&arguments.output);
    let done = match &arguments.check {
        Some(folder) => vectors::differences(&files, folder, arguments.families.is_empty()),
        None => write(&files, folder).map(|()| Vec::new()),
    };
    let differences = match done {
        Ok(differences) => differences,
        Err(error) => {
            print_error(&format!("{}: {error}", folder.display()));
            return Ok(if arguments.check.is_some() { Exit::BadInput } else { Exit::Io });
        }
    };
    for difference in &differences {
        writeln!(output, "{difference}")?;
    }
    let number = files.len();
    let counted = format!(
        "{} vectors in {number} file{}",
        questions.len(),
        if number == 1 { "" } else { "s" }
    );
    let found = match (&arguments.check, differences.len()) {
        (None, _) => format!("{counted}: written to {}", arguments.output.display()),
        (Some(_), 0) => format!("{counted}: all as generated"),
        (Some(_), 1) => format!("{counted}: 1 difference"),
        (Some(_), many) => format!("{counted}: {many} differences"),
    };
    writeln!(output, "{found}")?;
    Ok(if differences.is_empty() { Exit::Good } else { Exit::Unexpected })
}

/// The questions of these families; `None` after a message about a name.
fn chosen(families: &[String]) -> Option<Vec<Question>> {
    let mut questions = question::table();
    if let Some(unknown) =
        families.iter().find(|family| questions.iter().all(|row| row.family != **family))
    {
        let mut names: Vec<&str> = questions.iter().map(|row| row.family).collect();
        names.dedup();
        print_error(&format!("there is no family `{unknown}`; they are {}", names.join(", ")));
        return None;
    }
    questions.retain(|question| {
        families.is_empty() || families.iter().any(|family| family == question.family)
    });
    Some(questions)
}

/// Answers them, and shows the progress.
fn generated(questions: &[Question]) -> Result<Vec<File>, Vec<vectors::Unanswered>> {
    let progress = counting(questions.len());
    let files = vectors::files(questions, || progress.step());
    drop(progress);
    files
}

fn write(files: &[File], folder: &Path) -> io::Result<()> {
    files.iter().try_for_each(|file| fs::write(folder.join(&file.name), &file.text))
}
