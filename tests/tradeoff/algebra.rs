//! Every operator against its definition on a fine set of levels, and the laws.

use super::*;
use crate::support::{effort, whole};
use dpcert::tradeoff::Profile;
use num_traits::Zero;

fn value(curve: &Curve, alpha: &Fraction) -> Fraction {
    back(&curve.value(&exact(alpha)).unwrap())
}

/// It is what its vertices say, in order, with nothing to merge: convex, falling, at most 1 -
/// alpha.
fn is_in_order(curve: &Curve) -> bool {
    let again = Curve::from_vertices(&curve.vertices()).unwrap();
    vertices(&again) == vertices(curve) && again.equals(curve).unwrap()
}

/// The masses and losses of a curve, as an unordered list of outcomes.
fn outcomes(curve: &Curve) -> Outcomes {
    let infinite = [
        (back(curve.p_infinite()), Fraction::zero()),
        (Fraction::zero(), back(curve.q_infinite())),
    ];
    Outcomes(
        curve.edges().iter().map(|edge| (back(&edge.p), back(&edge.q))).chain(infinite).collect(),
    )
}

fn weighted(parts: &[(&Fraction, &Outcomes)]) -> Outcomes {
    let scaled = parts
        .iter()
        .flat_map(|(w, Outcomes(pair))| pair.iter().map(move |(p, q)| (*w * p, *w * q)));
    Outcomes(scaled.collect())
}

/// The largest convex function below some values at the levels, at one of them: over all chords.
fn convexified(values: &[(Fraction, Fraction)], at: &Fraction) -> Fraction {
    let left = values.iter().filter(|(x, _)| x <= at);
    let chords = left.flat_map(|(a, f)| {
        values.iter().filter(|(b, _)| b >= at).map(move |(b, g)| {
            if a == b { f.min(g).clone() } else { (f * (b - at) + g * (at - a)) / (b - a) }
        })
    });
    chords.min().unwrap()
}

fn share() -> impl Strategy<Value = Fraction> {
    (0u32..=6).prop_map(|n| Fraction::new(n.into(), 6.into()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16 * effort() as u32))]

    #[test]
    fn values_are_best_tests(pair in pair()) {
        let curve = curve(&pair);
        for alpha in levels() {
            prop_assert_eq!(value(&curve, &alpha), beta(&pair, &alpha));
        }
        prop_assert_eq!(vertices(&curve), pair.vertices().into_iter().collect::<Vec<_>>());
        prop_assert!(is_in_order(&curve));
        prop_assert!(Curve::of(&curve.to_pair()).unwrap().equals(&curve).unwrap());
    }

    #[test]
    fn inverses_exchange_the_neighbours(pair in pair()) {
        let curve = curve(&pair);
        let turned = Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect());
        let inverse = curve.inverse();
        for alpha in levels() {
            prop_assert_eq!(value(&inverse, &alpha), beta(&turned, &alpha));
            // inf{t : f(t) <= alpha}: f is above it before, and not at it.
            let t = value(&inverse, &alpha);
            prop_assert!(value(&curve, &t) <= alpha);
            let before = &t * fraction("999/1000");
            prop_assert!(t.is_zero() || value(&curve, &before) > alpha);
        }
        prop_assert!(inverse.inverse().equals(&curve).unwrap());
        prop_assert!(is_in_order(&inverse));
    }

    #[test]
    fn symmetrisation_is_the_larger_and_idempotent(pair in pair()) {
        let curve = curve(&pair);
        let symmetric = curve.symmetrised().unwrap();
        for alpha in levels() {
            prop_assert_eq!(value(&symmetric, &alpha), value(&curve, &alpha).max(value(&curve.inverse(), &alpha)));
        }
        prop_assert!(symmetric.is_symmetric().unwrap());
        prop_assert!(symmetric.symmetrised().unwrap().equals(&symmetric).unwrap());
        prop_assert_eq!(curve.is_symmetric().unwrap(), symmetric.equals(&curve).unwrap());
        prop_assert!(is_in_order(&symmetric));
    }

    #[test]
    fn maxima_are_pointwise(a in pair(), b in pair(), c in pair()) {
        let parts = [curve(&a), curve(&b), curve(&c)];
        let largest = Curve::maximum(&parts).unwrap();
        for alpha in levels() {
            prop_assert_eq!(value(&largest, &alpha), parts.iter().map(|f| value(f, &alpha)).max().unwrap());
        }
        let [a, b, c] = parts;
        let nested = Curve::maximum(&[c.clone(), Curve::maximum(&[b.clone(), a.clone()]).unwrap()]).unwrap();
        prop_assert!(nested.equals(&largest).unwrap());
        prop_assert!(Curve::maximum(&[a.clone(), Curve::no_privacy()]).unwrap().equals(&a).unwrap());
        prop_assert!(is_in_order(&largest));
    }

    #[test]
    fn hulls_are_the_largest_convex_minorants(a in pair(), b in pair()) {
        let parts = [curve(&a), curve(&b)];
        let hull = Curve::hull_of_minimum(&parts).unwrap();
        // All vertices, the levels, and the values there: chords between them are enough.
        let mut points: Vec<_> = parts.iter().flat_map(vertices).collect();
        points.extend(levels().into_iter().flat_map(|x| parts.iter().map(|f| (x.clone(), value(f, &x))).collect::<Vec<_>>()));
        for alpha in levels() {
            prop_assert_eq!(value(&hull, &alpha), convexified(&points, &alpha));
        }
        // Conjugates: the profile is the larger of the two, and conjugating twice is the hull.
        for g in ["0", "1/3", "1", "7/5", "3", "20"] {
            let delta = |f: &Curve| back(&f.delta(&real(g)).unwrap());
            prop_assert_eq!(delta(&hull), delta(&parts[0]).max(delta(&parts[1])));
        }
        let [a, b] = parts;
        prop_assert!(Curve::hull_of_minimum(&[b, a.clone()]).unwrap().equals(&hull).unwrap());
        prop_assert!(Curve::hull_of_minimum(&[a.clone(), Curve::identity(), a.clone()]).unwrap().equals(&a).unwrap());
        prop_assert!(is_in_order(&hull));
    }

    #[test]
    fn profiles_and_curves_are_dual(pair in pair()) {
        let curve = curve(&pair);
        let profile = curve.profile();
        for g in ["0", "1/7", "1/2", "1", "3/2", "4", "100"] {
            let delta = pair.delta(&fraction(g));
            prop_assert_eq!(&back(&curve.delta(&real(g)).unwrap()), &delta);
            // sup over the levels of -g alpha - f(alpha), by the vertices.
            let conjugate = vertices(&curve).iter().map(|(x, y)| -fraction(g) * x - y).max().unwrap();
            prop_assert_eq!(back(&curve.conjugate(&real(&format!("-{g}"))).unwrap()), conjugate.clone());
            prop_assert_eq!(conjugate, delta - whole(1));
        }
        prop_assert_eq!(back(&curve.conjugate(&real("2/3")).unwrap()), fraction("2/3"));
        let again = Profile::new(profile.knots().to_vec()).unwrap();
        prop_assert!(again.curve().unwrap().equals(&curve).unwrap());
        for (g, delta) in profile.knots() {
            prop_assert_eq!(back(delta), pair.delta(&back(g)));
        }
        // f = sup over g of 1 - delta(g) - g alpha; between knots delta is linear.
        for alpha in levels() {
            let supremum = profile.knots().iter().map(|(g, delta)| whole(1) - back(delta) - back(g) * &alpha).max().unwrap();
            prop_assert_eq!(supremum, value(&curve, &alpha));
        }
    }

    #[test]
    fn tensor_products_are_products_of_outcomes(a in pair(), b in pair(), c in pair()) {
        let (f, g, h) = (curve(&a), curve(&b), curve(&c));
        let product = f.tensor(&g).unwrap();
        prop_assert_eq!(vertices(&product), a.product(&b).vertices());
        prop_assert!(product.equals(&g.tensor(&f).unwrap()).unwrap());
        let left = product.tensor(&h).unwrap();
        prop_assert!(left.equals(&f.tensor(&g.tensor(&h).unwrap()).unwrap()).unwrap());
        prop_assert_eq!(vertices(&left), a.product(&b).product(&c).vertices());
        prop_assert!(f.tensor(&Curve::identity()).unwrap().equals(&f).unwrap());
        prop_assert!(f.tensor(&Curve::no_privacy()).unwrap().equals(&Curve::no_privacy()).unwrap());
        prop_assert!(product.inverse().equals(&f.inverse().tensor(&g.inverse()).unwrap()).unwrap());
        // Monotone: the maximum is above each, and so are the products.
        let above = Curve::maximum(&[f, g]).unwrap().tensor(&h).unwrap();
        for alpha in levels() {
            prop_assert!(value(&above, &alpha) >= beta(&a.product(&c), &alpha).max(beta(&b.product(&c), &alpha)));
        }
        prop_assert!(is_in_order(&left));
    }

    #[test]
    fn mixtures_concatenate(a in pair(), b in pair(), w in share()) {
        let (f, g, rest) = (curve(&a), curve(&b), whole(1) - &w);
        let mixture = Curve::mixture(&[(exact(&w), f.clone()), (exact(&rest), g.clone())]).unwrap();
        prop_assert_eq!(vertices(&mixture), weighted(&[(&w, &a), (&rest, &b)]).vertices());
        // The definition: any split of the level between the labels.
        for alpha in levels() {
            for n in 0..=6u64 {
                let x = whole(n) / whole(6);
                // Level x under the first label leaves (alpha - w x)/(1 - w) for the second.
                let y = if rest.is_zero() { Fraction::zero() } else { (&alpha - &w * &x) / &rest };
                if y >= Fraction::zero() && y <= whole(1) && (!rest.is_zero() || x <= alpha) {
                    let split = &w * beta(&a, &x) + &rest * beta(&b, &y);
                    prop_assert!(value(&mixture, &alpha) <= split);
                }
            }
        }
        let erased = f.erased(&exact(&w)).unwrap();
        let silent = Outcomes(vec![(whole(1), whole(1))]);
        prop_assert_eq!(vertices(&erased), weighted(&[(&w, &silent), (&rest, &a)]).vertices());
        // f_{0, delta} by its outcomes, as a product.
        let leak = Outcomes(vec![(w.clone(), whole(0)), (rest.clone(), rest.clone()), (whole(0), w.clone())]);
        let scaled = f.scaled(&exact(&w)).unwrap();
        prop_assert_eq!(vertices(&scaled), a.product(&leak).vertices());
        for alpha in levels() {
            let expected = if alpha >= rest { whole(0) } else { &rest * beta(&a, &(&alpha / &rest)) };
            prop_assert_eq!(value(&scaled, &alpha), expected);
        }
        prop_assert!(is_in_order(&mixture) && is_in_order(&erased) && is_in_order(&scaled));
    }

    #[test]
    fn samples_have_the_profile_of_the_theorem(pair in symmetric_pair(), p in share(), other in pair()) {
        let f = curve(&pair);
        let rest = whole(1) - &p;
        let sampled = f.subsampled(&exact(&p)).unwrap();
        let diluted = |alpha: &Fraction| &p * beta(&pair, alpha) + &rest * (whole(1) - alpha);
        for alpha in levels() {
            prop_assert_eq!(value(&f.diluted(&exact(&p)).unwrap(), &alpha), diluted(&alpha));
            prop_assert!(value(&sampled, &alpha) <= diluted(&alpha));
        }
        for g in ["1", "7/5", "3", "20"] {
            let g = fraction(g);
            let expected = match p.is_zero() {
                true => whole(0),
                false => &p * pair.delta(&(whole(1) + (&g - whole(1)) / &p)),
            };
            prop_assert_eq!(back(&sampled.delta(&exact(&g)).unwrap()), expected.clone());
            // Extended symmetrically below 1.
            prop_assert_eq!(
                back(&sampled.delta(&exact(&(whole(1) / &g))).unwrap()),
                whole(1) - (whole(1) - expected) / &g
            );
        }
        prop_assert!(sampled.is_symmetric().unwrap() && is_in_order(&sampled));
        let other = curve(&other);
        prop_assert_eq!(other.subsampled(&exact(&p)).is_ok(), other.is_symmetric().unwrap());
    }

    /// Erasing, mixing and scaling commute with what they should.
    #[test]
    fn operators_get_along(a in pair(), w in share()) {
        let f = curve(&a);
        let w = exact(&w);
        prop_assert!(f.erased(&w).unwrap().inverse().equals(&f.inverse().erased(&w).unwrap()).unwrap());
        prop_assert!(f.scaled(&w).unwrap().inverse().equals(&f.inverse().scaled(&w).unwrap()).unwrap());
        let rest = Real::one().sub(&w);
        let same = Curve::mixture(&[(w.clone(), f.clone()), (rest, f.clone())]).unwrap();
        prop_assert!(same.equals(&f).unwrap());
        prop_assert_eq!(outcomes(&same).vertices(), a.vertices());
    }
}

/// Corollary 3 of Dong, Roth & Su as corrected: the bend of C_p(f_{eps, delta}) of slope -1.
#[test]
fn golden_values() {
    let approx_dp = |eps: &str, delta: &str| {
        Curve::of(&dpcert::pair::upper_envelope(&[(real(eps), real(delta))]).unwrap()).unwrap()
    };
    let sampled = approx_dp("ln(3)", "1/10").subsampled(&real("1/5")).unwrap();
    let bend = sampled.edges().iter().position(|edge| edge.loss.is_zero()).unwrap();
    for (alpha, beta) in &vertices(&sampled)[bend..=bend + 1] {
        assert_eq!(alpha + beta, fraction("89/100"));
    }
}

#[test]
fn irrational_curves_keep_their_losses() {
    let f =
        Curve::of(&dpcert::pair::upper_envelope(&[(real("1/2"), real("1/100"))]).unwrap()).unwrap();
    let losses =
        |curve: &Curve| curve.edges().iter().map(|edge| edge.loss.to_string()).collect::<Vec<_>>();
    assert_eq!(losses(&f.tensor(&f).unwrap()), ["1", "0", "-1"]);
    assert_eq!(losses(&f.group(3).unwrap()), ["3/2", "1/2", "-1/2", "-3/2"]);
    assert_eq!(losses(&f.profile().curve().unwrap()), ["1/2", "-1/2"]);
    let both = Curve::hull_of_minimum(&[f.clone(), f.tensor(&f).unwrap()]).unwrap();
    assert!(both.equals(&f.tensor(&f).unwrap()).unwrap());
    assert!(Curve::maximum(&[f.clone(), f.tensor(&f).unwrap()]).unwrap().equals(&f).unwrap());
    assert!(f.is_symmetric().unwrap() && f.symmetrised().unwrap().equals(&f).unwrap());
    assert_eq!(losses(&f.erased(&real("1/3")).unwrap()), ["1/2", "0", "-1/2"]);
}

/// Ratios that agree in more bits than are compared first, and equal ones in different forms.
#[test]
fn near_ties_are_told_apart() {
    let pair = |p: &[&str], q: &[&str]| {
        Outcomes(
            p.iter()
                .zip(q)
                .map(|(p, q)| (fraction(&real(p).to_string()), fraction(&real(q).to_string())))
                .collect(),
        )
    };
    let near =
        pair(&["1/3", "1/3 + 10^-40", "1/3 - 10^-40"], &["1/3 + 10^-41", "1/3", "1/3 - 10^-41"]);
    let far = pair(&["1/2", "1/4", "1/4"], &["1/4", "1/2", "1/4"]);
    for (a, b) in [(&near, &near), (&near, &far), (&far, &far)] {
        assert_eq!(vertices(&curve(a).tensor(&curve(b)).unwrap()), a.product(b).vertices());
    }
    // Different ratios with equal leading bits and equal residues modulo 2^61 - 1: only the exact
    // order tells that `n (m + r) > (n + r) m`.
    let twins = |n: &str, sum: &str| {
        let (first, second) = (format!("({n} + 2^61 - 1)/{sum}"), format!("{n}/{sum}"));
        pair(&[&first, &second, &format!("1 - {first} - {second}")], &["1/4", "1/4", "1/2"])
    };
    let (large, small) = (twins("2^130", "2^132"), twins("2^128", "2^131"));
    let product = curve(&large).tensor(&curve(&small)).unwrap();
    assert_eq!(vertices(&product), large.product(&small).vertices());
    assert_eq!(product.edges().len(), 9);
}

#[test]
fn what_is_outside_the_domain_is_named() {
    let asymmetric = curve(&Outcomes(vec![
        (fraction("1/2"), fraction("1/3")),
        (fraction("1/2"), fraction("2/3")),
    ]));
    let f = Curve::identity();
    let points = |points: &[(&str, &str)]| {
        points.iter().map(|(x, y)| (real(x), real(y))).collect::<Vec<_>>()
    };
    for (result, reason) in [
        (f.value(&real("3/2")).map(|_| ()), "alpha = 3/2 is outside [0, 1]"),
        (f.scaled(&real("-1/2")).map(|_| ()), "delta = -1/2 is outside [0, 1]"),
        (f.erased(&real("2")).map(|_| ()), "rate = 2 is outside [0, 1]"),
        (f.diluted(&real("2")).map(|_| ()), "rate = 2 is outside [0, 1]"),
        (f.delta(&real("-1")).map(|_| ()), "e^eps = -1 is negative"),
        (
            asymmetric.subsampled(&real("1/2")).map(|_| ()),
            "at alpha = 1/3 it is 1/2 and its inverse 5/9",
        ),
        (asymmetric.group(2).map(|_| ()), "at alpha = 1/3 it is 1/2 and its inverse 5/9"),
        (Curve::mixture(&[]).map(|_| ()), "the sum of the weights is 0, not 1"),
        (
            Curve::mixture(&[(real("2"), f.clone()), (real("-1"), f.clone())]).map(|_| ()),
            "weights[1] = -1 is negative",
        ),
        (Curve::from_vertices(&[]).map(|_| ()), "there is no vertex"),
        (
            Curve::from_vertices(&points(&[("0", "1"), ("1/2", "3/4"), ("1", "0")])).map(|_| ()),
            "(1/2, 3/4) is not known to be on or below",
        ),
        // A vertex twice does not hide the bend.
        (
            Curve::from_vertices(&points(&[
                ("0", "3/5"),
                ("1/2", "1/2"),
                ("1/2", "1/2"),
                ("1", "0"),
            ]))
            .map(|_| ()),
            "not known to be convex at vertex 2, (1/2, 1/2)",
        ),
        (Profile::new(points(&[])).map(|_| ()), "there is no knot"),
        (Profile::new(points(&[("0", "1/2")])).map(|_| ()), "knot 0, (0, 1/2), is not (0, 1)"),
        (
            Profile::new(points(&[("0", "1"), ("1", "-1")])).map(|_| ()),
            "knot 1, (1, -1), is below 0 or 1 - g",
        ),
        (
            Profile::new(points(&[("0", "1"), ("2", "1/2"), ("3", "3/4")])).map(|_| ()),
            "g rises and delta does not",
        ),
        (
            Profile::new(points(&[("0", "1"), ("1", "9/10"), ("2", "1/10")])).map(|_| ()),
            "knot 1, (1, 9/10), is not convex",
        ),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains(reason), "{error} lacks {reason}");
    }
}
