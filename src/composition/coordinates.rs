//! Losses as integer vectors: equality of sums of losses is decided exactly, never by a float.

use crate::exact::field::{common_denominator, rational_gcd};
use crate::exact::log_linear::{LogLinear, coprime_base_of_at_most, exponent};
use crate::exact::real::{Node, Real};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// Integer coordinates of a set of losses.
///
/// A loss is `a + sum c_i ln(r_i) + sum d_i u_i`. Over a base of pairwise coprime integers the
/// logarithms are linearly independent over Q, and with 1 they stay so (Lindemann). Hence equal
/// coordinates are equal losses, and different ones are different. The exception is two opaque
/// `u_i` with a hidden relation: then equal losses are merely not merged, which changes no answer.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// One vector for each loss, all of the same length.
    pub vectors: Vec<Vec<i64>>,
    /// The common unit, where all losses are multiples of one number; `vectors` then have length 1.
    pub step: Option<Real>,
    /// The real number that is the unit of each coordinate.
    pub units: Vec<Real>,
}

/// The most coordinates of all losses before they have a common unit. Losses without one are
/// enumerated, and so many of them are too many to be composed.
const MAX_COORDINATES: usize = 1 << 20;

impl Coordinates {
    /// The coordinates of some losses; `None` if one is too large for 64 bits, or if there are too
    /// many.
    pub fn of(losses: &[Real]) -> Option<Coordinates> {
        let forms: Vec<LogLinear> = losses.iter().map(LogLinear::of).collect();
        let most = MAX_COORDINATES / losses.len().max(1);
        let ratios = forms.iter().flat_map(|form| form.logarithms.iter().map(|(_, r)| r));
        let base = coprime_base_of_at_most(most, ratios)?;
        let mut opaque: Vec<Real> = Vec::new();
        for (_, u) in forms.iter().flat_map(|form| &form.opaque) {
            if !opaque.iter().any(|known| sign_to(u, known).is_some()) {
                opaque.push(u.clone());
            }
            if opaque.len() > most {
                return None;
            }
        }
        let rational: Vec<Vec<Rational>> =
            forms.iter().map(|form| expand(form, &base, &opaque)).collect();
        let units: Vec<Real> = std::iter::once(Real::one())
            .chain(base.iter().map(|b| Real::from(Rational::from(b.clone())).ln()))
            .chain(opaque)
            .collect();
        match commensurable(&rational) {
            Some((step, multiples)) => {
                let step = combine(&step, &units);
                let vectors = multiples
                    .iter()
                    .map(|n| i64::try_from(n).ok().map(|n| vec![n]))
                    .collect::<Option<_>>()?;
                Some(Coordinates { vectors, step: Some(step.clone()), units: vec![step] })
            }
            None => integral(&rational, &units),
        }
    }

    /// Changes all signs: the same losses, in the negative units.
    pub fn flip(&mut self) {
        self.vectors.iter_mut().flatten().for_each(|n| *n = -*n);
        self.units.iter_mut().for_each(|unit| *unit = -&*unit);
        self.step = self.step.as_ref().map(Real::neg);
    }

    /// The loss at a coordinate vector.
    pub fn loss(&self, vector: &[i64]) -> Real {
        let terms = vector.iter().zip(&self.units).map(|(n, unit)| Real::from(*n) * unit);
        terms.fold(Real::zero(), |sum, term| sum + term)
    }
}

fn combine(vector: &[Rational], units: &[Real]) -> Real {
    let terms = vector.iter().zip(units).map(|(c, unit)| Real::from(c.clone()) * unit);
    terms.fold(Real::zero(), |sum, term| sum + term)
}

/// The vector of a loss over 1, the logarithms of the base, and the opaque numbers.
fn expand(form: &LogLinear, base: &[Natural], opaque: &[Real]) -> Vec<Rational> {
    let logarithm = |b: &Natural| {
        let terms = form.logarithms.iter().map(|(c, r)| c * &Rational::from(exponent(r, b)));
        terms.fold(Rational::ZERO, |sum, term| sum + term)
    };
    let other = |u: &Real| {
        form.opaque.iter().fold(Rational::ZERO, |sum, (d, v)| match sign_to(v, u) {
            Some(true) => sum + d,
            Some(false) => sum - d,
            None => sum,
        })
    };
    std::iter::once(form.constant.clone())
        .chain(base.iter().map(logarithm))
        .chain(opaque.iter().map(other))
        .collect()
}

/// Is a number another one, or with `false` its negative: the logarithm of the inverse ratio?
/// `None` if neither is seen.
fn sign_to(x: &Real, other: &Real) -> Option<bool> {
    if x == other {
        return Some(true);
    }
    let ratio = |x: &Real| match x {
        Real::Expression(node) => match node.as_ref() {
            Node::Ln(Real::Expression(inner)) => match inner.as_ref() {
                Node::Div(top, bottom) => Some((top.clone(), bottom.clone())),
                _ => None,
            },
            _ => None,
        },
        Real::Rational(_) => None,
    };
    let ((top, bottom), (p, q)) = ratio(x).zip(ratio(other))?;
    (top == q && bottom == p).then_some(false)
}

/// If all vectors are rational multiples of one: the largest vector of which all are integer
/// multiples, and the multiples. If all vectors are zero, they are multiples of 0.
fn commensurable(vectors: &[Vec<Rational>]) -> Option<(Vec<Rational>, Vec<Integer>)> {
    let is_zero = |v: &[Rational]| v.iter().all(|x| *x == 0);
    let Some(first) = vectors.iter().find(|v| !is_zero(v)) else {
        let width = vectors.first().map_or(0, Vec::len);
        return Some((vec![Rational::ZERO; width], vec![Integer::ZERO; vectors.len()]));
    };
    let pivot = first.iter().position(|x| *x != 0)?;
    let mut ratios = Vec::with_capacity(vectors.len());
    for vector in vectors {
        let ratio = vector.get(pivot)? / first.get(pivot)?;
        let proportional = vector.iter().zip(first).all(|(x, y)| *x == y * &ratio);
        proportional.then(|| ratios.push(ratio))?;
    }
    let magnitude = |x: &Rational| if *x < 0 { -x } else { x.clone() };
    let unit =
        ratios.iter().fold(Rational::ZERO, |unit, ratio| rational_gcd(&unit, &magnitude(ratio)));
    // The step has the sign of the first loss: the caller's losses come in pairs +-eps.
    let multiples = ratios
        .iter()
        .map(|ratio| Integer::try_from(&(ratio / &unit)).ok())
        .collect::<Option<_>>()?;
    Some((first.iter().map(|x| x * &unit).collect(), multiples))
}

/// Scales every coordinate to integers.
fn integral(vectors: &[Vec<Rational>], units: &[Real]) -> Option<Coordinates> {
    let scales: Vec<Natural> = (0..units.len())
        .map(|i| common_denominator(vectors.iter().filter_map(|v| v.get(i))))
        .collect();
    let scaled = |v: &Vec<Rational>| {
        let entries = v.iter().zip(&scales).map(|(x, scale)| {
            let integer = Integer::try_from(&(x * &Rational::from(scale.clone()))).ok()?;
            i64::try_from(&integer).ok()
        });
        entries.collect::<Option<Vec<i64>>>()
    };
    let vectors = vectors.iter().map(scaled).collect::<Option<_>>()?;
    let inverse =
        |scale: &Natural| Real::from(Rational::from_naturals(Natural::ONE, scale.clone()));
    let units = units.iter().zip(&scales).map(|(unit, scale)| inverse(scale) * unit).collect();
    Some(Coordinates { vectors, step: None, units })
}
