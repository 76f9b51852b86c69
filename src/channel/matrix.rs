//! Row-stochastic matrices and their exact properties.

use super::order::{length, order};
use crate::exact::real::Real;
use crate::exact::show;
use crate::mechanism::DomainError;
use crate::pair::functionals::sum;
use std::cmp::Ordering;

/// The most entries of a channel.
const MOST_ENTRIES: usize = 1 << 20;
/// The most work for a channel: entries times inputs, as all pairs of inputs are compared.
const MOST_WORK: usize = 1 << 24;
/// The most operations of an entry of a processed channel: they multiply each time.
const MOST_OPERATIONS: usize = 1 << 12;

/// A channel `Q(y|x)`: a row for each input, each a distribution of the outputs.
///
/// An entry is the rational 0, or known to be > 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    rows: Vec<Vec<Real>>,
}

/// The masses of a distribution, where 0 is the rational 0.
pub(super) fn distribution(
    parameter: &'static str,
    name: &str,
    masses: Vec<Real>,
) -> Result<Vec<Real>, DomainError> {
    let fail = |message: String, help: &str| Err(DomainError::new(parameter, message, help));
    let help = format!("{name} must be probabilities: >= 0, and sum to exactly 1");
    let mut clean = Vec::with_capacity(masses.len());
    for (i, mass) in masses.into_iter().enumerate() {
        let mass = mass.simplified();
        match mass.sign() {
            Some(Ordering::Greater) => clean.push(mass),
            Some(Ordering::Equal) => clean.push(Real::zero()),
            Some(Ordering::Less) => {
                return fail(format!("entry {i} of {name} is negative: {}", show(&mass)), &help);
            }
            None => {
                let message = format!("the sign of entry {i} of {name} is undecided: {mass}");
                return fail(message, "write 0 where an entry is 0");
            }
        }
    }
    let whole = sum(&clean).simplified();
    match order(&whole, &Real::one()) {
        Some(Ordering::Equal) => Ok(clean),
        Some(_) => fail(format!("the sum of {name} is {}", show(&whole)), &help),
        None => fail(
            format!("whether the sum of {name} is 1 is undecided: {}", show(&whole)),
            "write the last entry as 1 minus the others",
        ),
    }
}

impl Channel {
    /// A channel from its rows.
    ///
    /// # Errors
    /// No rows or no columns, too many of them, rows of different length, an entry that is negative
    /// or of undecided sign, or a row that is not known to sum to exactly 1; the message has the
    /// row and the sum. Rows are counted from 0.
    pub fn new(rows: Vec<Vec<Real>>) -> Result<Channel, DomainError> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            let help = "give a row for each input, with a probability for each output";
            return Err(DomainError::new("matrix", "the channel is empty", help));
        }
        check_size("matrix", rows.len(), width)?;
        let clean = |(i, row): (usize, Vec<Real>)| {
            if row.len() != width {
                let message = format!("row {i} has {} entries and row 0 has {width}", row.len());
                let help = "all rows must have an entry for each output";
                return Err(DomainError::new("matrix", message, help));
            }
            distribution("matrix", &format!("row {i}"), row)
        };
        Ok(Channel { rows: rows.into_iter().enumerate().map(clean).collect::<Result<_, _>>()? })
    }

    /// k-ary randomised response with `E = e^eps`: the input with probability `E/(E+k-1)`, each
    /// other symbol with `1/(E+k-1)`.
    ///
    /// # Errors
    /// E < 1 or categories < 2.
    pub fn randomized_response(e: &Real, categories: usize) -> Result<Channel, DomainError> {
        let e = power(e)?;
        let others = match i64::try_from(categories) {
            Ok(count @ 2..=200) => count - 1,
            _ => {
                let message = format!("categories = {categories} is outside [2, 200]");
                let help = "give from 2 to 200 categories";
                return Err(DomainError::new("categories", message, help));
            }
        };
        let whole = &e + others;
        let (kept, other) = (&e / &whole, 1 / &whole);
        let row = |x: usize| {
            (0..categories).map(|y| if x == y { kept.clone() } else { other.clone() }).collect()
        };
        Ok(Channel { rows: (0..categories).map(row).collect() })
    }

    /// The binary mechanism with erasure: input x is answered with 0 where `favours[x]`, with 1
    /// elsewhere, each by ln(E)-randomised response, and erased with probability `1 - eta
    /// (E+1)/(E-1)`. The outputs are 0, 1 and the erasure; it is ln(E)-LDP and, if both answers
    /// occur, eta-TV exactly.
    ///
    /// # Errors
    /// No inputs, E < 1, or eta outside `[0, (E-1)/(E+1)]`. At E = 1 the erasure would be 0/0: eta
    /// = 0 is then the channel that erases everything.
    ///
    /// Source: Ghazi & Issa, Theorem 5.
    pub fn binary_with_erasure(
        e: &Real,
        eta: &Real,
        favours: &[bool],
    ) -> Result<Channel, DomainError> {
        if favours.is_empty() {
            return Channel::new(Vec::new());
        }
        let e = power(e)?;
        let largest = ((&e - 1) / (&e + 1)).simplified();
        let orders = (order(eta, &Real::zero()), order(eta, &largest));
        let answered = match orders {
            (Some(Ordering::Equal), Some(Ordering::Less | Ordering::Equal)) => Real::zero(),
            (Some(Ordering::Greater), Some(Ordering::Equal)) => Real::one(),
            (Some(Ordering::Greater), Some(Ordering::Less)) => (eta / &largest).simplified(),
            _ => {
                let is_undecided = orders.0.is_none() || orders.1.is_none();
                let problem = if is_undecided { "is not known to be in" } else { "is outside" };
                let message = format!("eta = {} {problem} [0, {}]", show(eta), show(&largest));
                return Err(DomainError::new(
                    "eta",
                    message,
                    "a ln(E)-LDP channel has total variation at most (E-1)/(E+1)",
                ));
            }
        };
        let low = &answered / (&e + 1);
        let high = &e * &low;
        let erased = 1 - &answered;
        let row = |favours_zero: &bool| match favours_zero {
            true => vec![high.clone(), low.clone(), erased.clone()],
            false => vec![low.clone(), high.clone(), erased.clone()],
        };
        Ok(Channel { rows: favours.iter().map(row).collect() })
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Real>] {
        &self.rows
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.rows.len()
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = Vec<&Real>> {
        (0..self.outputs()).map(|y| self.rows.iter().filter_map(|row| row.get(y)).collect())
    }

    /// The distribution of the output for an input distribution.
    pub(super) fn output_of(&self, input: &[Real]) -> Vec<Real> {
        let weigh = |column: Vec<&Real>| {
            let terms: Vec<Real> =
                column.into_iter().zip(input).map(|(entry, mass)| entry * mass).collect();
            sum(&terms).simplified()
        };
        self.columns().map(weigh).collect()
    }

    /// Post-processing: the output goes through another channel.
    ///
    /// # Errors
    /// The other channel has not as many inputs as this one has outputs, or the result is too
    /// large: in its size, or in the length of an irrational entry.
    pub fn then(&self, next: &Channel) -> Result<Channel, DomainError> {
        if next.inputs() != self.outputs() {
            let message = format!(
                "the channel has {} outputs, and the next one has {} inputs",
                self.outputs(),
                next.inputs()
            );
            return Err(DomainError::new(
                "by",
                message,
                "give the next channel a row for each output of this one",
            ));
        }
        check_size("by", self.inputs(), next.outputs())?;
        let rows: Vec<Vec<Real>> = self.rows.iter().map(|row| next.output_of(row)).collect();
        if rows.iter().flatten().any(|entry| length(entry, MOST_OPERATIONS) > MOST_OPERATIONS) {
            let message = format!("an entry is an expression of over {MOST_OPERATIONS} operations");
            let help = "write the channel by rational entries, or process it fewer times";
            return Err(DomainError::new("by", message, help));
        }
        Ok(Channel { rows })
    }

    /// Composition: the same input through both, independently, and both outputs released.
    ///
    /// # Errors
    /// Different numbers of inputs, or a product that is too large.
    pub fn product(&self, other: &Channel) -> Result<Channel, DomainError> {
        if self.inputs() != other.inputs() {
            let message = format!(
                "channels with {} and {} inputs cannot be composed",
                self.inputs(),
                other.inputs()
            );
            return Err(DomainError::new(
                "mechanisms",
                message,
                "all channels of a composition need the same number of inputs",
            ));
        }
        check_size("mechanisms", self.inputs(), self.outputs().saturating_mul(other.outputs()))?;
        let row = |(x, y): (&Vec<Real>, &Vec<Real>)| {
            x.iter().flat_map(|p| y.iter().map(move |q| p * q)).collect()
        };
        Ok(Channel { rows: self.rows.iter().zip(&other.rows).map(row).collect() })
    }
}

/// Is a channel of this size small enough?
pub(super) fn check_size(
    parameter: &'static str,
    inputs: usize,
    outputs: usize,
) -> Result<(), DomainError> {
    let entries = inputs.saturating_mul(outputs);
    if entries <= MOST_ENTRIES && entries.saturating_mul(inputs) <= MOST_WORK {
        return Ok(());
    }
    let message = format!("a channel of {inputs} inputs and {outputs} outputs is too large");
    Err(DomainError::new(
        parameter,
        message,
        format!(
            "it may have at most {MOST_ENTRIES} entries, and inputs^2 * outputs may be at most {MOST_WORK}"
        ),
    ))
}

/// `e^eps >= 1`, where 1 is the rational 1.
fn power(e: &Real) -> Result<Real, DomainError> {
    let problem = match order(e, &Real::one()) {
        Some(Ordering::Greater) => return Ok(e.clone()),
        Some(Ordering::Equal) => return Ok(Real::one()),
        Some(Ordering::Less) => "is less than 1",
        None => "is not known to be at least 1",
    };
    let message = format!("e^eps = {} {problem}", show(e));
    Err(DomainError::new("eps", message, "eps must be >= 0"))
}
