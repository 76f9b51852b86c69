//! The rows of one step, in `checker/src/discretise`, and the theorems about leaves.

use super::super::{effort, parse, read_row};
use super::rows::{Counted, Upper};
use super::{Pair, Q, Random, at, delta, fraction, lattice_pair, power, psum, read, stated, swap};
use super::{tiny, unit};
use dpcert_checker::discretise::{Spacing, Window, cells, lattice};
use dpcert_checker::fixed::{Interval, Scale};
use dpcert_checker::ledger::Row as LedgerRow;
use dpcert_checker::pair::Direction;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::work::Work;
use num_traits::{One, Zero};
use serde_json::json;

/// `Convolution.law` of the masses of one side, where a label counts from `start`.
fn law(labels: &[Option<i64>], m: &[Q], start: i64, n: usize) -> Q {
    let own = |label: &Option<i64>| *label == Some(start + n as i64);
    labels.iter().zip(m).filter(|(label, _)| own(label)).map(|(_, mass)| mass).sum()
}

/// `Convolution.linf`: the mass of the outcomes without a label, among those that `counts` has.
fn linf(labels: &[Option<i64>], m: &[Q], counts: impl Fn(usize) -> bool) -> Q {
    let others = labels.iter().zip(m).enumerate();
    let others = others.filter(|(a, (label, _))| label.is_none() && counts(*a));
    others.map(|(_, (_, mass))| mass).sum()
}

fn by_lattice(row: &LedgerRow, of: (Direction, Bounds), base: &Q, bits: Option<u64>) -> Row {
    let step = parse(&format!("ln({base})")).unwrap();
    lattice(row, of.0, of.1, &Spacing { step: &step, bits }, &Work::default()).unwrap()
}

/// At least `exact` and hardly more, or the other way round; exactly that without bits.
fn assert_near(found: &Q, exact: &Q, is_up: bool, tolerance: &Q) {
    let change = if is_up { found - exact } else { exact - found };
    assert!(!change.is_negative() && change <= *tolerance, "{exact} becomes {found}");
}

fn directed(
    (pair, labels): &(Pair, Vec<Option<i64>>),
    direction: Direction,
) -> (Pair, Vec<Option<i64>>) {
    match direction {
        Direction::Forward => (pair.clone(), labels.clone()),
        Direction::Backward => (swap(pair), labels.iter().map(|label| label.map(|n| -n)).collect()),
    }
}

/// `lattice`: `CheckerRows.covered_atoms` and `counted_leaf`.
#[test]
fn outcomes_on_a_lattice() {
    let mut random = Random(7);
    for _ in 0..150 * effort() {
        let base = random.one_of(&[fraction(2, 1), fraction(3, 2), fraction(5, 4)]);
        let drawn = lattice_pair(&base, &mut random);
        let row = read(&stated("a", &drawn.0));
        for direction in [Direction::Forward, Direction::Backward] {
            let (pair, labels) = directed(&drawn, direction);
            let (p, q): (Vec<Q>, Vec<Q>) = pair.iter().cloned().unzip();
            let start = labels.iter().flatten().min().copied().unwrap();
            let length = (labels.iter().flatten().max().unwrap() - start + 1) as usize;
            // The loss of an outcome is at most that of its label.
            for (label, (p, q)) in labels.iter().zip(&pair) {
                assert!(label.is_none_or(|n| power(&base.recip(), n) * p <= *q));
            }
            for bits in [None, Some(16 + random.below(30))] {
                let tolerance = match bits {
                    None => Q::zero(),
                    Some(bits) => unit(bits) * Q::from_integer(pair.len().into()),
                };
                let upper = Upper::of(&by_lattice(&row, (direction, Bounds::Upper), &base, bits));
                assert_eq!((upper.start, upper.coef.len()), (start, length));
                let test = Counted::of(&by_lattice(&row, (direction, Bounds::Test), &base, bits));
                assert_eq!((test.start, test.p.len()), (start, length));
                for n in 0..length {
                    let (exact_p, exact_q) =
                        (law(&labels, &p, start, n), law(&labels, &q, start, n));
                    assert_near(&upper.coef[n], &exact_p, true, &tolerance);
                    assert_near(&test.p[n], &exact_p, false, &tolerance);
                    assert_near(&test.q[n], &exact_q, true, &tolerance);
                }
                assert_near(&upper.cut, &linf(&labels, &p, |_| true), true, &tolerance);
                // Every test rejects the outcomes that only P has: `al` of `counted_leaf`.
                let al = |a: usize| pair[a].1.is_zero();
                assert_near(&test.pi, &linf(&labels, &p, al), false, &tolerance);
                assert_near(&test.qi, &linf(&labels, &q, al), true, &tolerance);
            }
        }
    }
}

/// `lattice` of (eps, delta)-DP with total variation: `CheckerRows.covered_leaf` with
/// `Leaves.upper_approx_dp`; from below `counted_leaf` of the pair `P0`, `P1` of `GhaziIssa.v`.
#[test]
fn the_pair_of_ghazi_and_issa() {
    let mut random = Random(8);
    for _ in 0..150 * effort() {
        let base = fraction(5 + random.below(6) as i64, 4);
        let n = 1 + random.below(3) as usize;
        let x = power(&base, n as i64);
        let (d, al) = (fraction(random.below(9) as i64, 9), fraction(random.below(9) as i64, 9));
        let eps = format!("ln({x})");
        let mut fields = json!({"mechanism": "approx-dp-tv", "eps": eps, "delta": d.to_string()});
        if al.is_zero() {
            fields["mechanism"] = json!("approx-dp");
        } else if random.below(2) == 0 {
            fields["alpha"] = json!(al.to_string());
        } else {
            // `Composition.ghazi_issa_pair_TV`: the total variation that belongs to alpha.
            let one = Q::one();
            let eta = &d + (&one - &d) * (&one - &al) * ((&x - &one) / (&x + &one));
            fields["eta"] = json!(eta.to_string());
        }
        let row = read_row(&fields, "add-remove").unwrap();
        let cc = (Q::one() - &al) / (Q::one() + &x);
        let rest = Q::one() - &d;
        let mut coef = vec![Q::zero(); 2 * n + 1];
        (coef[0], coef[n], coef[2 * n]) = (&rest * &cc, &rest * al, &rest * (&cc * &x));
        let start = -(n as i64);
        let mut reversed = coef.clone();
        reversed.reverse();
        for direction in [Direction::Forward, Direction::Backward] {
            let upper = by_lattice(&row, (direction, Bounds::Upper), &base, None);
            let expected = Upper { start, coef: coef.clone(), cut: d.clone() };
            assert_eq!(Upper::of(&upper), expected, "{fields}");
            let test = by_lattice(&row, (direction, Bounds::Test), &base, None);
            let (p, q, pi) = (coef.clone(), reversed.clone(), d.clone());
            assert_eq!(Counted::of(&test), Counted { start, p, q, pi, qi: Q::zero() }, "{fields}");
        }
    }
}

/// `ConnectDots.dots_mass` of the values of delta at the points of a grid, and `dots_row`: the
/// masses under P, where `g (j+1) = e^((from + j) step)`, enclosed.
fn connected(pair: &Pair, g: &[Interval], scale: &Scale) -> (Vec<Interval>, Interval) {
    let value = |g: &Interval| {
        let part = |(p, q): &(Q, Q)| {
            scale.rational(p).sub(&scale.mul(g, &scale.rational(q))).positive_part()
        };
        pair.iter().map(part).fold(scale.integer(0), |sum, part| sum.add(&part))
    };
    let d: Vec<Interval> = g.iter().map(value).collect();
    let last = g.len() - 1;
    let drop = |j: usize| {
        if j < last {
            scale.div(&d[j].sub(&d[j + 1]), &g[j + 1].sub(&g[j])).unwrap()
        } else {
            scale.integer(0)
        }
    };
    let coefficient = |j: usize| scale.mul(&g[j + 1], &drop(j).sub(&drop(j + 1)));
    ((0..last).map(coefficient).collect(), d[last].clone())
}

/// `cells` of finite pairs: `ConnectDots.connect_dots_values` from above, where no finite loss is
/// above the window; `CheckerRows.counted_leaf` with a cell as a label from below.
#[test]
fn cells_of_outcomes() {
    const BITS: u64 = 40;
    let (mut random, scale) = (Random(9), Scale::new(320));
    for _ in 0..32 * effort() {
        let pair = super::any_pair(&mut random);
        let row = read(&stated("a", &pair));
        let width = random.one_of(&[fraction(1, 4), fraction(1, 3), fraction(1, 1)]);
        // Some windows have all finite losses, others end below some of them.
        let (from, to) = (random.between(-12, -1), random.one_of(&[1, 2, 3, 18]));
        let exp =
            |n: i64| scale.exp(&scale.rational(&(&width * Q::from_integer(n.into())))).unwrap();
        for direction in [Direction::Forward, Direction::Backward] {
            let pair = if direction == Direction::Forward { pair.clone() } else { swap(&pair) };
            let window = Window { step: width.clone(), from, to, bits: BITS, ratios: None };
            let make = |bounds| cells(&row, direction, bounds, &window, &Work::default()).unwrap();
            let tolerance = unit(BITS) * Q::from_integer((pair.len() + 4).into());
            let (upper, test) = (Upper::of(&make(Bounds::Upper)), Counted::of(&make(Bounds::Test)));
            let is_within = |(p, q): &(Q, Q)| q.is_zero() || *p <= q * scale.ends(&exp(to)).0;
            if pair.iter().all(is_within) {
                let points = (from..=to).map(exp);
                let g: Vec<Interval> = std::iter::once(scale.integer(0)).chain(points).collect();
                let (coef, cut) = connected(&pair, &g, &scale);
                assert_eq!((upper.start, upper.coef.len()), (from, coef.len()));
                let exact = coef.iter().chain([&cut]).map(|x| scale.ends(x));
                for ((low, high), found) in exact.zip(upper.coef.iter().chain([&upper.cut])) {
                    assert!(high - &low < tiny());
                    assert_near(&(found + tiny()), &low, true, &tolerance);
                }
                // `Domination.dom`: not less than the pair at any ratio.
                for n in from..to {
                    let x = scale.ends(&exp(n)).1 + fraction(random.below(9) as i64, 7);
                    let enclosed: Q = (0..upper.coef.len())
                        .map(|i| {
                            let level = scale.ends(&exp(from + i as i64)).1;
                            at(&upper.coef, i) * super::pos(Q::one() - &x / level)
                        })
                        .sum();
                    assert!(enclosed + &upper.cut + tiny() >= delta(&x, &pair));
                }
            }
            // The label of an outcome is the cell [n, n+1) of its loss.
            let label = |(p, q): &(Q, Q)| {
                let is_from = |n: i64| !q.is_zero() && *p >= q * scale.ends(&exp(n)).1;
                (from..to).rev().find(|n| is_from(*n)).filter(|_| !is_from(to))
            };
            let labels: Vec<Option<i64>> = pair.iter().map(label).collect();
            let (p, q): (Vec<Q>, Vec<Q>) = pair.iter().cloned().unzip();
            assert_eq!((test.start, test.p.len()), (from, (to - from) as usize));
            for n in 0..test.p.len() {
                assert_near(&test.p[n], &law(&labels, &p, from, n), false, &tolerance);
                assert_near(&test.q[n], &law(&labels, &q, from, n), true, &tolerance);
            }
            let al = |a: usize| q[a].is_zero() || p[a] >= &q[a] * scale.ends(&exp(to)).1;
            assert_near(&test.pi, &linf(&labels, &p, al), false, &tolerance);
            assert_near(&test.qi, &linf(&labels, &q, al), true, &tolerance);
            assert!(psum(test.p.len(), |n| at(&test.p, n)) <= Q::one());
        }
    }
}

/// `CheckerRows.covered_below` is about steps of at least 0: a row has a step above 0 (for the
/// rule `lattice`, in `negative.rs`).
#[test]
fn no_cells_of_no_width() {
    let row = read(&json!({"mechanism": "approx-dp", "eps": "1", "delta": "0"}));
    for step in [fraction(0, 1), fraction(-1, 8)] {
        for bounds in [Bounds::Upper, Bounds::Test] {
            let window = Window { step: step.clone(), from: -9, to: 9, bits: 64, ratios: None };
            let fault =
                cells(&row, Direction::Forward, bounds, &window, &Work::default()).unwrap_err();
            assert_eq!(fault.to_string(), "the grid is empty");
        }
    }
}
