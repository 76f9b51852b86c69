//! The bounds of Ghazi & Issa, section VII, evaluated and checked for a channel and two inputs.

use super::best;
use super::matrix::{Channel, distribution};
use super::order::{log_ratio, order_of_formulas};
use super::privacy::total_variation;
use crate::exact::Extended;
use crate::exact::real::Real;
use crate::formula::{Chernoff, Formula};
use crate::mechanism::DomainError;
use crate::pair::functionals::{P_ALONE, sum};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::rational::Rational;
use std::collections::HashMap;

/// The most outputs up to which a divergence is written out as a sum, with a term for each output.
const MOST_OUTPUTS: usize = 1 << 10;

/// An inequality with its two sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The name of the bounded quantity.
    pub name: &'static str,
    /// The reference of the bound.
    pub source: &'static str,
    /// The relation: `<=`, `>=` or `=`.
    pub relation: &'static str,
    /// The left side.
    pub value: Formula,
    /// The right side.
    pub bound: Formula,
    /// Does the relation hold? `None` where that is undecided.
    pub holds: Option<bool>,
}

impl Comparison {
    fn new(
        name: &'static str,
        source: &'static str,
        relation: &'static str,
        value: Formula,
        bound: Formula,
    ) -> Self {
        let order = order_of_formulas(&value, &bound);
        let holds = order.map(|order| match relation {
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            _ => order.is_eq(),
        });
        Comparison { name, source, relation, value, bound, holds }
    }
}

/// A channel with two distributions of its input.
#[derive(Clone, Debug)]
pub struct Inputs {
    channel: Channel,
    inputs: [Vec<Rational>; 2],
    outputs: [Vec<Real>; 2],
}

/// `KL(p || q) = sum p ln(p/q)`, an exact expression, with one term for all outputs of the same
/// ratio.
fn divergence(p: &[Real], q: &[Real]) -> Extended {
    let mut places: HashMap<Real, usize> = HashMap::new();
    let mut masses: Vec<(Real, Real)> = Vec::new();
    for (p, q) in p.iter().zip(q).filter(|(p, _)| !p.is_zero()) {
        if q.is_zero() {
            return Extended::Infinite(P_ALONE);
        }
        let loss = log_ratio(p, q);
        let place = *places.entry(loss.clone()).or_insert(masses.len());
        match masses.get_mut(place) {
            Some((_, mass)) => *mass = &*mass + p,
            None => masses.push((loss, p.clone())),
        }
    }
    let terms: Vec<Real> = masses.into_iter().map(|(loss, p)| p * loss).collect();
    Extended::Finite(sum(&terms))
}

/// `factor * x` for a factor > 0.
fn scaled(x: Extended, factor: &Formula) -> Formula {
    match x {
        Extended::Finite(x) => factor.mul(&x.into()),
        Extended::Infinite(_) => Formula::Infinite,
    }
}

fn reals(masses: &[Rational]) -> Vec<Real> {
    masses.iter().cloned().map(Real::from).collect()
}

impl Inputs {
    /// A channel with the input distributions P_0 and P_1.
    ///
    /// # Errors
    /// A distribution of the wrong length, with a negative entry, or that does not sum to exactly
    /// 1.
    pub fn new(channel: Channel, inputs: [Vec<Rational>; 2]) -> Result<Inputs, DomainError> {
        if channel.outputs() > MOST_OUTPUTS {
            let message = format!("the channel has {} outputs", channel.outputs());
            let help = format!("divergences are computed for at most {MOST_OUTPUTS}");
            return Err(DomainError::new("inputs", message, help));
        }
        for (name, input) in ["P_0", "P_1"].iter().zip(&inputs) {
            if input.len() != channel.inputs() {
                let message = format!(
                    "{name} has {} entries, and the channel has {} inputs",
                    input.len(),
                    channel.inputs()
                );
                return Err(DomainError::new(
                    "inputs",
                    message,
                    "give a probability for each row of the matrix",
                ));
            }
            distribution("inputs", name, reals(input))?;
        }
        let outputs = inputs.each_ref().map(|input| channel.output_of(&reals(input)));
        Ok(Inputs { channel, inputs, outputs })
    }

    /// The two input distributions.
    pub fn inputs(&self) -> &[Vec<Rational>; 2] {
        &self.inputs
    }

    /// The distributions M_0 and M_1 of the output.
    pub fn outputs(&self) -> &[Vec<Real>; 2] {
        &self.outputs
    }

    /// The total variation between the inputs.
    pub fn input_tv(&self) -> Rational {
        let masses = self.inputs[0].iter().zip(&self.inputs[1]);
        masses.filter(|(p, q)| p > q).map(|(p, q)| p - q).sum()
    }

    /// The total variation between the outputs M_0 and M_1.
    pub fn output_tv(&self) -> Formula {
        total_variation(&self.outputs[0], &self.outputs[1])
    }

    /// `KL(M_0 || M_1)`, `KL(M_1 || M_0)` and their sum.
    pub fn divergences(&self) -> [Extended; 3] {
        let forward = divergence(&self.outputs[0], &self.outputs[1]);
        let backward = divergence(&self.outputs[1], &self.outputs[0]);
        let both = forward.clone().plus(&backward);
        [forward, backward, both]
    }

    /// `chi^2(M_0 || M_1) = sum (p-q)^2/q`.
    pub fn chi_squared(&self) -> Extended {
        let [p, q] = &self.outputs;
        let mut terms = Vec::new();
        for (p, q) in p.iter().zip(q) {
            match (p.is_zero(), q.is_zero()) {
                (true, true) => {}
                (false, true) => return Extended::Infinite(P_ALONE),
                _ => terms.push((p - q).pow(2) / q),
            }
        }
        sum(&terms).simplified().into()
    }

    /// The squared Hellinger distance `1/2 sum (sqrt(p) - sqrt(q))^2 = 1 - sum sqrt(pq)`.
    pub fn squared_hellinger(&self) -> Real {
        let [p, q] = &self.outputs;
        let root = |(p, q): (&Real, &Real)| if p == q { p.clone() } else { (p * q).sqrt() };
        1 - sum(&p.iter().zip(q).map(root).collect::<Vec<_>>()).simplified()
    }

    /// The Chernoff information `C = max over 0 <= s <= 1 of -ln sum p^s q^(1-s)` of M_0 and M_1,
    /// and `sqrt(1 - e^(-2C))`, which their total variation does not exceed.
    ///
    /// Source: `tv^2 <= 1 - (sum sqrt(pq))^2` (Le Cam), and the sum at s = 1/2 is at least `e^-C`.
    pub fn chernoff(&self) -> [Formula; 2] {
        let [p, q] = &self.outputs;
        if p == q {
            return [Formula::zero(), Formula::zero()];
        }
        match Chernoff::new(p, q).map(Formula::chernoff) {
            None => [Formula::Infinite, Formula::one()],
            Some(least) => {
                let rest = Formula::one().sub(&least.mul(&least));
                [least.ln().neg().max(&Formula::zero()), rest.sqrt()]
            }
        }
    }

    /// The largest total variation, Kullback-Leibler and chi^2 divergence of the outputs over all
    /// channels with the eps of this one, and over those with its total variation as well. Beyond 5
    /// inputs there are none, and none where one of the two numbers is irrational.
    fn largest(&self, e: &Real, eta: &Real) -> Vec<Comparison> {
        let (Some(e), Some(eta)) = (e.as_rational(), eta.as_rational()) else {
            return Vec::new();
        };
        let total: best::Share = |p, q| Real::from((p - q).abs()) / 2;
        let kl: best::Share = |p, q| Real::from(p.clone()) * Real::from(p / q).ln();
        let square: best::Share = |p, q| {
            let apart = p - q;
            Real::from(&apart * &apart / q)
        };
        let [forward, _, _] = self.divergences();
        let [p, q] = &self.inputs;
        let shares = [
            ("output-tv", self.output_tv(), total),
            ("kl", forward.into(), kl),
            ("chi-squared", self.chi_squared().into(), square),
        ];
        let sources =
            [("largest with this eps", None), ("largest with this eps and tv", Some(eta))];
        let mut found = Vec::new();
        for (name, value, share) in shares {
            for (source, eta) in sources {
                let bound = best::largest([p, q], e, eta, share);
                found.extend(
                    bound.map(|bound| {
                        Comparison::new(name, source, "<=", value.clone(), bound.into())
                    }),
                );
            }
        }
        found
    }

    /// The same inputs through the binary mechanism with erasure of total variation eta, which the
    /// extremal cases of section VII are about.
    fn through_binary(&self, e: &Real, eta: &Real) -> Result<Inputs, DomainError> {
        let favours: Vec<bool> =
            self.inputs[0].iter().zip(&self.inputs[1]).map(|(p, q)| p >= q).collect();
        Inputs::new(Channel::binary_with_erasure(e, eta, &favours)?, self.inputs.clone())
    }

    /// The bounds of section VII that apply to this channel, at the least eps with which it is
    /// eps-LDP and its own total variation eta; with `E = e^eps` and T the total variation of the
    /// inputs. A channel that is eps-LDP for no eps has only the bounds without eps.
    ///
    /// The source's equation 57 (a step of a proof) has lost a square: the factor must be
    /// `(E-1)^2`, not `E-1`. For P_0 = (1, 0), P_1 = (0, 1) and E = 100, randomised response has
    /// `KL = 99/101 ln(100) > 4.5`, and the bound printed there is `4 * 99/101 < 4`.
    pub fn bounds(&self) -> Vec<Comparison> {
        let t = Formula::from(Real::from(self.input_tv()));
        let (eta, m) = (self.channel.total_variation(), self.output_tv());
        let [forward, _, both] = self.divergences().map(Formula::from);
        let square = &t * &t;
        let mut bounds = Vec::new();
        let mut add = |name, source, relation, value: &Formula, bound: Formula| {
            bounds.push(Comparison::new(name, source, relation, value.clone(), bound));
        };
        add("output-tv", "Theorem 5 (eta-TV)", "<=", &m, &eta * &t);
        add("kl", "Pinsker, equation 55", ">=", &forward, 2 * &m * &m);
        let Some(e) = self.channel.largest_ratio() else {
            return bounds;
        };
        let (minus, plus) = (&e - 1, &e + 1);
        let largest = &minus / &plus;
        let capped = e.min(&2u64.into());
        add("tv", "Proposition 2", "<=", &eta, largest.clone());
        add("output-tv", "Theorem 4 (eps-LDP)", "<=", &m, &largest * &t);
        let duchi = &capped * &capped * &minus * &minus * &square;
        add("symmetric-kl", "Theorem 6 (Duchi et al.)", "<=", &both, duchi);
        let with_tv = 2 * &eta * &capped * &minus * &square;
        add("symmetric-kl", "Theorem 7", "<=", &both, with_tv);
        let corollary = 2 * &capped * &minus * &largest * &square;
        add("symmetric-kl", "Corollary 2", "<=", &both, corollary);
        // What follows is computed through other channels, whose entries are expressions.
        let [Some(e), Some(exact_eta)] = [&e, &eta].map(Formula::as_real) else {
            return bounds;
        };
        bounds.extend(self.largest(e, exact_eta));
        let Ok(binary) = self.through_binary(e, &((e - 1) / (e + 1))) else {
            return bounds;
        };
        let mut add = |name, source, relation, value: Formula, bound: Formula| {
            bounds.push(Comparison::new(name, source, relation, value, bound));
        };
        add("binary-tv", "Theorem 4, equality", "=", binary.output_tv(), &largest * &t);
        let [binary_kl, _, _] = binary.divergences();
        let limit = scaled(binary_kl.clone(), &(&capped * &plus));
        add("kl", "section VII-B.1", "<=", forward, limit);
        if !e.is_one()
            && let Ok(erased) = self.through_binary(e, exact_eta)
        {
            add("erased-tv", "Theorem 5, equality", "=", erased.output_tv(), &eta * &t);
            let [erased_kl, _, _] = erased.divergences().map(Formula::from);
            let part = scaled(binary_kl, &(&eta / &largest));
            add("erased-kl", "Theorem 8, by erasure", "=", erased_kl, part);
        }
        bounds
    }
}
