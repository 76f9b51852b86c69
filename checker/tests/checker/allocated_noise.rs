//! A record in one of several steps of noise: the truth, by quadratures and by other formulas, lies
//! between an upper row and a test row, and the two are close.

use super::grids::{BITS, test_delta, upper_delta};
use super::{number, row};
use dpcert_checker::discretise::{self, Ratios, Window};
use dpcert_checker::fault::Class;
use dpcert_checker::fixed::Scale;
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::pair::Direction;
use dpcert_checker::rational::BigRational;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::work::Work;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use serde_json::{Value, json};

const BOTH: [Direction; 2] = [Direction::Forward, Direction::Backward];

fn in_one_of(mut noise: Value, steps: u64) -> LedgerRow {
    noise["sampling"] = json!({"method": "random-allocation", "steps": steps});
    row(&noise)
}

/// A grid of losses, and cells of likelihood ratios.
struct Grid {
    step: &'static str,
    window: (i64, i64),
    bits: u64,
    width: &'static str,
    cells: i64,
    last: i64,
}

impl Grid {
    fn row(&self, row: &LedgerRow, direction: Direction, bounds: Bounds) -> Row {
        let ratios = Ratios { width: number(self.width), cells: self.cells, last: self.last };
        let (from, to) = if direction == Direction::Forward {
            self.window
        } else {
            (-self.window.1, -self.window.0)
        };
        let window =
            Window { step: number(self.step), from, to, bits: self.bits, ratios: Some(ratios) };
        discretise::cells(row, direction, bounds, &window, &Work::default()).unwrap()
    }

    fn delta(&self, row: &Row, eps: &BigRational) -> BigRational {
        if row.bounds == Bounds::Upper {
            upper_delta(row, &number(self.step), eps)
        } else {
            test_delta(row, eps)
        }
    }

    /// Lower and upper bounds of delta, once, in a direction.
    fn bounds(
        &self,
        row: &LedgerRow,
        direction: Direction,
        eps: &str,
    ) -> (BigRational, BigRational) {
        let [below, above] =
            [Bounds::Test, Bounds::Upper].map(|bounds| self.row(row, direction, bounds));
        (self.delta(&below, &number(eps)), self.delta(&above, &number(eps)))
    }
}

const FINE: Grid =
    Grid { step: "1/64", window: (-160, 360), bits: BITS, width: "1/12", cells: 1500, last: 1800 };

const MIDDLE: Grid =
    Grid { step: "1/32", window: (-80, 180), bits: BITS, width: "1/8", cells: 500, last: 750 };

/// Values of quadratures over the ratios of all steps but one.
#[test]
fn values_of_gaussian_steps() {
    for (steps, sigma, eps, remove, add) in [
        (2, "1", "1/2", "0.1491775231355201722597144", "0.1426869658237432029775129"),
        (3, "1", "1/2", "0.1068406436", "0.0980949441"),
        (3, "1", "1", "0.0335007730", "0.0238387090"),
        (3, "2", "1/4", "0.0386315891", "0.0377139136"),
    ] {
        let row = in_one_of(json!({"mechanism": "gaussian", "sigma": sigma}), steps);
        for (direction, value) in BOTH.into_iter().zip([remove, add].map(number)) {
            let (low, high) = FINE.bounds(&row, direction, eps);
            assert!(
                low < value && value < high,
                "{steps} {sigma} {eps}: {value} is not in [{low}, {high}]"
            );
            assert!(
                &high - &low < number("1/25") * &value,
                "{steps} {sigma} {eps}: [{low}, {high}]"
            );
        }
    }
}

/// delta of one step is that of the noise.
#[test]
fn one_step_is_the_noise() {
    let scale = Scale::new(128);
    let cdf = |x: &str| scale.ends(&scale.normal_cdf(&scale.rational(&number(x)))).0;
    // Gaussian, mu = 1, at eps = 0; Laplace, eps = 1, at eps = 0: 1 - e^(-1/2).
    let laplace =
        BigRational::one() - scale.ends(&scale.exp(&scale.rational(&number("-1/2"))).unwrap()).0;
    for (noise, value) in [
        (json!({"mechanism": "gdp", "mu": "1"}), cdf("1/2") - cdf("-1/2")),
        (json!({"mechanism": "laplace", "eps": "1"}), laplace),
    ] {
        for direction in BOTH {
            let (low, high) = FINE.bounds(&in_one_of(noise.clone(), 1), direction, "0");
            assert!(low < value && value < high && high - low < number("1/200"), "{noise}");
        }
    }
}

/// Laplace noise twice, by the distribution of the loss: `Q(L <= e^x)` is known, and so is that of
/// the sum of two.
#[test]
fn two_steps_of_laplace_noise() {
    // With eps = ln 4 for a step, on a grid of ratios: E max(0, (L + M)/2 - e^eps) where Q has the
    // ratios 1/4 and 4 with the masses 1/2 and 1/8, and between them the density e^(-x/2)/8 of x =
    // ln L.
    let eps = json!({"mechanism": "laplace", "eps": "1"});
    let scale = Scale::new(128);
    let e = |x: &BigRational| scale.ends(&scale.exp(&scale.rational(x)).unwrap());
    // The ratios in fine cells of losses, from below and from above.
    let cells = 64;
    let at = |n: i64| BigRational::new((n - cells / 2).into(), (cells / 2).into());
    let half = number("1/2");
    // Q(loss > x) = e^((-1 - x)/2)/2.
    let tail = |x: &BigRational| (e(&((-BigRational::one() - x) * &half)).0) * &half;
    let one = BigRational::one();
    let mut values = vec![(-&one, -&one, &half * &one), (one.clone(), one.clone(), tail(&one))];
    values[0].2 = &one - tail(&-&one);
    values.extend((0..cells).map(|n| (at(n), at(n + 1), tail(&at(n)) - tail(&at(n + 1)))));
    let ratios: Vec<_> =
        values.iter().map(|(low, high, mass)| (e(low).0, e(high).1, mass.clone())).collect();
    let row = in_one_of(eps, 2);
    for (direction, eps) in
        BOTH.into_iter().flat_map(|direction| ["1/8", "1/2"].map(|eps| (direction, eps)))
    {
        let (ratio, two) = (e(&number(eps)).0, number("2"));
        let gain = |sum: BigRational| match direction {
            Direction::Forward => (sum / &two - &ratio).max(BigRational::zero()),
            Direction::Backward => (&one - &ratio * sum / &two).max(BigRational::zero()),
        };
        let (mut least, mut most) = (BigRational::zero(), BigRational::zero());
        for (low, high, mass) in &ratios {
            for (other_low, other_high, other_mass) in &ratios {
                let both = mass * other_mass;
                let (first, second) = (gain(low + other_low), gain(high + other_high));
                least += &both * first.clone().min(second.clone());
                most += &both * first.max(second);
            }
        }
        let slack = number("1e-20");
        let (low, high) = FINE.bounds(&row, direction, eps);
        assert!(
            low <= &most + &slack && &least - &slack <= high,
            "{eps}: [{low}, {high}], [{least}, {most}]"
        );
        assert!(
            &high - &low < number("1/200") && &most - &least < number("1/20"),
            "{eps}: [{low}, {high}]"
        );
    }
}

/// With much noise the mean of the ratios is nearly normal: of t steps with sigma one of sigma
/// sqrt(t).
#[test]
fn much_noise_is_gaussian() {
    let grid = Grid {
        step: "1/8192",
        window: (-200, 200),
        bits: BITS,
        width: "1/256",
        cells: 320,
        last: 18_000,
    };
    let row = in_one_of(json!({"mechanism": "gaussian", "sigma": "50"}), 64);
    let scale = Scale::new(128);
    // sigma = 400: delta(1/200) = Phi(1/800 - 2) - e^(1/200) Phi(-1/800 - 2).
    let cdf = |x: &str| scale.normal_cdf(&scale.rational(&number(x)));
    let growth = scale.exp(&scale.rational(&number("1/200"))).unwrap();
    let value = scale.ends(&cdf("-1599/800").sub(&scale.mul(&growth, &cdf("-1601/800")))).0;
    for direction in BOTH {
        let (low, high) = grid.bounds(&row, direction, "1/200");
        assert!(low < high && &high - &low < number("1/25") * &value, "[{low}, {high}], {value}");
        assert!(
            low < &value * number("26/25") && high > &value * number("24/25"),
            "[{low}, {high}], {value}"
        );
    }
}

/// What dominates has at least all of both masses, what is attained at most all: at few bits, where
/// each rounding shows, and where much is beyond the last cell or the last sum.
#[test]
fn masses_are_all_of_both_distributions() {
    for (steps, noise) in [
        (1, json!({"mechanism": "gaussian", "sigma": "1"})),
        (2, json!({"mechanism": "gaussian", "sigma": "1/2"})),
        (7, json!({"mechanism": "gaussian", "sigma": "1"})),
        (16, json!({"mechanism": "laplace", "eps": "2"})),
    ] {
        let row = in_one_of(noise.clone(), steps);
        for direction in BOTH {
            let fine =
                [Bounds::Test, Bounds::Upper].map(|bounds| MIDDLE.row(&row, direction, bounds));
            for (cells, last, bits) in [(40, 60, 16), (40, 30, 20), (9, 200, 24), (100, 200, 40)] {
                let grid = Grid { step: "1/8", window: (-30, 20), bits, width: "1/4", cells, last };
                let total = |row: &Row, masses: &[BigInt], infinite: &BigInt| {
                    BigRational::new(
                        masses.iter().sum::<BigInt>() + infinite,
                        row.denominator.clone(),
                    )
                };
                let upper = grid.row(&row, direction, Bounds::Upper);
                let whole = total(&upper, &upper.p, &upper.infinite_p);
                assert!(
                    whole >= BigRational::one(),
                    "{noise} {steps} {cells} {last} {bits}: {whole}"
                );
                let test = grid.row(&row, direction, Bounds::Test);
                let whole = total(&test, &test.p, &test.infinite_p);
                assert!(
                    whole <= BigRational::one(),
                    "{noise} {steps} {cells} {last} {bits}: {whole}"
                );
                // Each is on its side of delta of finer cells.
                for eps in ["0", "1/4", "1"] {
                    let [low, high] =
                        [&fine[0], &fine[1]].map(|row| MIDDLE.delta(row, &number(eps)));
                    let (below, above) =
                        (grid.delta(&test, &number(eps)), grid.delta(&upper, &number(eps)));
                    assert!(
                        below <= high && low <= above,
                        "{noise} {steps} {cells} {last} {bits} {eps}"
                    );
                }
            }
        }
    }
}

/// The composition of two epochs: between the bounds of one with other cells.
#[test]
fn epochs_are_composed() {
    let row = in_one_of(json!({"mechanism": "gaussian", "sigma": "1"}), 2);
    let other = Grid { step: "1/48", width: "1/10", ..FINE };
    for direction in BOTH {
        let twice = |grid: &Grid, bounds: Bounds| {
            let once = grid.row(&row, direction, bounds);
            let whole = once.convolve(&once, 2 * once.from, 2 * once.to(), Some(BITS)).unwrap();
            grid.delta(&whole, &number("1"))
        };
        let [low, high] = [Bounds::Test, Bounds::Upper].map(|bounds| twice(&FINE, bounds));
        let [least, most] = [Bounds::Test, Bounds::Upper].map(|bounds| twice(&other, bounds));
        assert!(
            low < most && least < high && &high - &low < number("1/200"),
            "[{low}, {high}], [{least}, {most}]"
        );
    }
}

#[test]
fn grids_of_ratios_that_are_none() {
    let row = in_one_of(json!({"mechanism": "gaussian", "sigma": "1"}), 4);
    let refused = |row: &LedgerRow, ratios: Option<(&str, i64, i64)>, bits: u64| {
        let ratios =
            ratios.map(|(width, cells, last)| Ratios { width: number(width), cells, last });
        let window = Window { step: number("1/8"), from: -8, to: 8, bits, ratios };
        discretise::cells(row, Direction::Forward, Bounds::Upper, &window, &Work::default())
            .unwrap_err()
    };
    for (ratios, bits, class, reason) in [
        (None, 32, Class::Unproved, "the grid is without ratios"),
        (Some(("0", 8, 8)), 32, Class::Unproved, "the grid of likelihood ratios is empty"),
        (Some(("-1/8", 8, 8)), 32, Class::Unproved, "the grid of likelihood ratios is empty"),
        (Some(("1/8", 0, 8)), 32, Class::Unproved, "the grid of likelihood ratios is empty"),
        (Some(("1/8", 8, 0)), 32, Class::Unproved, "the grid of likelihood ratios is empty"),
        (
            Some(("1/8", 8, i64::MAX)),
            32,
            Class::Unsupported,
            "the grid of likelihood ratios has more than 4194304 points",
        ),
        (
            Some(("1/8", 1 << 22, 8)),
            32,
            Class::Unsupported,
            "the grid of likelihood ratios has more than 4194304 points",
        ),
        (
            Some(("1e-1000", 8, 8)),
            32,
            Class::Unsupported,
            "the width of the cells of likelihood ratios cannot be enclosed",
        ),
        (
            Some(("1/8", 8, 1 << 21)),
            96,
            Class::Unsupported,
            "the grid of likelihood ratios has more than",
        ),
        (
            Some(("1/8", 1 << 21, 8)),
            96,
            Class::Unsupported,
            "the grid of likelihood ratios has more than",
        ),
        (Some(("1/8", 1 << 20, 1 << 20)), 96, Class::Unsupported, "more work"),
    ] {
        let fault = refused(&row, ratios, bits);
        assert!(
            fault.class() == class && fault.to_string().contains(reason),
            "{ratios:?}: {fault}"
        );
    }
    let many = json!({"mechanism": "gdp", "mu": "1",
        "sampling": {"method": "random-allocation", "steps": (1u64 << 32) + 1}});
    let fault = super::read_row(&many, "add-remove").unwrap_err();
    assert!(
        fault.class() == Class::Unsupported && fault.to_string().contains("is too large"),
        "{fault}"
    );
    let zero = in_one_of(json!({"mechanism": "gdp", "mu": "0"}), 4);
    assert!(
        refused(&zero, Some(("1/8", 8, 8)), 32)
            .to_string()
            .contains("no rule covers the cells of a step with mu = 0")
    );
    let tiny = in_one_of(json!({"mechanism": "gdp", "mu": "1e-1000"}), 4);
    assert!(
        refused(&tiny, Some(("1/8", 8, 8)), 32)
            .to_string()
            .contains("mu cannot be enclosed with these bits")
    );
}

/// What a certificate asks for is known before it is followed; noise under random allocation needs
/// the cells of ratios.
#[test]
fn certificates_that_ask_for_too_much() {
    let with = |steps: u64, cells: Option<i64>, bounds: &str| {
        let sampling = json!({"method": "random-allocation", "steps": steps});
        let noise = json!({"mechanism": "gdp", "mu": "1", "sampling": sampling});
        let mut arguments = json!({"row": "a", "direction": "forward", "bounds": bounds, "step": "1/8", "bits": 32,
            "from": -8, "to": 8});
        if let Some(cells) = cells {
            let fields = arguments.as_object_mut().unwrap();
            fields.extend(
                [
                    ("ratio-width", json!("1/8")),
                    ("ratio-cells", json!(cells)),
                    ("ratio-sums", json!(1 << 20)),
                ]
                .map(|(key, value)| (key.to_owned(), value)),
            );
        }
        let step = json!({"id": "s", "rule": "cells", "premises": [], "arguments": arguments, "conclusion": {}});
        super::forged(noise, json!({"tv": {}, "at-most": "1"}), json!([]), json!([step]))
    };
    let costly = "it needs more work than a certificate may ask for: at least";
    for bounds in ["upper", "test"] {
        super::rejected(&with(1 << 32, Some(1 << 8), bounds), 3, costly);
        super::rejected(&with(2, Some(1 << 20), bounds), 3, costly);
    }
    super::rejected(&with(2, None, "upper"), 2, "ratio-width is missing");
}
