//! Grids: the truth lies between an upper row and a test row, and the two are close.

use super::{number, parse, read_row, row, said};
use dpcert_checker::discretise::{self, Spacing, Window};
use dpcert_checker::expression::Expression;
use dpcert_checker::fault::Class;
use dpcert_checker::fixed::{Interval, Scale};
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::number::{ceil, floor};
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::rules::tail_at;
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};

pub(super) const BITS: u64 = 96;

fn lattice(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    step: &Expression,
    bits: Option<u64>,
) -> Result<Row, String> {
    discretise::lattice(row, direction, bounds, &Spacing { step, bits }, &Work::default())
        .map_err(|fault| fault.to_string())
}

pub(super) fn cells(
    row: &LedgerRow,
    direction: Direction,
    bounds: Bounds,
    step: &BigRational,
    window: (i64, i64),
    bits: u64,
) -> Result<Row, String> {
    let window = Window { step: step.clone(), from: window.0, to: window.1, bits, ratios: None };
    discretise::cells(row, direction, bounds, &window, &Work::default())
        .map_err(|fault| fault.to_string())
}

pub(super) fn ledger(text: &str) -> LedgerRow {
    row(&serde_json::from_str(text).unwrap())
}

pub(super) fn upper_delta(row: &Row, step: &BigRational, eps: &BigRational) -> BigRational {
    let (scale, eps) = (Scale::new(BITS), Expression::Rational(eps.clone()));
    let ratio = eps.exp().enclose(&scale).unwrap();
    tail_at(row, &Expression::Rational(step.clone()), &eps, &ratio, &scale).unwrap()
}

pub(super) fn test_delta(row: &Row, eps: &BigRational) -> BigRational {
    let scale = Scale::new(BITS);
    let ratio = scale.ends(&scale.exp(&scale.rational(eps)).unwrap()).1;
    (row.from..=row.to() + 1)
        .map(|threshold| {
            let (p, q) = row.rejected(threshold, &BigRational::one());
            p - &ratio * q
        })
        .max()
        .unwrap()
}

/// Asserts that the truth is between both, and that these are close, once and composed.
fn between(
    row: &str,
    direction: Direction,
    window: (i64, i64),
    truth: impl Fn(&BigRational) -> (BigRational, BigRational),
) {
    let (row, step) = (ledger(row), number("1/32"));
    let [upper, test] = [Bounds::Upper, Bounds::Test]
        .map(|bounds| cells(&row, direction, bounds, &step, window, BITS).unwrap());
    for eps in ["-1", "-1/3", "0", "1/7", "1/2", "1", "5/4", "2"] {
        let eps = number(eps);
        let (low, high) = truth(&eps);
        let (above, below) = (upper_delta(&upper, &step, &eps), test_delta(&test, &eps));
        assert!(above >= low, "{row:?}: upper {above} at {eps}");
        assert!(below <= high, "{row:?}: test {below} at {eps}");
        assert!(&above - &below < number("1/500"), "{row:?}: {below} {above} at {eps}");
    }
}

/// `Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)`, enclosed.
fn gaussian(mu: &BigRational, eps: &BigRational, scale: &Scale) -> Interval {
    let half = number("1/2");
    let cdf = |x: BigRational| scale.normal_cdf(&scale.rational(&x));
    let second =
        scale.mul(&scale.exp(&scale.rational(eps)).unwrap(), &cdf(-(mu * &half) - eps / mu));
    cdf(mu * &half - eps / mu).sub(&second)
}

#[test]
fn gaussian_cells_enclose_the_closed_form() {
    for (sigma, mu) in [("1", "1"), ("2", "1/2")] {
        let row = format!(r#"{{"id": "g", "mechanism": "gaussian", "sigma": "{sigma}"}}"#);
        for direction in [Direction::Forward, Direction::Backward] {
            let scale = Scale::new(128);
            between(&row, direction, (-250, 250), |eps| {
                scale.ends(&gaussian(&number(mu), eps, &scale))
            });
        }
    }
}

#[test]
fn gaussian_compositions_are_gaussian() {
    let (row, step) =
        (ledger(r#"{"id": "g", "mechanism": "gaussian", "sigma": "2"}"#), number("1/32"));
    let scale = Scale::new(128);
    for bounds in [Bounds::Upper, Bounds::Test] {
        let once = cells(&row, Direction::Forward, bounds, &step, (-150, 150), BITS).unwrap();
        let twice = once.convolve(&once, 2 * once.from, 2 * once.to(), Some(BITS)).unwrap();
        let four = twice.convolve(&twice, -300, 300, Some(BITS)).unwrap();
        for eps in ["0", "1/2", "2"] {
            let eps = number(eps);
            let (low, high) = scale.ends(&gaussian(&BigRational::one(), &eps, &scale));
            let value = if bounds == Bounds::Upper {
                upper_delta(&four, &step, &eps)
            } else {
                test_delta(&four, &eps)
            };
            assert!(if bounds == Bounds::Upper { value >= low } else { value <= high });
            assert!(value > &low - number("1/30") && value < high + number("1/500"), "{value}");
        }
    }
}

/// delta of a Poisson sample of a Gaussian, from its own closed forms: forward at e, `1 - q + q e^l
/// = e^eps`, and backward by delta(P||Q, eps) = 1 - e^eps + e^eps delta(Q||P, -eps).
fn sampled(
    rate: &BigRational,
    mu: &BigRational,
    eps: &BigRational,
    direction: Direction,
    scale: &Scale,
) -> Interval {
    let e = scale.exp(&scale.rational(eps)).unwrap();
    let one = scale.integer(1);
    if direction == Direction::Backward {
        let other = sampled(rate, mu, &-eps, Direction::Forward, scale);
        return one.sub(&e).add(&scale.mul(&e, &other));
    }
    // sup over events of (1-q) Q + q P - E Q = q (P - (E-1+q)/q Q): q delta(P||Q, ln((E-1+q)/q)),
    // or all of it.
    let q = scale.rational(rate);
    let ratio = scale.div(&e.sub(&one).add(&q), &q).unwrap();
    if !ratio.hi.is_zero() && ratio.lo > BigInt::zero() {
        let loss = scale.ln(&ratio).unwrap();
        let mu = scale.rational(mu);
        let half = mu.half();
        let shifted = scale.div(&loss, &mu).unwrap();
        let first = scale.normal_cdf(&half.sub(&shifted));
        let second = scale.normal_cdf(&half.neg().sub(&shifted));
        return scale.mul(&q, &first.sub(&scale.mul(&ratio, &second)));
    }
    one.sub(&e)
}

#[test]
fn sampled_cells_enclose_the_closed_form_in_both_directions() {
    let row = r#"{"id": "g", "mechanism": "gaussian", "sigma": "1",
        "sampling": {"method": "poisson", "rate": "1/4"}}"#;
    let scale = Scale::new(128);
    for direction in [Direction::Forward, Direction::Backward] {
        between(row, direction, (-160, 160), |eps| {
            scale.ends(&sampled(&number("1/4"), &BigRational::one(), eps, direction, &scale))
        });
    }
}

/// Laplace noise by its closed form, in the place of the Gaussian one: also at grids through the
/// losses of the ends.
#[test]
fn sampled_laplace_cells_enclose_the_closed_form_in_both_directions() {
    let (scale, one) = (Scale::new(128), BigRational::one());
    let power = |x: &BigRational| scale.exp(&scale.rational(x)).unwrap();
    // delta at ln(ratio): 1 - sqrt(ratio e^-eps) between the losses, 1 - ratio below them.
    let plain = |eps: &BigRational, ratio: &Interval| {
        let (low, high) = (power(&-eps.clone()), power(eps));
        if ratio.lo >= high.hi {
            return scale.integer(0);
        }
        if ratio.hi <= low.lo {
            return scale.integer(1).sub(ratio);
        }
        scale.integer(1).sub(&scale.sqrt(&scale.mul(ratio, &low))).positive_part()
    };
    for (loss, rate) in [("2", "1/5"), ("1/2", "9/10"), ("1", "1")] {
        let row = format!(
            r#"{{"id": "l", "mechanism": "laplace", "eps": "{loss}", "sampling": {{"method": "poisson", "rate": "{rate}"}}}}"#
        );
        let (loss, q) = (number(loss), scale.rational(&number(rate)));
        let forward = |eps: &BigRational| {
            let e = power(eps);
            let ratio = scale.div(&e.sub(&scale.integer(1)).add(&q), &q).unwrap();
            if ratio.lo <= BigInt::zero() {
                return scale.integer(1).sub(&e);
            }
            scale.mul(&q, &plain(&loss, &ratio))
        };
        let backward = |eps: &BigRational| {
            let e = power(eps);
            scale.integer(1).sub(&e).add(&scale.mul(&e, &forward(&-eps)))
        };
        let widened = |x: Interval| {
            let (low, high) = scale.ends(&x);
            (low - number("1e-30"), high + number("1e-30"))
        };
        // At the rate 1 both losses of the ends are grid points, whose mass is not placed: the row
        // is looser.
        if number(rate) < one {
            between(&row, Direction::Forward, (-120, 120), |eps| widened(forward(eps)));
            between(&row, Direction::Backward, (-120, 120), |eps| widened(backward(eps)));
        } else {
            for eps in ["0", "1/2", "1"].map(number) {
                let cells = |bounds| {
                    cells(
                        &ledger(&row),
                        Direction::Forward,
                        bounds,
                        &number("1/32"),
                        (-120, 120),
                        BITS,
                    )
                };
                let (low, high) = widened(forward(&eps));
                assert!(upper_delta(&cells(Bounds::Upper).unwrap(), &number("1/32"), &eps) >= low);
                assert!(test_delta(&cells(Bounds::Test).unwrap(), &eps) <= high);
            }
        }
    }
}

/// A rate at which the smallest loss of a sample, `ln(1 - rate)`, lies at a grid point as far as
/// the bits tell.
#[test]
fn the_smallest_loss_of_a_sample_may_lie_on_the_grid() {
    let scale = Scale::new(400);
    let at = scale.ends(&scale.exp(&scale.rational(&number("-1/32"))).unwrap());
    for end in [at.0, at.1] {
        let rate = BigRational::one() - end;
        let row = format!(
            r#"{{"id": "g", "mechanism": "gaussian", "sigma": "1", "sampling": {{"method": "poisson", "rate": "{rate}"}}}}"#
        );
        let test =
            cells(&ledger(&row), Direction::Forward, Bounds::Test, &number("1/32"), (-1, 40), 64)
                .unwrap();
        let upper =
            cells(&ledger(&row), Direction::Forward, Bounds::Upper, &number("1/32"), (-1, 40), 64)
                .unwrap();
        // Half of the outcomes of Q, up to the width of the grid, have losses in the first cells.
        assert!(
            test_delta(&test, &BigRational::zero())
                <= upper_delta(&upper, &number("1/32"), &BigRational::zero())
        );
        assert!(test.q.iter().sum::<BigInt>() + &test.infinite_q >= test.denominator);
        assert!(upper.p.iter().sum::<BigInt>() + &upper.infinite_p >= upper.denominator);
    }
}

#[test]
fn laplace_cells_enclose_the_closed_form() {
    let scale = Scale::new(128);
    between(
        r#"{"id": "l", "mechanism": "laplace", "eps": "1"}"#,
        Direction::Forward,
        (-40, 40),
        |eps| {
            let one = BigRational::one();
            if *eps >= one {
                return (BigRational::zero(), BigRational::zero());
            }
            // 1 - e^((eps-1)/2), and 1 - e^eps from -1 down.
            let exponent = if *eps <= -&one { eps.clone() } else { (eps - &one) / number("2") };
            let power = scale.ends(&scale.exp(&scale.rational(&exponent)).unwrap());
            (&one - power.1, &one - power.0)
        },
    );
}

#[test]
fn discrete_gaussian_cells_enclose_the_sum() {
    let scale = Scale::new(128);
    for (sigma_squared, shift) in [("2", 1), ("9/4", 2), ("30", 3)] {
        let row = format!(
            r#"{{"id": "d", "mechanism": "discrete-gaussian", "sigma_sq": "{sigma_squared}", "shifts": ["{shift}"]}}"#
        );
        let variance = number(sigma_squared);
        let weight = |n: i64| {
            let square = BigRational::from_integer((n * n).into());
            scale.exp(&scale.rational(&(-square / (&variance * number("2"))))).unwrap()
        };
        // What lies beyond 120 is less than 2^-128 by far.
        let total = (-120..=120).fold(scale.integer(0), |sum, n| sum.add(&weight(n)));
        between(&row, Direction::Forward, (-400, 400), |eps| {
            let e = scale.exp(&scale.rational(eps)).unwrap();
            let sum = (-118..=118).fold(scale.integer(0), |sum, n| {
                let part = weight(n - shift).sub(&scale.mul(&e, &weight(n)));
                sum.add(&part.positive_part())
            });
            let (low, high) = scale.ends(&scale.div(&sum, &total).unwrap());
            (low - number("1e-30"), high + number("1e-30"))
        });
    }
}

#[test]
fn several_shifts_are_a_product() {
    let row = |shifts: &str| {
        ledger(&format!(
            r#"{{"id": "d", "mechanism": "discrete-gaussian", "sigma_sq": "8", "shifts": [{shifts}]}}"#
        ))
    };
    let (window, step) = ((-60, 60), number("1/32"));
    let bounds = Bounds::Upper;
    let [one, two, both] = ["1", "2", "1, 0, -2"]
        .map(|shifts| cells(&row(shifts), Direction::Forward, bounds, &step, window, 80).unwrap());
    let product = one.convolve(&two, one.from + two.from, one.to() + two.to(), Some(80)).unwrap();
    assert_eq!((both.p, both.infinite_p), (product.p, product.infinite_p));
    assert_eq!(both.covers["d"], BigInt::one());
}

#[test]
fn atoms_fall_into_their_cells() {
    // A loss on a grid point is in the cell above it.
    let row = ledger(r#"{"id": "k", "mechanism": "approx-dp", "eps": "1/2", "delta": "1/10"}"#);
    let step = number("1/4");
    let test = cells(&row, Direction::Forward, Bounds::Test, &step, (-3, 3), 64).unwrap();
    let masses: Vec<bool> = test.p.iter().map(Zero::is_zero).collect();
    assert_eq!(masses, [true, false, true, true, true, false]);
    assert!(test.infinite_p > BigInt::zero() && test.infinite_q.is_zero());
    // Beyond the window: always rejected above, never below.
    let narrow = cells(&row, Direction::Forward, Bounds::Test, &step, (-1, 1), 64).unwrap();
    assert!(narrow.p.iter().all(Zero::is_zero));
    assert!(narrow.infinite_q > BigInt::zero());
    // Upper: the loss -1/2 is moved up to the first grid point.
    let narrow = cells(&row, Direction::Forward, Bounds::Upper, &step, (-1, 1), 64).unwrap();
    assert!(!narrow.p[0].is_zero() && narrow.p[1].is_zero());
    let near =
        ledger(r#"{"id": "k", "mechanism": "approx-dp", "eps": "ln(exp(1/2))", "delta": "0"}"#);
    assert!(
        cells(&near, Direction::Forward, Bounds::Upper, &step, (-3, 3), 64)
            .unwrap_err()
            .contains("a loss is below a point of the grid")
    );
}

#[test]
fn lattices_hold_the_masses_exactly() {
    let row = ledger(
        r#"{"id": "k", "mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/10", "alpha": "1/5"}"#,
    );
    let step = parse("ln(3)").unwrap();
    let test = lattice(&row, Direction::Forward, Bounds::Test, &step, None).unwrap();
    // c = (9/10)(4/5)/4 = 9/50.
    let mass = |x: &BigInt| BigRational::new(x.clone(), test.denominator.clone());
    let p: Vec<BigRational> = test.p.iter().map(mass).collect();
    assert_eq!(p, [number("9/50"), number("9/50"), number("27/50")]);
    assert_eq!(mass(&test.infinite_p), number("1/10"));
    assert_eq!(test.q.iter().rev().map(mass).collect::<Vec<_>>(), p);
    assert!(test.infinite_q.is_zero());
    for (width, reason) in
        [("ln(2)", "multiple"), ("0", "multiple"), ("-ln(3)", "multiple"), ("sqrt(2)", "multiple")]
    {
        let error = lattice(&row, Direction::Forward, Bounds::Test, &parse(width).unwrap(), None)
            .unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    // A step that is no sum of logarithms, and of which the loss is the double.
    let root =
        ledger(r#"{"id": "k", "mechanism": "approx-dp", "eps": "2/sqrt(10)", "delta": "0"}"#);
    let rooted =
        lattice(&root, Direction::Forward, Bounds::Test, &parse("1/sqrt(10)").unwrap(), Some(64))
            .unwrap();
    assert_eq!(
        (rooted.from, rooted.to(), rooted.p.iter().filter(|p| p.is_zero()).count()),
        (-2, 2, 3)
    );
    // With few bits: rounded to the safe side.
    let rounded = lattice(&row, Direction::Forward, Bounds::Test, &step, Some(16)).unwrap();
    for (index, exact) in p.iter().enumerate() {
        let scaled = exact * BigRational::from_integer(rounded.denominator.clone());
        assert_eq!(rounded.p[index], floor(&scaled));
        assert_eq!(rounded.q[2 - index], ceil(&scaled));
    }
    assert_eq!(rounded.to().to_i64(), Some(1));
}

#[test]
fn parameters_outside_their_domain_have_no_pair() {
    for (fields, reason) in [
        (r#""mechanism": "approx-dp", "eps": "-1e-200", "delta": "0""#, "eps is below 0"),
        (
            r#""mechanism": "approx-dp", "eps": "ln(3)", "delta": "1 + 1e-200""#,
            "delta is not in [0, 1]",
        ),
        (
            r#""mechanism": "approx-dp", "eps": "ln(3)", "delta": "-1e-200""#,
            "delta is not in [0, 1]",
        ),
        (
            r#""mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "0", "alpha": "1 + 1e-200""#,
            "alpha is not in",
        ),
        (
            r#""mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "0", "eta": "1 + 1e-200""#,
            "eta is not in",
        ),
        (
            r#""mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "1/4", "eta": "-1e-200""#,
            "eta is not in",
        ),
        (r#""mechanism": "discrete-laplace", "eps": "0""#, "eps is 0 or below"),
        (r#""mechanism": "discrete-laplace", "eps": "-ln(3)""#, "eps is 0 or below"),
        (r#""mechanism": "finite-pair", "p": ["1/2", "1/2"], "q": ["1/3", "1/3"]"#, "add up to 1"),
        (r#""mechanism": "finite-pair", "p": ["3/2", "-1/2"], "q": ["1/2", "1/2"]"#, "add up to 1"),
        (r#""mechanism": "finite-pair", "p": ["1"], "q": ["1/2", "1/2"]"#, "different numbers"),
    ] {
        let row = serde_json::from_str(&format!(r#"{{"id": "k", {fields}}}"#)).unwrap();
        let error = said(read_row(&row, "add-remove"), Class::Malformed);
        assert!(error.contains(reason), "{fields}: {error}");
    }
    let (row, step) =
        (ledger(r#"{"id": "k", "mechanism": "gaussian", "sigma": "1"}"#), parse("ln(3)").unwrap());
    let error = lattice(&row, Direction::Forward, Bounds::Upper, &step, None).unwrap_err();
    assert!(error.contains("is not one of finitely many losses"), "{error}");
    // At the ends themselves there is one.
    for fields in [
        r#""mechanism": "approx-dp-tv", "eps": "ln(3)", "delta": "0", "eta": "1/2""#,
        r#""mechanism": "approx-dp", "eps": "ln(3)", "delta": "1""#,
        r#""mechanism": "staircase", "eps": "1", "gamma": "1/2""#,
    ] {
        let row = ledger(&format!(r#"{{"id": "k", {fields}}}"#));
        assert!(row.step.atoms(Direction::Forward).unwrap().is_ok(), "{fields}");
    }
}

#[test]
fn losses_that_differ_in_the_last_digits_are_told_apart() {
    // The second loss is larger by less than 2^-256.
    let (p, tiny) = (number("1/4"), number("1e-90"));
    let rest = |x: &BigRational, y: &BigRational| BigRational::one() - x - y;
    let second = &p + &tiny;
    let q = number("1/8");
    let row = ledger(&format!(
        r#"{{"id": "k", "mechanism": "finite-pair", "p": ["{p}", "{second}", "{}"], "q": ["{q}", "{q}", "{}"]}}"#,
        rest(&p, &second),
        rest(&q, &q),
    ));
    let (largest, _) = row.step.largest(Direction::Forward, &Work::default()).unwrap();
    assert_eq!(largest, parse(&format!("ln({})", second / q)).unwrap());
}

/// At a grid point inside the window, delta is exact but for the rounding, and but for what is cut
/// off above.
#[test]
fn cells_of_finite_pairs_are_exact_at_the_grid() {
    // Losses 0.405, -0.288, 1.099, none for P, none for Q.
    let (p, q) = (["3/8", "1/4", "1/4", "0", "1/8"], ["1/4", "1/3", "1/12", "1/3", "0"]);
    let row =
        ledger(&format!(r#"{{"id": "pair", "mechanism": "finite-pair", "p": {p:?}, "q": {q:?}}}"#));
    let atoms: Vec<(BigRational, BigRational)> =
        p.iter().zip(q).map(|(p, q)| (number(p), number(q))).collect();
    let (step, scale) = (number("1/32"), Scale::new(200));
    let power = |n: i64| {
        scale.ends(
            &scale.exp(&scale.rational(&(&step * BigRational::from_integer(n.into())))).unwrap(),
        )
    };
    for (direction, window) in [
        (Direction::Forward, (-64, 64)),
        (Direction::Backward, (-64, 64)),
        (Direction::Forward, (0, 64)),
        (Direction::Forward, (-64, 20)),
        // A loss in the first cell, and outcomes that P does not give.
        (Direction::Forward, (12, 64)),
        (Direction::Backward, (5, 6)),
    ] {
        let masses: Vec<(BigRational, BigRational)> = match direction {
            Direction::Forward => atoms.clone(),
            Direction::Backward => atoms.iter().map(|(p, q)| (q.clone(), p.clone())).collect(),
        };
        for (bits, tiny) in [(BITS, number("1e-15")), (24, number("1e-5"))] {
            let [upper, test] = [Bounds::Upper, Bounds::Test]
                .map(|bounds| cells(&row, direction, bounds, &step, window, bits).unwrap());
            for index in (window.0 - 30..=window.1).step_by(3) {
                let (eps, at) = (&step * BigRational::from_integer(index.into()), power(index).0);
                let delta =
                    |p: &BigRational, q: &BigRational| (p - &at * q).max(BigRational::zero());
                let is_beyond = |p: &BigRational, q: &BigRational| *p >= power(window.1).0 * q;
                let exact: BigRational = masses.iter().map(|(p, q)| delta(p, q)).sum();
                let expected: BigRational = masses
                    .iter()
                    .map(|(p, q)| if is_beyond(p, q) { p.clone() } else { delta(p, q) })
                    .sum();
                let (above, below) = (upper_delta(&upper, &step, &eps), test_delta(&test, &eps));
                let place = format!("{direction:?} {window:?} {index} {bits}");
                assert!(above >= expected && below <= exact, "{place}: {below} {above}");
                // Below the window, the least losses have moved up.
                if index >= window.0 {
                    assert!(
                        above < expected + &tiny && below > exact - &tiny,
                        "{place}: {below} {above}"
                    );
                }
            }
        }
    }
}

/// Samples of discrete noise have other losses than the noise, and no rule.
#[test]
fn samples_without_a_rule_are_refused() {
    let sampled = |shifts: Value| {
        let sampling = json!({"method": "poisson", "rate": "1/4"});
        json!({"mechanism": "discrete-gaussian", "sigma_sq": "1", "shifts": shifts, "sampling": sampling})
    };
    for bounds in [Bounds::Upper, Bounds::Test] {
        cells(
            &row(&sampled(json!(["1"]))),
            Direction::Forward,
            bounds,
            &number("1/8"),
            (-8, 8),
            BITS,
        )
        .unwrap_err();
    }
    let several = read_row(&sampled(json!(["1", "1"])), "add-remove").unwrap_err();
    assert!(
        several.to_string().contains("no rule covers a sample with several shifts"),
        "{several:?}"
    );
}

#[test]
fn grids_that_are_none_are_refused() {
    let row = ledger(r#"{"id": "g", "mechanism": "gaussian", "sigma": "1"}"#);
    let (none, far) = ("the grid is empty", "a loss in steps of the grid is too large");
    for (step, window, reason) in [
        ("0", (-8, 8), none),
        ("-1/8", (-8, 8), none),
        ("1/8", (0, 0), none),
        ("1/8", (5, 3), none),
        ("1/8", (0, 1 << 40), "the grid has more than 4194304 losses"),
        ("1/1000000000000", (1 << 41, (1 << 41) + 8), far),
        ("1/1000000000000", (-(1 << 41), 8 - (1 << 41)), far),
    ] {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let error =
                cells(&row, Direction::Forward, bounds, &number(step), window, 32).unwrap_err();
            assert_eq!(error, reason, "{step} {window:?}");
        }
    }
    // Only one finite loss, which is the 2^40th multiple of a step, or the next one.
    let row = ledger(
        r#"{"id": "x", "mechanism": "finite-pair", "p": ["1/2", "1/2", "0"], "q": ["1/4", "0", "3/4"]}"#,
    );
    for (multiple, is_allowed) in [(1_i64 << 40, true), ((1 << 40) + 1, false)] {
        let step = parse(&format!("ln(2)/{multiple}")).unwrap();
        let found = lattice(&row, Direction::Forward, Bounds::Upper, &step, None);
        assert_eq!(found.is_ok(), is_allowed, "{multiple}");
    }
}

/// Whatever the window cuts off, an upper row has all of the P-mass, and hardly more.
#[test]
fn upper_rows_keep_all_of_the_mass() {
    for (mechanism, is_sampled) in [
        (r#""mechanism": "gaussian", "sigma": "1""#, false),
        (r#""mechanism": "gaussian", "sigma": "1""#, true),
        (r#""mechanism": "laplace", "eps": "1""#, false),
        (r#""mechanism": "discrete-gaussian", "sigma_sq": "1", "shifts": ["1"]"#, false),
        (r#""mechanism": "discrete-gaussian", "sigma_sq": "7/2", "shifts": ["3"]"#, false),
        (
            r#""mechanism": "finite-pair", "p": ["3/8", "1/4", "1/4", "0", "1/8"], "q": ["1/4", "1/3", "1/12", "1/3", "0"]"#,
            false,
        ),
    ] {
        let sampling =
            if is_sampled { r#", "sampling": {"method": "poisson", "rate": "1/4"}"# } else { "" };
        let row = ledger(&format!(r#"{{"id": "x", {mechanism}{sampling}}}"#));
        for direction in [Direction::Forward, Direction::Backward] {
            for window in [(-64, 64), (-64, 0), (0, 64), (-3, 3), (-96, -32), (32, 96)] {
                let upper =
                    cells(&row, direction, Bounds::Upper, &number("1/32"), window, BITS).unwrap();
                let total: BigInt = upper.p.iter().sum::<BigInt>() + &upper.infinite_p;
                let total = BigRational::new(total, upper.denominator.clone());
                let place = format!("{mechanism} {direction:?} {window:?}: {total}");
                assert!(
                    total >= BigRational::one() && total < BigRational::one() + number("1e-20"),
                    "{place}"
                );
            }
        }
    }
}
