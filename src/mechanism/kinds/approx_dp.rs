//! `approx-dp` (eps, delta) and `approx-dp-tv` (eps, delta, and eta or alpha).

use super::group::Members;
use crate::exact::real::Real;
use crate::exact::show;
use crate::input::{Fields, InputError, Node};
use crate::mechanism::forms::pair::Pair;
use crate::mechanism::reading::description::{KindField, number};
use crate::mechanism::reading::domain::{DomainError, require_eps_delta, require_within};
use crate::mechanism::reading::family::{Parameter, smaller};
use crate::mechanism::reading::kind::{Advice, Form, Kind, Names, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{delta, eps, input, row, template};
use crate::mechanism::{Dominating, Noise};
use crate::pair::ThreePoint;
use std::cmp::Ordering;

impl Dominating {
    /// Every (eps, delta)-DP mechanism: eps >= 0, delta in [0, 1].
    ///
    /// # Errors
    /// A parameter outside its domain.
    ///
    /// Source: Kairouz, Oh & Viswanath, as restated by Ghazi & Issa, section III-B.
    pub fn approx_dp(eps: Real, delta: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        Ok(three_point(eps, delta, Real::zero()))
    }

    /// Every (eps, delta)-DP mechanism whose total variation is at most eta, given through
    /// `alpha = 1 - (eta-delta)(E+1)/((1-delta)(E-1))` in [0, 1].
    ///
    /// # Errors
    /// A parameter outside its domain.
    pub fn approx_dp_alpha(eps: Real, delta: Real, alpha: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        require_within("alpha", &alpha, &Real::zero(), Some(&Real::one()))?;
        Ok(three_point(eps, delta, alpha))
    }

    /// Every (eps, delta)-DP mechanism whose total variation is at most eta, for eta in [0, 1].
    ///
    /// From `delta + (1-delta)(E-1)/(E+1)` on, with `E = e^eps`, eta is no constraint: no (eps,
    /// delta)-DP mechanism has a larger total variation. Up to delta it is the only one: a
    /// mechanism whose total variation is at most eta is (0, eta)-DP.
    ///
    /// # Errors
    /// A parameter outside its domain, or an eta that cannot be compared with those two.
    ///
    /// Source: Ghazi & Issa, Theorem 2 and Remark 1; the ends are derived here.
    pub fn approx_dp_tv(eps: Real, delta: Real, eta: Real) -> Result<Dominating, DomainError> {
        require_eps_delta(&eps, &delta)?;
        require_within("eta", &eta, &Real::zero(), Some(&Real::one()))?;
        Ok(match Constraint::of(&eps, &delta, &eta)? {
            Constraint::Eta => three_point(eps, eta, Real::one()),
            Constraint::EpsDelta => three_point(eps, delta, Real::zero()),
            Constraint::All { alpha } => three_point(eps, delta, alpha),
        })
    }

    /// The eps and delta that basic composition adds: the largest finite loss and the mass at
    /// infinite loss. `None` for a sample, and where losses have no bound, two of them cannot be
    /// compared, or the mass is not an expression.
    pub(crate) fn eps_delta(&self) -> Option<(Real, Real)> {
        match self {
            Dominating::ThreePoint(pair) => Some((pair.eps.clone(), pair.delta.clone())),
            Dominating::Noise(noise)
                if noise.iter().any(|noise| noise.has_infinite_loss() != Some(false)) =>
            {
                None
            }
            Dominating::Noise(noise) => {
                let mut losses = noise.iter().map(Noise::largest_loss);
                Some((losses.try_fold(Real::zero(), |sum, loss| Some(&sum + loss?))?, Real::zero()))
            }
            Dominating::Finite(pair) => {
                let mut largest = Real::zero();
                for atom in &pair.atoms {
                    if atom.loss.compare(&largest)?.is_gt() {
                        largest = atom.loss.clone();
                    }
                }
                Some((largest, pair.p_infinite.clone()))
            }
            Dominating::Bounded(class) => class.dominating.eps_delta(),
            Dominating::Sampled(_)
            | Dominating::Zcdp(_)
            | Dominating::Operation(_)
            | Dominating::Directed(_)
            | Dominating::OneOf(_)
            | Dominating::Splits(_) => None,
        }
    }
}

/// Which parameters of `approx-dp-tv` constrain its mechanisms.
enum Constraint {
    /// eta is at most delta: only eta.
    Eta,
    /// eta is at least the largest total variation: only eps and delta.
    EpsDelta,
    All {
        alpha: Real,
    },
}

impl Constraint {
    fn of(eps: &Real, delta: &Real, eta: &Real) -> Result<Constraint, DomainError> {
        let e = eps.exp();
        let slope = (&e - 1) / (&e + 1);
        let finite = (1 - delta) * &slope;
        let largest = delta + &finite;
        // At the ends both are true.
        match (eta.compare(delta), eta.compare(&largest)) {
            (Some(Ordering::Less | Ordering::Equal), _) => Ok(Constraint::Eta),
            (_, Some(Ordering::Greater | Ordering::Equal)) => Ok(Constraint::EpsDelta),
            (Some(_), Some(_)) => Ok(Constraint::All { alpha: 1 - (eta - delta) / finite }),
            _ => Err(DomainError::new(
                "eta",
                format!(
                    "cannot decide whether eta = {} is in [{}, {}]",
                    show(eta),
                    show(delta),
                    show(&largest)
                ),
                "write it in a simpler form, or move it away from the end",
            )),
        }
    }
}

/// What is no constraint in the mechanisms `approx-dp-tv` of a question, for each of them, with the
/// reason.
///
/// ```
/// use dpcert::mechanism::without_effect;
/// let node = dpcert::input::from_notation("approx-dp-tv(eps=ln(3), delta=0, eta=3/5)^10")?;
/// assert!(without_effect(&node)[0].starts_with("eta"));
/// # Ok::<(), dpcert::input::InputError>(())
/// ```
pub fn without_effect(question: &Node) -> Vec<&'static str> {
    let mut found = Vec::new();
    question.with_mechanisms_unfolded().each_table(&mut |table| {
        found.extend(constraint(table).and_then(|constraint| match constraint {
            Constraint::Eta => {
                Some("eps and delta of approx-dp-tv: a total variation of at most eta <= delta implies them")
            }
            Constraint::EpsDelta => {
                Some("eta of approx-dp-tv: every (eps, delta)-DP mechanism has a total variation of at most eta")
            }
            Constraint::All { .. } => None,
        }));
    });
    found
}

/// The constraint of a table that is an `approx-dp-tv` with an eta.
fn constraint(table: &Node) -> Option<Constraint> {
    let mut fields = table.fields("").ok()?;
    let kind = fields.optional("kind").or_else(|| fields.optional("mechanism"))?;
    (kind.text().ok()? == APPROX_DP_TV.name).then_some(())?;
    let mut number = |name| fields.optional(name)?.real().ok();
    Constraint::of(&number("eps")?, &number("delta")?, &number("eta")?).ok()
}

fn three_point(eps: Real, delta: Real, alpha: Real) -> Dominating {
    let (eps, delta, alpha) = (eps.simplified(), delta.simplified(), alpha.simplified());
    Dominating::ThreePoint(ThreePoint { eps, delta, alpha })
}

const TOTAL_VARIATION: Advice =
    (&["tv", "total_variation"], "approx-dp-tv(eps, delta, eta) bounds the total variation by eta");

pub(crate) const EPS: KindField = number("eps").required();
pub(crate) const DELTA: KindField = number("delta").required();

pub(crate) const APPROX_DP: Kind = Kind {
    names: Names::explained(&[
        TOTAL_VARIATION,
        (&["eta", "alpha"], "approx-dp-tv(eps, delta, eta) also bounds the total variation"),
        (&["sigma", "mu"], "approx-dp is a guarantee; the noise is gaussian(sigma=2)"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[
        (
            &["dp", "adp", "eps-delta-dp", "approximate-dp", "kov"],
            "an (eps, delta)-DP mechanism is approx-dp(eps, delta)",
        ),
        (
            &["tulap", "canonical-noise", "canonical", "cnd"],
            "canonical noise attains its trade-off function at sensitivity 1 (Awan & Vadhan 2023): Tulap noise for (eps, delta) \
             is approx-dp(eps, delta), other noise is trade-off(vertices)",
        ),
        (
            &["pure-dp", "pure", "eps-dp", "epsilon-dp"],
            "an eps-DP mechanism is approx-dp(eps, delta=0)",
        ),
    ],
    open: &[
        smaller("approx-dp", "eps"),
        Parameter { largest: Some(1), ..smaller("approx-dp", "delta") },
    ],
    rows: &[row("approx-dp(eps, delta)", "every (eps, delta)-DP mechanism: the worst case")],
    templates: &[
        template(
            "(eps, delta)-DP",
            "approx-dp(eps={eps}, delta={delta})",
            &[eps("1"), delta("1e-5")],
        ),
        template(
            "basic composition of k steps, (k eps, k delta)-DP",
            "approx-dp(eps=({k})*({eps}), delta=({k})*({delta}))",
            &[input("k", "5").even("1", "100", "1"), eps("0.6"), delta("0.05")],
        ),
        template(
            "simplified composition of k steps (Kairouz, Oh & Viswanath, Theorem 3.4)",
            "approx-dp(eps=(exp({eps})-1)/(exp({eps})+1)*({eps})*({k})+({eps})*sqrt(2*({k})*\
             ln(1/({slack}))), delta=1-(1-({slack}))*(1-({delta}))^{k})",
            &[
                input("k", "10").even("1", "200", "1"),
                eps("0.1"),
                delta("0"),
                input("slack", "0.01").small(false),
            ],
        ),
    ],
    ..Kind::new("approx-dp", &[EPS, DELTA], Form::Step(read_approx_dp, Members::Class))
};

pub(crate) const APPROX_DP_TV: Kind = Kind {
    names: Names::explained(&[TOTAL_VARIATION]),
    elsewhere: &[(
        &["tv", "eta-tv", "total-variation"],
        "(eps, delta)-DP with total variation eta is approx-dp-tv(eps, delta, eta)",
    )],
    rows: &[row(
        "approx-dp-tv(eps, delta, eta or alpha)",
        "those whose total variation is at most eta",
    )],
    templates: &[template(
        "(eps, delta)-DP with total variation eta",
        "approx-dp-tv(eps={eps}, delta={delta}, eta={eta})",
        &[eps("0.6"), delta("0.15"), input("eta", "0.25").even("0", "1", "0.001")],
    )],
    ..Kind::new(
        "approx-dp-tv",
        &[EPS, DELTA, number("eta"), number("alpha")],
        Form::Step(read_approx_dp_tv, Members::Class),
    )
};

fn read_approx_dp(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, delta) = (fields.required("eps")?, fields.required("delta")?);
    Dominating::approx_dp(eps.real()?, delta.real()?).map_err(|e| e.at(&[&eps, &delta]))
}

fn read_approx_dp_tv(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let (eps, delta) = (fields.required("eps")?, fields.required("delta")?);
    match (fields.optional("eta"), fields.optional("alpha")) {
        (Some(eta), None) => {
            let result = Dominating::approx_dp_tv(eps.real()?, delta.real()?, eta.real()?);
            result.map_err(|e| e.at(&[&eps, &delta, &eta]))
        }
        (None, Some(alpha)) => {
            let result = Dominating::approx_dp_alpha(eps.real()?, delta.real()?, alpha.real()?);
            result.map_err(|e| e.at(&[&eps, &delta, &alpha]))
        }
        (Some(eta), Some(_)) => Err(eta.error(
            "both eta and alpha are given",
            "give the total variation eta, or alpha, not both",
        )),
        (None, None) => Err(fields.missing("eta")),
    }
}
