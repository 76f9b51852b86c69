//! Section 3.2: functionals and the central limit theorems.

use super::family::{
    approximate, curves, show_curve, small_pairs, symmetric_curves, trade_off, undecided,
};
use super::polygons::{gaussian, phi};
use crate::family::{exponentials, ratio, show};
use crate::number::Number;
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::Extended;
use dpcert::formula::Formula;
use dpcert::pair::functionals::collected;
use dpcert::tradeoff::Curve;
use std::cmp::Ordering;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/limits.toml",
    text: include_str!("limits.toml"),
    checks: &[
        ("GDP-23", functionals),
        ("GDP-24", excluded),
        ("GDP-25", growth),
        ("GDP-74", berry_esseen),
        ("GDP-85", open_question),
    ],
};

/// kl, kappa_2 and kappa_3 as functions of a curve f = T(P, Q), whose pair is (Q, P).
fn moments(f: &Curve) -> Result<[Extended; 3], CheckError> {
    let pair = f.to_pair();
    let third = pair.third_moment(&Real::zero()).ok_or_else(|| undecided("the sign of a loss"))?;
    Ok([pair.kl_reverse(), pair.kappa2(), third])
}

fn as_number(x: &Extended) -> Number {
    match x {
        Extended::Finite(x) => x.into(),
        Extended::Infinite(_) => Number::infinite(),
    }
}

fn divergence(p: &[Real], q: &[Real]) -> Number {
    let mut sum = Real::zero();
    for (p, q) in p.iter().zip(q) {
        match (p.is_zero(), q.is_zero()) {
            (true, _) => {}
            (false, true) => return Number::infinite(),
            (false, false) => sum = sum + p * (p / q).ln(),
        }
    }
    sum.into()
}

fn functionals(trial: &mut Trial) -> Result<(), CheckError> {
    let third = |f: &Curve, shift: &Real| {
        f.to_pair().third_moment(shift).ok_or_else(|| undecided("the sign of a loss"))
    };
    let identity = Curve::identity();
    let [kl, second, third_moment] = moments(&identity)?;
    let bar = third(&identity, &Real::zero())?;
    for (name, value) in [
        ("kl(Id)", kl),
        ("kappa_2(Id)", second),
        ("kappa_3(Id)", third_moment),
        ("kappa_3-bar(Id)", bar),
    ] {
        trial.equal((name, as_number(&value)), ("0", 0))?;
    }
    for (p, q) in small_pairs() {
        trial.at("P", show(&p));
        trial.at("Q", show(&q));
        let [kl, ..] = moments(&trade_off(&p, &q)?)?;
        let kl = as_number(&kl);
        trial.at_most(("0", 0), ("kl(f)", &kl))?;
        let right = trial.either(divergence(&p, &q), divergence(&q, &p));
        trial.equal(("kl(f)", kl), ("KL", right))?;
    }
    Ok(())
}

fn excluded(trial: &mut Trial) -> Result<(), CheckError> {
    for f in trial.either(symmetric_curves(), curves())? {
        trial.at("f", show_curve(&f));
        let [kl, second, third] = moments(&f)?;
        let is_infinite = |x: &Extended| matches!(x, Extended::Infinite(_));
        if !f.p_infinite().is_zero() {
            trial.holds(is_infinite(&third), "kappa_3(f) = inf", || {
                format!("kappa_3(f) = {}", as_number(&third))
            })?;
        }
        if !is_infinite(&third) {
            let are_finite = !is_infinite(&kl) && !is_infinite(&second);
            trial.holds(are_finite, "kl(f), kappa_2(f) < inf", || "one is inf".to_owned())?;
        }
    }
    Ok(())
}

fn growth(trial: &mut Trial) -> Result<(), CheckError> {
    let half = ratio(1, 2);
    let sampled = [2u64, 3].map(|e| {
        Ok::<Curve, CheckError>(approximate(&ratio(e, 1), &Real::zero())?.subsampled(&half)?)
    });
    for f in symmetric_curves()?.into_iter().map(Ok).chain(sampled) {
        let f = f?;
        if f.equals(&Curve::identity())? && trial.either(true, false) {
            continue;
        }
        let [Extended::Finite(kl), Extended::Finite(second), Extended::Finite(_)] = moments(&f)?
        else {
            continue;
        };
        trial.clear_parameters();
        trial.at("f", show_curve(&f));
        trial.less(("0", 0), ("kl(f)", &kl))?;
        trial.less(("kl(f)^2", kl.pow(2)), ("kappa_2(f)", &second))?;
        let constant = 2 * &kl / (&second - kl.pow(2)).sqrt();
        for n in [1i64, 2, 3, 4] {
            trial.at("n", n);
            let mu = 2 * (n * &kl) / (n * &second - n * kl.pow(2)).sqrt();
            trial.agree(("mu", mu), ("sqrt(n) c", Real::from(n).sqrt() * &constant))?;
        }
    }
    Ok(())
}

fn open_question(trial: &mut Trial) -> Result<(), CheckError> {
    let half = ratio(1, 2);
    let mut all = symmetric_curves()?;
    for e in exponentials(9) {
        let f = approximate(&e, &Real::zero())?;
        all.extend([f.subsampled(&half)?, f]);
    }
    for f in all {
        let [Extended::Finite(kl), Extended::Finite(second), Extended::Finite(third)] =
            moments(&f)?
        else {
            continue;
        };
        trial.at("f", show_curve(&f));
        let difference = collected(&(second - 2 * kl));
        trial.at_most(("0", 0), ("kappa_2 - 2 kl", &difference))?;
        trial.at_most(("kappa_2 - 2 kl", difference), ("bound", third / trial.either(3, 20)))?;
    }
    Ok(())
}

/// `<=` or `<`.
type Comparison = fn(&mut Trial, (&str, Formula), (&str, Formula)) -> Result<(), CheckError>;

/// `G_mu(alpha + shift) - height <= f(alpha) <= G_mu(alpha - shift) + height` for all alpha in
/// [shift, 1 - shift].
///
/// On an edge of f both differences are concave: the lower one is least at an end; the upper one is
/// largest at an end or where G_mu has the slope of the edge.
pub(super) fn near_gaussian(
    trial: &mut Trial,
    f: &Curve,
    mu: &Real,
    shift: &Real,
    height: &Real,
    compare: Comparison,
) -> Result<(), CheckError> {
    let last = 1 - shift;
    let within = |x: &Real, low: &Real, high: &Real| {
        let above = x.compare(low).is_some_and(Ordering::is_ge);
        above && x.compare(high).is_some_and(Ordering::is_le)
    };
    let ends = [(shift.clone(), f.value(shift)?)];
    let inside = f.vertices().into_iter().filter(|(alpha, _)| within(alpha, shift, &last));
    let (step, up) = (Formula::from(mu.clone()), Formula::from(height.clone()));
    let at = |level: Real| gaussian(&step, &level.into());
    let is_inside = |x: &Real| {
        x.sign() == Some(Ordering::Greater) && x.compare(&Real::one()) == Some(Ordering::Less)
    };
    for (alpha, beta) in inside.chain(ends) {
        trial.at("alpha", Number::from(&alpha));
        let (right, left) = (&alpha + shift, &alpha - shift);
        // Where G_mu is 1 or 0 there is nothing to show: f is between 0 and 1 - alpha.
        if is_inside(&right) {
            compare(trial, ("lower bound", at(right) - &up), ("f(alpha)", beta.clone().into()))?;
        }
        if is_inside(&left) {
            compare(trial, ("f(alpha)", beta.into()), ("upper bound", at(left) + &up))?;
        }
    }
    let (vertices, half) = (f.vertices(), mu / 2);
    for (edge, ends) in f.edges().iter().zip(vertices.windows(2)) {
        let [(left, high), (right, _)] = ends else {
            continue;
        };
        let x = &edge.loss / mu;
        let alpha = phi(-(&x + &half)) + Formula::from(shift.clone());
        let order =
            |end: &Real| trial.order(&alpha, end).ok_or_else(|| undecided("where a slope is"));
        if order(left)?.is_gt() && order(right)?.is_lt() && order(&last)?.is_le() {
            trial.at("alpha", Number::from(&alpha));
            let value = Formula::from(high.clone())
                - Formula::from(&edge.p / &edge.q) * (&alpha - Formula::from(left.clone()));
            compare(trial, ("f(alpha)", value), ("upper bound", phi(x - &half) + &up))?;
        }
    }
    Ok(())
}

fn berry_esseen(trial: &mut Trial) -> Result<(), CheckError> {
    let of = |n: u64, d: u64| approximate(&ratio(n, d), &Real::zero());
    let (two, three, small) = (of(2, 1)?, of(3, 1)?, of(5, 4)?);
    let sampled = three.subsampled(&ratio(1, 2))?;
    let products: [(&str, Vec<(&Curve, i64)>); 8] = [
        ("f_{ln 2,0}^(x 2)", vec![(&two, 2)]),
        ("f_{ln 2,0}^(x 4)", vec![(&two, 4)]),
        ("f_{ln 2,0}^(x 16)", vec![(&two, 16)]),
        ("f_{ln 3,0}^(x 4)", vec![(&three, 4)]),
        ("f_{ln 3,0}^(x 8)", vec![(&three, 8)]),
        ("f_{ln 2,0}^(x 4) (x) f_{ln 3,0}^(x 2)", vec![(&two, 4), (&three, 2)]),
        ("C_{1/2}(f_{ln 3,0})^(x 6)", vec![(&sampled, 6)]),
        ("f_{ln(5/4),0}^(x 64)", vec![(&small, 64)]),
    ];
    for (name, factors) in products {
        let (mut composed, mut mean) = (Curve::identity(), Real::zero());
        let (mut variance, mut third) = (Real::zero(), Real::zero());
        for (f, count) in factors {
            let [Extended::Finite(kl), Extended::Finite(second), _] = moments(f)? else {
                continue;
            };
            let Some(Extended::Finite(bar)) = f.to_pair().third_moment(&kl) else {
                continue;
            };
            for _ in 0..count {
                composed = composed.tensor(f)?;
            }
            mean = mean + count * &kl;
            variance = variance + count * (second - kl.pow(2));
            third = third + count * bar;
        }
        let deviation = variance.sqrt();
        let mu = trial.either(2i64, 1) * mean / &deviation;
        let gamma = ratio(56, 100) * third / deviation.pow(3);
        trial.clear_parameters();
        trial.at("f", name);
        if gamma.compare(&ratio(1, 2)) != Some(Ordering::Less) {
            return Err(CheckError::Wrong(format!("gamma = {} for {name}", Number::from(&gamma))));
        }
        near_gaussian(trial, &composed, &mu, &gamma, &gamma, |trial, left, right| {
            trial.at_most(left, right)
        })?;
    }
    Ok(())
}
