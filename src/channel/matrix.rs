//! Row-stochastic matrices and their exact properties.

use crate::exact::real::Real;
use crate::exact::{effort, show};
use crate::mechanism::DomainError;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The most entries of a channel.
const MOST_ENTRIES: usize = 1 << 20;
/// The most work for a channel: entries times inputs, as all pairs of inputs are compared.
const MOST_WORK: usize = 1 << 24;

/// A channel `Q(y|x)`: a row for each input, each a distribution of the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    rows: Vec<Vec<Rational>>,
}

/// A sum, of which the work is counted.
fn plus(sum: Rational, term: &Rational) -> Rational {
    effort::rational(&sum, term);
    sum + term
}

fn times(x: &Rational, y: &Rational) -> Rational {
    effort::rational(x, y);
    x * y
}

fn sum(masses: &[Rational]) -> Rational {
    masses.iter().fold(Rational::ZERO, plus)
}

/// `1/2 sum |p - q|`.
pub(super) fn total_variation(p: &[Rational], q: &[Rational]) -> Rational {
    let excess = p.iter().zip(q).filter(|(p, q)| p > q).map(|(p, q)| plus(p.clone(), &-q));
    excess.fold(Rational::ZERO, |sum, excess| plus(sum, &excess))
}

/// Checks that the masses are a distribution.
pub(super) fn check_distribution(
    parameter: &'static str,
    name: &str,
    masses: &[Rational],
) -> Result<(), DomainError> {
    let help = format!("{name} must be probabilities: >= 0, and sum to exactly 1");
    if let Some((i, mass)) = masses.iter().enumerate().find(|(_, mass)| **mass < 0) {
        let message =
            format!("entry {i} of {name} is negative: {}", show(&Real::from(mass.clone())));
        return Err(DomainError::new(parameter, message, help));
    }
    let whole = sum(masses);
    if whole == 1 {
        return Ok(());
    }
    Err(DomainError::new(
        parameter,
        format!("the sum of {name} is {}", show(&Real::from(whole))),
        help,
    ))
}

impl Channel {
    /// A channel from its rows.
    ///
    /// # Errors
    /// No rows or no columns, too many of them, rows of different length, a negative entry, or a
    /// row that does not sum to exactly 1; the message has the row and the sum. Rows are counted
    /// from 0.
    pub fn new(rows: Vec<Vec<Rational>>) -> Result<Channel, DomainError> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            let help = "give a row for each input, with a probability for each output";
            return Err(DomainError::new("matrix", "the channel is empty", help));
        }
        check_size("matrix", rows.len(), width)?;
        for (i, row) in rows.iter().enumerate() {
            if row.len() != width {
                let message = format!("row {i} has {} entries and row 0 has {width}", row.len());
                return Err(DomainError::new(
                    "matrix",
                    message,
                    "all rows must have an entry for each output",
                ));
            }
            check_distribution("matrix", &format!("row {i}"), row)?;
        }
        Ok(Channel { rows })
    }

    /// k-ary randomised response with `E = e^eps`: the input with probability `E/(E+k-1)`, each
    /// other symbol with `1/(E+k-1)`.
    ///
    /// # Errors
    /// E < 1 or categories < 2.
    pub fn randomized_response(e: &Rational, categories: usize) -> Result<Channel, DomainError> {
        check_power(e)?;
        if !(2..=200).contains(&categories) {
            let message = format!("categories = {categories} is outside [2, 200]");
            return Err(DomainError::new("categories", message, "give from 2 to 200 categories"));
        }
        let other = Rational::ONE / (e + Rational::from(categories - 1));
        let kept = e * &other;
        let row = |x: usize| {
            (0..categories).map(|y| if x == y { kept.clone() } else { other.clone() }).collect()
        };
        Channel::new((0..categories).map(row).collect())
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
        e: &Rational,
        eta: &Rational,
        favours: &[bool],
    ) -> Result<Channel, DomainError> {
        check_power(e)?;
        let one = Rational::ONE;
        let largest = (e - &one) / (e + &one);
        if *eta < 0 || *eta > largest {
            let shown = |x: &Rational| show(&Real::from(x.clone()));
            let message = format!("eta = {} is outside [0, {}]", shown(eta), shown(&largest));
            return Err(DomainError::new(
                "eta",
                message,
                "a ln(E)-LDP channel has total variation at most (E-1)/(E+1)",
            ));
        }
        let answered = if largest == 0 { Rational::ZERO } else { eta / &largest };
        let low = &answered / (e + &one);
        let high = e * &low;
        let erased = &one - &answered;
        let row = |favours_zero: &bool| match favours_zero {
            true => vec![high.clone(), low.clone(), erased.clone()],
            false => vec![low.clone(), high.clone(), erased.clone()],
        };
        Channel::new(favours.iter().map(row).collect())
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<Rational>] {
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

    fn columns(&self) -> impl Iterator<Item = Vec<&Rational>> {
        (0..self.outputs()).map(|y| self.rows.iter().filter_map(|row| row.get(y)).collect())
    }

    /// `e^eps` for the least eps with which it is eps-LDP: the largest ratio within a column.
    /// `None` where an output is possible for one input and impossible for another: then there is
    /// no eps.
    ///
    /// Ratios of sets of outputs are no larger than that of their worst output. An output that no
    /// input gives is left out.
    pub fn largest_ratio(&self) -> Option<Rational> {
        let mut largest = Rational::ONE;
        for column in self.columns() {
            let (Some(top), Some(bottom)) = (column.iter().max(), column.iter().min()) else {
                continue;
            };
            if **top == 0 {
                continue;
            }
            if **bottom == 0 {
                return None;
            }
            largest = largest.max(*top / *bottom);
        }
        Some(largest)
    }

    /// The least eps with which it is eps-LDP, if there is one.
    pub fn eps(&self) -> Option<Real> {
        self.largest_ratio().map(|ratio| Real::from(ratio).ln())
    }

    /// Is it eps-LDP? Decided exactly, by comparing with `e^eps`. `None` for an eps that is not a
    /// combination of rationals and logarithms and that is too close to decide.
    pub fn is_private(&self, eps: &Real) -> Option<bool> {
        match self.largest_ratio() {
            None => Some(false),
            Some(ratio) => Real::from(ratio).ln().compare(eps).map(Ordering::is_le),
        }
    }

    /// The largest total variation between two rows: the Dobrushin coefficient.
    pub fn total_variation(&self) -> Rational {
        let mut largest = Rational::ZERO;
        for (i, row) in self.rows.iter().enumerate() {
            for other in self.rows.iter().skip(i + 1) {
                largest = largest.max(total_variation(row, other));
            }
        }
        largest
    }

    /// e to the maximal leakage: `sum_y max_x Q(y|x)`.
    pub fn leakage_ratio(&self) -> Rational {
        self.columns().filter_map(|column| column.into_iter().max()).fold(Rational::ZERO, plus)
    }

    /// The maximal leakage (Sibson's mutual information of order infinity): `ln sum_y max_x
    /// Q(y|x)`.
    ///
    /// For two inputs the sum is 1 + total variation. Ghazi & Issa (appendix G) print it without
    /// the logarithm, and `tv = 1 - e^-leakage`: for [[3/4, 1/4], [1/4, 3/4]] that is 1/3, and tv
    /// is 1/2. Their bound `ln(2 eps/(e^eps+1))` should be `ln(2 e^eps/(e^eps+1))`.
    pub fn leakage(&self) -> Real {
        Real::from(self.leakage_ratio()).ln()
    }

    /// The distribution of the output for an input distribution.
    pub(super) fn output_of(&self, input: &[Rational]) -> Vec<Rational> {
        let weigh = |column: Vec<&Rational>| {
            column
                .iter()
                .zip(input)
                .fold(Rational::ZERO, |sum, (entry, mass)| plus(sum, &times(entry, mass)))
        };
        self.columns().map(weigh).collect()
    }

    /// Post-processing: the output goes through another channel.
    ///
    /// # Errors
    /// The other channel has not as many inputs as this one has outputs.
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
        Channel::new(self.rows.iter().map(|row| next.output_of(row)).collect())
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
        let row = |(x, y): (&Vec<Rational>, &Vec<Rational>)| {
            x.iter().flat_map(|p| y.iter().map(move |q| times(p, q))).collect()
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

fn check_power(e: &Rational) -> Result<(), DomainError> {
    if *e >= 1 {
        return Ok(());
    }
    let message = format!("e^eps = {} is less than 1", show(&Real::from(e.clone())));
    Err(DomainError::new("eps", message, "eps must be >= 0"))
}
