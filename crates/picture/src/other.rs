//! Requests for pictures of other subjects than mechanisms.

use super::Counted;
use super::axis::Scale;
use super::claims::{Extent, claims};
use super::convergence::{Convergence, Small, convergence};
use super::dated::{Dated, dated};
use super::densities::{Densities, densities};
use super::families::{Asked, At, Families, Subject, families};
use super::request::{Request, each_named};
use super::scene::{NotDrawn, Scene};
use super::sweep::Sweep;
use super::utility::{Utility, utility};
use dpcert::claim::{self, ClaimFile, Judgement, judge_all};
use dpcert::input::{Field, Fields, InputError, Item};
use dpcert::mechanism::Density;
use dpcert::{Options, Real, Refusal};
use malachite::rational::Rational;
use std::num::NonZeroU64;

/// The most numbers of steps in a picture.
const MOST: usize = 16;

/// The subject of a picture that is not of mechanisms.
#[derive(Clone, Debug)]
pub enum Other {
    /// Compositions of many small steps, and their limit.
    Convergence(Convergence),
    /// A theorem over one of its parameters.
    Utility(Box<Utility>),
    /// Claims about a ledger.
    Claims(Box<ClaimFile>),
    /// Densities and masses of noise.
    Densities(Densities),
    /// eps or delta over a parameter of mechanisms.
    Families(Families),
    /// eps or delta of a ledger over time.
    Dated(Box<Dated>),
}

impl Other {
    /// Takes the request for one of these, if there is one: `convergence`, `utility` with its
    /// fields, `claims`, `densities` with `shifted`, or `families` with `eps-at`, `delta-at`
    /// or `beta-at`.
    ///
    /// # Errors
    /// An invalid field.
    pub fn read(fields: &mut Fields<'_>, points: u32) -> Result<Option<Other>, Refusal> {
        if let Some(field) = fields.optional("convergence") {
            return Ok(Some(Other::Convergence(Convergence::read(&field)?)));
        }
        if let Some(theorem) = fields.optional("utility") {
            let sweep = Sweep::read(fields, points)?;
            return Ok(Some(Other::Utility(Box::new(sweep.of(&theorem)?))));
        }
        if let Some(field) = fields.optional("families") {
            let asked =
                [("eps-at", Asked::Eps), ("delta-at", Asked::Delta), ("beta-at", Asked::Beta)];
            let given = asked.map(|(name, asked)| Some((asked, fields.optional(name)?)));
            let [(asked, at)] = given.iter().flatten().collect::<Vec<_>>()[..] else {
                let help = "give eps-at, which is a delta, delta-at, which is an eps, or beta-at, which is a level";
                return Err(field.error("one question is expected", help).into());
            };
            let at = At::read(*asked, at)?;
            let sweep = Sweep::read(fields, points)?;
            let listed = each_named(&field, Subject::read)?;
            let families = sweep.of_families(listed, at);
            let families = families.map_err(|(_, message, help)| field.error(message, help))?;
            return Ok(Some(Other::Families(families)));
        }
        if let Some(text) = fields.optional("claims") {
            let file = claim::parse(text.text()?)
                .map_err(|error| text.error(error.to_string(), error.help))?;
            return Ok(Some(Other::Claims(Box::new(file))));
        }
        if let Some(field) = fields.optional("densities") {
            let shifted = fields.optional("shifted").map(|field| field.boolean()).transpose()?;
            return Ok(Some(Other::Densities(Densities::read(&field, shifted.unwrap_or(false))?)));
        }
        Ok(None)
    }

    /// The number of answers that the picture needs.
    pub fn answers(&self) -> usize {
        match self {
            Other::Convergence(wanted) => wanted.counts.len() + 2,
            Other::Utility(wanted) => wanted.values.len(),
            Other::Claims(file) => file.claims.len(),
            Other::Dated(wanted) => wanted.answers(),
            Other::Densities(wanted) => wanted.noise.len(),
            Other::Families(wanted) => {
                let curve = wanted.points.max(wanted.values.len() + wanted.claimed.len());
                wanted.families.len() * (curve + usize::from(wanted.marked.is_some()))
            }
        }
    }

    /// The picture of a request for it; `progress` is called after each answer.
    ///
    /// # Errors
    /// The part that cannot be drawn.
    pub(crate) fn scene(
        &self,
        request: &Request,
        options: &Options,
        progress: &Counted<'_>,
    ) -> Result<Scene, NotDrawn> {
        let Request { gap, points, x, y, logarithmic, limits, .. } = request;
        let points = *points;
        match self {
            Other::Densities(wanted) => densities(wanted, x.as_ref(), points, options, progress),
            Other::Families(wanted) => families(&wanted.drawn_on(*logarithmic), options, progress),
            Other::Dated(wanted) => dated(wanted, x.as_ref(), options, progress),
            Other::Convergence(wanted) => convergence(wanted, gap, points, options, progress),
            Other::Utility(wanted) => utility(&wanted.drawn_on(*logarithmic), options, progress),
            Other::Claims(file) => {
                let settings = Options {
                    limits: options.limits,
                    engine: options.engine,
                    control: options.control.clone(),
                    ..Options::for_claims()
                };
                let judge = |file: &ClaimFile, claim: &_| {
                    let judgement = claim::judge(file, claim, &settings);
                    progress();
                    judgement
                };
                let judged: Vec<Judgement> =
                    judge_all(&[file], judge).into_iter().flatten().collect();
                let judged: Vec<_> = file.claims.iter().zip(&judged).collect();
                let extent = Extent { x: x.as_ref(), y: y.as_ref(), is_logarithmic: logarithmic.y };
                claims(file, &judged, extent, points, options, *limits)
            }
        }
    }
}

impl Densities {
    /// Reads a list of noise: each is a mechanism, or `{"name": ..., "mechanism": ...}`.
    ///
    /// # Errors
    /// Those of a mechanism, and one whose noise has no density or masses that are known.
    fn read(field: &Field<'_>, shifted: bool) -> Result<Densities, Refusal> {
        let noise = each_named(field, Density::read)?;
        Ok(Densities { noise, shifted })
    }
}

impl Convergence {
    /// Reads `{"mu": "1", "steps": ["2", "10"]}`, with an `alpha` or a `rate` if there is one.
    ///
    /// # Errors
    /// An invalid field, or a parameter outside its domain.
    pub fn read(field: &Field<'_>) -> Result<Convergence, InputError> {
        let mut fields = field.fields()?;
        let (mu, steps) = (fields.required("mu")?, fields.required("steps")?);
        let (alpha, rate) = (fields.optional("alpha"), fields.optional("rate"));
        fields.finish()?;
        let listed = steps.list()?;
        if listed.is_empty() || listed.len() > MOST {
            let message = format!("there are {} numbers of steps", listed.len());
            return Err(
                steps.error(message, format!("1 to {MOST} compositions are drawn in a picture"))
            );
        }
        let count = |field: &Field<'_>| {
            let count = NonZeroU64::new(field.natural()?);
            count.ok_or_else(|| field.error("there are no steps", "a composition has at least one"))
        };
        let counts = listed.iter().map(count).collect::<Result<Vec<_>, InputError>>()?;
        let small = match (&alpha, &rate) {
            (Some(_), Some(rate)) => {
                let message = "steps have an alpha or a rate";
                return Err(rate.error(message, "the rate decides their mass at loss 0"));
            }
            (None, Some(rate)) => Small::Rate(rational(rate)?),
            (Some(alpha), None) => Small::Inert(alpha.real()?),
            (None, None) => Small::Inert(Real::zero()),
        };
        let wanted = Convergence { mu: mu.real()?, small, counts };
        wanted.check().map_err(|error| {
            let given = [("alpha", &alpha), ("rate", &rate)];
            let given = given
                .iter()
                .find_map(|(name, field)| field.as_ref().filter(|_| error.parameter == *name));
            given.unwrap_or(&mu).error(error.message, error.help)
        })?;
        Ok(wanted)
    }
}

impl Sweep {
    /// Takes `"over": {"eps": ["1/10", "3"]}`, and `scale`, `conclusions` and `at`, if they are
    /// present.
    ///
    /// # Errors
    /// An invalid field.
    fn read(fields: &mut Fields<'_>, points: u32) -> Result<Sweep, InputError> {
        let scales = [("linear", Scale::Linear), ("logarithmic", Scale::Logarithmic)];
        let over = fields.required("over")?;
        let help = "write {\"eps\": [\"1/10\", \"3\"]}";
        let Item::Table(table) = &over.node.item else {
            return Err(over.error("a parameter and its ends are expected", help));
        };
        let [(key, ends)] = table.as_slice() else {
            return Err(over.error("one parameter is expected", help));
        };
        let field = Field { node: ends, path: format!("{}.{}", over.path, key.name) };
        let listed = field.list()?;
        let [from, to] = listed.as_slice() else {
            return Err(field.error("two ends are expected", help));
        };
        let (first, last) = (rational(from)?, rational(to)?);
        if first < 0 || last <= first {
            return Err(
                field.error(format!("{first} to {last} is not a range of numbers from 0 on"), help)
            );
        }
        let scale = fields.optional("scale").map(|field| field.choice(&scales)).transpose()?;
        let names = fields
            .optional("conclusions")
            .map(|field| field.list())
            .transpose()?
            .unwrap_or_default();
        let conclusions =
            names.iter().map(|name| name.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        let marked = fields.optional("at").map(|field| rational(&field)).transpose()?;
        let scale = scale.unwrap_or(Scale::Linear);
        Ok(Sweep {
            over: key.name.clone(),
            from: first,
            to: last,
            scale,
            points,
            conclusions,
            marked,
        })
    }
}

/// A rational number of a request.
pub fn rational(field: &Field<'_>) -> Result<Rational, InputError> {
    let number = field.real()?.as_rational().cloned();
    number.ok_or_else(|| {
        field.error("this is not a rational number", "write a decimal or a fraction")
    })
}
