//! Pictures of other subjects than mechanisms, as requested on the command line.

use super::{named, rational, refused};
use crate::Exit;
use crate::claims::ClaimPaths;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use dpcert::input::{Field, Item, Node, from_notation};
use dpcert::mechanism::Density;
use dpcert::{Options, Refusal, input::InputError};
use dpcert_picture::{Convergence, Densities, Other, Scale, Sweep};
use malachite::rational::Rational;
use std::path::PathBuf;

/// The name of the text of this option in errors.
const CONVERGENCE: &str = "--convergence";
const UTILITY: &str = "--utility";
const DENSITY: &str = "--density";

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Instead of mechanisms")]
#[group(skip)]
#[command(group = ArgGroup::new("other").conflicts_with_all(["mechanisms", "scene", "show", "front"]))]
pub struct OtherArgs {
    /// Draw the claims of a file about delta and eps, beside the privacy profiles of its rows
    #[arg(long, value_name = "FILE", group = "other")]
    claims: Option<PathBuf>,

    /// Draw compositions of small steps and their Gaussian limit, such as 'mu=1, steps=[2, 10,
    /// 100]'; with 'alpha=1/2' a step has that mass at loss 0, with 'rate=1/4' its eps is
    /// mu/k^rate
    #[arg(long, value_name = "KEY=VALUE, ...", group = "other")]
    convergence: Option<String>,

    /// Draw the density of noise, or its masses on the integers; may be given several times, each
    /// like a mechanism, with its name if it has one
    #[arg(long, value_name = "NOISE", group = "other")]
    density: Vec<String>,

    /// Draw each noise a second time, moved by its sensitivity
    // What conflicts with an option is not required by another one.
    #[arg(
        long,
        requires = "density",
        conflicts_with_all = ["mechanisms", "scene", "claims", "convergence", "utility"]
    )]
    shifted: bool,

    /// Draw what a theorem concludes over one of its parameters: the theorem with all others
    #[arg(long, value_name = "THEOREM", group = "other", requires = "over")]
    utility: Option<String>,

    /// The parameter and its range, such as eps=0.1..3
    #[arg(long, value_name = "PARAM=FROM..TO", value_parser = range, requires = "utility")]
    over: Option<Range>,

    /// The scale of its values
    #[arg(long, value_name = "SCALE", value_parser = scales(), default_value = "linear", requires = "utility")]
    scale: Scale,

    /// A conclusion to draw, by name; may be given several times [default: the first]
    #[arg(long, value_name = "NAME", requires = "utility")]
    conclusion: Vec<String>,

    /// A value of the parameter to mark
    #[arg(long, value_name = "VALUE", value_parser = rational, requires = "utility")]
    at: Option<Rational>,
}

/// A parameter, from one number to a larger one.
#[derive(Clone, Debug)]
struct Range {
    over: String,
    from: Rational,
    to: Rational,
}

fn range(text: &str) -> Result<Range, String> {
    let parts = text.split_once('=').and_then(|(over, ends)| Some((over, ends.split_once("..")?)));
    let (over, (from, to)) = parts.ok_or("a parameter and its ends are expected: eps=0.1..3")?;
    let (from, to) = (rational(from)?, rational(to)?);
    if from < 0 || to <= from {
        return Err("two numbers from 0 on are expected, the smaller one first".to_owned());
    }
    Ok(Range { over: over.trim().to_owned(), from, to })
}

fn scales() -> impl TypedValueParser<Value = Scale> {
    PossibleValuesParser::new(["linear", "logarithmic"])
        .map(|name| if name == "linear" { Scale::Linear } else { Scale::Logarithmic })
}

impl OtherArgs {
    /// The option and its text that an error about a part of the picture is about, if it is not
    /// about a mechanism.
    pub fn text<'a>(&'a self, part: &'a str) -> Option<(&'static str, &'a str)> {
        let density = (!self.density.is_empty()).then_some((DENSITY, part));
        let utility = self.utility.as_deref().map(|text| (UTILITY, text));
        density.or(utility).or(self.convergence.as_deref().map(|text| (CONVERGENCE, text)))
    }

    /// Is one of these requested?
    pub fn is_some(&self) -> bool {
        self.claims.is_some() || self.text("").is_some()
    }

    /// Is it a convergence, which has bands around trade-off functions?
    pub fn is_convergence(&self) -> bool {
        self.convergence.is_some()
    }

    /// The requested subject, if it is one of these; its errors are reported on standard error.
    pub fn read(&self, points: u32, options: &Options) -> Result<Option<Other>, Exit> {
        if !self.density.is_empty() {
            let noise = self.density.iter().map(|text| noise(text, options));
            let noise = noise.collect::<Result<_, Exit>>()?;
            return Ok(Some(Other::Densities(Densities { noise, shifted: self.shifted })));
        }
        if let Some(path) = &self.claims {
            let paths = ClaimPaths { paths: vec![path.clone()], verbose: false };
            let (mut files, _) = paths.read(true);
            let file = files.pop().filter(|_| files.is_empty()).ok_or(Exit::BadInput)?;
            return Ok(Some(Other::Claims(Box::new(file.file))));
        }
        if let Some(text) = &self.convergence {
            let written = format!("convergence({text})");
            let read = table(&written, None)
                .and_then(|node| Convergence::read(&field("convergence", &node)));
            return read
                .map(|wanted| Some(Other::Convergence(wanted)))
                .map_err(|error| refused(CONVERGENCE, &written, error.into()));
        }
        let (Some(text), Some(Range { over, from, to })) = (&self.utility, &self.over) else {
            return Ok(None);
        };
        let sweep = Sweep {
            over: over.clone(),
            from: from.clone(),
            to: to.clone(),
            scale: self.scale,
            points,
            conclusions: self.conclusion.clone(),
            marked: self.at.clone(),
        };
        let node = table(text, Some("name")).map_err(Refusal::from);
        let wanted = node.and_then(|node| sweep.of(&field("theorem", &node)));
        wanted
            .map(|wanted| Some(Other::Utility(Box::new(wanted))))
            .map_err(|refusal| refused(UTILITY, text, refusal))
    }
}

/// Noise with its name.
fn noise(text: &str, options: &Options) -> Result<(String, Density), Exit> {
    let (name, written) = named(text);
    let read = options.within(|| {
        let node = from_notation(written)?;
        Density::read(&field("mechanism", &node))
    });
    read.map(|noise| (name.to_owned(), noise)).map_err(|refusal| refused(DENSITY, written, refusal))
}

fn field<'a>(path: &str, node: &'a Node) -> Field<'a> {
    Field { node, path: path.to_owned() }
}

/// `NAME(KEY=VALUE, ...)` as a table, in which the name is called `name`, or left out.
fn table(text: &str, name: Option<&str>) -> Result<Node, InputError> {
    let mut node = from_notation(text)?;
    if let Item::Table(table) = &mut node.item {
        table.retain(|(key, _)| name.is_some() || key.name != "kind");
        for (key, _) in table.iter_mut().filter(|(key, _)| key.name == "kind") {
            name.unwrap_or_default().clone_into(&mut key.name);
        }
    }
    Ok(node)
}
