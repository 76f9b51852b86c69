//! `unary-encoding`: a category as a row of bits, of which one is 1; each bit is reported with
//! noise.

use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::{Rule, number, word, words};
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{eps, row, template};
use crate::pair::{ThreePoint, log_ratio};
use std::cmp::Ordering;

/// The probabilities with which bits are reported as 1, where eps determines them.
#[derive(Clone, Copy)]
enum Encoding {
    /// `p = e^(eps/2) / (1 + e^(eps/2))` and `q = 1 - p`.
    Symmetric,
    /// `p = 1/2` and `q = 1 / (e^eps + 1)`.
    Optimized,
}

impl Dominating {
    /// Unary encoding: the bit of the true category is reported as 1 with probability p, every
    /// other bit with probability q.
    ///
    /// Neighbours (two categories) have two bits that differ. With `h = p (1-q)` and `l = q (1-p)`
    /// the reports 10, 01 of these two bits have the masses h, l under P and l, h under Q; 00 and
    /// 11 have the same mass under both. So this is the three-point pair with `eps = ln(h/l)` and
    /// `alpha = 1 - h - l`, whatever the number of categories; for l = 0 the mass h is at infinite
    /// loss. A row with several bits 1, all of which may differ, is as many of these steps.
    ///
    /// # Errors
    /// p or q outside [0, 1], or undecided which is larger.
    ///
    /// Source: derived. Basic RAPPOR is the symmetric encoding (Erlingsson, Pihur & Korolova 2014),
    /// the optimised one is that of Wang, Blocki, Li & Jha (2017).
    pub fn unary_encoding(p: &Real, q: &Real) -> Result<Dominating, DomainError> {
        let one = Real::one();
        require_within("p", p, &Real::zero(), Some(&one))?;
        require_within("q", q, &Real::zero(), Some(&one))?;
        let products = [p * (1 - q), q * (1 - p)];
        let undecided = || {
            DomainError::new("q", "cannot decide whether p is larger", "write it in a simpler form")
        };
        let [high, low] = match products[0].compare(&products[1]).ok_or_else(undecided)? {
            Ordering::Less => [&products[1], &products[0]],
            _ => [&products[0], &products[1]],
        };
        if low.sign().ok_or_else(undecided)?.is_eq() {
            return Ok(Dominating::ThreePoint(ThreePoint {
                eps: Real::zero(),
                delta: high.clone(),
                alpha: one,
            }));
        }
        let alpha = 1 - high - low;
        Ok(Dominating::ThreePoint(ThreePoint {
            eps: log_ratio(high, low),
            delta: Real::zero(),
            alpha,
        }))
    }
}

/// The pair of an encoding with eps >= 0: `h + l` is `(E+1) / (1 + sqrt(E))^2`, or 1/2.
fn encoded(encoding: Encoding, eps: Real) -> Result<Dominating, DomainError> {
    require_within("eps", &eps, &Real::zero(), None)?;
    let alpha = match encoding {
        Encoding::Symmetric => {
            let root = (&eps / 2).exp();
            let whole = 1 + &root;
            2 * &root / (&whole * &whole)
        }
        Encoding::Optimized => Real::one() / 2,
    };
    Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
}

const NAME: &str = "unary-encoding";

const ENCODINGS: [(&str, Encoding); 2] =
    [("symmetric", Encoding::Symmetric), ("optimized", Encoding::Optimized)];

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (&["f"], "RAPPOR's permanent response with f has p = 1 - f/2 and q = f/2"),
        (
            &["k", "d", "domain", "categories", "length", "bits"],
            "the pair does not depend on the number of categories",
        ),
        (&["h", "hashes", "ones"], "a row with h bits that are 1 is unary-encoding(...)^h"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[
        (
            &["rappor", "sue", "symmetric-unary-encoding", "basic-rappor", "basic-one-time-rappor"],
            "basic RAPPOR is unary-encoding(eps=1, encoding=symmetric)",
        ),
        (
            &["oue", "optimized-unary-encoding", "optimised-unary-encoding"],
            "the optimised encoding is unary-encoding(eps=1, encoding=optimized)",
        ),
    ],
    open: &[smaller(NAME, "eps")],
    rules: &[Rule::OneOf(&[&["eps", "encoding"], &["p", "q"]])],
    rows: &[
        row(
            "unary-encoding(eps, encoding)",
            "a category as bits with noise: `symmetric` is basic RAPPOR, `optimized` OUE",
        ),
        row(
            "unary-encoding(p, q)",
            "the same, by the probabilities with which the true bit and others are 1",
        ),
    ],
    templates: &[
        template("basic RAPPOR", "unary-encoding(eps={eps}, encoding=symmetric)", &[eps("ln(3)")]),
        template(
            "optimised unary encoding",
            "unary-encoding(eps={eps}, encoding=optimized)",
            &[eps("ln(3)")],
        ),
    ],
    ..Kind::new(
        NAME,
        &[number("eps"), word("encoding", &words(&ENCODINGS)), number("p"), number("q")],
        Form::Step(read, Members::Local),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let Some(p) = fields.optional("p") else {
        let eps = fields.required("eps")?;
        let encoding = fields.required_choice("encoding", &ENCODINGS)?;
        return encoded(encoding, eps.real()?).map_err(|e| e.at(&[&eps]));
    };
    if let Some(eps) = fields.optional("eps") {
        return Err(eps.error("both eps and p are given", "give eps and encoding, or p and q"));
    }
    let q = fields.required("q")?;
    Dominating::unary_encoding(&p.real()?, &q.real()?).map_err(|e| e.at(&[&p, &q]))
}
