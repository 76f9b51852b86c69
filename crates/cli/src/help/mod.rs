//! Worked examples for the help texts.
//!
//! The tests run every line with a `$` and compare its output with the lines below it. Indented text (examples, tables
//! and lists) is there to be copied, and is written as it is: no line of it has more than 80 columns. Other text is
//! prose, which is broken to fit the screen wherever it was broken here.

mod claims;
mod programs;
mod quantities;
mod questions;

#[cfg(feature = "tables")]
pub use claims::JUDGE;
pub use claims::{CERTIFY, CHECK, INIT, SCHEMA, VERIFY};
#[cfg(feature = "papers")]
pub use programs::PAPERS;
pub use programs::QUERY;
#[cfg(feature = "release")]
pub use programs::{COMPLETIONS, MANUAL};
#[cfg(feature = "crosscheck")]
pub use programs::{CROSSCHECK, FLOATS, VECTORS};
pub use quantities::{
    BAYES_ERROR, BETA, CHI_SQUARED, DELTA, DELTAS, EPS, FUNCTIONALS, KL, LIKELIHOOD_RATIOS, POLYGON, REGION, RENYI,
    RHO, TEST, TV,
};
#[cfg(feature = "page")]
pub use questions::SERVE;
pub use questions::{CALIBRATE, CHANNEL, DOMINATES, PLOT, THEOREM};

use crate::feature;

/// A text with each paragraph of its prose in one line, for the parser to break.
pub fn page(text: &str) -> String {
    let mut page = String::new();
    let mut is_prose = false;
    for line in text.lines() {
        let continues = is_prose && !line.is_empty() && !line.starts_with(' ');
        if !page.is_empty() {
            page.push(if continues { ' ' } else { '\n' });
        }
        page.push_str(line);
        is_prose = !line.is_empty() && !line.starts_with(' ');
    }
    page
}

/// The help of the program itself, which ends with the missing parts of this build.
pub fn top() -> String {
    page(&[TOP, &feature::note()].concat())
}

const TOP: &str = r#"Examples:
  $ dpcert delta 'approx-dp(eps=ln(2), delta=1/10)^3' --at 'ln(2)'
  delta = 0.433
    exact 433/1000
  method lattice, engine malachite

  $ dpcert eps 'gaussian(sigma=2)^10' --at 1e-5 --digits 6
  eps in [7.511275, 7.511276]
  method closed-form, engine malachite

  $ dpcert delta 'laplace(eps=1/10)^100 * gaussian(sigma=5)' --at 2 \
      --rel-gap 1e-4
  delta in [0.0211367493, 0.0211376651]
  method grid, engine malachite

  $ dpcert delta --at '2*ln(20)' \
      'group(size=2, mechanism=approx-dp(eps=ln(20), delta=1/1000))'
  delta = 0.021
    exact 21/1000
  method lattice, engine malachite

Numbers are exact: 0.1 is 1/10, and 1/3, 1e-10, 10^12, ln(2), exp(1/2), sqrt(2) and
0x1.8p-3 are numbers too.

Mechanisms: A * B composes, A^1000 repeats. The kinds with their parameters:
  approx-dp(eps, delta)          approx-dp-tv(eps, delta, eta or alpha)
  multi-dp(constraints=[{eps=1, delta=0}, ...])
  randomized-response(eps, categories)
  laplace(eps)                   eps = sensitivity / scale;
                                 or laplace(scale, sensitivity)
  gaussian(sigma or mu)          sigma = standard deviation / sensitivity,
                                 mu = 1 / sigma;
                                 or gaussian(scale, sensitivity),
                                 scale = standard deviation
  gdp(mu)                        staircase(eps, gamma)
  finite-pair(p=[...], q=[...])  P and Q of a dominating pair, in this order
  trade-off(vertices=[[alpha, beta], ...])
  zcdp(rho)
  discrete-laplace(eps, sensitivity or shifts)        eps for each unit
  discrete-gaussian(sigma_sq, sensitivity or shifts)  sigma_sq is the parameter,
                                                      not the variance
  poisson(rate, mechanism)       a Poisson sample; one record added or removed
  without-replacement(rate, mechanism)
                                 one record is replaced; for rate = batch/n:
                                 batch, n; or size, population
                                 (in full: subsample(method=poisson, rate,
                                 adjacency=add-remove, mechanism))
  group(size, mechanism)         all members of a group change
  inverse(mechanism)             P and Q exchanged
  symmetrised(mechanism)         every mechanism that satisfies it in both
                                 orders of neighbours; for the worse order of
                                 one step, use the union with its inverse
  intersection(mechanisms=[...]) every mechanism that satisfies all of them
  union(mechanisms=[...])        the hull: every mechanism that satisfies one
                                 of them, and more
  mixture(weights=[...], mechanisms=[...])
                                 one is drawn, and the output says which
  erasure(rate, mechanism)       no output with that probability
  (the last six are known between two polygons where a part has no finite pair)
A parameter needs no name if only one reading is possible: gdp(1), approx-dp(1, 1e-5),
poisson(1/100, gaussian(sigma=1)). epsilon is read as eps; std as the scale of gaussian; sampling_probability,
sample_rate and q as the rate of subsample; and noise_multiplier as the sigma of gaussian. If a record is
replaced, it is not sigma and is refused; if the adjacency is not given, a note says so.
The error about another name says what to write.

Sensitivity, how far neighbours move a query:
               a record added or removed    a record replaced
  a count      sensitivity = 1              sensitivity = 1
  a histogram  sensitivity = 1              shifts = [1, -1]; Euclidean: sqrt(2)
  a sum        the largest absolute value   the largest value minus the smallest

Integer noise without sensitivity or shifts is answered for one count that moves by 1, with a note.

Exit codes:
  0   every question is answered, every verdict is the expected one
  1   a claim is refuted or holds, contrary to its expectation; a finding is
      denied; an answer of another program is unsound; a certificate is invalid
  2   the command line, a file or a request is wrong
  3   undecided, not supported, or too costly
  4   verify: a certificate is valid, and certifies that its claim is false
  70  the two engines contradict each other
  74  the output cannot be written"#;
