//! `dpcert plot`: certified pictures.

mod axes;
mod other;

use crate::answers::{Source, explain};
#[cfg(not(feature = "png"))]
use crate::feature;
use crate::output::{print_error, terminal_options};
use crate::spinner::counting;
use crate::{Exit, Settings, help, number};
use axes::{Shown, shown, window};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dpcert::exact::decimal::Decimal;
use dpcert::input::read_file;
use dpcert::{Mechanism, Refusal};
use dpcert_answers::drawing::Drawing;
use dpcert_answers::protocol::Outcome;
use dpcert_answers::{not_drawn, option_of};
use dpcert_picture::{
    Font, Layout, Logarithmic, NOT_FROM_ZERO, NotDrawn, Operating, Other, Request, Scene, Show,
    Window, draw,
};
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;
use other::OtherArgs;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Draw trade-off functions, regions and profiles as bands
#[derive(Clone, Debug, Args)]
#[command(after_long_help = help::page(help::PLOT))]
pub struct PlotArgs {
    /// The mechanisms, each with its name in the legend if it has one: 'training =
    /// gaussian(sigma=1)^10'
    #[arg(value_name = "MECH", required_unless_present_any = ["scene", "other"])]
    mechanisms: Vec<String>,

    /// What to draw of them
    #[arg(long, value_parser = shows(), default_value = "regions", value_name = "WHAT", conflicts_with = "scene")]
    show: Show,

    /// The largest height of the band around a trade-off function that is not a polygon; with
    /// --log-y, five times this part of its height [default: 1e-3]
    #[arg(long, value_name = "GAP", value_parser = gap)]
    gap: Option<Rational>,

    /// The last eps of a profile; without it, where delta is small
    #[arg(long, value_name = "EPS", value_parser = positive)]
    eps_to: Option<Rational>,

    /// The least delta on a logarithmic axis [default: 1e-9, or below the least --mark]
    #[arg(long, value_name = "DELTA", value_parser = gap)]
    least: Option<Rational>,

    /// The number of points at which a curve is certified, over a parameter the most of them
    /// [default: 64; 256 on each side of a density]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=4096))]
    points: Option<u32>,

    /// Draw this scene, which --output wrote as .json
    #[arg(long, value_name = "FILE", conflicts_with = "mechanisms")]
    scene: Option<PathBuf>,

    /// The part of the horizontal axis that is shown, such as 0..0.1, or of a ledger over time
    /// 2026-03-01..2026-06-30
    #[arg(
        long,
        value_name = "FROM..TO",
        value_parser = shown,
        allow_hyphen_values = true
    )]
    x: Option<Shown>,

    /// The part of the vertical axis that is shown; that of points is linear where it begins at 0
    #[arg(long, value_name = "FROM..TO", value_parser = window)]
    y: Option<Window>,

    /// A logarithmic horizontal axis; without --x it begins at a thousandth of its end
    #[arg(long)]
    log_x: bool,

    /// A logarithmic vertical axis; without --y that of errors begins at a thousandth
    #[arg(long)]
    log_y: bool,

    /// A point to mark in regions, trade-offs, roc or profiles, in the units of the axes, such as
    /// 'attack = 0.01, 0.3'; or over a parameter, such as 'claim = 1.1, 3'; may be given several
    /// times. The legend says of which curves it is outside
    #[arg(long, value_name = "NAME = X, Y", value_parser = mark, conflicts_with = "scene")]
    mark: Vec<Operating>,

    /// The mechanism to draw on top of the others, from 1; the largest region is drawn under them,
    /// and the one on top is filled
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "scene")]
    front: Option<u32>,

    /// Lines alone: the inside of the region on top is not filled
    #[arg(long, conflicts_with = "scene")]
    lines: bool,

    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The width of the drawing, in pixels or as 3.33in, 8.5cm, 240pt [default: 560]; with a unit
    /// of paper, or below 400 pixels, there is a title only where --title gives one
    #[arg(long, value_name = "LENGTH", value_parser = width)]
    width: Option<Width>,

    /// The height of the plot without its title and what is below it, in the same units [default:
    /// 380]
    #[arg(long, value_name = "LENGTH", value_parser = |text: &str| length(text, &Layout::HEIGHTS))]
    height: Option<Rational>,

    /// The size of the letters, in pixels or as 8pt [default: 13]
    #[arg(long, value_name = "LENGTH", value_parser = |text: &str| length(text, &Layout::FONT_SIZES))]
    font_size: Option<Rational>,

    /// The letters
    #[arg(long, value_name = "FONT", value_parser = fonts())]
    font: Option<Font>,

    /// Leave out the legend
    #[arg(long)]
    no_legend: bool,

    /// Leave out the caption, which says how the picture was certified
    #[arg(long)]
    no_caption: bool,

    #[command(flatten)]
    other: OtherArgs,

    /// The file to write: .svg, .pdf, .png, .html, .json (the scene) or .csv (the numbers); without it,
    /// in the terminal
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl PlotArgs {
    /// Applies what is about the drawing alone.
    fn lay_out(&self, scene: &mut Scene) {
        let Layout { width, height, legend, title, titled, font_size, font, unit } = scene.layout;
        let titled = titled || self.title.is_some();
        // The drawing has whole pixels, and letters of a whole number of them: where those that are
        // wanted have another size, its pixels have one.
        let (font_size, unit) = match &self.font_size {
            None => (font_size, unit),
            Some(wanted) => {
                let size = nearest(wanted, &Layout::FONT_SIZES);
                let unit = wanted / Rational::from(size) * Rational::from(Layout::UNIT);
                (size, nearest(&unit, &Layout::UNITS))
            }
        };
        let pixels = |wanted: &Option<Rational>, usual, range| {
            let unit = Rational::from_unsigneds(unit, Layout::UNIT);
            wanted.as_ref().map_or(usual, |wanted| at_most(&(wanted / unit), range))
        };
        let wanted = self.width.as_ref().map(|width| width.pixels.clone());
        let width = pixels(&wanted, width, &Layout::WIDTHS);
        scene.layout = Layout {
            width,
            height: pixels(&self.height, height, &Layout::HEIGHTS),
            legend: legend && !self.no_legend,
            title: titled || self.has_title(title, width),
            titled,
            font_size,
            unit,
            font: self.font.unwrap_or(font),
        };
        if self.no_caption {
            scene.caption.clear();
        }
    }

    /// Is there a title that was not given, where the scene has one or not?
    fn has_title(&self, is_of_scene: bool, width: u32) -> bool {
        let is_wide = match &self.width {
            Some(given) => width >= Layout::NARROW && !given.is_of_paper,
            None => self.scene.is_some() || width >= Layout::NARROW,
        };
        is_of_scene && is_wide
    }

    /// Checks that every given option has an effect on the picture.
    fn check(&self) -> Result<(), Exit> {
        let is_mechanisms = !self.other.is_some();
        let of = |shows: &[Show]| is_mechanisms && shows.contains(&self.show);
        let curves = is_mechanisms && self.show.is_of_tests();
        let profiles = is_mechanisms && self.show.is_of_profiles();
        let has_marks = curves || profiles || self.other.is_of_families();
        let unused = [
            ("--gap", self.gap.is_some() && !curves && !self.other.is_convergence()),
            ("--mark", !self.mark.is_empty() && !has_marks),
            ("--eps-to", self.eps_to.is_some() && !profiles),
            ("--least", self.least.is_some() && !of(&[Show::LogProfiles, Show::LogDeltas])),
            ("--points", self.points.is_some() && (curves || self.other.is_dated())),
            ("--over", self.other.is_range_unused()),
            ("--at", self.other.is_mark_unused()),
            ("--scale", self.other.is_scale_unused()),
            ("--lines", self.lines && !of(&[Show::Regions])),
            ("--log-x", self.log_x && self.other.is_dated()),
        ];
        let shown = self.mark.iter().cloned().map(|mark| mark.shown_in(self.show));
        if let Some(error) = shown.filter(|_| curves || profiles).find_map(Result::err) {
            print_error(&format!("--mark: {error}"));
            return Err(Exit::BadInput);
        }
        if let Some((option, numbers)) = self.other.mark_outside(&self.mark) {
            let [at, from, to] = numbers.map(Decimal::or_fraction);
            print_error(&format!("{option}: {at} is not in the range from {from} to {to}"));
            return Err(Exit::BadInput);
        }
        match unused.iter().find(|(_, is_unused)| *is_unused) {
            None => Ok(()),
            Some((option, _)) => {
                let advice = match *option {
                    "--mark" => "; it is for regions, trade-offs, roc, profiles and a parameter",
                    _ if is_mechanisms => ", or choose another --show",
                    _ => "",
                };
                print_error(&format!(
                    "{option} has no effect on this picture: leave it out{advice}"
                ));
                Err(Exit::BadInput)
            }
        }
    }
}

/// A width, and whether it is in a unit of paper: figures of a paper have their titles in its text.
#[derive(Clone, Debug)]
struct Width {
    pixels: Rational,
    is_of_paper: bool,
}

fn width(text: &str) -> Result<Width, String> {
    let is_of_paper = !text.ends_with("px") && text.ends_with(|c: char| c.is_ascii_alphabetic());
    Ok(Width { pixels: length(text, &Layout::WIDTHS)?, is_of_paper })
}

/// A length in pixels, of which 96 are an inch. A point is that of TeX, in which it prints the width
/// of a column; that of PDF is `bp`.
fn length(text: &str, range: &RangeInclusive<u32>) -> Result<Rational, String> {
    const UNITS: [(&str, u32, u32); 6] = [
        ("in", 96, 1),
        ("cm", 9600, 254),
        ("mm", 960, 254),
        ("pt", 9600, 7227),
        ("bp", 96, 72),
        ("px", 1, 1),
    ];
    let unit = UNITS.iter().find_map(|(unit, pixels, of)| {
        Some((text.strip_suffix(unit)?, Rational::from_unsigneds(*pixels, *of)))
    });
    let (number, pixels) = unit.unwrap_or((text, Rational::from(1)));
    let expected = |_| "a length is expected: 320, 3.33in, 8.5cm or 240pt".to_owned();
    let length = rational(number.trim()).map_err(expected)? * pixels;
    let (least, most) = (range.start(), range.end());
    if length >= *least && length <= *most {
        Ok(length)
    } else {
        Err(format!("{text} is not between {least} and {most} pixels, of which 96 are an inch"))
    }
}

/// The largest whole number that is not above a length, in a range: a figure is not wider than its
/// column.
fn at_most(length: &Rational, range: &RangeInclusive<u32>) -> u32 {
    u32::try_from(&Floor::floor(length)).unwrap_or(*range.end()).clamp(*range.start(), *range.end())
}

/// The nearest whole number in a range.
fn nearest(length: &Rational, range: &RangeInclusive<u32>) -> u32 {
    let whole = Floor::floor(length + Rational::from_unsigneds(1u32, 2u32));
    u32::try_from(&whole).unwrap_or(*range.end()).clamp(*range.start(), *range.end())
}

fn fonts() -> impl TypedValueParser<Value = Font> {
    let named = |name: &str| Font::NAMES.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(Font::NAMES.map(|(name, _)| name))
        .map(move |name| named(&name).map_or_else(Font::default, |(_, font)| font))
}

/// A mechanism with its name: `training = gaussian(sigma=1)`. The last equals sign outside of all
/// parentheses ends a name, because a mechanism has none there.
fn named(text: &str) -> (&str, &str) {
    let mut depth = 0u32;
    let mut end = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => end = Some(at),
            _ => {}
        }
    }
    match end.and_then(|end| text.split_at_checked(end)) {
        Some((name, mechanism)) => (name.trim(), mechanism[1..].trim()),
        None => (text, text),
    }
}

/// The subjects of a picture, by name.
fn shows() -> impl TypedValueParser<Value = Show> {
    let about = |show| match show {
        Show::Regions => "The region of the type I and II errors of all tests",
        Show::TradeOffs => "The trade-off function alone",
        Show::Roc => "The true positive rate of the best test over its false positive rate",
        Show::Profiles => "delta over eps",
        Show::LogProfiles | Show::LogDeltas => "The same on a logarithmic axis",
        Show::Deltas => "Every delta of a composition on its lattice, and delta over eps",
    };
    let values = Show::NAMES.map(|(name, show)| PossibleValue::new(name).help(about(show)));
    let named = |name: &str| Show::NAMES.into_iter().find(|(known, _)| *known == name);
    PossibleValuesParser::new(values)
        .map(move |name| named(&name).map_or_else(Show::default, |(_, show)| show))
}

fn rational(text: &str) -> Result<Rational, String> {
    number::real(text)?
        .as_rational()
        .cloned()
        .ok_or_else(|| "a rational number is expected".to_owned())
}

fn positive(text: &str) -> Result<Rational, String> {
    let x = rational(text)?;
    if x > 0 && x <= 1000 { Ok(x) } else { Err(format!("{text} is not in (0, 1000]")) }
}

/// A point with its name: `attack = 0.01, 0.3`.
fn mark(text: &str) -> Result<Operating, String> {
    let parts = text.split_once('=').and_then(|(name, at)| Some((name, at.split_once(',')?)));
    let (name, (x, y)) = parts.ok_or("a name and a point are expected: 'attack = 0.01, 0.3'")?;
    Operating::new(name.trim(), [rational(x.trim())?, rational(y.trim())?])
}

fn gap(text: &str) -> Result<Rational, String> {
    let x = rational(text)?;
    if x > 0 && x < 1 {
        Ok(x)
    } else {
        Err(format!("{text} is not between 0 and 1, both excluded"))
    }
}

/// Draws, and writes the drawing.
///
/// # Errors
/// If writing to the output fails.
pub fn run(arguments: &PlotArgs, settings: &Settings, output: &mut dyn Write) -> io::Result<Exit> {
    // Checked before the work, which may take long.
    let format = match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => None,
        Some(path) => match Format::of(path) {
            Some(format) => Some((path, format)),
            None => {
                let is_print = path
                    .extension()
                    .is_some_and(|end| ["eps", "ps"].iter().any(|known| end == *known));
                let advice = if is_print { "\n  papers take .pdf too" } else { "" };
                print_error(&format!(
                    "{}: a name that ends in {} is expected{advice}",
                    path.display(),
                    Format::NAMES
                ));
                return Ok(Exit::BadInput);
            }
        },
    };
    let mut scene = match scene(arguments, settings) {
        Ok(scene) => scene,
        Err(exit) => return Ok(exit),
    };
    arguments.lay_out(&mut scene);
    match format {
        None => {
            write!(output, "{}", draw::terminal(&scene, terminal_options().width))?;
            Ok(Exit::Good)
        }
        Some((path, format)) => {
            let unwritten = |error: io::Error| match path.parent().filter(|folder| !folder.is_dir())
            {
                Some(folder) if !folder.as_os_str().is_empty() => {
                    format!("there is no folder {}", folder.display())
                }
                _ => error.to_string(),
            };
            let written =
                format.draw(&scene).and_then(|bytes| fs::write(path, bytes).map_err(unwritten));
            match written {
                Ok(()) => {
                    if arguments.scene.is_none() {
                        say_sparse(&scene);
                    }
                    writeln!(output, "{}", path.display()).map(|()| Exit::Good)
                }
                Err(problem) => {
                    print_error(&format!("{}: {problem}", path.display()));
                    Ok(Exit::Io)
                }
            }
        }
    }
}

/// Says which curves have wide bands because of the limits, and what makes them narrow: on paper a
/// caption is often left out, and has no place for options.
fn say_sparse(scene: &Scene) {
    let sparse: Vec<&str> = scene
        .layers
        .iter()
        .filter(|layer| layer.certified.sparse)
        .map(|layer| layer.name.as_str())
        .collect();
    if !sparse.is_empty() {
        print_error(&format!(
            "fewer points than wanted are certified of {}: a higher --max-work makes the band narrower",
            sparse.join(", ")
        ));
    }
}

/// The form of a drawing, by the name of its file.
#[derive(Clone, Copy)]
pub enum Format {
    /// A drawing of lines.
    Svg,
    /// The same for a paper.
    Pdf,
    /// Pixels.
    Png,
    /// A page that works without a connection.
    Html,
    /// The scene.
    Json,
    /// The numbers.
    Csv,
}

impl Format {
    const NAMES: &str = ".svg, .pdf, .png, .html, .json or .csv";

    fn of(path: &Path) -> Option<Format> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Format::Svg,
            "pdf" => Format::Pdf,
            "png" => Format::Png,
            "html" => Format::Html,
            "json" => Format::Json,
            "csv" => Format::Csv,
            _ => return None,
        })
    }

    /// The contents of a file of this form.
    ///
    /// # Errors
    /// The reason why it cannot be drawn.
    pub fn draw(self, scene: &Scene) -> Result<Vec<u8>, String> {
        Ok(match self {
            Format::Svg => Drawing::Svg.of(scene)?.into_bytes(),
            Format::Html => Drawing::Html.of(scene)?.into_bytes(),
            Format::Csv => Drawing::Csv.of(scene)?.into_bytes(),
            Format::Json => Drawing::Json.of(scene)?.into_bytes(),
            #[cfg(feature = "png")]
            Format::Pdf => draw::pdf(scene).map_err(|error| error.to_string())?,
            #[cfg(feature = "png")]
            Format::Png => draw::png(scene, 3).map_err(|error| error.to_string())?,
            #[cfg(not(feature = "png"))]
            Format::Pdf | Format::Png => {
                return Err(format!(
                    "{}\n  .svg needs none",
                    feature::missing("plot to .png and .pdf", "png")
                ));
            }
        })
    }
}

/// The requested scene; the reason of a failure is reported on standard error.
pub fn scene(arguments: &PlotArgs, settings: &Settings) -> Result<Scene, Exit> {
    if let Some(path) = &arguments.scene {
        let problem = |problem: String| {
            print_error(&problem);
            Exit::BadInput
        };
        let text = read_file(path).map_err(|error| problem(error.to_string()))?;
        let of_file = |error: String| problem(format!("{}: {error}", path.display()));
        let mut scene = Scene::read(&text).map_err(|error| of_file(error.to_string()))?;
        let wanted = Logarithmic { x: arguments.log_x, y: arguments.log_y };
        wanted.apply(&mut scene).map_err(|refusal| of_file(refusal.to_string()))?;
        let shown = |shown: &Shown| shown.window(scene.x.since);
        let x = arguments.x.as_ref().map(shown).transpose();
        let x = x.map_err(|error| problem(format!("--x: {error}")))?;
        if arguments.log_y && arguments.y.as_ref().is_some_and(Window::begins_at_zero) {
            return Err(problem(format!("--y: {NOT_FROM_ZERO}: write 1e-9..1")));
        }
        let is_shown = scene.show_again(x.as_ref(), arguments.y.as_ref());
        is_shown.map_err(|(axis, refusal)| problem(format!("--{axis}: {refusal}")))?;
        scene.title = arguments.title.clone().unwrap_or(scene.title);
        return Ok(scene);
    }
    let usual = Request::default();
    let options = settings.options();
    let swept = if arguments.other.is_of_families() {
        let points = arguments.points.unwrap_or(usual.points);
        let marks = &arguments.mark;
        Some(arguments.other.families(&arguments.mechanisms, points, marks, &options)?)
    } else {
        None
    };
    let is_of_families = swept.is_some();
    let given = if is_of_families { &[][..] } else { &arguments.mechanisms };
    let mut mechanisms = Vec::new();
    for (name, text) in given.iter().map(|text| named(text)) {
        let mechanism = settings.options().within(|| Mechanism::parse(text));
        let mechanism = mechanism.map_err(|refusal| refused("MECH", text, refusal))?;
        mechanisms.push((name.to_owned(), mechanism));
    }
    let front = arguments.front.map(|front| front as usize - 1);
    if front.is_some_and(|front| front >= mechanisms.len()) {
        print_error(&format!(
            "--front: the mechanisms are numbered from 1 to {}",
            mechanisms.len()
        ));
        return Err(Exit::BadInput);
    }
    arguments.check()?;
    let read = || arguments.other.read(arguments.points.unwrap_or(usual.points), &options);
    let other = swept.map_or_else(read, |swept| Ok(Some(swept)))?;
    let first = match &other {
        Some(Other::Dated(dated)) => dated.first(),
        _ => None,
    };
    let x = arguments.x.as_ref().map(|shown| shown.window(first)).transpose();
    let x = x.map_err(|problem| {
        print_error(&format!("--x: {problem}"));
        Exit::BadInput
    })?;
    let is_logarithmic =
        arguments.log_y || matches!(arguments.show, Show::LogProfiles | Show::LogDeltas);
    for (option, is_logarithmic, window) in
        [("--x", arguments.log_x, &x), ("--y", is_logarithmic, &arguments.y)]
    {
        if is_logarithmic && window.as_ref().is_some_and(Window::begins_at_zero) {
            print_error(&format!("{option}: {NOT_FROM_ZERO}: write 1e-9..1"));
            return Err(Exit::BadInput);
        }
    }
    let points = arguments.points.unwrap_or_else(|| Request::usual_points(other.as_ref()));
    let request = Request {
        show: arguments.show,
        mechanisms,
        other,
        gap: arguments.gap.clone().unwrap_or(usual.gap),
        eps_to: arguments.eps_to.clone(),
        least: arguments.least.clone(),
        points,
        logarithmic: Logarithmic { x: arguments.log_x, y: arguments.log_y },
        x,
        y: arguments.y.clone(),
        marks: if is_of_families { Vec::new() } else { arguments.mark.clone() },
        front,
        fill: !arguments.lines,
        title: arguments.title.clone(),
        limits: option_of,
    };
    let progress = counting(request.answers());
    let drawn = request.scene(&settings.for_pictures(), || progress.step());
    drop(progress);
    drawn.map_err(|NotDrawn { mechanism, refusal, .. }| {
        let (name, text) = arguments.other.text(&mechanism).unwrap_or(("MECH", &mechanism));
        refused(name, text, *refusal)
    })
}

fn refused(name: &'static str, text: &str, refusal: Refusal) -> Exit {
    if let Refusal::TooCostly(_) = refusal {
        print_error(&format!("{text}: {}", not_drawn(&refusal)));
        return Exit::Undecided;
    }
    let result = Err(refusal);
    explain(&result, &Source { name, text, is_value: false });
    let exit = Outcome::of(result, text).exit();
    if exit != Exit::BadInput {
        print_error(&format!("no picture of {text}"));
    }
    exit
}
