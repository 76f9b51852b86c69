//! `staircase`: noise whose density decreases by the factor e^-eps at every step.

use super::approx_dp::EPS;
use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::forms::density::{Density, Shape};
use crate::mechanism::reading::description::number;
use crate::mechanism::reading::domain::{DomainError, require_positive, require_within};
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE};
use crate::mechanism::reading::shown::{eps, input, row, template};
use crate::pair::ThreePoint;
use std::cmp::Ordering;

impl Dominating {
    /// The staircase mechanism with eps > 0 and step shape gamma in [0, 1], at the sensitivity.
    ///
    /// With `E = e^eps` the density is `a E^-k` on `[k, k+gamma)` and `a E^-(k+1)` on
    /// `[k+gamma, k+1)` (in units of the sensitivity, mirrored at 0), where
    /// `a = (E-1) / (2 (gamma E + 1 - gamma))`. Shifted by 1 the likelihood ratio is E below 0, 1/E
    /// above 1, and in between 1 on a set of mass `a (1-2 gamma)/E` for gamma <= 1/2 and
    /// `a (2 gamma-1)` for gamma >= 1/2: the three-point pair with delta = 0 and that alpha. A
    /// smaller shift has the same ratios and less total variation, so it is dominated.
    ///
    /// # Errors
    /// eps <= 0 or gamma outside [0, 1].
    ///
    /// Source: the mechanism is Geng & Viswanath's; the pair is derived, and agrees with the total
    /// variation of Ghazi & Issa, appendix F.
    pub fn staircase(eps: Real, gamma: Real) -> Result<Dominating, DomainError> {
        require_positive("eps", &eps)?;
        require_within("gamma", &gamma, &Real::zero(), Some(&Real::one()))?;
        let e = eps.exp();
        let bend = &gamma * &e + 1 - &gamma;
        let a = (&e - 1) / (2 * &bend);
        let twice = 2 * &gamma;
        let alpha = match twice.compare(&Real::one()) {
            Some(Ordering::Equal) => Real::zero(),
            Some(Ordering::Less) => &a * (1 - &twice) / &e,
            Some(Ordering::Greater) => &a * (&twice - 1),
            None => {
                return Err(DomainError::new(
                    "gamma",
                    "cannot decide on which side of 1/2 gamma is",
                    "write it in a simpler form",
                ));
            }
        };
        Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
    }
}
pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[PURE]),
    rows: &[row(
        "staircase(eps, gamma)",
        "staircase noise, whose density falls by the factor e^-eps at each step",
    )],
    templates: &[template(
        "staircase",
        "staircase(eps={eps}, gamma={gamma})",
        &[eps("1"), input("gamma", "0.3").even("0", "1", "0.01")],
    )],
    is_noise: true,
    density: Some(density),
    ..Kind::new(
        "staircase",
        &[EPS, number("gamma").required()],
        Form::Step(read, Members::Unsupported(GROUP)),
    )
};

const GROUP: &str = "its pair is different at a distance of several sensitivities: approx-dp(eps, delta=0) is the \
                     worst case over all mechanisms";

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, gamma) = (fields.required("eps")?, fields.required("gamma")?);
    Dominating::staircase(eps.real()?, gamma.real()?).map_err(|e| e.at(&[&eps, &gamma]))
}

/// Its steps are as wide as the sensitivity, which is its unit.
fn density(fields: &mut Fields<'_>) -> Result<Density, InputError> {
    let [eps, gamma] = [fields.required("eps")?.real()?, fields.required("gamma")?.real()?];
    Ok(Density { shape: Shape::Staircase { eps, gamma }, distance: Real::one() })
}
