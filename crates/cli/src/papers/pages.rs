//! The pages of `dpcert papers --markdown`, and the figures beside them.

use crate::output::complain;
use crate::plot::{self, Format};
use crate::report::papers::{figure_title, write_markdown};
use crate::{Common, Exit};
use dpcert_papers::{Examination, Figure, Paper, papers};
use std::fs;
use std::path::Path;

/// Writes the page of each paper and, for each of its figures, the drawing and the scene.
///
/// # Errors
/// How the command ends: what is wrong is said on standard error.
pub fn write_pages(folder: &Path, examinations: &[Examination], common: &Common) -> Result<(), Exit> {
    for paper in papers() {
        let mut page = Vec::new();
        write_markdown(&mut page, paper, examinations).map_err(|error| unwritten(folder, &error.to_string()))?;
        write_file(&folder.join(format!("{}.md", paper.file)), &page)?;
        for figure in paper.figures {
            write_figure(folder, paper, figure, common)?;
        }
    }
    Ok(())
}

fn write_figure(folder: &Path, paper: &Paper, figure: &Figure, common: &Common) -> Result<(), Exit> {
    let scene = plot::titled(figure.arguments, &figure_title(paper, figure), common)?;
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
    complain(&format!("{}: {problem}", path.display()));
    Exit::Io
}
