//! From a finite shape to the table of its likelihood ratios, in any of the three tiers.

use super::lattice::{Measure, Scaling};
use super::product::Product;
use super::shape::FiniteShape;
use super::table::{Losses, Row, Table};
use super::{Shape, cost, kfold};
use crate::control::{Control, Interrupted};
use crate::exact::engine::{BigNatural, DirectedFloat, Engine, Rounding};
use crate::exact::field::{Element, common_denominator, rational_gcd};
use crate::exact::interval::Interval;
use crate::exact::polynomial::Polynomial;
use crate::exact::real::Real;
use crate::exact::semiring::{Semiring, Whole};
use crate::exact::value::Value;
use crate::pair::{FinitePair, ThreePoint};
use crate::parallel;
use crate::tradeoff::Curve;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use std::cmp::Ordering;

/// The arithmetic in which a table is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// On rationals.
    Exact,
    /// On intervals, at a precision.
    Enclosed {
        /// The working precision.
        precision: u64,
    },
}

impl Arithmetic {
    /// The working precision in bits; for exact arithmetic, a precision that suffices beside exact
    /// numbers.
    pub fn precision(self) -> u64 {
        match self {
            Arithmetic::Exact => 256,
            Arithmetic::Enclosed { precision } => precision,
        }
    }
}

/// The table of a composition of finite pairs; `None` where the arithmetic does not fit the
/// numbers, the shape has no table, or two losses cannot be ordered.
///
/// # Errors
/// If the computation is interrupted.
pub fn tabulate<E: Engine>(
    shape: &Shape,
    arithmetic: Arithmetic,
    control: &Control,
) -> Result<Option<Table<E>>, Interrupted> {
    Ok(match (shape, arithmetic) {
        (Shape::KFold { pair, k }, Arithmetic::Exact) => exact_kfold(pair, *k, control)?,
        (Shape::KFold { pair, k }, Arithmetic::Enclosed { precision }) => {
            Some(enclosed_kfold(pair, *k, precision, control)?)
        }
        (Shape::Finite(shape), Arithmetic::Exact) => exact_table(shape),
        (Shape::Finite(shape), Arithmetic::Enclosed { precision }) => {
            enclosed_table(shape, precision)
        }
        (Shape::Listed(pair), Arithmetic::Exact) => {
            listed_pair(pair, &|x| Some(Value::Exact(x.as_rational()?.clone())))
        }
        (Shape::Listed(pair), Arithmetic::Enclosed { precision }) => {
            listed_pair(pair, &|x| Some(Value::Enclosed(x.enclose(precision))))
        }
        (Shape::Closed(_) | Shape::Step(_), _) => None,
    })
}

/// The table of one pair, its losses put in descending order.
fn listed_pair<E: Engine>(
    pair: &FinitePair,
    value: &dyn Fn(&Real) -> Option<Value<E>>,
) -> Option<Table<E>> {
    let curve = Curve::of(pair).ok()?;
    let rows =
        curve.edges().iter().map(|edge| Some(Row { p: value(&edge.p)?, q: value(&edge.q)? }));
    Some(Table {
        losses: Losses::Listed(curve.edges().iter().map(|edge| edge.loss.clone()).collect()),
        rows: rows.collect::<Option<_>>()?,
        p_infinite: value(&pair.p_infinite)?,
        q_infinite: value(&pair.q_infinite)?,
    })
}

/// A k-fold three-point table from the masses `Q(S = j)`, j = 0..=k, and `P(S = j) = E^j Q(S = j)`;
/// the other half is the mirror image.
fn symmetric<E: Engine>(
    pair: &ThreePoint,
    q: Vec<Value<E>>,
    e: &Value<E>,
    infinite: Value<E>,
) -> Table<E> {
    let mut upper = Vec::new();
    let mut power = Value::Exact(Rational::ONE);
    for (j, q) in q.into_iter().enumerate() {
        let alternating = matches!(&q, Value::Exact(q) if *q == 0)
            || matches!(&q, Value::Enclosed(q) if q.is_null());
        if !alternating {
            upper.push((i64::try_from(j).unwrap_or(i64::MAX), Row { p: &power * &q, q }));
        }
        power = &power * e;
    }
    let mirrored = upper
        .iter()
        .filter(|(j, _)| *j > 0)
        .map(|(j, row)| (-j, Row { p: row.q.clone(), q: row.p.clone() }));
    let rows: Vec<(i64, Row<E>)> = upper.iter().rev().cloned().chain(mirrored).collect();
    let (indices, rows) = rows.into_iter().unzip();
    Table {
        losses: Losses::Lattice { step: pair.eps.clone(), indices },
        rows,
        p_infinite: infinite.clone(),
        q_infinite: infinite,
    }
}

fn exact_kfold<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    control: &Control,
) -> Result<Option<Table<E>>, Interrupted> {
    let e = pair.e();
    let (Some(rational), Some(e)) = (kfold::RationalPair::of(pair), e.as_rational()) else {
        return Ok(None);
    };
    let (denominator, infinite) = rational.denominator_and_infinite(k);
    let masses = rational.masses::<E::Natural>(k, control)?.into_iter().map(Value::Exact).collect();
    let infinite = Value::Exact(Rational::from_naturals(infinite, denominator));
    Ok(Some(symmetric(pair, masses, &Value::Exact(e.clone()), infinite)))
}

fn enclosed_kfold<E: Engine>(
    pair: &ThreePoint,
    k: u64,
    precision: u64,
    control: &Control,
) -> Result<Table<E>, Interrupted> {
    let masses =
        kfold::masses::<E>(pair, k, precision, control)?.into_iter().map(Value::Enclosed).collect();
    let e = Value::Enclosed(pair.e().enclose(precision));
    Ok(symmetric(pair, masses, &e, kfold::infinite_mass(&pair.delta, k, precision)))
}

/// `1 - prod (1 - p_i)^{n_i}` for the masses at one infinity: exact where that is short, so that
/// "is delta below the mass at infinity?" is decided.
fn infinite_mass<E: Engine>(
    steps: &[(FinitePair, u64)],
    side: fn(&FinitePair) -> &Real,
    precision: u64,
) -> Value<E> {
    let (mut infinite, mut finite) = (Value::Exact(Rational::ZERO), Value::Exact(Rational::ONE));
    for (pair, count) in steps {
        // Finite in the steps before and infinite in this one: nothing is subtracted.
        infinite = &infinite + &(&finite * &kfold::infinite_mass(side(pair), *count, precision));
        finite = &finite * &kfold::finite_mass(side(pair), *count, precision);
    }
    infinite
}

fn p_infinite(pair: &FinitePair) -> &Real {
    &pair.p_infinite
}

fn q_infinite(pair: &FinitePair) -> &Real {
    &pair.q_infinite
}

/// A pair's masses over a common denominator.
struct Numerators {
    atoms: Vec<(Natural, Natural)>,
    p_infinite: Natural,
    q_infinite: Natural,
    denominator: Natural,
}

/// The numerators of a pair; `None` unless every mass is rational.
fn numerators(pair: &FinitePair) -> Option<Numerators> {
    let infinite = [&pair.p_infinite, &pair.q_infinite];
    let masses: Vec<&Rational> = pair
        .atoms
        .iter()
        .flat_map(|atom| [&atom.p, &atom.q])
        .chain(infinite)
        .map(Real::as_rational)
        .collect::<Option<_>>()?;
    let denominator = common_denominator(masses.iter().copied());
    let scale = Rational::from(denominator.clone());
    let numerator = |x: &Real| Some((x.as_rational()? * &scale).numerator_ref().clone());
    Some(Numerators {
        atoms: pair
            .atoms
            .iter()
            .map(|atom| Some((numerator(&atom.p)?, numerator(&atom.q)?)))
            .collect::<Option<_>>()?,
        p_infinite: numerator(&pair.p_infinite)?,
        q_infinite: numerator(&pair.q_infinite)?,
        denominator,
    })
}

fn exact_table<E: Engine>(shape: &FiniteShape) -> Option<Table<E>> {
    let steps: Vec<Numerators> =
        shape.steps.iter().map(|(pair, _)| numerators(pair)).collect::<Option<_>>()?;
    if cost::is_dense(shape) {
        return exact_lattice(shape, &steps);
    }
    let (zero, one) = (Whole(E::Natural::from_u64(0)), Whole(E::Natural::from_u64(1)));
    let whole = |n: &Natural| Whole(E::Natural::from_natural(n));
    let factors = steps.iter().zip(&shape.vectors).map(|(step, vectors)| Product {
        atoms: vectors
            .iter()
            .cloned()
            .zip(step.atoms.iter().map(|(p, q)| (whole(p), whole(q))))
            .collect(),
        p_infinite: whole(&step.p_infinite),
        q_infinite: whole(&step.q_infinite),
        denominator: whole(&step.denominator),
    });
    let product = multiply(shape, factors, zero, one);
    let denominator = product.denominator.0.to_natural();
    let value = |x: &Whole<E::Natural>| {
        Value::Exact(Rational::from_naturals(x.0.to_natural(), denominator.clone()))
    };
    listed(shape, product, value)
}

/// The composition of all steps of a shape.
fn multiply<S: Semiring>(
    shape: &FiniteShape,
    factors: impl Iterator<Item = Product<S>>,
    zero: S,
    one: S,
) -> Product<S> {
    let width = shape.coordinates.units.len();
    let powers = factors.zip(&shape.steps).map(|(factor, (_, count))| factor.power(*count));
    powers
        .reduce(|product, power| product.times(&power))
        .unwrap_or_else(|| Product::identity(width, zero, one))
}

/// The precision at which losses are put in order before any is compared exactly, in bits: with
/// fewer, more pairs are compared exactly, which is slow; the order is right with any.
const ORDER_PRECISION: u64 = 128;

/// A loss by its coordinates, with an enclosure, and what is kept for it.
struct Listed<E: Engine> {
    vector: Vec<i64>,
    near: Interval<E>,
    row: Row<E>,
}

/// A table from a product, its losses put in descending order; `None` where two of them cannot be
/// ordered.
///
/// Cost: for each loss a product for each unit, and the comparisons of a sort.
fn listed<E: Engine, S>(
    shape: &FiniteShape,
    product: Product<S>,
    value: impl Fn(&S) -> Value<E>,
) -> Option<Table<E>> {
    let (p_infinite, q_infinite) = (value(&product.p_infinite), value(&product.q_infinite));
    let units: Vec<Interval<E>> =
        shape.coordinates.units.iter().map(|unit| unit.enclose(ORDER_PRECISION)).collect();
    let near = |vector: &[i64]| {
        let terms = vector.iter().zip(&units).filter(|(n, _)| **n != 0);
        terms.fold(Interval::zero(ORDER_PRECISION), |sum, (n, unit)| {
            &sum + &(&Interval::from_rational(&Rational::from(*n), ORDER_PRECISION) * unit)
        })
    };
    let atoms = product.atoms.into_iter().map(|(vector, (p, q))| {
        let (near, row) = (near(&vector), Row { p: value(&p), q: value(&q) });
        Listed { vector, near, row }
    });
    let atoms = descending(shape, atoms.collect())?;
    let (vectors, rows): (Vec<_>, Vec<_>) =
        atoms.into_iter().map(|atom| (atom.vector, atom.row)).unzip();
    let losses = match &shape.coordinates.step {
        Some(step) => Losses::Lattice { step: step.clone(), indices: indices(&vectors).collect() },
        None => Losses::Sums { coordinates: shape.coordinates.clone(), vectors },
    };
    Some(Table { losses, rows, p_infinite, q_infinite })
}

/// Losses in descending order: by their enclosures, and exactly where these overlap. It ends at the
/// first two whose order is undecided, since such a comparison takes long and there may be many.
fn descending<E: Engine>(shape: &FiniteShape, mut atoms: Vec<Listed<E>>) -> Option<Vec<Listed<E>>> {
    atoms.sort_by(|a, b| b.near.lower().partial_cmp(a.near.lower()).unwrap_or(Ordering::Equal));
    let loss = |atom: &Listed<E>| shape.coordinates.loss(&atom.vector);
    let mut sorted: Vec<Listed<E>> = Vec::with_capacity(atoms.len());
    // From `start` on losses overlap each other, down to `lowest`; all before are larger than those
    // that come.
    let (mut start, mut lowest) = (0, None);
    for atom in atoms {
        if lowest.is_some_and(|lowest| *atom.near.upper() < lowest) {
            start = sorted.len();
        }
        lowest = Some(atom.near.lower().clone());
        let mut place = sorted.len();
        if place > start {
            let exact = loss(&atom);
            while place > start && loss(sorted.get(place - 1)?).compare(&exact)? == Ordering::Less {
                place -= 1;
            }
        }
        sorted.insert(place, atom);
    }
    Some(sorted)
}

/// The index of each atom on the common lattice.
fn indices(vectors: &[Vec<i64>]) -> impl Iterator<Item = i64> {
    vectors.iter().map(|vector| vector.first().copied().unwrap_or(0))
}

/// The composition of the steps' P-masses (or Q-masses) as one measure; `None` if a step has no
/// finite loss.
fn measure<N: BigNatural>(
    shape: &FiniteShape,
    scaling: Scaling,
    masses: impl Fn(usize, usize) -> N,
) -> Option<Measure<N>> {
    let one = match scaling {
        Scaling::Exact => N::from_u64(1),
        Scaling::FixedPoint { bits, .. } => N::from_u64(1).shl(bits),
    };
    let mut result: Option<Measure<N>> = None;
    for (i, ((_, count), vectors)) in shape.steps.iter().zip(&shape.vectors).enumerate() {
        if vectors.is_empty() {
            return None;
        }
        let atoms: Vec<(i64, N)> =
            indices(vectors).enumerate().map(|(j, index)| (index, masses(i, j))).collect();
        let power = Measure::from_masses(&atoms).power(*count, scaling);
        result =
            Some(result.map_or_else(|| power.clone(), |result| result.convolve(&power, scaling)));
    }
    Some(result.unwrap_or_else(|| Measure::from_masses(&[(0, one)])))
}

/// A lattice table from P and Q on the same indices; rows without mass are left out.
fn lattice_table<E: Engine, T>(
    shape: &FiniteShape,
    low: i64,
    p: Vec<T>,
    q: Vec<T>,
    is_null: impl Fn(&T, &T) -> bool,
    value: impl Fn(T) -> Value<E>,
) -> (Losses, Vec<Row<E>>) {
    let step = shape.coordinates.step.clone().unwrap_or_else(Real::zero);
    let mut indices = Vec::new();
    let mut rows = Vec::new();
    for (i, (p, q)) in p.into_iter().zip(q).enumerate().rev() {
        if !is_null(&p, &q) {
            indices.push(low + i64::try_from(i).unwrap_or(i64::MAX));
            rows.push(Row { p: value(p), q: value(q) });
        }
    }
    (Losses::Lattice { step, indices }, rows)
}

fn exact_lattice<E: Engine>(shape: &FiniteShape, steps: &[Numerators]) -> Option<Table<E>> {
    let natural = |n: &Natural| E::Natural::from_natural(n);
    let denominator =
        steps.iter().zip(&shape.steps).fold(Natural::ONE, |product, (step, (_, count))| {
            product * BigNatural::pow(&step.denominator, *count)
        });
    let infinite = |side: fn(&Numerators) -> &Natural| {
        let finite =
            steps.iter().zip(&shape.steps).fold(Rational::ONE, |product, (step, (_, count))| {
                let finite = &step.denominator - side(step);
                product * Rational::from_naturals(finite, step.denominator.clone()).pow(*count)
            });
        Value::Exact(Rational::ONE - finite)
    };
    let mut table = Table {
        losses: Losses::Lattice { step: Real::zero(), indices: Vec::new() },
        rows: Vec::new(),
        p_infinite: infinite(|step| &step.p_infinite),
        q_infinite: infinite(|step| &step.q_infinite),
    };
    let p = measure(shape, Scaling::Exact, |i, j| natural(&steps[i].atoms[j].0));
    let q = measure(shape, Scaling::Exact, |i, j| natural(&steps[i].atoms[j].1));
    if let (Some(p), Some(q)) = (p, q) {
        let value = |n: E::Natural| {
            Value::Exact(Rational::from_naturals(n.to_natural(), denominator.clone()))
        };
        let is_null = |p: &E::Natural, _: &E::Natural| p.is_zero();
        (table.losses, table.rows) =
            lattice_table(shape, p.low, p.numerators, q.numerators, is_null, value);
    }
    Some(table)
}

fn enclosed_table<E: Engine>(shape: &FiniteShape, precision: u64) -> Option<Table<E>> {
    let p_infinite = infinite_mass(&shape.steps, p_infinite, precision);
    let q_infinite = infinite_mass(&shape.steps, q_infinite, precision);
    if !cost::is_dense(shape) {
        let interval = |x: &Real| x.enclose::<E>(precision).positive_part();
        let factors = shape.steps.iter().zip(&shape.vectors).map(|((pair, _), vectors)| Product {
            atoms: vectors
                .iter()
                .cloned()
                .zip(pair.atoms.iter().map(|a| (interval(&a.p), interval(&a.q))))
                .collect(),
            p_infinite: interval(&pair.p_infinite),
            q_infinite: interval(&pair.q_infinite),
            denominator: Interval::one(precision),
        });
        let product = multiply(shape, factors, Interval::zero(precision), Interval::one(precision));
        let table = listed(shape, product, |x| Value::Enclosed(x.clone()))?;
        return Some(Table { p_infinite, q_infinite, ..table });
    }
    let one_side = |mass: fn(&FinitePair, usize) -> &Real| {
        let end = |rounding: Rounding| {
            let scaling = Scaling::FixedPoint { bits: precision, rounding };
            measure::<E::Natural>(shape, scaling, |i, j| {
                fixed_point(mass(&shape.steps[i].0, j), precision, rounding)
            })
        };
        let (lower, upper) = parallel::join(|| end(Rounding::Down), || end(Rounding::Up));
        Some((lower?, upper?))
    };
    let p = one_side(|pair, j| &pair.atoms[j].p);
    let q = one_side(|pair, j| &pair.atoms[j].q);
    let (Some((p_lower, p_upper)), Some((q_lower, q_upper))) = (p, q) else {
        let losses = Losses::Lattice { step: Real::zero(), indices: Vec::new() };
        return Some(Table { losses, rows: Vec::new(), p_infinite, q_infinite });
    };
    let interval = |lower: &E::Natural, upper: &E::Natural| {
        let shift = -i64::try_from(precision).unwrap_or(i64::MAX);
        let float = |n: &E::Natural, rounding| {
            E::Float::from_natural(&n.to_natural(), precision, rounding)
                .shift(shift, precision, rounding)
        };
        Interval::<E>::new(float(lower, Rounding::Down), float(upper, Rounding::Up), precision)
    };
    let zip = |lower: Measure<E::Natural>, upper: Measure<E::Natural>| {
        lower.numerators.into_iter().zip(upper.numerators).collect::<Vec<_>>()
    };
    let low = p_lower.low;
    let (losses, rows) = lattice_table(
        shape,
        low,
        zip(p_lower, p_upper),
        zip(q_lower, q_upper),
        |p, q| p.1.is_zero() && q.1.is_zero(),
        |(lower, upper)| Value::Enclosed(interval(&lower, &upper)),
    );
    Some(Table { losses, rows, p_infinite, q_infinite })
}

/// `x * 2^bits` rounded to an integer, for `x >= 0`.
fn fixed_point<N: BigNatural>(x: &Real, bits: u64, rounding: Rounding) -> N {
    use crate::exact::engine::Malachite;
    use malachite::base::num::conversion::traits::RoundingInto;
    use malachite::base::rounding_modes::RoundingMode;
    let enclosure = x.enclose::<Malachite>(bits + 64).positive_part();
    let (end, mode) = match rounding {
        Rounding::Down => (enclosure.lower(), RoundingMode::Floor),
        Rounding::Up => (enclosure.upper(), RoundingMode::Ceiling),
    };
    if end.exponent().is_some_and(|exponent| exponent < -i64::try_from(bits).unwrap_or(i64::MAX)) {
        // Less than a unit, and as a rational it may have billions of digits.
        return N::from_u64(u64::from(rounding == Rounding::Up));
    }
    let scaled = end.to_rational().unwrap_or(Rational::ZERO) << bits;
    let (integer, _): (Integer, _) = scaled.rounding_into(mode);
    N::from_natural(integer.unsigned_abs_ref())
}

/// The most lattice points of a composition that is computed in `Q(e^r)`: the degrees of its
/// polynomials grow with them, and products with the square of the degree. Larger ones are
/// enclosed.
const MAX_FIELD_SPAN: u64 = 200;
/// The most bits of its coefficients, for the same reason: a product of two polynomials has as many
/// products of such numbers as it has pairs of terms.
const MAX_FIELD_BITS: u64 = 1 << 15;

/// The masses of a pair: P and Q of each atom, then the two at infinity.
fn all_masses(pair: &FinitePair) -> Vec<Real> {
    let atoms = pair.atoms.iter().flat_map(|atom| [atom.p.clone(), atom.q.clone()]);
    atoms.chain([pair.p_infinite.clone(), pair.q_infinite.clone()]).collect()
}

/// The table of a small composition in Q(e^r), where every comparison is decided, with the r of
/// that field. `others` are the numbers that are compared with it.
///
/// `None` if a number is not in such a field, or the composition is not small.
pub fn tabulate_in_field<E: Engine>(
    shape: &Shape,
    others: &[Real],
) -> Option<(Table<E>, Rational)> {
    let expanded;
    let shape = match shape {
        Shape::KFold { pair, k } => {
            expanded = FiniteShape::new(vec![(pair.to_finite(), *k)]).ok()?;
            &expanded
        }
        Shape::Finite(shape) => shape,
        Shape::Closed(_) | Shape::Listed(_) | Shape::Step(_) => return None,
    };
    (shape.span()? <= MAX_FIELD_SPAN && cost::denominator_bits(shape) <= MAX_FIELD_BITS)
        .then_some(())?;
    let numbers = shape.steps.iter().flat_map(|(pair, _)| {
        let ratios = pair.atoms.iter().map(|atom| atom.loss.exp());
        all_masses(pair).into_iter().chain(ratios)
    });
    let step = numbers.chain(others.iter().cloned()).try_fold(Rational::ZERO, |step, number| {
        Some(rational_gcd(&step, Element::of(&number)?.step()))
    })?;
    Some((field_table(shape, &step)?, step))
}

fn field_table<E: Engine>(shape: &FiniteShape, step: &Rational) -> Option<Table<E>> {
    let masses = shape.steps.iter().map(|(pair, _)| all_masses(pair));
    let mut factors = Vec::new();
    for (masses, vectors) in masses.zip(&shape.vectors) {
        let elements: Vec<Element> =
            masses.iter().map(|mass| Element::with_step(mass, step)).collect::<Option<_>>()?;
        let (numerators, denominator) = over_common_denominator(&elements);
        let mut atoms = std::collections::BTreeMap::new();
        for (vector, masses) in vectors.iter().zip(numerators.chunks(2)) {
            if let [p, q] = masses {
                atoms.insert(vector.clone(), (p.clone(), q.clone()));
            }
        }
        let [.., p_infinite, q_infinite] = numerators.as_slice() else {
            return None;
        };
        let (p_infinite, q_infinite) = (p_infinite.clone(), q_infinite.clone());
        factors.push(Product { atoms, p_infinite, q_infinite, denominator });
    }
    let product =
        multiply(shape, factors.into_iter(), Polynomial::default(), Polynomial::constant(1));
    let denominator = product.denominator.clone();
    listed(shape, product, |x| {
        Value::Field(Element::new(step.clone(), x.clone(), denominator.clone()))
    })
}

/// Elements as numerators over one denominator: the product of the distinct ones.
fn over_common_denominator(elements: &[Element]) -> (Vec<Polynomial>, Polynomial) {
    let mut distinct: Vec<&Polynomial> = Vec::new();
    for element in elements {
        if !distinct.contains(&element.denominator()) {
            distinct.push(element.denominator());
        }
    }
    let product = |skip: Option<&Polynomial>| {
        distinct
            .iter()
            .filter(|d| Some(**d) != skip)
            .fold(Polynomial::constant(1), |product, d| &product * *d)
    };
    let numerators =
        elements.iter().map(|x| x.numerator() * &product(Some(x.denominator()))).collect();
    (numerators, product(None))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::exact::engine::Malachite;
    use crate::exact::literal::parse;

    fn losses(texts: &[&str]) -> Option<Vec<Real>> {
        let share = Real::from(Rational::from_unsigneds(1u64, texts.len() as u64));
        let outcome = |text: &&str| (share.clone(), share.clone(), Some(parse(text).unwrap()));
        let pair = FinitePair::from_outcomes(texts.iter().map(outcome)).unwrap();
        let shape = Shape::Finite(FiniteShape::new(vec![(pair, 1)]).unwrap());
        let table = tabulate::<Malachite>(
            &shape,
            Arithmetic::Enclosed { precision: 128 },
            &Control::default(),
        )
        .unwrap()?;
        Some((0..table.losses.len()).map(|i| table.losses.get(i)).collect())
    }

    /// Losses whose enclosures overlap are compared exactly, whatever the order in which they come.
    #[test]
    fn near_losses_are_ordered() {
        let texts =
            ["2*ln(3)", "ln(3)", "ln(3) + 1/2^150", "0", "ln(3) - 1/2^150", "ln(3) + 1/2^151"];
        for turn in 0..texts.len() {
            let turned: Vec<&str> =
                texts.iter().cycle().skip(turn).take(texts.len()).copied().collect();
            let found = losses(&turned).unwrap();
            assert_eq!(found.len(), texts.len());
            let is_descending =
                |pair: &[Real]| pair[0].compare(&pair[1]) == Some(Ordering::Greater);
            assert!(found.windows(2).all(is_descending), "{turned:?}");
        }
        assert!(losses(&["sqrt(2) + sqrt(3)", "0", "sqrt(5 + 2*sqrt(6))"]).is_none());
    }
}
