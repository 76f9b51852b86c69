//! `sum-of-reports`: how many of n clients report 1, where each of them reports its own bit with noise.
//!
//! A client with the bit 1 reports 1 with probability p, and one with the bit 0 with probability q,
//! where `0 < q < p < 1`. Only the sum is published: what a secure sum, or a shuffler of reports,
//! gives. Neighbours replace the bit of one client. Of the N = n - 1 others m have the bit 1; they
//! are known, and so is m. With the masses w of the sum of their reports
//!
//! ```text
//! P(s) = p w(s-1) + (1-p) w(s),    Q(s) = q w(s-1) + (1-q) w(s)
//! ```
//!
//! w is a product of polynomials with real roots, so that it is log-concave: `w(s-1) / w(s)` rises
//! with s, and so does the loss.
//!
//! # The worst arrangement of the others
//!
//! It is another m at each eps, since all outcomes are whole numbers: with n = 3 it is m = 1 at eps
//! = 0, and m = 2 at large eps. So all are listed, where they are few ([`Reports`]). Of more clients a
//! pair that dominates all arrangements is the upper end ([`WorstReports`]), and the arrangement in
//! which all others have one bit is the lower end: to the leading order of the exponent of delta it
//! is the worst.
//!
//! Source: derived. The sum that a shuffler of bits gives: Cheu, Smith, Ullman, Zeber & Zhilyaev
//! (arXiv 1808.01394).

use super::additive_masses::{disclosure, nothing};
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::forms::worst_reports::WorstReports;
use crate::mechanism::kinds::group::Members;
use crate::mechanism::reading::adjacency::Adjacency;
use crate::mechanism::reading::description::{Rule, natural, number};
use crate::mechanism::reading::domain::{DomainError, require_positive};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names};
use crate::mechanism::reading::shown::{eps, input, row, template};
use crate::mechanism::{Bounded, Directed, Dominating, LossPair, Mechanism};
use std::cmp::Ordering;

/// The most clients of whom all arrangements are listed.
const MOST_LISTED: u64 = 64;
/// The most outcomes of one arrangement, with masses down to `2^-128`.
const MAX_OUTCOMES: u64 = 1 << 16;

const NAME: &str = "sum-of-reports";

/// Why a group has no pair.
const GROUP: &str = "the pair of several clients whose bits are replaced at once is not known here; \
                     approx-dp(eps, delta=0) is the worst case over all mechanisms with an eps";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        (&["n", "users", "reports", "size", "batch_size"], "the number of clients is clients"),
        (&["eps0", "epsilon0", "eps_0", "local_eps", "epsilon_local"], "the eps of one report is eps"),
        (&["f"], "RAPPOR's permanent response with f has p = 1 - f/2 and q = f/2"),
        (
            &["k", "categories", "bits", "dimension"],
            "a report of several bits is a power: of categories as bits, of which one is 1, a client changes two: \
             sum-of-reports(clients=100000, eps=5)^2",
        ),
    ]),
    elsewhere: &[(
        &["shuffle-model", "shuffled-reports", "binomial-sum", "prio", "secure-sum"],
        "the sum of bits that clients report with noise is sum-of-reports(clients=1000, eps=1); batches of a random order of \
         the records are shuffled-batches(batches=468, adjacency=zero-out, mechanism=gaussian(sigma=1))",
    )],
    open: &[smaller(NAME, "eps")],
    only_of: Some(Adjacency::ReplaceOne),
    rules: &[Rule::OneOf(&[&["eps"], &["p", "q"]])],
    rows: &[
        row(
            "sum-of-reports(clients, eps)",
            "how many of n clients report 1, each by randomised response with eps; the bit of one is replaced",
        )
        .more("of categories as bits, of which one is 1, a client changes two: a power of 2"),
        row("sum-of-reports(clients, p, q)", "the same, by the probabilities to report 1 with the bit 1, and with the bit 0"),
    ],
    templates: &[template(
        "sum of reports",
        "sum-of-reports(clients={clients}, eps={eps})",
        &[input("clients", "1000").even("1", "100000", "1"), eps("ln(3)")],
    )],
    ..Kind::new(
        NAME,
        &[natural("clients").required(), number("eps"), number("p"), number("q")],
        Form::Step(read, Members::Unsupported(GROUP)),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let count = fields.required("clients")?;
    let n = match count.natural()? {
        0 => {
            return Err(count.error("clients = 0: no client reports", "give at least 1"));
        }
        n => n,
    };
    let (given, [p, q]) = match fields.optional("p") {
        Some(p) => {
            if let Some(eps) = fields.optional("eps") {
                return Err(eps.error("both eps and p are given", "give eps, or p and q"));
            }
            let q = fields.required("q")?;
            let both = [p.real()?, q.real()?];
            (vec![p, q], both)
        }
        None => {
            let eps = fields.required("eps")?;
            let value = eps.real()?;
            require_positive("eps", &value).map_err(|e| e.at(&[&eps]))?;
            let growth = value.exp();
            let whole = 1 + &growth;
            (vec![eps], [&growth / &whole, Real::one() / &whole])
        }
    };
    let all: Vec<&Field<'_>> = given.iter().chain([&count]).collect();
    sum_of_reports(n, &p, &q).map_err(|e| e.at(&all))
}

/// The step of n clients who report 1 with probability p where their bit is 1, and q where it is 0.
///
/// # Errors
/// Probabilities that are not between 0 and 1, or undecided which is larger; too many outcomes.
fn sum_of_reports(n: u64, p: &Real, q: &Real) -> Result<Dominating, DomainError> {
    for (name, x) in [("p", p), ("q", q)] {
        require_positive(name, x)?;
        if (1 - x).sign() != Some(Ordering::Greater) {
            let message = format!("{name} = {} is not known to be below 1", show(x));
            let help = "a bit that is reported without noise has no privacy of its own: give a probability between 0 and 1";
            return Err(DomainError::new(name, message, help));
        }
    }
    // The other bit is then the one that is reported as 1 more often.
    let [p, q] = match p.compare(q) {
        Some(Ordering::Equal) => return Ok(nothing()),
        Some(Ordering::Greater) => [p, q],
        Some(Ordering::Less) => [q, p],
        None => {
            return Err(DomainError::new(
                "q",
                "cannot decide whether p is larger",
                "write it in a simpler form",
            ));
        }
    };
    let others = n - 1;
    let is_symmetric = (p + q).compare(&Real::one()) == Some(Ordering::Equal);
    let all = WorstReports { p, q, others, is_symmetric };
    if n > MOST_LISTED {
        let outcomes = all.most_outcomes();
        if outcomes > MAX_OUTCOMES {
            let message = format!(
                "the sum of the reports of clients = {n} has about {outcomes} outcomes with a mass above 2^-128"
            );
            let help = format!(
                "at most {MAX_OUTCOMES} are listed: give fewer clients, or reports with less noise"
            );
            return Err(DomainError::new("clients", message, help));
        }
        let dominating = all.pair().map_or_else(disclosure, Dominating::Finite);
        let member = directed(LossPair::Reports(all.same()));
        return Ok(Dominating::Bounded(Box::new(Bounded {
            dominating,
            member,
            is_attained: false,
        })));
    }
    let arrangement = |ones: u64| {
        let reports = all.reports(ones, others - ones);
        let pair = reports.exact().unwrap_or(LossPair::Reports(reports));
        Mechanism::Step(directed(pair))
    };
    Ok(Dominating::OneOf((all.least()..=others).map(arrangement).collect()))
}

fn directed(pair: LossPair) -> Dominating {
    Dominating::Directed(Directed { pair, only_of: Some(Adjacency::ReplaceOne) })
}
