//! The pages of `dpcert papers --markdown`, and their figures.

use crate::commands::plot::{Format, PlotArgs, scene};
use crate::output::print_error;
use crate::report::papers::{figure_title, write_markdown};
use crate::{Exit, Settings};
use clap::Parser;
use dpcert_papers::{Examination, Figure, Paper, papers};
use dpcert_picture::Scene;
use std::fs;
use std::path::Path;

/// Writes the page of each paper and, for each of its figures, the drawing and the scene.
///
/// # Errors
/// The exit code; the error is reported on standard error.
pub fn write_pages(
    folder: &Path,
    examinations: &[Examination],
    settings: &Settings,
) -> Result<(), Exit> {
    for paper in papers() {
        let mut page = Vec::new();
        write_markdown(&mut page, paper, examinations)
            .map_err(|error| unwritten(folder, &error.to_string()))?;
        write_file(&folder.join(format!("{}.md", paper.file)), &page)?;
        for figure in &paper.figures {
            write_figure(folder, paper, figure, settings)?;
        }
    }
    Ok(())
}

fn write_figure(
    folder: &Path,
    paper: &Paper,
    figure: &Figure,
    settings: &Settings,
) -> Result<(), Exit> {
    let scene = titled(&figure.arguments, &figure_title(paper, figure), settings)?;
    for (format, ending) in [(Format::Svg, "svg"), (Format::Json, "json")] {
        let path = folder.join(format!("{}.{ending}", figure.name));
        let bytes = format.draw(&scene).map_err(|problem| unwritten(&path, &problem))?;
        write_file(&path, &bytes)?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Exit> {
    fs::write(path, bytes).map_err(|error| unwritten(path, &error.to_string()))
}

fn unwritten(path: &Path, problem: &str) -> Exit {
    print_error(&format!("{}: {problem}", path.display()));
    Exit::Io
}

/// The scene of a command line in the syntax of a shell, with a title.
///
/// # Errors
/// The exit code; the reason is reported on standard error.
fn titled(arguments: &str, title: &str, settings: &Settings) -> Result<Scene, Exit> {
    #[derive(Parser)]
    struct Plot {
        #[command(flatten)]
        arguments: PlotArgs,
    }
    let words = shlex::split(arguments)
        .ok_or_else(|| refused_line(arguments, "a quotation does not end"))?;
    let words = ["plot", "--title", title].into_iter().map(str::to_owned).chain(words);
    let Plot { arguments } =
        Plot::try_parse_from(words).map_err(|error| refused_line(arguments, &error.to_string()))?;
    scene(&arguments, settings)
}

fn refused_line(arguments: &str, problem: &str) -> Exit {
    print_error(&format!("dpcert plot {arguments}: {problem}"));
    Exit::BadInput
}
