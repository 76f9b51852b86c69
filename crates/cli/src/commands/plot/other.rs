//! Pictures of other subjects than mechanisms, as requested on the command line.

use super::{named, rational, refused};
use crate::Exit;
use crate::claims::ClaimPaths;
use crate::output::print_error;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use dpcert::claim::ClaimFile;
use dpcert::input::{Field, Item, Node, from_notation, text_node};
use dpcert::mechanism::Density;
use dpcert::{Options, Refusal, input::InputError};
use dpcert_picture::{
    Asked, At, Convergence, Dated, Densities, Families, Operating, Other, Scale, Subject, Sweep,
};
use malachite::rational::Rational;
use std::path::{Path, PathBuf};

/// The name of the text of this option in errors.
const CONVERGENCE: &str = "--convergence";
const UTILITY: &str = "--utility";
const DENSITY: &str = "--density";

/// What is not given with a sweep of mechanisms.
const NOT_OF_FAMILIES: [&str; 9] = [
    "scene",
    "show",
    "front",
    "claims",
    "convergence",
    "utility",
    "density",
    "shifted",
    "conclusion",
];

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Instead of mechanisms")]
#[group(skip)]
#[command(group = ArgGroup::new("other").conflicts_with_all(["mechanisms", "scene", "show", "front"]))]
#[command(group = ArgGroup::new("asked").args(["eps_at", "delta_at", "beta_at"]))]
#[command(group = ArgGroup::new("along").args(["over", "ledger"]))]
pub struct OtherArgs {
    /// Draw the claims of a file about delta and eps, beside the privacy profiles of the rows that
    /// they are about
    #[arg(long, value_name = "FILE", group = "other")]
    claims: Option<PathBuf>,

    /// Draw eps or delta of the ledger of a file over time: each row has its date
    #[arg(long, value_name = "FILE", group = "other", requires = "asked")]
    ledger: Option<PathBuf>,

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

    /// Draw eps at this delta over a parameter of the mechanisms, in whose place there is ?:
    /// 'poisson(1/100, gaussian(sigma=?))^1000', one without it beside them as a level; or of a
    /// ledger
    #[arg(long, value_name = "DELTA", requires = "along", conflicts_with_all = NOT_OF_FAMILIES)]
    eps_at: Option<String>,

    /// Draw delta at this eps over a parameter of the mechanisms, or of a ledger
    #[arg(long, value_name = "EPS", requires = "along", conflicts_with_all = NOT_OF_FAMILIES)]
    delta_at: Option<String>,

    /// Draw the type II error of the best test at this level over a parameter of the mechanisms
    // Errors fall where a budget grows: they have no sum over a ledger.
    #[arg(long, value_name = "ALPHA", requires = "over", conflicts_with_all = NOT_OF_FAMILIES, conflicts_with = "ledger")]
    beta_at: Option<String>,

    /// The parameter and its range, such as eps=0.1..3
    #[arg(long, value_name = "PARAM=FROM..TO", value_parser = range)]
    over: Option<Range>,

    /// The scale of the parameter: how its values are spread
    #[arg(long, value_name = "SCALE", value_parser = scales(), default_value = "linear", requires = "over")]
    scale: Scale,

    /// A conclusion to draw, by name; may be given several times [default: the first]
    #[arg(long, value_name = "NAME", requires = "utility")]
    conclusion: Vec<String>,

    /// A value of the parameter to mark
    #[arg(long, value_name = "VALUE", value_parser = rational, requires = "over")]
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
    let logarithmic = PossibleValue::new("logarithmic").alias("log");
    PossibleValuesParser::new([PossibleValue::new("linear"), logarithmic])
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
        let is_of_file = self.claims.is_some() || self.ledger.is_some();
        is_of_file || self.is_of_families() || self.text("").is_some()
    }

    /// The option with a value to mark, that value and the range, where it is outside.
    pub fn mark_outside<'a>(
        &'a self,
        marks: &'a [Operating],
    ) -> Option<(&'static str, [&'a Rational; 3])> {
        let Range { from, to, .. } = self.over.as_ref()?;
        let all = self.at.iter().map(|at| ("--at", at));
        let mut all = all.chain(marks.iter().map(|mark| ("--mark", mark.x())));
        let (option, at) = all.find(|(_, at)| *at < from || *at > to)?;
        Some((option, [at, from, to]))
    }

    /// Is it a ledger over time?
    pub fn is_dated(&self) -> bool {
        self.ledger.is_some()
    }

    /// Are mechanisms, or a theorem, swept over a parameter?
    fn is_swept(&self) -> bool {
        self.is_of_families() || self.utility.is_some()
    }

    /// Is there a range, and nothing that is swept over it?
    pub fn is_range_unused(&self) -> bool {
        self.over.is_some() && !self.is_swept()
    }

    /// Is a value marked, and nothing swept on which it is?
    pub fn is_mark_unused(&self) -> bool {
        self.at.is_some() && !self.is_swept()
    }

    /// Is a scale given, and nothing swept whose values it spreads?
    pub fn is_scale_unused(&self) -> bool {
        self.scale == Scale::Logarithmic && !self.is_swept()
    }

    /// Are mechanisms swept over a parameter?
    pub fn is_of_families(&self) -> bool {
        let asked = [&self.eps_at, &self.delta_at, &self.beta_at];
        self.ledger.is_none() && asked.iter().any(|at| at.is_some())
    }

    /// The quantity of mechanisms over a parameter, or of a ledger over time.
    fn asked(&self) -> Result<At, Exit> {
        let (name, asked, text) = match (&self.eps_at, &self.delta_at, &self.beta_at) {
            (Some(delta), ..) => ("--eps-at", Asked::Eps, delta.as_str()),
            (None, Some(eps), _) => ("--delta-at", Asked::Delta, eps.as_str()),
            (None, None, alpha) => ("--beta-at", Asked::Beta, alpha.as_deref().unwrap_or_default()),
        };
        let node = text_node(text, 0..text.len());
        let at = At::read(asked, &field(name, &node));
        at.map_err(|error| refused(name, text, error.into()))
    }

    /// The one claim file at a path.
    fn file(path: &Path, needs_claims: bool) -> Result<ClaimFile, Exit> {
        let paths = ClaimPaths { paths: vec![path.to_owned()], verbose: false };
        let (mut files, _) = paths.read(needs_claims);
        let file = files.pop().filter(|_| files.is_empty()).ok_or(Exit::BadInput)?;
        Ok(file.file)
    }

    /// The sweep of some mechanisms, each with its name if it has one; its errors are reported on
    /// standard error.
    pub fn families(
        &self,
        mechanisms: &[String],
        points: u32,
        marks: &[Operating],
        options: &Options,
    ) -> Result<Other, Exit> {
        let mut families = Vec::new();
        for text in mechanisms {
            let (name, written) = named(text);
            let subject = options.within(|| Subject::parse(written));
            let subject = subject.map_err(|refusal| refused("MECH", written, refusal))?;
            families.push((name.to_owned(), subject));
        }
        let at = self.asked()?;
        let wanted = self.sweep(points).ok_or(Exit::BadInput)?.of_families(families, at);
        let with_marks =
            |families| Other::Families(Families { claimed: marks.to_vec(), ..families });
        wanted.map(with_marks).map_err(|(index, message, help)| {
            let text = mechanisms.get(index).map_or("", String::as_str);
            print_error(&format!("{text}: {message}\n  {help}"));
            Exit::BadInput
        })
    }

    /// The range of the parameter, if there is one.
    fn sweep(&self, points: u32) -> Option<Sweep> {
        let Range { over, from, to } = self.over.as_ref()?;
        Some(Sweep {
            over: over.clone(),
            from: from.clone(),
            to: to.clone(),
            scale: self.scale,
            points,
            conclusions: self.conclusion.clone(),
            marked: self.at.clone(),
        })
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
            return Ok(Some(Other::Claims(Box::new(Self::file(path, true)?))));
        }
        if let Some(path) = &self.ledger {
            let file = Self::file(path, false)?;
            return Ok(Some(Other::Dated(Box::new(Dated { file, at: self.asked()? }))));
        }
        if let Some(text) = &self.convergence {
            let written = format!("convergence({text})");
            let read = table(&written, None)
                .and_then(|node| Convergence::read(&field("convergence", &node)));
            return read
                .map(|wanted| Some(Other::Convergence(wanted)))
                .map_err(|error| refused(CONVERGENCE, &written, error.into()));
        }
        let (Some(text), Some(sweep)) = (&self.utility, self.sweep(points)) else {
            return Ok(None);
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
