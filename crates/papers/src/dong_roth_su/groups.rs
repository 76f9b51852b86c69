//! Section 2.5: groups.

use super::family::{
    approximate, curves, levels, order, same, show_curve, symmetric_curves, trade_off,
};
use super::polygons::gaussian;
use crate::family::{distributions, inside_unit, pairs, ratio, show, triples};
use crate::read::Section;
use crate::trial::{CheckError, Trial};
use dpcert::Real;
use dpcert::exact::polynomial::Polynomial;
use dpcert::formula::Formula;
use dpcert::mechanism::Laplace;
use dpcert::tradeoff::Curve;

pub(super) const SECTION: Section = Section {
    file: "dong_roth_su/groups.toml",
    text: include_str!("groups.toml"),
    checks: &[
        ("GDP-15", group),
        ("GDP-16", larger_groups),
        ("GDP-18", near_laplace),
        ("GDP-19", not_approximate),
        ("GDP-70", attained),
        ("GDP-71", is_trade_off),
    ],
};

/// `1 - (1 - f)^(o k)` at a level, by its definition.
fn iterated(f: &Curve, k: u32, alpha: &Real) -> Result<Real, CheckError> {
    Ok(1 - (0..k)
        .try_fold(alpha.clone(), |level, _| Ok::<Real, CheckError>(1 - f.value(&level)?))?)
}

fn group(trial: &mut Trial) -> Result<(), CheckError> {
    let (two, three, few) = (distributions(2, 4), distributions(3, 2), distributions(2, 3));
    let of_three =
        |laws: &[Vec<Real>]| triples(laws, laws, laws).into_iter().map(|(x, y, z)| vec![x, y, z]);
    let of_four = pairs(&pairs(&few, &few), &pairs(&few, &few))
        .into_iter()
        .map(|((x, y), (z, w))| vec![x, y, z, w]);
    for chain in of_three(&two).chain(of_three(&three)).chain(of_four) {
        let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
            continue;
        };
        let mut links = Vec::new();
        for ends in chain.windows(2) {
            if let [x, y] = ends {
                links.extend([trade_off(x, y)?, trade_off(y, x)?]);
            }
        }
        let f = Curve::hull_of_minimum(&links)?;
        let k = u32::try_from(chain.len()).unwrap_or(0) - trial.either(1, 2);
        trial.at(
            "M(S_0), ..., M(S_k)",
            chain.iter().map(|law| show(law)).collect::<Vec<_>>().join(" "),
        );
        for (alpha, beta) in trade_off(first, last)?.vertices() {
            trial.at("alpha", &alpha);
            trial.at_most(
                ("1 - (1 - f)^(o k)", iterated(&f, k, &alpha)?),
                ("T(M(S_0), M(S_k))", beta),
            )?;
        }
    }
    trial.clear_parameters();
    for (mu, k, alpha) in triples(&[ratio(1, 2), ratio(1, 1)], &[2i64, 3], &inside_unit(3)) {
        trial.at("mu", &mu);
        trial.at("k", k);
        trial.at("alpha", &alpha);
        let step = Formula::from(mu.clone());
        let level =
            (0..k).fold(Formula::from(alpha.clone()), |level, _| 1 - gaussian(&step, &level));
        trial.agree(
            ("1 - (1 - G_mu)^(o k)", 1 - level),
            ("G_{k mu}", gaussian(&(k * &step), &alpha.into())),
        )?;
    }
    Ok(())
}

fn attained(trial: &mut Trial) -> Result<(), CheckError> {
    for f in symmetric_curves()? {
        if !f.p_infinite().is_zero() {
            continue;
        }
        trial.at("f", show_curve(&f));
        // The breaks of h = 1 - f, their preimages under h, and the ends.
        let inverse = f.inverse();
        let mut cells: Vec<Real> = Vec::new();
        for (alpha, _) in f.vertices() {
            for point in [inverse.value(&(1 - &alpha))?, alpha] {
                let place =
                    cells.iter().position(|known| known.compare(&point).is_some_and(|o| o.is_ge()));
                match place {
                    Some(i) if cells.get(i) == Some(&point) => {}
                    Some(i) => cells.insert(i, point),
                    None => cells.push(point),
                }
            }
        }
        let masses = |k: u32| -> Result<Vec<Real>, CheckError> {
            let heights = cells
                .iter()
                .map(|alpha| Ok(1 - iterated(&f, k, alpha)?))
                .collect::<Result<Vec<Real>, CheckError>>()?;
            Ok(heights.windows(2).filter_map(|ends| Some(ends.last()? - ends.first()?)).collect())
        };
        let (a, b, c) = (masses(0)?, masses(1)?, masses(2)?);
        trial.at("M(S_0), M(S_1), M(S_2)", format_args!("{} {} {}", show(&a), show(&b), show(&c)));
        let is_private = trade_off(&a, &b)?.equals(&f)? && trade_off(&b, &c)?.equals(&f)?;
        trial.holds(is_private, "both neighbours have the trade-off function f", || {
            "they do not".to_owned()
        })?;
        let k = trial.either(2, 3);
        same(
            trial,
            ("T(M(S_0), M(S_2))", &trade_off(&a, &c)?),
            ("bound", |alpha: &Real| iterated(&f, k, alpha)),
        )?;
    }
    Ok(())
}

fn is_trade_off(trial: &mut Trial) -> Result<(), CheckError> {
    for f in curves()? {
        let mut power = f.clone();
        for k in [2, 3] {
            trial.clear_parameters();
            trial.at("f", show_curve(&f));
            trial.at("k", k);
            power = power.then(&f)?;
            // A new curve from its vertices: they are checked to be convex and falling.
            let checked = Curve::from_vertices(&power.vertices())?;
            same(
                trial,
                ("curve", &checked),
                ("1 - (1 - f)^(o k)", |alpha: &Real| iterated(&f, k, alpha)),
            )?;
            if f.is_symmetric()? || !trial.either(true, false) {
                trial.holds(checked.is_symmetric()?, "symmetric", || show_curve(&checked))?;
            }
        }
    }
    Ok(())
}

fn larger_groups(trial: &mut Trial) -> Result<(), CheckError> {
    for f in curves()? {
        trial.at("f", show_curve(&f));
        for k in [1, 2, 3] {
            trial.at("k", k);
            for alpha in levels(&f) {
                trial.at("alpha", &alpha);
                let left = ("1 - (1 - f)^(o k)", iterated(&f, k, &alpha)?);
                let right = ("1 - (1 - f)^(o (k-1))", iterated(&f, k - 1, &alpha)?);
                if trial.either(true, false) {
                    trial.at_most(left, right)?
                } else {
                    trial.less(left, right)?
                }
            }
        }
    }
    Ok(())
}

fn near_laplace(trial: &mut Trial) -> Result<(), CheckError> {
    let curve = approximate(&ratio(1, 4).exp(), &Real::zero())?.group(4)?;
    let law = Laplace { eps0: Real::one() };
    let (first, second) = (law.first_corner(), law.second_corner());
    let mut points =
        vec![(first.clone(), law.beta_first(&first)), (second.clone(), law.beta_last(&second))];
    // Between the corners the difference is c - s alpha - 1/(4 e alpha): concave, flat at sqrt(1/(4
    // e s)).
    let flat = curve.edges().iter().map(|edge| ((-(1 + &edge.loss)) / 2).exp() / 2);
    for alpha in curve.vertices().into_iter().map(|(alpha, _)| alpha).chain(flat) {
        let beta = match (order(&alpha, &second)?.is_ge(), order(&alpha, &first)?.is_ge()) {
            (true, _) => law.beta_last(&alpha),
            (false, true) => law.beta_middle(&alpha),
            (false, false) => law.beta_first(&alpha),
        };
        points.push((alpha, beta));
    }
    let bound = trial.choose(ratio(5, 1000), ratio(7, 1000), ratio(6, 1000));
    for (alpha, laplace) in points {
        let group = curve.value(&alpha)?;
        trial.at("alpha", crate::number::Number::from(&alpha));
        let distance = &group - &laplace;
        let distance = if order(&group, &laplace)?.is_lt() { -distance } else { distance };
        trial.at_most(("distance", distance), ("bound", &bound))?;
    }
    Ok(())
}

fn not_approximate(trial: &mut Trial) -> Result<(), CheckError> {
    let x = Polynomial::x();
    let e = &x + &Polynomial::constant(1);
    let difference = &(&Polynomial::constant(1) + &e.pow(2)) - &(&Polynomial::constant(2) * &e);
    trial.identical("1 + E^2 - 2 E = x^2", &difference, &x.pow(2))?;
    // x^2 > 0 is all that is left, and both fixed points at some mu.
    let zero = trial.either(None, Some(Real::zero()));
    for mu in [ratio(1, 2), ratio(1, 1), ratio(2, 1)].into_iter().chain(zero) {
        trial.at("mu", &mu);
        let law = Laplace { eps0: mu.clone() };
        let laplace = (-&mu / 2).exp() / 2;
        trial.equal(("T(alpha)", law.beta_middle(&laplace)), ("alpha", &laplace))?;
        let f = approximate(&mu.exp(), &Real::zero())?;
        let fixed = 1 / (1 + mu.exp());
        trial.equal(("f_{mu,0}(alpha)", f.value(&fixed)?), ("alpha", &fixed))?;
        trial.less(("fixed point of f_{mu,0}", fixed), ("fixed point of T", laplace))?;
    }
    Ok(())
}
