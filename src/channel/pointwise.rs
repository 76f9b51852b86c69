//! Pointwise maximal leakage: what one output tells about an input of a given distribution.

use super::matrix::{Channel, distribution};
use super::order::{largest_of, log_ratio, order, order_of_formulas};
use crate::exact::real::Real;
use crate::exact::tree::tree;
use crate::formula::Formula;
use crate::mechanism::DomainError;
use malachite::rational::Rational;

/// The most outputs of which each has its leakage.
const MOST_OUTPUTS: usize = 1 << 10;

/// What an output tells about the input.
#[derive(Clone, Debug, PartialEq)]
pub struct OfOutput {
    /// The output, counted from 0.
    pub output: usize,
    /// Its probability, > 0.
    pub probability: Real,
    /// Its pointwise maximal leakage.
    pub leakage: Formula,
}

/// Pointwise maximal leakage: that of each output of probability > 0, and the largest.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointwise {
    /// The outputs, in their order.
    pub outputs: Vec<OfOutput>,
    /// The largest leakage of an output.
    pub largest: Formula,
    /// An output that attains it; `None` where the order of several is undecided.
    pub attained: Option<usize>,
}

impl Channel {
    /// The pointwise maximal leakage of each output y to someone who knows the distribution P of
    /// the input: `l(y) = ln max_x Q(y|x)/P_Y(y)` over inputs of probability > 0, with `P_Y(y) =
    /// sum_x P(x) Q(y|x)`.
    ///
    /// It is the largest factor, as a logarithm, by which y raises the probability of a value of a
    /// function of the input, a random one too. For such a value u, `P(u|y)/P(u)` is a mean of
    /// `P(x|y)/P(x) = Q(y|x)/P_Y(y)` over the inputs, and where the function is the input itself it
    /// is the largest of these. If no probability of P is 0, the mean of `e^l(Y)` is e to the
    /// maximal leakage. Over all such P the supremum of `l(y)` is the least eps with which the
    /// channel is eps-LDP, because `P_Y(y)` comes as near to the least `Q(y|x)` as wanted.
    ///
    /// Source: Saeidian, Cervia, Oechtering & Skoglund, Pointwise maximal leakage (IEEE
    /// Transactions on Information Theory, 2023); derived here from `P(x|y)/P(x)`.
    ///
    /// # Errors
    /// Not a probability for each input, or more than 1024 outputs.
    pub fn pointwise_leakage(&self, prior: &[Rational]) -> Result<Pointwise, DomainError> {
        if self.outputs() > MOST_OUTPUTS {
            let message = format!("the channel has {} outputs", self.outputs());
            let help = format!("pointwise leakage is computed for at most {MOST_OUTPUTS}");
            return Err(DomainError::new("prior", message, help));
        }
        if prior.len() != self.inputs() {
            let message = format!(
                "the prior has {} entries, and the channel has {} inputs",
                prior.len(),
                self.inputs()
            );
            let help = "give a probability for each row of the matrix";
            return Err(DomainError::new("prior", message, help));
        }
        let masses = prior.iter().cloned().map(Real::from).collect();
        let prior = distribution("prior", "the prior", masses)?;
        let probabilities = self.output_of(&prior);
        let mut outputs = Vec::new();
        for (output, (column, probability)) in self.columns().zip(probabilities).enumerate() {
            if probability.is_zero() {
                continue;
            }
            let possible = column.into_iter().zip(&prior).filter(|(_, mass)| !mass.is_zero());
            let tops = largest_of(possible.map(|(entry, _)| entry), |x, y| order(x, y));
            let leaks: Vec<Formula> =
                tops.into_iter().map(|top| log_ratio(top, &probability).into()).collect();
            let leakage = tree(&leaks, Formula::max).unwrap_or_else(Formula::zero);
            outputs.push(OfOutput { output, probability, leakage });
        }
        let largest = largest_of(&outputs, |x, y| order_of_formulas(&x.leakage, &y.leakage));
        let attained = match largest.as_slice() {
            [one] => Some(one.output),
            _ => None,
        };
        let leaks: Vec<Formula> = largest.iter().map(|found| found.leakage.clone()).collect();
        let largest = tree(&leaks, Formula::max).unwrap_or_else(Formula::zero);
        Ok(Pointwise { outputs, largest, attained })
    }
}
