//! Mechanisms as trade-off functions, for the kinds that combine them.

use super::pair::Pair;
use crate::input::Field;
use crate::mechanism::{Directed, Dominating, LossPair, Mechanism, Operation};
use crate::refusal::Refusal;
use crate::tradeoff::{AlgebraError, Curve};

/// The most equal steps in a part: the curve of a power has as many edges at least, and is
/// multiplied out.
const MAX_STEPS: u64 = 1 << 8;
/// The most pairs of edges of a product of rational curves. Each pair is a product of numbers that
/// grow with every factor, and all are sorted.
const MAX_PAIRS: usize = 1 << 18;
/// The same for masses that are expressions, which grow with every product, and are compared as
/// polynomials or by intervals.
const MAX_IRRATIONAL_PAIRS: usize = 1 << 8;
/// The most edges of the result: operations on a curve combine its edges with those of others.
const MAX_EDGES: usize = 1 << 12;
/// The same for one of several pairs with rational masses: only the hull of these is taken.
const MAX_EDGES_OF_CHOICE: usize = 1 << 17;

impl Mechanism {
    /// The trade-off function, where it is piecewise linear: single finite pairs and small
    /// compositions of them.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] with the reason for everything else.
    ///
    /// ```
    /// use dpcert::Mechanism;
    /// let twice = Mechanism::parse("randomized-response(eps=ln(3))^2")?;
    /// assert_eq!(twice.curve()?.vertices().len(), 4);
    /// assert!(Mechanism::parse("laplace(eps=1)")?.curve().is_err());
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    pub fn curve(&self) -> Result<Curve, Refusal> {
        self.curve_of(false)
    }

    /// The trade-off functions of some mechanisms in both directions of neighbours.
    ///
    /// # Errors
    /// As [`Mechanism::curve`].
    pub(crate) fn curves_of_choices(mechanisms: &[Mechanism]) -> Result<Vec<Curve>, Refusal> {
        let both =
            mechanisms.iter().flat_map(|mechanism| [mechanism.clone(), mechanism.reversed()]);
        both.map(|mechanism| mechanism.curve_of(true)).collect()
    }

    /// The trade-off function; if `is_directed`, that of one direction of neighbours.
    fn curve_of(&self, is_directed: bool) -> Result<Curve, Refusal> {
        let mut product = Curve::identity();
        for (step, count) in self.steps().ok_or_else(Refusal::too_many_steps)? {
            if count > MAX_STEPS {
                return Err(unsupported(&format!(
                    "it has {count} equal steps, more than {MAX_STEPS}"
                )));
            }
            let pair = match &step {
                Dominating::ThreePoint(pair) => pair.to_finite(),
                Dominating::Finite(pair) => pair.clone(),
                Dominating::Noise(noise) if noise.iter().all(|noise| noise.outcomes() == 0) => {
                    return Err(unsupported("its trade-off function is not piecewise linear"));
                }
                Dominating::Bounded(_) => {
                    return Err(unsupported("its trade-off function is not piecewise linear"));
                }
                Dominating::Noise(_) => {
                    return Err(unsupported("it has infinitely many likelihood ratios"));
                }
                Dominating::Sampled(_) => {
                    return Err(unsupported(
                        "the two directions of neighbours have different pairs: give one of them as a finite-pair",
                    ));
                }
                Dominating::Directed(Directed { pair: LossPair::Finite(pair), .. })
                    if is_directed =>
                {
                    pair.clone()
                }
                Dominating::Directed(_) | Dominating::OneOf(_) => {
                    return Err(unsupported(
                        "the two directions of neighbours have different pairs",
                    ));
                }
                Dominating::Splits(_) => {
                    return Err(unsupported("each split of the group has another pair"));
                }
                Dominating::Operation(_) => {
                    return Err(unsupported("only bounds on its trade-off function are known"));
                }
                Dominating::Zcdp(_) => {
                    return Err(unsupported("the class has no trade-off function of its own"));
                }
            };
            product = times(
                &product,
                &power(&Curve::of(&pair).map_err(|e| unsupported(&e.to_string()))?, count)?,
            )?;
        }
        let most =
            if is_directed && product.is_rational() { MAX_EDGES_OF_CHOICE } else { MAX_EDGES };
        if product.edges().len() > most {
            return Err(unsupported(&format!(
                "its trade-off function has {} edges",
                product.edges().len()
            )));
        }
        Ok(product)
    }
}

fn unsupported(missing: &str) -> Refusal {
    Refusal::Unsupported {
        what: "this mechanism as a part of another one".into(),
        missing: missing.into(),
    }
}

fn power(curve: &Curve, count: u64) -> Result<Curve, Refusal> {
    let (mut result, mut square, mut left) = (Curve::identity(), curve.clone(), count);
    while left > 0 {
        if left & 1 == 1 {
            result = times(&result, &square)?;
        }
        left >>= 1;
        if left > 0 {
            square = times(&square, &square)?;
        }
    }
    Ok(result)
}

fn times(first: &Curve, second: &Curve) -> Result<Curve, Refusal> {
    let is_rational = first.is_rational() && second.is_rational();
    let limit = if is_rational { MAX_PAIRS } else { MAX_IRRATIONAL_PAIRS };
    // A factor with one edge adds no edges.
    let (n, m) = (first.edges().len(), second.edges().len());
    if n.saturating_mul(m) > limit && n.min(m) > 1 {
        return Err(unsupported("its trade-off function has too many edges"));
    }
    first.tensor(second).map_err(|error| unsupported(&error.to_string()))
}

/// Reads a part, for groups of `size` members.
pub(crate) fn read_part(field: &Field<'_>, size: u64) -> Result<Operation, Refusal> {
    Operation::of(Mechanism::read_for(field, size)?)
}

/// Reads a list of at least one part.
pub(crate) fn read_parts(field: &Field<'_>, size: u64) -> Result<Vec<Operation>, Refusal> {
    let parts = field.list()?;
    if parts.is_empty() {
        return Err(field.error("there is no mechanism", "give at least one").into());
    }
    parts.iter().map(|part| read_part(part, size)).collect()
}

/// An operation on piecewise-linear functions, whose parameters come from a field.
pub(crate) fn exact(
    curve: Result<Curve, AlgebraError>,
    field: &Field<'_>,
) -> Result<Operation, Refusal> {
    curve.map(|curve| Operation::Exact(curve.to_pair())).map_err(|error| refuse(&error, field))
}

/// An operation that failed, as an error of the field that gave its parameter.
pub(crate) fn refuse(error: &AlgebraError, field: &Field<'_>) -> Refusal {
    match error {
        AlgebraError::Domain(message) => {
            field.error(message.as_str(), "weights are >= 0 and sum to exactly 1").into()
        }
        AlgebraError::Undecided => {
            field.error(error.to_string(), "write the numbers in a simpler form").into()
        }
        AlgebraError::Asymmetric(_) => {
            unsupported(&format!("it needs a symmetric pair, and {error}"))
        }
    }
}
