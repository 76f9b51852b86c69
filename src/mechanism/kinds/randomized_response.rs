//! `randomized-response`: report the truth with the largest probability that eps allows.

use super::approx_dp::EPS;
use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::natural;
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{eps, input, row, template};
use crate::pair::ThreePoint;

impl Dominating {
    /// Randomised response over `categories >= 2` answers: the truth with probability
    /// `E/(E+m-1)`, each other answer with `1/(E+m-1)`.
    ///
    /// Two neighbours (two different truths) have loss +eps, -eps, and 0 on the m-2 answers that
    /// are false for both: the three-point pair with delta = 0 and `alpha = (m-2)/(E+m-1)`.
    ///
    /// # Errors
    /// eps < 0 or fewer than two categories.
    ///
    /// Source: derived; m = 2 is Warner's randomised response, the pair of Kairouz, Oh & Viswanath.
    pub fn randomized_response(eps: Real, categories: u64) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        if categories < 2 {
            let message = format!("categories = {categories} is less than 2");
            return Err(DomainError::new("categories", message, "give at least 2 categories"));
        }
        let total = eps.exp() + Real::from(categories - 1);
        let alpha = Real::from(categories - 2) / &total;
        Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
    }
}
const NAME: &str = "randomized-response";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["p", "prob", "probability", "truth"],
            "for one of m answers that is true with probability p, eps = ln(p*(m-1)/(1-p)); for yes and no, eps = \
             ln(p/(1-p))",
        ),
        (&["q", "flip"], "for a yes or no that is flipped with probability q, eps = ln((1-q)/q)"),
        (&["k", "m", "n", "d", "domain", "num_categories"], "the number of answers is categories"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["rr", "k-rr", "krr", "grr", "warner", "k-ary-randomized-response"],
        "randomised response is randomized-response(eps, categories)",
    )],
    open: &[smaller(NAME, "eps")],
    rows: &[row(
        "randomized-response(eps, categories)",
        "the truth with the largest probability that eps allows",
    )],
    templates: &[
        template("randomised response", "randomized-response(eps={eps})", &[eps("ln(3)")]),
        template(
            "randomised response with several categories",
            "randomized-response(eps={eps}, categories={categories})",
            &[eps("ln(3)"), input("categories", "2").even("2", "100", "1")],
        ),
    ],
    ..Kind::new(NAME, &[EPS, natural("categories")], Form::Step(read, Members::Local))
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let eps = fields.required("eps")?;
    let categories = fields.optional("categories");
    let count = categories.as_ref().map_or(Ok(2), |field| field.natural())?;
    let given: Vec<_> = [Some(&eps), categories.as_ref()].into_iter().flatten().collect();
    Dominating::randomized_response(eps.real()?, count).map_err(|e| e.at(&given))
}
