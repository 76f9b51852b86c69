//! `dpcert plot`: certified pictures.

use super::answered::{Source, explain};
use super::output::complain;
use super::spinner::{counting, during};
use super::{Common, Exit, help};
use crate::report::terminal_options;
use clap::{Args, ValueEnum};
use dpcert::exact::literal;
use dpcert::mechanism::Mechanism;
use dpcert::quantity::{Options, ShowExact, table};
use dpcert::{Content, Question, Refusal, ask};
use dpcert_picture::{Kind, NotDrawn, Profiles, Scene, draw, profiles, regions, round_above};
use malachite::base::num::arithmetic::traits::Ceiling;
use malachite::rational::Rational;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Draw trade-off functions, regions of errors and privacy profiles, each as a band that certainly contains it
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::PLOT))]
pub struct PlotArgs {
    /// The mechanisms, the first one behind all others
    #[arg(value_name = "MECH", required_unless_present = "scene")]
    mechanisms: Vec<String>,

    /// What is drawn of them
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", conflicts_with = "scene")]
    show: What,

    /// The largest height of the band around a trade-off function that is no polygon
    #[arg(long, value_name = "GAP", default_value = "1e-3", value_parser = gap)]
    gap: Rational,

    /// The last eps of a profile; without it, where delta is small
    #[arg(long, value_name = "EPS", value_parser = positive)]
    eps_to: Option<Rational>,

    /// The least delta of a logarithmic profile
    #[arg(long, value_name = "DELTA", default_value = "1e-9", value_parser = gap)]
    least: Rational,

    /// At how many points a profile is certified
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u32).range(2..=4096))]
    points: u32,

    /// Draw this scene, which --output wrote as .json
    #[arg(long, value_name = "FILE", conflicts_with = "mechanisms")]
    scene: Option<PathBuf>,

    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The file to write: .svg, .png, .html, .json (the scene) or .csv (the numbers); without it, in the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum What {
    /// The region of the type I and II errors of all tests
    #[default]
    Regions,
    /// The trade-off function alone
    TradeOffs,
    /// delta over eps
    Profiles,
    /// The same on a logarithmic axis
    LogProfiles,
}

fn number(text: &str) -> Result<Rational, String> {
    let number = literal::parse(text).map_err(|error| format!("{error}: {}", error.help))?;
    number.as_rational().cloned().ok_or_else(|| "a rational number is expected".to_owned())
}

fn positive(text: &str) -> Result<Rational, String> {
    let x = number(text)?;
    if x > 0 && x <= 1000 { Ok(x) } else { Err(format!("{text} is not in (0, 1000]")) }
}

fn gap(text: &str) -> Result<Rational, String> {
    let x = number(text)?;
    if x > 0 && x < 1 { Ok(x) } else { Err(format!("{text} is not between 0 and 1, both excluded")) }
}

/// Draws, and writes the drawing.
///
/// # Errors
/// What the output says.
pub fn run(arguments: &PlotArgs, common: &Common, output: &mut dyn Write) -> io::Result<Exit> {
    // Before the work, which may take long.
    let format = match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => None,
        Some(path) => match Format::of(path) {
            Some(format) => Some((path, format)),
            None => {
                complain(&format!("{}: a name that ends in {} is expected", path.display(), Format::NAMES));
                return Ok(Exit::BadInput);
            }
        },
    };
    let mut scene = match scene(arguments, common) {
        Ok(scene) => scene,
        Err(exit) => return Ok(exit),
    };
    if let Some(title) = &arguments.title {
        scene.title.clone_from(title);
    }
    match format {
        None => {
            write!(output, "{}", draw::terminal(&scene, terminal_options().width))?;
            Ok(Exit::Good)
        }
        Some((path, format)) => {
            let written =
                format.draw(&scene).and_then(|bytes| fs::write(path, bytes).map_err(|error| error.to_string()));
            match written {
                Ok(()) => writeln!(output, "{}", path.display()).map(|()| Exit::Good),
                Err(problem) => {
                    complain(&format!("{}: {problem}", path.display()));
                    Ok(Exit::Io)
                }
            }
        }
    }
}

/// The form of a drawing, by the name of its file.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
    Html,
    Json,
    Csv,
}

impl Format {
    const NAMES: &str = ".svg, .png, .html, .json or .csv";

    fn of(path: &Path) -> Option<Format> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Format::Svg,
            "png" => Format::Png,
            "html" => Format::Html,
            "json" => Format::Json,
            "csv" => Format::Csv,
            _ => return None,
        })
    }

    fn draw(self, scene: &Scene) -> Result<Vec<u8>, String> {
        Ok(match self {
            Format::Svg => draw::svg(scene).into_bytes(),
            Format::Html => draw::html(scene).into_bytes(),
            Format::Csv => draw::csv(scene).into_bytes(),
            Format::Json => {
                let mut text = serde_json::to_string(scene).map_err(|error| error.to_string())?;
                text.push('\n');
                text.into_bytes()
            }
            #[cfg(feature = "png")]
            Format::Png => draw::png(scene, 2).map_err(|error| error.to_string())?,
            #[cfg(not(feature = "png"))]
            Format::Png => return Err("this build draws no pixels: rebuild with --features png, or write .svg".into()),
        })
    }
}

/// The scene that is asked for; why there is none is said on standard error.
fn scene(arguments: &PlotArgs, common: &Common) -> Result<Scene, Exit> {
    if let Some(path) = &arguments.scene {
        let problem = |problem: String| {
            complain(&format!("{}: {problem}", path.display()));
            Exit::BadInput
        };
        let text = fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
        return Scene::read(&text).map_err(|error| problem(error.to_string()));
    }
    let mut mechanisms = Vec::new();
    for text in &arguments.mechanisms {
        let mechanism = Mechanism::parse(text).map_err(|refusal| refused(text, refusal))?;
        mechanisms.push((text.clone(), mechanism));
    }
    let options = Options {
        digits: 8,
        exact: ShowExact::Never,
        limits: common.limits(),
        engine: common.engine,
        ..Options::default()
    };
    let drawn = match arguments.show {
        What::Regions => during(|| regions(&mechanisms, Kind::Region, &arguments.gap, &options)),
        What::TradeOffs => during(|| regions(&mechanisms, Kind::TradeOff, &arguments.gap, &options)),
        What::Profiles => drawn_profiles(arguments, &mechanisms, None, &options),
        What::LogProfiles => drawn_profiles(arguments, &mechanisms, Some(arguments.least.clone()), &options),
    };
    drawn.map_err(|NotDrawn { mechanism, refusal }| refused(&mechanism, *refusal))
}

fn refused(text: &str, refusal: Refusal) -> Exit {
    let exit = match &refusal {
        Refusal::Input(_) => Exit::BadInput,
        Refusal::Contradiction(_) => Exit::Internal,
        Refusal::Unsupported { .. } | Refusal::TooCostly(_) => Exit::Undecided,
    };
    if exit != Exit::BadInput {
        complain(&format!("no picture of {text}:"));
    }
    explain(&Err(refusal), &Source { name: "MECH", text, is_value: false });
    exit
}

fn drawn_profiles(
    arguments: &PlotArgs,
    mechanisms: &[(String, Mechanism)],
    least: Option<Rational>,
    options: &Options,
) -> Result<Scene, NotDrawn> {
    let to = match &arguments.eps_to {
        Some(to) => to.clone(),
        None => {
            let small = least.clone().unwrap_or_else(|| Rational::from_unsigneds(1u32, 1000u32));
            last_eps(mechanisms, &small, options)?
        }
    };
    let wanted = Profiles { to, least, points: arguments.points };
    let questions = mechanisms.len() * usize::try_from(arguments.points + 1).unwrap_or(usize::MAX);
    let progress = counting(questions);
    let scene = profiles(mechanisms, &wanted, options, || progress.inc(1));
    progress.finish_and_clear();
    scene
}

/// A round eps from which on no delta is above a small one, as far as that can be had.
fn last_eps(mechanisms: &[(String, Mechanism)], small: &Rational, options: &Options) -> Result<Rational, NotDrawn> {
    // Where there is none, a delta does not fall further: what there is to see is near 0.
    const USUAL: u32 = 5;
    let mut last = Rational::from_unsigneds(1u32, 100u32);
    for (name, mechanism) in mechanisms {
        let error = |refusal| NotDrawn { mechanism: name.clone(), refusal: Box::new(refusal) };
        let query = table::EPS.query(Some(&small.to_string())).map_err(error)?;
        let answer = during(|| ask(&Question::of(mechanism, &query), options)).map_err(error)?;
        let Content::Number(eps) = answer.content else { continue };
        let eps = eps.upper().to_rational().filter(|_| eps.is_bounded()).unwrap_or_else(|| Rational::from(USUAL));
        last = last.max(eps);
    }
    let step = round_above(&(&last / Rational::from(10)));
    Ok(Rational::from(Ceiling::ceiling(&(last / &step))) * step)
}
