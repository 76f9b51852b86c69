//! `group`: a mechanism for data sets that differ in several records.

use super::sampled::MECHANISM;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::{mechanism, natural};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{RATE, SIGMA, eps, input, row, template};
use crate::mechanism::{Dominating, Mechanism, Operation, Parameter, Zcdp};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve};

/// The pair of a kind for a group whose k members all change.
#[derive(Clone, Copy)]
pub(crate) enum Members {
    /// Noise with a concave logarithm moves k times as far; for zcdp, rho is k^2 times as large.
    ///
    /// For such noise the likelihood ratio of a shift is monotone, so that half-lines are the best
    /// tests whatever the shift, and their power grows with it. So the full distance is the worst
    /// one, and neighbours at that distance attain it. For mu-GDP as a class it is Dong, Roth & Su,
    /// Theorem 3 and the Gaussian mechanism; for zcdp Bun & Steinke 2016, Proposition 1.9, and
    /// again the Gaussian.
    Distance,
    /// The same, where the pair no longer determines the distance.
    Read(fn(&mut Fields<'_>, u64) -> Result<Dominating, InputError>),
    /// All mechanisms with that trade-off function: see [`Curve::group`].
    Class,
    /// None: it is a local randomiser, and how the reports of its members are combined is not known.
    Local,
    /// No pair is known, for this reason.
    Unsupported(&'static str),
}

/// Why no pair is known for a group under a local mechanism.
const LOCAL: &str = "the pair of a group depends on how the answers of its members are combined: \
     approx-dp(eps, delta=0) is the worst case over all mechanisms, a power M^k is for separate answers";

/// About the most likelihood ratios that are listed for a group: those of a member times its size,
/// of which each has longer numbers than the last.
const MAX_EDGES: u64 = 1 << 12;

impl Members {
    /// Reads a step of the kind `kind` for groups of `size` members.
    pub(crate) fn read(
        self,
        kind: &Field<'_>,
        fields: &mut Fields<'_>,
        read: fn(&mut Fields<'_>) -> Result<Dominating, InputError>,
        size: u64,
    ) -> Result<Dominating, Refusal> {
        if let Members::Read(read) = self {
            return Ok(read(fields, size)?);
        }
        let step = read(fields)?;
        if size == 1 {
            return Ok(step);
        }
        match (self, step) {
            (Members::Local, _) => Err(unsupported(kind, LOCAL)),
            (Members::Unsupported(missing), _) => Err(unsupported(kind, missing)),
            (_, Dominating::ThreePoint(pair)) => class(kind, &pair.to_finite(), size),
            (_, Dominating::Finite(pair)) => class(kind, &pair, size),
            (_, Dominating::Directed(_)) => Err(unsupported(
                kind,
                "give the scores where all members change, with the sensitivity of the group",
            )),
            (_, step) => at_distance(step, size)
                .ok_or_else(|| unsupported(kind, "a shift would be more than 2^64 - 1")),
        }
    }
}

const NAME: &str = "group";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        MECHANISM,
        (&["k", "count", "n", "members"], "the number of members is size"),
    ]),
    open: &[Parameter { is_whole: true, smallest: 1, ..smaller(NAME, "size") }],
    rows: &[row("group(size, M)", "M for a group whose members all change")
        .more("of a Poisson sample: those of one noisy value")],
    templates: &[
        template(
            "Poisson sample, Gaussian, a group",
            "group(size={size}, mechanism=poisson({rate}, gaussian(sigma={sigma})))",
            &[input("size", "2").even("1", "8", "1"), RATE, SIGMA],
        ),
        template(
            "group, Laplace",
            "group(size={size}, mechanism=laplace(eps={eps}))",
            &[input("size", "2").even("1", "50", "1"), eps("1")],
        ),
    ],
    ..Kind::new(NAME, &[natural("size").required(), mechanism()], Form::Around(read))
};

fn read(fields: &mut Fields<'_>, size: u64) -> Result<Mechanism, Refusal> {
    let field = fields.required("size")?;
    let size = read_size(&field)?.checked_mul(size);
    let size = size.ok_or_else(|| {
        field.error(
            "the group has more than 2^64 - 1 members",
            "the sizes of nested groups multiply",
        )
    })?;
    Mechanism::read_for(&fields.required("mechanism")?, size)
}

/// What to give in place of a function that is not symmetric.
const BOTH_ORDERS: &str = "of a guarantee that holds in both orders give symmetrised(mechanism=M); for the worse of both \
                           orders, take the union with the inverse";

fn unsupported(kind: &Field<'_>, missing: &str) -> Refusal {
    Refusal::Unsupported {
        what: format!("a group under {}", kind.text().unwrap_or("this")),
        missing: missing.into(),
    }
}

fn class(kind: &Field<'_>, pair: &FinitePair, size: u64) -> Result<Dominating, Refusal> {
    let curve = Curve::of(pair).map_err(|error| unsupported(kind, &error.to_string()))?;
    Ok(Dominating::Finite(group_of_curve(kind, &curve, size)?.to_pair()))
}

/// All mechanisms with a given trade-off function, for groups of `size` members.
pub(crate) fn group_of_class(
    kind: &Field<'_>,
    part: Operation,
    size: u64,
) -> Result<Operation, Refusal> {
    if size == 1 {
        return Ok(part);
    }
    if let Operation::Part { mechanism, .. } = &part
        && let Mechanism::Step(step) = mechanism.as_ref()
        && step.noise().is_some_and(|noise| noise.outcomes() == 0)
        && let Some(shifted) = at_distance(step.clone(), size)
    {
        // 1 - f is a shift of the distribution function of the noise, and so are its powers.
        return Operation::of(Mechanism::Step(shifted));
    }
    match part.curve() {
        Ok(Some(curve)) => Ok(Operation::Exact(group_of_curve(kind, &curve, size)?.to_pair())),
        Ok(None) if part.is_symmetric() => Ok(Operation::Group { size, part: Box::new(part) }),
        Ok(None) => Err(unsupported(
            kind,
            format!("it needs a symmetric trade-off function: {BOTH_ORDERS}").as_str(),
        )),
        Err(error) => Err(unsupported(kind, &error.to_string())),
    }
}

fn group_of_curve(kind: &Field<'_>, curve: &Curve, size: u64) -> Result<Curve, Refusal> {
    let edges = size.saturating_mul(curve.edges().len().max(1) as u64);
    if edges > MAX_EDGES {
        return Err(unsupported(
            kind,
            &format!("its pair would have up to {edges} likelihood ratios"),
        ));
    }
    curve.group(size).map_err(|error| match error {
        AlgebraError::Asymmetric(_) => {
            unsupported(kind, &format!("it needs a symmetric pair, and {error}: {BOTH_ORDERS}"))
        }
        _ => unsupported(kind, &error.to_string()),
    })
}

fn at_distance(step: Dominating, size: u64) -> Option<Dominating> {
    match step {
        Dominating::Noise(noise) => noise
            .iter()
            .map(|noise| noise.farther(size))
            .collect::<Option<_>>()
            .map(Dominating::Noise),
        Dominating::Zcdp(zcdp) => {
            Some(Dominating::Zcdp(Zcdp { rho: Real::from(size).pow(2) * &zcdp.rho }))
        }
        _ => None,
    }
}

/// The number of members of a group, at least 1.
pub(crate) fn read_size(field: &Field<'_>) -> Result<u64, InputError> {
    match field.natural()? {
        0 => Err(field.error("a group of 0 members", "a group has at least 1 member")),
        size => Ok(size),
    }
}
