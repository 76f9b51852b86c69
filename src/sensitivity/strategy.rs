//! Strategy matrices by their columns, with integers over one denominator.

use crate::exact::effort;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::DomainError;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::rational::Rational;
use malachite::{Integer, Natural};

/// The most columns: a formula takes a number of operations on long integers for each.
const MOST_COLUMNS: usize = 1 << 20;
/// The most entries that are given one by one: as many as there can be columns.
const MOST_ENTRIES: usize = 1 << 20;
/// The most bits of all coefficients together, 128 megabytes. Those of a recurrence grow with their
/// index.
const MOST_BITS: u64 = 1 << 30;
/// The most word operations of a recurrence: it is computed while a strategy is read, before any
/// estimate.
const MOST_WORK: u64 = 1 << 32;

/// A strategy matrix C: its columns are the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    entries: Entries,
    scale: Natural,
    columns: usize,
    /// Is no entry above the diagonal other than 0?
    is_lower: bool,
}

/// All entries, times the scale.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entries {
    /// Entry (i, j) is coefficient i - j, and 0 above the diagonal and beyond the last coefficient.
    Toeplitz(Vec<Integer>),
    /// For each column the row of its first entry, and the entries from there; all others are 0.
    Columns(Vec<(usize, Vec<Integer>)>),
}

impl Strategy {
    /// The lower triangular Toeplitz matrix of n columns: entry (i, j) is `coefficients[i - j]`, or
    /// 0 where there is none.
    ///
    /// # Errors
    /// n = 0, n too large, no coefficients, or more than n.
    pub fn toeplitz(coefficients: &[Rational], n: usize) -> Result<Strategy, DomainError> {
        check_columns(n)?;
        check_count("coefficients", coefficients.len(), n)?;
        Strategy::of_coefficients("coefficients", coefficients, n)
    }

    /// The matrix whose inverse is the lower triangular Toeplitz matrix with these coefficients. It
    /// has the coefficients of the power series `1 / sum a_i x^i`.
    ///
    /// # Errors
    /// Those of [`toeplitz`](Strategy::toeplitz); a first coefficient of 0; numbers that grow too
    /// long.
    ///
    /// Source: Kalinin & Lampert, "Banded Square Root Matrix Factorization for Differentially
    /// Private Model Training", for Toeplitz factors; Kalinin, McMahan & Upadhyay, "Back to Square
    /// Roots", for banded inverses.
    pub fn inverse_toeplitz(coefficients: &[Rational], n: usize) -> Result<Strategy, DomainError> {
        const NAME: &str = "coefficients";
        check_columns(n)?;
        check_count(NAME, coefficients.len(), n)?;
        let common = denominator(NAME, coefficients.iter())?;
        let terms: Vec<Integer> = coefficients.iter().map(|x| scaled(x, &common)).collect();
        let Some((first, rest)) = terms.split_first().filter(|(first, _)| **first != 0) else {
            let help = "the first coefficient of the inverse is on its diagonal, and must not be 0";
            return Err(DomainError::new(NAME, "the matrix is singular", help));
        };
        check_length(NAME, n, rest.len(), first.significant_bits())?;
        // Coefficient i is `d r_i / a_0^(i+1)` for the denominator d of the a_i, which are integers
        // here: then `r_i = - sum_j a_j a_0^(j-1) r_{i-j}`.
        let powers = std::iter::successors(Some(Integer::ONE), |power| Some(power * first));
        let factors: Vec<Integer> = rest.iter().zip(powers).map(|(a, power)| a * power).collect();
        let mut series = vec![Integer::ONE];
        while series.len() < n {
            let known = factors.iter().zip(series.iter().rev());
            let next =
                -known.fold(Integer::ZERO, |sum, (factor, r)| sum + counted_product(factor, r));
            check_length(NAME, n, rest.len(), next.significant_bits() / series.len() as u64)?;
            series.push(next);
        }
        let common = Integer::from(common);
        let mut power = Integer::ONE;
        for r in series.iter_mut().rev() {
            *r = counted_product(r, &power) * &common;
            power *= first;
        }
        // All over a_0^n, which may be negative.
        if power < 0 {
            series.iter_mut().for_each(|r| *r = -&*r);
        }
        Ok(Strategy::of_integers(series, power.unsigned_abs(), n))
    }

    /// A buffered linear Toeplitz matrix: `c_0 = 1` and `c_i = sum_j omega_j theta_j^(i-1)`.
    ///
    /// # Errors
    /// n = 0, n too large, no parameters, lists of different length, or numbers that grow too long.
    ///
    /// Source: Dvijotham, McMahan, Pillutla, Steinke & Thakurta, "Efficient and Near-Optimal Noise
    /// Generation for Streaming Differential Privacy"; McMahan, Xu & Zhang, "A Hassle-free
    /// Algorithm for Strong Differential Privacy in Federated Learning Systems".
    pub fn blt(omega: &[Rational], theta: &[Rational], n: usize) -> Result<Strategy, DomainError> {
        check_columns(n)?;
        if omega.is_empty() || omega.len() != theta.len() {
            let message =
                format!("omega has {} entries, and theta has {}", omega.len(), theta.len());
            return Err(DomainError::new(
                "omega",
                message,
                "give an omega and a theta for each buffer",
            ));
        }
        let (weights, decays) =
            (denominator("omega", omega.iter())?, denominator("theta", theta.iter())?);
        let mut terms: Vec<Integer> = omega.iter().map(|x| scaled(x, &weights)).collect();
        let factors: Vec<Integer> = theta.iter().map(|x| scaled(x, &decays)).collect();
        let longest = factors.iter().map(SignificantBits::significant_bits).max().unwrap_or(0);
        check_length("theta", n, theta.len(), longest.max(decays.significant_bits()))?;
        // Coefficient i > 0 is an integer over `weights * decays^(i-1)`, and all are brought to the
        // last of these.
        let (weights, decays) = (Integer::from(weights), Integer::from(decays));
        let mut series = Vec::with_capacity(n);
        for _ in 1..n {
            series.push(terms.iter().fold(Integer::ZERO, |sum, term| sum + term));
            terms
                .iter_mut()
                .zip(&factors)
                .for_each(|(term, factor)| *term = counted_product(term, factor));
        }
        let mut power = Integer::ONE;
        for (i, x) in series.iter_mut().enumerate().rev() {
            *x = counted_product(x, &power);
            if i > 0 {
                power = counted_product(&power, &decays);
            }
        }
        let scale = power * weights;
        series.insert(0, scale.clone());
        Ok(Strategy::of_integers(series, scale.unsigned_abs(), n))
    }

    /// The lower triangular matrix with these columns, each from the diagonal down; the rest of a
    /// column is 0.
    ///
    /// # Errors
    /// No columns, too many of them, or a column that is longer than what is left below its
    /// diagonal.
    pub fn columns(columns: &[Vec<Rational>]) -> Result<Strategy, DomainError> {
        const NAME: &str = "columns";
        check_columns(columns.len())?;
        check_entries(NAME, columns.iter().map(Vec::len).sum())?;
        let n = columns.len();
        if let Some((i, column)) =
            columns.iter().enumerate().find(|(i, column)| column.len() > n - i)
        {
            let message = format!("column {i} has {} entries", column.len());
            let help = format!("of {n} columns it has at most {} from the diagonal down", n - i);
            return Err(DomainError::new(NAME, message, help));
        }
        Strategy::of_columns(
            NAME,
            columns.iter().enumerate().map(|(i, column)| (i, column.clone())).collect(),
        )
    }

    /// Any matrix, by its rows.
    ///
    /// # Errors
    /// No entries, too many of them, or rows of different length.
    pub fn rows(rows: &[Vec<Rational>]) -> Result<Strategy, DomainError> {
        const NAME: &str = "strategy";
        let width = rows.first().map_or(0, Vec::len);
        check_columns(width)?;
        check_entries(NAME, rows.len().saturating_mul(width))?;
        if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
            let message = format!("row {i} has {} entries and row 0 has {width}", row.len());
            return Err(DomainError::new(
                NAME,
                message,
                "all rows must have an entry for each step",
            ));
        }
        let column = |j: usize| (0, rows.iter().filter_map(|row| row.get(j).cloned()).collect());
        Strategy::of_columns(NAME, (0..width).map(column).collect())
    }

    fn of_coefficients(
        name: &'static str,
        coefficients: &[Rational],
        n: usize,
    ) -> Result<Strategy, DomainError> {
        let scale = denominator(name, coefficients.iter())?;
        let entries = coefficients.iter().map(|x| scaled(x, &scale)).collect();
        Ok(Strategy::of_integers(entries, scale, n))
    }

    fn of_integers(mut entries: Vec<Integer>, scale: Natural, n: usize) -> Strategy {
        trim(&mut entries);
        Strategy { entries: Entries::Toeplitz(entries), scale, columns: n, is_lower: true }
    }

    fn of_columns(
        name: &'static str,
        columns: Vec<(usize, Vec<Rational>)>,
    ) -> Result<Strategy, DomainError> {
        let scale = denominator(name, columns.iter().flat_map(|(_, column)| column))?;
        let column = |(first, column): &(usize, Vec<Rational>)| {
            let zeros = column.iter().take_while(|x| **x == 0).count();
            let mut entries: Vec<Integer> =
                column.iter().skip(zeros).map(|x| scaled(x, &scale)).collect();
            trim(&mut entries);
            (first + zeros, entries)
        };
        let columns: Vec<(usize, Vec<Integer>)> = columns.iter().map(column).collect();
        let is_lower = columns
            .iter()
            .enumerate()
            .all(|(j, (first, entries))| *first >= j || entries.is_empty());
        let count = columns.len();
        Ok(Strategy { entries: Entries::Columns(columns), scale, columns: count, is_lower })
    }

    /// The number of columns, which are the steps.
    pub fn len(&self) -> usize {
        self.columns
    }

    /// Has it no columns? Never: there is always one.
    pub fn is_empty(&self) -> bool {
        self.columns == 0
    }

    /// The coefficients of a Toeplitz matrix without the zeros at their end, times the scale.
    pub(super) fn coefficients(&self) -> Option<&[Integer]> {
        match &self.entries {
            Entries::Toeplitz(coefficients) => Some(coefficients),
            Entries::Columns(_) => None,
        }
    }

    /// The row of the first entry of a column, and its entries from there, times the scale.
    pub(super) fn column(&self, j: usize) -> (usize, &[Integer]) {
        match &self.entries {
            Entries::Toeplitz(coefficients) => {
                let length = coefficients.len().min(self.columns.saturating_sub(j));
                (j, coefficients.get(..length).unwrap_or_default())
            }
            Entries::Columns(columns) => {
                columns.get(j).map_or((j, &[]), |(first, entries)| (*first, entries))
            }
        }
    }

    /// No column after this one has an inner product other than 0 with column j.
    pub(super) fn reach(&self, j: usize) -> usize {
        let last = self.columns.saturating_sub(1);
        match self.is_lower {
            true => {
                let (first, entries) = self.column(j);
                (first + entries.len()).saturating_sub(1).max(j).min(last)
            }
            false => last,
        }
    }

    /// The inner product of two columns, times the square of the scale.
    pub(super) fn inner(&self, i: usize, j: usize) -> Integer {
        let ((first, left), (other, right)) = (self.column(i), self.column(j));
        let start = first.max(other);
        let rest =
            |from: usize, entries: &'_ [Integer]| start.saturating_sub(from).min(entries.len());
        let left = left.get(rest(first, left)..).unwrap_or_default();
        let right = right.get(rest(other, right)..).unwrap_or_default();
        left.iter().zip(right).fold(Integer::ZERO, |sum, (x, y)| sum + counted_product(x, y))
    }

    /// A number in units of the squared scale, as it is.
    pub(super) fn unscaled(&self, x: Integer) -> Rational {
        Rational::from_integers(x, Integer::from(&self.scale * &self.scale))
    }

    /// The bits of the longest entry.
    pub(super) fn bits(&self) -> u64 {
        let longest = |entries: &[Integer]| {
            entries.iter().map(SignificantBits::significant_bits).max().unwrap_or(0)
        };
        match &self.entries {
            Entries::Toeplitz(coefficients) => longest(coefficients),
            Entries::Columns(columns) => {
                columns.iter().map(|(_, entries)| longest(entries)).max().unwrap_or(0)
            }
        }
    }
}

/// `x * y`.
fn counted_product(x: &Integer, y: &Integer) -> Integer {
    effort::product(x.significant_bits().max(y.significant_bits()));
    x * y
}

fn trim(entries: &mut Vec<Integer>) {
    let kept = entries.iter().rposition(|x| *x != 0).map_or(0, |last| last + 1);
    entries.truncate(kept);
}

fn check_columns(n: usize) -> Result<(), DomainError> {
    if (1..=MOST_COLUMNS).contains(&n) {
        return Ok(());
    }
    let help = format!("give from 1 to {MOST_COLUMNS} steps, a column each");
    Err(DomainError::new("n", format!("a strategy of {n} columns"), help))
}

fn check_count(name: &'static str, count: usize, n: usize) -> Result<(), DomainError> {
    match count {
        0 => Err(DomainError::new(
            name,
            "there are no coefficients",
            "give those of the first column, from the diagonal",
        )),
        _ if count > n => {
            let message = format!("{count} coefficients do not fit in {n} steps");
            Err(DomainError::new(
                name,
                message,
                "give at most n coefficients; those that are left out are 0",
            ))
        }
        _ => Ok(()),
    }
}

fn check_entries(name: &'static str, count: usize) -> Result<(), DomainError> {
    if count <= MOST_ENTRIES {
        return Ok(());
    }
    Err(DomainError::new(
        name,
        format!("there are {count} entries"),
        format!("give at most {MOST_ENTRIES}"),
    ))
}

/// Refuses a recurrence of n coefficients, with this many terms, that has too many bits or needs
/// too much work, if each coefficient is this many bits longer than the one before.
fn check_length(name: &'static str, n: usize, terms: usize, bits: u64) -> Result<(), DomainError> {
    let (n, terms) = (n as u64, terms as u64 + 1);
    let length = n.saturating_mul(bits);
    let whole = n.saturating_mul(length);
    if whole <= MOST_BITS && n.saturating_mul(terms).saturating_mul(length / 64 + 1) <= MOST_WORK {
        return Ok(());
    }
    let message = format!("the {n} coefficients are too long: they grow by about {bits} bits each");
    Err(DomainError::new(
        name,
        message,
        "give fewer steps, or parameters with shorter numerators and denominators",
    ))
}

/// The common denominator, unless all numbers over it were too long.
fn denominator<'a>(
    name: &'static str,
    numbers: impl Iterator<Item = &'a Rational> + Clone,
) -> Result<Natural, DomainError> {
    let mut common = Natural::ONE;
    for x in numbers.clone() {
        common = common.lcm(x.denominator_ref());
        if common.significant_bits() > MOST_BITS {
            break;
        }
    }
    let count = numbers.count() as u64;
    if common.significant_bits().saturating_mul(count) <= MOST_BITS {
        return Ok(common);
    }
    let shown = show(&Real::from(count));
    let message = format!(
        "the common denominator of the {shown} entries has {} bits",
        common.significant_bits()
    );
    Err(DomainError::new(name, message, "give fewer steps, or entries with shorter denominators"))
}

fn scaled(x: &Rational, scale: &Natural) -> Integer {
    let factor = scale.div_exact(x.denominator_ref());
    Integer::from_sign_and_abs(*x >= 0, x.numerator_ref() * factor)
}
