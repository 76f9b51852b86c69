//! `subset-selection`: a random subset of the categories that contains the true one more often than
//! others do.

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
use malachite::Natural;
use malachite::rational::Rational;

impl Dominating {
    /// A subset of `size` of the `categories`: each subset with the true category has `e^eps` times
    /// the probability of each one without it.
    ///
    /// With `E = e^eps`, k categories and size w, the loss is eps on the `C(k-2, w-1)` subsets with
    /// the first of two categories and without the second, -eps on as many, and 0 on `C(k-2, w-2)`
    /// subsets with both and `C(k-2, w)` with neither: the three-point pair with `alpha = (w (w-1)
    /// E + (k-w) (k-w-1)) / ((k-1) (w E + k - w))`. Size 1 is randomised response.
    ///
    /// # Errors
    /// eps < 0, fewer than two categories, or a size that is 0 or not below the number of
    /// categories.
    ///
    /// Source: the mechanism is that of Wang et al. (2016) and Ye & Barg (2018); the pair is
    /// derived.
    pub fn subset_selection(
        eps: Real,
        categories: u64,
        size: u64,
    ) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        if categories < 2 {
            let message = format!("categories = {categories} is less than 2");
            return Err(DomainError::new("categories", message, "give at least 2 categories"));
        }
        if size == 0 || size >= categories {
            let message = format!("size = {size} is not in [1, {}]", categories - 1);
            let help = "a subset has at least one category and not all; e^eps * size is best near categories - size";
            return Err(DomainError::new("size", message, help));
        }
        // A product of two counts is beyond 64 bits.
        let number = |x: u64| Natural::from(x);
        let (inside, outside) = (number(size), number(categories - size));
        let twice = |n: Natural, one_less: u64| Real::from(Rational::from(n * number(one_less)));
        let (both, neither) = (twice(inside, size - 1), twice(outside, categories - size - 1));
        let e = eps.exp();
        let total =
            (Real::from(size) * &e + Real::from(categories - size)) * Real::from(categories - 1);
        let alpha = (&both * &e + &neither) / &total;
        Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
    }
}

const NAME: &str = "subset-selection";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["k", "m", "n", "d", "domain", "num_categories"],
            "the number of categories is categories",
        ),
        (&["w", "omega", "subset", "subset_size"], "the number of categories in a subset is size"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["ss", "subset", "omega-subset"],
        "it is subset-selection(eps=1, categories=10, size=3)",
    )],
    open: &[smaller(NAME, "eps")],
    rows: &[row(
        "subset-selection(eps, categories, size)",
        "a random subset that contains the true category more often than others",
    )],
    templates: &[template(
        "subset selection",
        "subset-selection(eps={eps}, categories={categories}, size={size})",
        &[
            eps("ln(3)"),
            input("categories", "8").even("2", "100", "1"),
            input("size", "2").even("1", "99", "1"),
        ],
    )],
    ..Kind::new(
        NAME,
        &[EPS, natural("categories").required(), natural("size").required()],
        Form::Step(read, Members::Local),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, categories) = (fields.required("eps")?, fields.required("categories")?);
    let size = fields.required("size")?;
    let found = Dominating::subset_selection(eps.real()?, categories.natural()?, size.natural()?);
    found.map_err(|e| e.at(&[&eps, &categories, &size]))
}
