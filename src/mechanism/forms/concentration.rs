//! rho of steps whose Renyi divergences are not multiples of their order: the supremum over all
//! orders.
//!
//! With the cumulant `K(a) = ln E_Q[e^(aL)]`, which is convex, `D_a / a = K(a) / (a (a-1))`, and
//! its limit at order 1 is the Kullback-Leibler divergence KL. The supremum over a > 1 is enclosed
//! by dividing the orders into parts:
//!
//! - on `[1, 1 + x]` it is at most the larger of KL and `(KL + x V/2) / (1 + x)`, where V bounds
//!   K'' there: by Taylor's theorem `D_a / a <= (KL + (a-1) V/2) / a`, which is a mean of KL and
//!   V/2;
//! - on `[a, b]` it is at most the largest of `D_a / a`, `K'(a) / (2a-1)` and V/2: by Taylor's
//!   theorem `B s (s-1) - K(s)` is then at least a quadratic function whose value and both
//!   derivatives at a are not negative;
//! - on `[a, b]` with width w, it is also bounded because K is at most its chord, and `B s (s-1) -
//!   chord` is a quadratic function of s, which is at least its smaller value at the ends minus `B
//!   w^2/4`. So `D_s / s` is at most the larger of `K(s) / (s (s-1) - w^2/4)` at the ends;
//! - on `[a, b]` it is at most a given B where `B s (s-1) - K(s)`, whose second derivative is at
//!   least `2B - V`, is by Taylor's theorem around the middle not negative: where the supremum is
//!   flat, this shows it of much wider parts;
//! - beyond an order a it is at most the largest loss divided by a, because `D` is at most the
//!   largest loss.
//!
//! Where all parts are at most KL, the supremum is KL, an expression. For Laplace noise and
//! randomised response of two categories that is a theorem (arXiv 2510.25746), and nothing is
//! searched. It is also the case for RAPPOR, and for responses of up to six categories; elsewhere a
//! larger order wins. A loss of at most eps also bounds rho by `eps^2/2` (Bun & Steinke 2016,
//! Proposition 3.3), which is near to KL where eps is small.

use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::exact::{Extended, Malachite};
use crate::limits::{Budget, Cost};
use crate::mechanism::{Directed, Dominating, Laplace, LossPair, Noise};
use crate::pair::{Atom, FinitePair};
use crate::refusal::Refusal;
use std::cmp::Ordering;

/// One step with its count.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Finite(FinitePair, u64),
    Laplace(Laplace, u64),
}

/// The steps of a composition in one direction of neighbours.
#[derive(Clone, Debug)]
pub struct Concentration {
    /// Those whose divergences are not multiples of their order.
    terms: Vec<Term>,
    /// The sum of the divergences of order 1, of the largest losses, and of half of the squares of
    /// those of both directions.
    kl: Real,
    largest: Real,
    half_squares: Real,
    /// The rho of the other steps, whose divergences are at most it times the order, and equal at
    /// order 1.
    rest: Real,
    /// Are they equal at every order?
    is_flat: bool,
    /// Has each term its supremum at order 1 by a theorem?
    is_known: bool,
}

/// The supremum of a composition.
#[derive(Clone, Debug)]
pub enum Supremum {
    /// At order 1.
    Exact(Real),
    /// At a larger order, or not shown to be at order 1: the larger one of both directions of
    /// neighbours.
    Enclosed(Box<[Concentration; 2]>),
}

/// The precisions with which it is shown that the supremum is at order 1, in bits: the first
/// decides unless two values nearly agree, and what the last leaves open is given by its two ends.
const PRECISIONS: [u64; 2] = [256, 1024];
/// Relative bits of values at larger orders, while that is tried: they only have to be seen below
/// the value at order 1, and for each bit more parts are divided.
const SHOWN_BITS: u64 = 20;
/// The most parts into which the orders are divided: each halves one part, so that the width is
/// what a few thousand evaluations of the cumulant leave.
const MOST_PARTS: usize = 2048;

/// K and its first three derivatives at an order, or on an interval of orders.
type Cumulant<E> = [Interval<E>; 4];

impl Term {
    fn enclose<E: Engine>(&self, precision: u64) -> Enclosed<E> {
        match self {
            Term::Finite(pair, count) => {
                let atom = |atom: &Atom| (atom.p.enclose(precision), atom.loss.enclose(precision));
                Enclosed::Finite(pair.atoms.iter().map(atom).collect(), *count)
            }
            Term::Laplace(laplace, count) => {
                Enclosed::Laplace(laplace.eps0.enclose(precision), *count)
            }
        }
    }
}

/// A term with its numbers: of atoms the P-mass and the loss.
enum Enclosed<E: Engine> {
    Finite(Vec<(Interval<E>, Interval<E>)>, u64),
    Laplace(Interval<E>, u64),
}

impl<E: Engine> Enclosed<E> {
    /// The cumulant at `order`, times the count.
    fn cumulant(&self, order: &Interval<E>) -> Cumulant<E> {
        let precision = order.precision();
        let (one, number) =
            (Interval::<E>::one(precision), |n: u64| Interval::<E>::from_u64(n, precision));
        let zeros = || [(); 4].map(|()| Interval::<E>::zero(precision));
        let (sums, subtracted, count) = match self {
            Enclosed::Finite(atoms, count) => {
                let less = order - &one;
                let sums = atoms.iter().fold(zeros(), |sums, (p, loss)| {
                    let mut term = p * &(&less * loss).exp();
                    sums.map(|sum| {
                        let sum = &sum + &term;
                        term = &term * loss;
                        sum
                    })
                });
                (sums, zeros(), count)
            }
            // K = ln(a e^((a-1) eps) + (a-1) e^(-a eps)) - ln(2a - 1).
            Enclosed::Laplace(eps, count) => {
                let less = order - &one;
                let (mut rising, mut falling) = ((&less * eps).exp(), (&-order * eps).exp());
                let (up, down, minus) = (order * eps, &less * eps, -eps);
                let mut sums = zeros();
                for (n, sum) in (0u64..).zip(&mut sums) {
                    // The n-th derivative is eps^(n-1) (n + a eps) e^((a-1) eps) + (-eps)^(n-1) (n
                    // - (a-1) eps) e^(-a eps).
                    *sum = match n {
                        0 => &(order * &rising) + &(&less * &falling),
                        _ => &(&rising * &(&number(n) + &up)) + &(&falling * &(&number(n) - &down)),
                    };
                    if n > 0 {
                        (rising, falling) = (&rising * eps, &falling * &minus);
                    }
                }
                let inverse = &one / &(&order.shift(1) - &one);
                let derivatives = [
                    -&inverse.ln(),
                    inverse.shift(1),
                    -&inverse.square().shift(2),
                    (&inverse.square() * &inverse).shift(4),
                ];
                (sums, derivatives, count)
            }
        };
        let [sum, first, second, third] = sums;
        let [first, second, third] = [first, second, third].map(|moment| &moment / &sum);
        let square = first.square();
        let cubic = &(&(&first * &square).shift(1) + &third) - &(&number(3) * &(&first * &second));
        let found = [sum.ln(), first, &second - &square, cubic];
        let mut subtracted = subtracted.into_iter();
        found.map(|x| match subtracted.next() {
            Some(y) => &number(*count) * &(&x - &y),
            None => x,
        })
    }
}

impl Concentration {
    /// The supremum over all orders, to about the given relative bits, and whether it is shown to
    /// be at order 1.
    fn enclose<E: Engine>(
        &self,
        precision: u64,
        bits: u64,
        budget: &Budget,
    ) -> Result<(Interval<E>, bool), Refusal> {
        // The numbers of a term, and a sum of its losses, cost about as much as its cumulant.
        let outcomes = self.outcomes();
        budget.charge(&cumulant_cost(2 * outcomes, precision))?;
        let (kl, one) = (self.kl.enclose::<E>(precision), Interval::<E>::one(precision));
        let rest = self.rest.enclose::<E>(precision);
        if self.is_known {
            return Ok((&rest + &kl, true));
        }
        let most = self.half_squares.enclose::<E>(precision);
        let last = &(&self.largest.enclose::<E>(precision) / &kl) + &one;
        if kl.lower().sign().is_le() || !last.upper().is_finite() {
            return Ok((&rest + &Interval::zero(precision).hull(&most), false));
        }
        let terms = self.terms.iter().map(|term| term.enclose(precision)).collect();
        let mut search = Search {
            terms,
            outcomes,
            budget,
            bits,
            best: kl.clone(),
            kl,
            first: None,
            parts: Vec::new(),
        };
        search.add(search.place(one)?, search.place(point(last.upper(), precision))?)?;
        for _ in 0..MOST_PARTS {
            let Some(part) = search.next() else { break };
            let middle = search
                .place(point((&part.from.order + &part.to.order).shift(-1).lower(), precision))?;
            search.see(&middle);
            search.add(part.from, middle.clone())?;
            search.add(middle, part.to)?;
        }
        let (found, is_at_one) = search.result();
        let upper = if most.upper() < found.upper() { most.upper() } else { found.upper() };
        Ok((&rest + &Interval::new(found.lower().clone(), upper.clone(), precision), is_at_one))
    }

    /// The number of exponentials of its cumulant.
    fn outcomes(&self) -> usize {
        let of_term = |term: &Term| match term {
            Term::Finite(pair, _) => pair.atoms.len(),
            Term::Laplace(..) => 2,
        };
        self.terms.iter().map(of_term).sum()
    }
}

/// The outcomes of a step whose cumulant is a sum over them.
fn outcomes(step: &Dominating) -> usize {
    match step {
        Dominating::Finite(pair)
        | Dominating::Directed(Directed { pair: LossPair::Finite(pair), .. }) => pair.atoms.len(),
        _ => 0,
    }
}

/// Word operations, and bytes, for an outcome of a pair: pairs are sorted by loss, and their
/// divergences are expressions.
const LISTED_WORK: u128 = 20_000;
const LISTED_MEMORY: u128 = 1_000;

/// The cost of a cumulant: an exponential and a few products for each outcome.
fn cumulant_cost(outcomes: usize, precision: u64) -> Cost {
    let word = u128::from(precision / 64 + 1);
    let outcomes = outcomes as u128;
    Cost { work: outcomes * 1_500 * word * word, memory: outcomes * 2 * (200 + word * 16) }
}

fn point<E: Engine>(x: &E::Float, precision: u64) -> Interval<E> {
    Interval::new(x.clone(), x.clone(), precision)
}

/// An order with K there, and `K' / (2a - 1)`.
#[derive(Clone)]
struct Place<E: Engine> {
    order: Interval<E>,
    value: Interval<E>,
    slope: Interval<E>,
}

impl<E: Engine> Place<E> {
    /// `a (a - 1)`.
    fn area(&self) -> Interval<E> {
        &self.order * &(&self.order - &Interval::one(self.order.precision()))
    }
}

/// A part of the orders, with a bound of `D_a / a` on it.
struct Part<E: Engine> {
    from: Place<E>,
    to: Place<E>,
    bound: Interval<E>,
}

struct Search<'a, E: Engine> {
    terms: Vec<Enclosed<E>>,
    outcomes: usize,
    budget: &'a Budget,
    /// Relative bits of the supremum.
    bits: u64,
    kl: Interval<E>,
    /// The largest value that was computed.
    best: Interval<E>,
    /// The part that begins at order 1, and whether its bound is KL.
    first: Option<(Part<E>, bool)>,
    parts: Vec<Part<E>>,
}

impl<E: Engine> Search<'_, E> {
    fn cumulant(&self, order: &Interval<E>) -> Result<Cumulant<E>, Refusal> {
        self.budget.control().check()?;
        self.budget.charge(&cumulant_cost(self.outcomes, order.precision()))?;
        let zeros = [(); 4].map(|()| Interval::<E>::zero(order.precision()));
        let cumulants = self.terms.iter().map(|term| term.cumulant(order));
        Ok(cumulants.fold(zeros, |[a, b, c, d], [w, x, y, z]| [&a + &w, &b + &x, &c + &y, &d + &z]))
    }

    fn place(&self, order: Interval<E>) -> Result<Place<E>, Refusal> {
        let [value, slope, ..] = self.cumulant(&order)?;
        let slope = &slope / &(&order.shift(1) - &Interval::one(order.precision()));
        Ok(Place { order, value, slope })
    }

    fn see(&mut self, place: &Place<E>) {
        let value = &place.value / &place.area();
        if value.lower() > self.best.lower() {
            self.best = value;
        }
    }

    /// Is no order known to be better than 1?
    fn is_at_one(&self) -> bool {
        self.best.lower() <= self.kl.upper()
    }

    /// A bound that is near enough to the best value.
    fn least(&self) -> Interval<E> {
        let shift = -i64::try_from(self.bits).unwrap_or(i64::MAX);
        &self.best + &self.best.shift(shift)
    }

    /// Is a bound above a number, or not known not to be?
    fn exceeds(bound: &Interval<E>, y: &E::Float) -> bool {
        bound.upper().partial_cmp(y).is_none_or(Ordering::is_gt)
    }

    /// Is `D_s / s` shown to be at most B on a part? With `g(s) = B s (s-1) - K(s)` and m in the
    /// middle, `g(s)` is at least `g(m) + g'(m) (s-m) + (2B-V) (s-m)^2 / 2`.
    fn is_at_most(
        &self,
        most: &Interval<E>,
        from: &Interval<E>,
        to: &Interval<E>,
    ) -> Result<bool, Refusal> {
        let one = Interval::<E>::one(from.precision());
        let middle = point((from + to).shift(-1).lower(), from.precision());
        let [value, slope, ..] = self.cumulant(&middle)?;
        let bend = &most.shift(1) - &self.curvature(from, to)?;
        let bend = point(bend.lower(), from.precision());
        let value = &(most * &(&middle * &(&middle - &one))) - &value;
        let slope = &(most * &(&middle.shift(1) - &one)) - &slope;
        let slope = slope.maximum(&-&slope);
        let reach = (to - &middle).maximum(&(&middle - from));
        // The end of a part, unless the quadratic function has its least value between both.
        let is_beyond = slope.lower() >= (&bend * &reach).upper();
        let least = match is_beyond {
            true => &value - &(&reach * &(&slope - &(&bend * &reach).shift(-1))),
            false => &value - &(&slope.square() / &bend).shift(-1),
        };
        Ok(least.lower().sign().is_ge())
    }

    /// An enclosure of K'' on a part: its value in the middle, and the third derivative.
    fn curvature(&self, from: &Interval<E>, to: &Interval<E>) -> Result<Interval<E>, Refusal> {
        let precision = from.precision();
        let middle = point((from + to).shift(-1).lower(), precision);
        let whole = from.hull(to);
        let [_, _, at_middle, _] = self.cumulant(&middle)?;
        let [_, _, direct, third] = self.cumulant(&whole)?;
        let near = &at_middle + &(&third * &(&whole - &middle));
        Ok(near.intersection(&direct).unwrap_or(direct))
    }

    fn add(&mut self, from: Place<E>, to: Place<E>) -> Result<(), Refusal> {
        let precision = from.order.precision();
        if from.order.upper() <= Interval::<E>::one(precision).lower() {
            let half = self.curvature(&from.order, &to.order)?.shift(-1);
            let is_kl = half.upper() <= self.kl.lower();
            // A mean of KL and V/2, in which V/2 has most weight at the end.
            let mean = &(&self.kl + &(&(&to.order - &from.order) * &half)) / &to.order;
            let bound = if is_kl { self.kl.clone() } else { self.kl.maximum(&mean) };
            self.first = Some((Part { from, to, bound }, is_kl));
            return Ok(());
        }
        let quarter = (&to.order - &from.order).square().shift(-2);
        let [first, second] = [&from, &to].map(|place| {
            let room = &place.area() - &quarter;
            // Without room there is no bound.
            if room.lower().sign().is_gt() {
                &place.value / &room
            } else {
                Interval::whole(precision)
            }
        });
        let mut bound = first.maximum(&second);
        // Where a larger order wins, the bound by slopes does not close in on it.
        if self.is_at_one() {
            let half = self.curvature(&from.order, &to.order)?.shift(-1);
            let by_slope = (&from.value / &from.area()).maximum(&from.slope).maximum(&half);
            if by_slope.upper() < bound.upper() {
                bound = by_slope;
            }
        } else {
            let least = point(self.least().lower(), precision);
            if Self::exceeds(&bound, least.upper())
                && self.is_at_most(&least, &from.order, &to.order)?
            {
                bound = least;
            }
        }
        self.parts.push(Part { from, to, bound });
        Ok(())
    }

    /// Takes the part that is divided next; `None` where the bounds are near enough to each other.
    fn next(&mut self) -> Option<Part<E>> {
        let least = self.least();
        let is_open = |part: &Part<E>| Self::exceeds(&part.bound, least.lower());
        let order = |x: &Part<E>, y: &Part<E>| {
            x.bound.upper().partial_cmp(y.bound.upper()).unwrap_or(Ordering::Equal)
        };
        let worst = self.parts.iter().enumerate().max_by(|(_, x), (_, y)| order(x, y));
        // Where order 1 is the best so far, it is to be shown that nothing else is better at all.
        let is_at_one = self.is_at_one();
        let is_above = |part: &Part<E>| is_at_one && Self::exceeds(&part.bound, self.kl.lower());
        let worst = worst.filter(|(_, part)| is_open(part) || is_above(part));
        let first =
            self.first.as_ref().filter(|(part, is_kl)| !is_kl && (is_open(part) || is_at_one));
        match (worst, first) {
            (Some((index, part)), first)
                if is_at_one || first.is_none_or(|(first, _)| order(part, first).is_ge()) =>
            {
                Some(self.parts.swap_remove(index))
            }
            (_, Some(_)) => self.first.take().map(|(part, _)| part),
            _ => None,
        }
    }

    fn result(self) -> (Interval<E>, bool) {
        let first_is_kl = self.first.as_ref().is_some_and(|(_, is_kl)| *is_kl);
        let first = self.first.into_iter().map(|(part, _)| part.bound);
        let is_at_one =
            first_is_kl && self.parts.iter().all(|part| part.bound.upper() <= self.kl.lower());
        if is_at_one {
            return (self.kl, true);
        }
        let all = self.parts.into_iter().map(|part| part.bound).chain(first);
        let upper = all.fold(self.best.maximum(&self.kl), |most, bound| most.maximum(&bound));
        let lower =
            if self.best.lower() > self.kl.lower() { self.best.lower() } else { self.kl.lower() };
        (Interval::new(lower.clone(), upper.upper().clone(), upper.precision()), false)
    }
}

impl Concentration {
    /// The steps in one direction of neighbours; `None` where the divergences of a step are unknown
    /// or infinite.
    fn of(steps: &[(Dominating, u64)], is_reversed: bool) -> Option<Concentration> {
        let [kl, largest, half_squares, rest] = [(); 4].map(|()| Real::zero());
        let terms = Vec::new();
        let mut all =
            Concentration { terms, kl, largest, half_squares, rest, is_flat: true, is_known: true };
        for (step, count) in steps {
            match step {
                Dominating::ThreePoint(pair) => {
                    all.add_pair(pair.to_finite(), *count, is_reversed)?
                }
                Dominating::Finite(pair) => all.add_pair(pair.clone(), *count, is_reversed)?,
                Dominating::Directed(Directed { pair: LossPair::Finite(pair), .. }) => {
                    all.add_pair(pair.clone(), *count, is_reversed)?;
                }
                // Of a sample, P has the record.
                Dominating::Sampled(sampled) => {
                    all.add_pair(sampled.mixed_pair()?, *count, is_reversed)?
                }
                Dominating::Zcdp(zcdp) => all.rest = &all.rest + Real::from(*count) * &zcdp.rho,
                Dominating::Noise(noise) => {
                    noise.iter().try_for_each(|noise| all.add_noise(noise, *count))?
                }
                _ => return None,
            }
        }
        Some(all)
    }

    fn add_pair(&mut self, pair: FinitePair, count: u64, is_reversed: bool) -> Option<()> {
        (pair.p_infinite.is_zero() && pair.q_infinite.is_zero()).then_some(())?;
        let is_symmetric = pair.is_symmetric() == Some(true);
        let pair = if is_reversed && !is_symmetric { pair.reversed() } else { pair };
        // Two losses of a symmetric pair are those of randomised response.
        self.is_known &= is_symmetric && pair.atoms.len() <= 2;
        let (Extended::Finite(kl), Extended::Finite(largest)) = (pair.kl(), pair.largest_loss()?)
        else {
            return None;
        };
        let Extended::Finite(smallest) = pair.reversed().largest_loss()? else {
            return None;
        };
        let size = if smallest.compare(&largest)?.is_gt() { smallest } else { largest.clone() };
        self.add(&kl, &largest, &size, count);
        self.terms.push(Term::Finite(pair, count));
        Some(())
    }

    fn add_noise(&mut self, noise: &Noise, count: u64) -> Option<()> {
        if let Noise::Laplace(laplace) = noise {
            self.add(&laplace.kl(), &laplace.eps0, &laplace.eps0, count);
            self.terms.push(Term::Laplace(laplace.clone(), count));
            return Some(());
        }
        self.rest = &self.rest + Real::from(count) * noise.rho()?;
        self.is_flat &= matches!(noise, Noise::Gaussian(_));
        Some(())
    }

    fn add(&mut self, kl: &Real, largest: &Real, size: &Real, count: u64) {
        let count = Real::from(count);
        self.kl = &self.kl + &count * kl;
        self.largest = &self.largest + &count * largest;
        self.half_squares = &self.half_squares + &count * (size * size) / 2;
    }
}

/// The supremum for some steps; `None` where the divergences of a step are unknown or infinite, and
/// where that of a step is known at order 1 alone and the supremum of the others is not there.
///
/// # Errors
/// A search beyond the budget, or an interrupt.
pub(crate) fn supremum(
    steps: &[(Dominating, u64)],
    budget: &Budget,
) -> Result<Option<Supremum>, Refusal> {
    let listed: usize = steps.iter().map(|(step, _)| outcomes(step)).sum();
    budget.charge(&Cost {
        work: 2 * listed as u128 * LISTED_WORK,
        memory: 2 * listed as u128 * LISTED_MEMORY,
    })?;
    let (Some(first), Some(second)) =
        (Concentration::of(steps, false), Concentration::of(steps, true))
    else {
        return Ok(None);
    };
    let directions = [first, second];
    for precision in PRECISIONS {
        let [first, second] = &directions;
        let forward = first.enclose::<Malachite>(precision, SHOWN_BITS, budget)?;
        let is_symmetric = first.terms == second.terms;
        let reverse = if is_symmetric {
            forward.clone()
        } else {
            second.enclose(precision, SHOWN_BITS, budget)?
        };
        let larger = match forward.0.compare(&reverse.0) {
            Some(Ordering::Greater) => (&directions[0], forward.1),
            Some(Ordering::Less) => (&directions[1], reverse.1),
            Some(Ordering::Equal) | None => match directions[0].kl.compare(&directions[1].kl) {
                Some(Ordering::Less) => (&directions[1], forward.1 && reverse.1),
                order => (&directions[0], forward.1 && reverse.1 && order.is_some()),
            },
        };
        if let (all, true) = larger {
            return Ok(Some(Supremum::Exact(&all.rest + &all.kl)));
        }
        if forward.0.has_relative_bits(SHOWN_BITS / 2)
            && reverse.0.has_relative_bits(SHOWN_BITS / 2)
        {
            break;
        }
    }
    let are_flat = directions.iter().all(|all| all.is_flat);
    Ok(are_flat.then(|| Supremum::Enclosed(Box::new(directions))))
}

/// The first step of which rho is not known, whatever the others are.
pub(crate) fn unknown_step(steps: &[(Dominating, u64)]) -> Option<&Dominating> {
    let is_unknown =
        |step: &&Dominating| Concentration::of(&[((*step).clone(), 1)], false).is_none();
    steps.iter().map(|(step, _)| step).find(is_unknown)
}

impl Supremum {
    /// An enclosure, which more than [`Supremum::PRECISION`] bits do not narrow where the order is
    /// searched for.
    ///
    /// # Errors
    /// A search beyond the budget, or an interrupt.
    pub fn enclose<E: Engine>(
        &self,
        precision: u64,
        budget: &Budget,
    ) -> Result<Interval<E>, Refusal> {
        match self {
            Supremum::Exact(rho) => Ok(rho.enclose(precision)),
            Supremum::Enclosed(directions) => {
                let [first, second] = directions.as_ref();
                let of = |all: &Concentration| {
                    all.enclose::<E>(Self::PRECISION, Self::PRECISION / 3, budget)
                };
                let (forward, _) = of(first)?;
                if first.terms == second.terms {
                    Ok(forward)
                } else {
                    Ok(forward.maximum(&of(second)?.0))
                }
            }
        }
    }

    /// The precision with which an order is searched for, in bits.
    pub const PRECISION: u64 = 384;
}
