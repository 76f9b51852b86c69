//! Divergences of a pair, and the moments of the loss that Dong, Roth & Su call kl, kappa_2, kappa_3 and
//! kappa_3-bar: sums over atoms where the pair is finite, closed forms elsewhere.
//!
//! The null hypothesis is Q: with `f = T(Q, P)`, `|f'|` is the likelihood ratio P/Q on a level that is
//! uniform under Q, so that `kl(f) = -E_Q[L] = KL(Q || P)` and `kappa_i(f) = E_Q[|L|^i]`.

use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::log_linear::LogLinear;
use crate::exact::real::{Node, Real};
use crate::exact::special::{normal_cdf, normal_density};
use crate::mechanism::{Gaussian, Laplace};
use crate::pair::{Atom, FinitePair};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// A quantity >= 0 that may be infinite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Functional {
    /// A number.
    Finite(Real),
    /// inf, and why.
    Infinite(&'static str),
}

/// Why a divergence of P from Q is infinite.
pub const P_ALONE: &str = "P has mass where Q has none";
/// Why a divergence of Q from P is infinite.
pub const Q_ALONE: &str = "Q has mass where P has none";
/// Why orders below 1 are infinite.
pub const DISJOINT: &str = "P and Q have no outcome in common";
/// Why the largest loss is infinite.
pub const UNBOUNDED: &str = "the loss is not bounded";

impl Functional {
    /// The same function of a finite value.
    pub fn map(self, function: impl FnOnce(&Real) -> Real) -> Functional {
        match self {
            Functional::Finite(x) => Functional::Finite(function(&x)),
            infinite => infinite,
        }
    }

    /// The sum.
    pub fn plus(self, other: &Functional) -> Functional {
        match (self, other) {
            (Functional::Finite(x), Functional::Finite(y)) => Functional::Finite(x.add(y)),
            (infinite @ Functional::Infinite(_), _) => infinite,
            (_, infinite) => infinite.clone(),
        }
    }
}

fn ratio(p: i64, q: i64) -> Real {
    Real::from(Rational::from_signeds(p, q))
}

/// A sum as a tree of little depth.
pub(crate) fn sum(terms: &[Real]) -> Real {
    match terms {
        [] => Real::zero(),
        [x] => x.clone(),
        _ => {
            let (head, tail) = terms.split_at(terms.len() / 2);
            sum(head).add(&sum(tail))
        }
    }
}

/// Combinations of more logarithms than this are left as they are.
const MAX_TERMS: usize = 100;

/// The number of terms of a sum, as far as `limit`.
fn terms(x: &Real, limit: usize) -> usize {
    match x {
        Real::Expression(node) if limit > 0 => match node.as_ref() {
            Node::Add(x, y) => {
                let head = terms(x, limit);
                head + terms(y, limit.saturating_sub(head))
            }
            Node::Mul(x, y) if x.as_rational().is_some() => terms(y, limit),
            _ => 1,
        },
        _ => 1,
    }
}

/// The same number with its logarithms collected, those of r and 1/r together, if it is not too long.
pub fn collected(x: &Real) -> Real {
    if terms(x, MAX_TERMS + 1) > MAX_TERMS {
        return x.clone();
    }
    let form = LogLinear::of(x);
    if form.rational() == Some(&Rational::ZERO) {
        return Real::zero();
    }
    let above_one =
        |(c, r): &(Rational, Rational)| if *r < 1 { (-c, Rational::ONE / r) } else { (c.clone(), r.clone()) };
    let logarithms: Vec<Real> =
        form.logarithms.iter().map(above_one).map(|(c, r)| Real::from(c).mul(&Real::from(r).ln())).collect();
    let rest = LogLinear { logarithms: Vec::new(), ..form };
    LogLinear::of(&sum(&logarithms).add(&rest.to_real())).to_real()
}

/// The square, of the logarithm of r and of 1/r the same expression.
fn square(x: &Real) -> Real {
    collected(x).pow(2)
}

/// Functionals of finite pairs, as exact expressions: rational combinations of logarithms where the masses
/// are rational. Cost: some operations on expressions for each atom.
impl FinitePair {
    fn total(&self, term: impl Fn(&Atom) -> Real) -> Real {
        sum(&self.atoms.iter().map(term).collect::<Vec<_>>())
    }

    /// `KL(P || Q) = E_P[L]`.
    pub fn kl(&self) -> Functional {
        match self.p_infinite.is_zero() {
            true => Functional::Finite(collected(&self.total(|atom| atom.p.mul(&atom.loss)))),
            false => Functional::Infinite(P_ALONE),
        }
    }

    /// `KL(Q || P) = -E_Q[L]`: kl of the trade-off function.
    pub fn kl_reverse(&self) -> Functional {
        match self.q_infinite.is_zero() {
            true => Functional::Finite(collected(&self.total(|atom| atom.q.mul(&atom.loss.neg())))),
            false => Functional::Infinite(Q_ALONE),
        }
    }

    /// The Renyi divergence of order `order` of P from Q, for a rational order > 0 and != 1:
    /// `ln(sum p^a q^(1-a)) / (a-1)`.
    pub fn renyi(&self, order: &Rational) -> Functional {
        let less = order - Rational::ONE;
        if *order > 1 && !self.p_infinite.is_zero() {
            return Functional::Infinite(P_ALONE);
        }
        if self.atoms.is_empty() {
            return Functional::Infinite(DISJOINT);
        }
        let exponent = Real::from(less.clone());
        let moment = self.total(|atom| atom.p.mul(&exponent.mul(&atom.loss).exp()));
        Functional::Finite(Real::from(Rational::ONE / less).mul(&moment.ln()))
    }

    /// The largest loss: the Renyi divergence of order infinity. `None` if two losses cannot be compared.
    pub fn largest_loss(&self) -> Option<Functional> {
        if !self.p_infinite.is_zero() {
            return Some(Functional::Infinite(P_ALONE));
        }
        let mut losses = self.atoms.iter().map(|atom| atom.loss.clone());
        let first = losses.next()?;
        let larger = |x: Real, y: Real| Some(if x.compare(&y)? == Ordering::Less { y } else { x });
        losses.try_fold(first, larger).map(Functional::Finite)
    }

    /// `1 + chi^2(P || Q) = E_P[e^L]`.
    pub fn chi_squared_plus_one(&self) -> Functional {
        match self.p_infinite.is_zero() {
            true => Functional::Finite(self.total(|atom| atom.p.mul(&atom.loss.exp()))),
            false => Functional::Infinite(P_ALONE),
        }
    }

    /// `chi^2_+ = E_Q[(P/Q - 1)_+^2]`; infinite where P has mass and Q has none, as for every divergence
    /// that no kernel increases. `None` if the sign of a loss cannot be decided.
    ///
    /// Source: Dong, Roth & Su, Theorem 11, for f with `f(0) = 1`.
    pub fn chi_squared_positive(&self) -> Option<Functional> {
        if !self.p_infinite.is_zero() {
            return Some(Functional::Infinite(P_ALONE));
        }
        let mut terms = Vec::new();
        for atom in &self.atoms {
            if atom.loss.sign()? == Ordering::Greater {
                let excess = atom.p.sub(&atom.q);
                terms.push(excess.mul(&excess).div(&atom.q));
            }
        }
        Some(Functional::Finite(sum(&terms)))
    }

    /// The hockey-stick divergence `sum [p - g q]_+` at any g >= 0. `None` if a sign cannot be decided.
    ///
    /// ```
    /// use dpcert::exact::Real;
    /// use dpcert::pair::FinitePair;
    /// let third = Real::one().div(&Real::from(3u64));
    /// let outcomes = [(Real::one().sub(&third), third.clone(), None), (third.clone(), Real::one().sub(&third), None)];
    /// let pair = FinitePair::from_outcomes(outcomes).expect("rational masses have signs");
    /// // 2/3 - 1/4 * 1/3 + 1/3 - 1/4 * 2/3 = 3/4
    /// let quarter = Real::one().div(&Real::from(4u64));
    /// assert_eq!(pair.hockey_stick(&quarter).map(|delta| delta.to_string()).as_deref(), Some("3/4"));
    /// ```
    pub fn hockey_stick(&self, g: &Real) -> Option<Real> {
        let mut terms = vec![self.p_infinite.clone()];
        for atom in &self.atoms {
            let excess = atom.p.sub(&g.mul(&atom.q));
            if excess.sign()? == Ordering::Greater {
                terms.push(excess);
            }
        }
        Some(sum(&terms))
    }

    /// `kappa_2 = E_Q[L^2]`.
    pub fn kappa2(&self) -> Functional {
        match self.q_infinite.is_zero() {
            true => Functional::Finite(collected(&self.total(|atom| atom.q.mul(&square(&atom.loss))))),
            false => Functional::Infinite(Q_ALONE),
        }
    }

    /// `E_Q[|L + shift|^3]`: kappa_3 at shift 0, and kappa_3-bar at `KL(Q || P)`. `None` if a sign cannot be
    /// decided.
    pub fn third_moment(&self, shift: &Real) -> Option<Functional> {
        if !self.q_infinite.is_zero() {
            return Some(Functional::Infinite(Q_ALONE));
        }
        let mut terms = Vec::new();
        for atom in &self.atoms {
            let distance = collected(&atom.loss.add(shift));
            let distance = if distance.sign()? == Ordering::Less { distance.neg() } else { distance };
            terms.push(atom.q.mul(&distance.pow(3)));
        }
        Some(Functional::Finite(collected(&sum(&terms))))
    }
}

/// Functionals of the Laplace mechanism, by integrals over the three parts of the loss: +eps0, -eps0, and
/// between them the density `e^-t / 2` of Q at the loss `2t - eps0`, 0 < t < eps0.
impl Laplace {
    /// KL in either direction: `eps0 - 1 + e^-eps0`.
    pub fn kl(&self) -> Real {
        self.eps0.sub(&Real::one()).add(&self.eps0.neg().exp())
    }

    /// The Renyi divergence of a rational order > 0 and != 1:
    /// `ln(a/(2a-1) e^((a-1) eps0) + (a-1)/(2a-1) e^(-a eps0)) / (a-1)`, whose limit at a = 1/2 is
    /// `eps0 - 2 ln(1 + eps0/2)`.
    ///
    /// Source: Mironov 2017, Table II, for a > 1; the integral is the same for every a.
    pub fn renyi(&self, order: &Rational) -> Real {
        let (two, less) = (Rational::from(2), order - Rational::ONE);
        let both = &two * order - Rational::ONE;
        if both == 0 {
            let grown = Real::one().add(&ratio(1, 2).mul(&self.eps0));
            return self.eps0.sub(&Real::from(two).mul(&grown.ln()));
        }
        let term = |factor: &Rational, exponent: Rational| {
            Real::from(factor / &both).mul(&Real::from(exponent).mul(&self.eps0).exp())
        };
        let moment = term(order, less.clone()).add(&term(&less, -order));
        Real::from(Rational::ONE / less).mul(&moment.ln())
    }

    /// `1 + chi^2 = 2/3 e^eps0 + 1/3 e^(-2 eps0)`.
    pub fn chi_squared_plus_one(&self) -> Real {
        let falling = Real::from(-2i64).mul(&self.eps0).exp();
        ratio(2, 3).mul(&self.eps0.exp()).add(&ratio(1, 3).mul(&falling))
    }

    /// `chi^2_+ = 2/3 e^eps0 - 2 + 4/3 e^(-eps0/2)`.
    pub fn chi_squared_positive(&self) -> Real {
        let falling = ratio(-1, 2).mul(&self.eps0).exp();
        ratio(2, 3).mul(&self.eps0.exp()).sub(&Real::from(2u64)).add(&ratio(4, 3).mul(&falling))
    }

    /// `kappa_2 = eps0^2 - 2 eps0 + 4 - (2 eps0 + 4) e^-eps0`.
    pub fn kappa2(&self) -> Real {
        let eps = &self.eps0;
        let (double, four) = (Real::from(2u64).mul(eps), Real::from(4u64));
        eps.pow(2).sub(&double).add(&four).sub(&double.add(&four).mul(&eps.neg().exp()))
    }

    /// `E_Q[|L + s|^3]` for 0 <= s <= eps0. With c = eps0 - s, a = c/2 and b = eps0 - a it is
    ///
    /// ```text
    /// (eps0 + s)^3 e^-eps0 / 2 + c^3 / 2
    ///   + 4 (a^3 - 3 a^2 + 6 a - 6 + 6 e^-a) + 4 (6 e^-a - (b^3 + 3 b^2 + 6 b + 6) e^-eps0):
    /// ```
    ///
    /// the density contributes `4 e^-a` times the integrals of `v^3 e^v` up to a and of `v^3 e^-v` up to b.
    pub fn third_moment(&self, shift: &Real) -> Real {
        let eps = &self.eps0;
        let falling = eps.neg().exp();
        let c = eps.sub(shift);
        let a = ratio(1, 2).mul(&c);
        let b = eps.sub(&a);
        let cubic = |x: &Real, signs: [i64; 4]| {
            let powers = [x.pow(3), x.pow(2), x.clone(), Real::one()];
            let terms: Vec<Real> = powers.iter().zip(signs).map(|(x, sign)| Real::from(sign).mul(x)).collect();
            sum(&terms)
        };
        let ends = ratio(1, 2).mul(&eps.add(shift).pow(3).mul(&falling).add(&c.pow(3)));
        let middle = Real::from(12u64).mul(&a.neg().exp());
        let left = cubic(&a, [1, -3, 6, -6]);
        let right = cubic(&b, [1, 3, 6, 6]).mul(&falling);
        ends.add(&Real::from(4u64).mul(&left.sub(&right).add(&middle)))
    }
}

/// Functionals of `N(mu, 1)` and `N(0, 1)`, where under Q the loss is normal with mean `-mu^2/2` and variance
/// `mu^2`.
impl Gaussian {
    /// KL in either direction: `mu^2 / 2`.
    pub fn kl(&self) -> Real {
        ratio(1, 2).mul(&self.mu_squared)
    }

    /// `kappa_2 = mu^2 + mu^4 / 4`.
    pub fn kappa2(&self) -> Real {
        self.mu_squared.add(&ratio(1, 4).mul(&self.mu_squared.pow(2)))
    }

    /// `kappa_3 = mu^3 E|Z - m|^3` with m = mu/2, where
    /// `E|Z - m|^3 = (m^3 + 3m) (1 - 2 Phi(-m)) + 2 (m^2 + 2) phi(m)`.
    pub fn kappa3<E: Engine>(&self, precision: u64) -> Interval<E> {
        let mu = self.mu::<E>(precision);
        let half = mu.shift(-1);
        let three = Interval::from_u64(3, precision);
        let odd = &(&half.square() + &three) * &half;
        let even = (&half.square() + &Interval::from_u64(2, precision)).shift(1);
        let inside = &Interval::one(precision) - &normal_cdf(&-&half).shift(1);
        &mu.pow_natural(3) * &(&(&odd * &inside) + &(&even * &normal_density(&half)))
    }

    /// `kappa_3-bar = mu^3 E|Z|^3 = 4 phi(0) mu^3`.
    pub fn kappa3_bar<E: Engine>(&self, precision: u64) -> Interval<E> {
        let density = normal_density(&Interval::zero(precision));
        &self.mu::<E>(precision).pow_natural(3) * &density.shift(2)
    }

    /// `chi^2_+ = e^(mu^2) Phi(3 mu / 2) + 3 Phi(-mu/2) - 2`.
    ///
    /// Source: Dong, Roth & Su, Lemma 3.
    pub fn chi_squared_positive<E: Engine>(&self, precision: u64) -> Interval<E> {
        let half = self.mu::<E>(precision).shift(-1);
        let three = Interval::from_u64(3, precision);
        let grown = &self.mu_squared.exp().enclose(precision) * &normal_cdf(&(&three * &half));
        &(&grown + &(&three * &normal_cdf(&-&half))) - &Interval::from_u64(2, precision)
    }
}
