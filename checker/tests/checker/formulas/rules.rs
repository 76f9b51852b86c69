//! The rules of `checker/src/rules`, in certificates of which each step states exactly what the
//! theorem gives: that is accepted, and a little more than that is not.

use super::super::{effort, verdict};
use super::rows::{Counted, Upper, counted_above, counted_below, counted_compose, counted_read};
use super::rows::{covered_above, covered_below, covered_compose, covered_read};
use super::{Pair, Q, Random, fraction, lattice_pair, power, prods, read, stated, swap, tiny};
use dpcert_checker::discretise::{Spacing, lattice};
use dpcert_checker::pair::Direction;
use dpcert_checker::row::{Bounds, Row};
use dpcert_checker::work::Work;
use num_traits::{One, Zero};
use serde_json::{Value, json};

/// A certificate under construction.
struct Certificate {
    ledger: Vec<Value>,
    claim: Value,
    is_refuted: bool,
    steps: Vec<Value>,
}

impl Certificate {
    fn of(ledger: Vec<Value>) -> Certificate {
        let claim = json!({"tv": {}, "at-most": "1"});
        Certificate { ledger, claim, is_refuted: false, steps: Vec::new() }
    }

    fn verdict(&self, last: Option<&Value>) -> (u8, String) {
        let mut claim = self.claim.clone();
        (claim["id"], claim["over"]) = (json!("c"), json!(["*"]));
        let steps: Vec<&Value> = self.steps.iter().chain(last).collect();
        verdict(&json!({
            "format": "dpcert-certificate/1", "scope": {"adjacency": "add-remove", "unit": "person"},
            "ledger": self.ledger, "claim": claim, "verdict": if self.is_refuted { "refuted" } else { "holds" },
            "inputs": [], "not-covered": [], "leaves": [], "steps": steps,
        }))
    }

    /// Is this a step that follows? Then only the claim is missing.
    #[track_caller]
    fn has_next(&self, step: &Value) -> bool {
        let (code, line) = self.verdict(Some(step));
        match code {
            3 if line.contains("the last conclusion is not the claim") => true,
            1 => false,
            _ => panic!("{line} {step}"),
        }
    }

    /// Adds a step of which the conclusion has this number at this place: it follows, and does not
    /// with a number that is a little sharper.
    #[track_caller]
    fn add(&mut self, step: Value, place: &[&str], value: &Q, is_upper: bool) -> String {
        let sharper = if is_upper { value - tiny() } else { value + tiny() };
        let with = |value: &Q| {
            let mut step = step.clone();
            step["id"] = json!(format!("s{}", self.steps.len()));
            let stated = place.iter().fold(&mut step["conclusion"], |value, key| &mut value[*key]);
            *stated = json!(value.to_string());
            step
        };
        let (exact, sharper) = (with(value), with(&sharper));
        assert!(self.has_next(&exact), "{:?}\n{exact}", self.verdict(Some(&exact)));
        assert!(!self.has_next(&sharper), "{sharper}");
        self.steps.push(exact);
        format!("s{}", self.steps.len() - 1)
    }

    /// The claim, by one step that follows from this premise: is it accepted?
    fn claims(&mut self, premise: &str, claim: Value, holds: bool) -> bool {
        let mut conclusion = claim.clone();
        conclusion["is"] = json!(holds);
        (self.claim, self.is_refuted) = (claim, !holds);
        let (code, line) = self
            .verdict(Some(&json!({"id": "end", "rule": "claim", "premises": [premise],
            "arguments": {}, "conclusion": conclusion})));
        assert!(code <= 1, "{line}");
        code == 0
    }
}

/// A row that the theorems give, from either side.
#[derive(Clone)]
enum Known {
    Upper(Upper),
    Counted(Counted),
}

impl Known {
    fn of(row: &Row) -> Known {
        match row.bounds {
            Bounds::Upper => Known::Upper(Upper::of(row)),
            Bounds::Test => Known::Counted(Counted::of(row)),
        }
    }

    fn compose(&self, other: &Known) -> Known {
        match (self, other) {
            (Known::Upper(r), Known::Upper(s)) => Known::Upper(covered_compose(r, s)),
            (Known::Counted(r), Known::Counted(s)) => Known::Counted(counted_compose(r, s)),
            _ => panic!("rows of two sides"),
        }
    }

    fn cut(&self, from: i64, to: i64) -> Known {
        let places = |start: i64| ((to - start + 1) as usize, (from - start) as usize);
        match self {
            Known::Upper(r) => {
                let (kept, below) = places(r.start);
                Known::Upper(covered_below(&covered_above(r, kept), below))
            }
            Known::Counted(r) => {
                let (kept, below) = places(r.start);
                Known::Counted(counted_below(&counted_above(r, kept), below))
            }
        }
    }

    fn ends(&self) -> (i64, i64) {
        let (start, count) = match self {
            Known::Upper(r) => (r.start, r.coef.len()),
            Known::Counted(r) => (r.start, r.p.len()),
        };
        (start, start + count as i64 - 1)
    }

    fn infinite(&self) -> &Q {
        match self {
            Known::Upper(r) => &r.cut,
            Known::Counted(r) => &r.pi,
        }
    }
}

/// Three steps on a lattice of ln(base): "b" is the same as "a", but for its name.
struct Steps {
    base: Q,
    pairs: [Pair; 2],
}

impl Steps {
    fn any(random: &mut Random) -> Steps {
        let base = random.one_of(&[fraction(2, 1), fraction(3, 2), fraction(5, 4)]);
        let pairs = [(); 2].map(|()| lattice_pair(&base, random).0);
        Steps { base, pairs }
    }

    fn ledger(&self) -> Vec<Value> {
        let [first, second] = &self.pairs;
        vec![stated("a", first), stated("b", first), stated("c", second)]
    }

    fn composed(&self) -> Pair {
        let [first, second] = &self.pairs;
        prods(&[first.clone(), first.clone(), second.clone()])
    }

    /// The rules `lattice`, `same` and `convolve`: a row of all steps, and its id.
    fn row(
        &self,
        certificate: &mut Certificate,
        (bounds, direction): (Bounds, Direction),
        random: &mut Random,
    ) -> (Known, String) {
        let is_upper = bounds == Bounds::Upper;
        let step = format!("ln({})", self.base);
        let mut add =
            |rule: &str, premises: &[&str], arguments: Value, covers: Value, row: &Known| {
                let (from, to) = row.ends();
                let step = json!({"rule": rule, "premises": premises, "arguments": arguments,
                "conclusion": {"row": {"covers": covers, "from": from, "to": to}}});
                certificate.add(step, &["row", "infinite"], row.infinite(), is_upper)
            };
        let mut once = |id: &str, pair: &Pair| {
            let width = super::super::parse(&step).unwrap();
            let spacing = Spacing { step: &width, bits: None };
            let row = read(&stated(id, pair));
            let row = lattice(&row, direction, bounds, &spacing, &Work::default()).unwrap();
            let arguments = json!({"row": id, "direction": name(direction), "step": step,
                "bounds": if is_upper { "upper" } else { "test" }});
            (Known::of(&row), add("lattice", &[], arguments, json!({id: "1"}), &Known::of(&row)))
        };
        let (first, first_id) = once("a", &self.pairs[0]);
        let (second, second_id) = once("c", &self.pairs[1]);
        // `CheckerRows.covered_ledger`, `counted_ledger`: the row of an equal step is the row.
        let arguments = json!({"row": "b"});
        let same_id = add("same", &[&first_id], arguments, json!({"b": "1"}), &first);
        let mut window = |row: &Known| {
            let (start, end) = row.ends();
            let from = random.between(start, end);
            (from, random.between(from, end))
        };
        let whole = first.compose(&first);
        let (from, to) = window(&whole);
        let twice = whole.cut(from, to);
        let covers = json!({"a": "1", "b": "1"});
        let arguments = json!({"from": from, "to": to});
        let twice_id = add("convolve", &[&first_id, &same_id], arguments, covers, &twice);
        let whole = twice.compose(&second);
        let (from, to) = window(&whole);
        let all = whole.cut(from, to);
        let covers = json!({"a": "1", "b": "1", "c": "1"});
        let arguments = json!({"from": from, "to": to});
        let all_id = add("convolve", &[&twice_id, &second_id], arguments, covers, &all);
        // The step of "c" is another one.
        let (from, to) = first.ends();
        let infinite = first.infinite().to_string();
        let row = json!({"covers": {"c": "1"}, "from": from, "to": to, "infinite": infinite});
        let other = json!({"id": "o", "rule": "same", "premises": [first_id],
            "arguments": {"row": "c"}, "conclusion": {"row": row}});
        assert_eq!(certificate.has_next(&other), self.pairs[0] == self.pairs[1]);
        (all, all_id)
    }

    /// A number x = e^eps at a loss of the lattice, or anywhere.
    fn place(&self, random: &mut Random) -> Q {
        match random.below(2) {
            0 => power(&self.base, random.between(-3, 6)),
            _ => fraction(random.between(1, 40), random.between(1, 12)),
        }
    }
}

fn name(direction: Direction) -> &'static str {
    if direction == Direction::Forward { "forward" } else { "backward" }
}

fn bound(rule: &str, premises: &[&str], arguments: Value, conclusion: Value) -> Value {
    json!({"rule": rule, "premises": premises, "arguments": arguments, "conclusion": conclusion})
}

fn cases() -> usize {
    30 * effort()
}

/// From above: `lattice`, `same`, `convolve`, `tail` (`CheckerRows.covered_read`), `worst` (both
/// directions are `PairProduct.adaptive_composition_DP`) and `line` (`NeymanPearson.DP_errors`).
#[test]
fn from_above() {
    let mut random = Random(16);
    for _ in 0..cases() {
        let steps = Steps::any(&mut random);
        let mut certificate = Certificate::of(steps.ledger());
        let x = steps.place(&mut random);
        let eps = format!("ln({x})");
        let mut values = Vec::new();
        for direction in [Direction::Forward, Direction::Backward] {
            let of = (Bounds::Upper, direction);
            let (row, id) = steps.row(&mut certificate, of, &mut random);
            let Known::Upper(row) = row else { panic!("a test row") };
            let value = covered_read(&row, &x, &steps.base.recip());
            let all = steps.composed();
            let all = if direction == Direction::Forward { all } else { swap(&all) };
            assert!(value >= super::delta(&x, &all));
            let subject = json!({"delta": {"eps": eps, "direction": name(direction)}});
            let step = bound("tail", &[&id], json!({"eps": eps}), subject);
            values.push((certificate.add(step, &["at-most"], &value, true), value));
        }
        let [(forward, d), (backward, other)] = values.as_slice() else { panic!("two values") };
        let subject = json!({"delta": {"eps": eps, "direction": "both"}});
        let step = bound("worst", &[forward, backward], json!({}), subject);
        certificate.add(step, &["at-most"], &d.max(other).clone(), true);
        // `DP_errors` for the test 1 - phi, which rejects under Q at most with t: 1 - E P phi is at
        // least 1 - d - x t.
        let t = random.probability();
        let step = bound(
            "line",
            &[forward],
            json!({"alpha": t.to_string()}),
            json!({"beta": {"alpha": t.to_string()}}),
        );
        certificate.add(step, &["at-least"], &(Q::one() - d - x * t), false);
    }
}

/// From below: `threshold` (`CheckerRows.counted_read`, `counted_read_all`) and `errors`
/// (`TradeOff.tradeoff_le`).
#[test]
fn from_below() {
    let mut random = Random(17);
    for _ in 0..cases() {
        let steps = Steps::any(&mut random);
        let mut certificate = Certificate::of(steps.ledger());
        for direction in [Direction::Forward, Direction::Backward] {
            let of = (Bounds::Test, direction);
            let (row, id) = steps.row(&mut certificate, of, &mut random);
            let (start, end) = row.ends();
            let Known::Counted(row) = row else { panic!("an upper row") };
            let x = steps.place(&mut random);
            let eps = format!("ln({x})");
            let threshold = random.between(start - 1, end + 1);
            let (p, q) = counted_read(&row, threshold, &Q::one());
            let value = p - &x * q;
            let all = steps.composed();
            let all = if direction == Direction::Forward { all } else { swap(&all) };
            assert!(value <= super::delta(&x, &all));
            let subject = json!({"delta": {"eps": eps, "direction": name(direction)}});
            let arguments = json!({"eps": eps, "threshold": threshold});
            let step = bound("threshold", &[&id], arguments, subject);
            certificate.add(step, &["at-least"], &value, false);
            let rho = random.probability();
            let (power, level) = counted_read(&row, threshold, &rho);
            let with = |alpha: &Q| {
                let arguments = json!({"alpha": alpha.to_string(), "threshold": threshold,
                    "randomisation": rho.to_string()});
                let subject = json!({"beta": {"alpha": alpha.to_string()}});
                bound("errors", &[&id], arguments, subject)
            };
            if direction == Direction::Forward {
                let value = Q::one() - power;
                certificate.add(with(&level), &["at-most"], &value, true);
                // The test has this level, and no smaller one.
                if level.is_positive() {
                    let mut step = with(&(level - tiny()));
                    (step["id"], step["conclusion"]["at-most"]) = (json!("e"), json!("1"));
                    assert!(!certificate.has_next(&step));
                }
            }
        }
    }
}

/// `infinite` (`InfiniteLoss.delta_beyond_all`; `FinitePair.delta_noninc`) and `outcomes`, in both
/// directions and from both sides.
#[test]
fn without_rows() {
    let mut random = Random(18);
    for _ in 0..cases() {
        let steps = Steps::any(&mut random);
        let mut certificate = Certificate::of(steps.ledger());
        for direction in [Direction::Forward, Direction::Backward] {
            let all = steps.composed();
            let all = if direction == Direction::Forward { all } else { swap(&all) };
            let inf_mass: Q = all.iter().filter(|(_, q)| q.is_zero()).map(|(p, _)| p).sum();
            let finite = all.iter().filter(|(_, q)| q.is_positive());
            let largest = finite.map(|(p, q)| p / q).max().unwrap();
            let less = &largest * (Q::one() - tiny());
            for (x, is_upper, is_proved) in
                [(&largest, true, true), (&less, true, false), (&less, false, true)]
            {
                let (eps, bounds) = (format!("ln({x})"), if is_upper { "upper" } else { "test" });
                let relation = if is_upper { "at-most" } else { "at-least" };
                let arguments = json!({"eps": eps, "bounds": bounds, "direction": name(direction)});
                let subject = json!({"delta": {"eps": eps, "direction": name(direction)}});
                let mut step = bound("infinite", &[], arguments.clone(), subject.clone());
                if is_proved {
                    certificate.add(step, &[relation], &inf_mass, is_upper);
                } else {
                    (step["id"], step["conclusion"][relation]) = (json!("i"), json!("1"));
                    assert!(!certificate.has_next(&step));
                }
                let step = bound("outcomes", &[], arguments, subject);
                certificate.add(step, &[relation], &super::delta(x, &all), is_upper);
            }
        }
    }
}

/// `claim`, for eps: `FinitePair.eps_upper` and `eps_lower`, where a bound of delta is exactly that
/// of the claim.
#[test]
fn claims_about_eps() {
    let mut random = Random(19);
    for _ in 0..cases() {
        let pair = any_symmetric_pair(&mut random);
        let x = fraction(random.between(4, 40), 4);
        let (eps, value) = (format!("ln({x})"), super::delta(&x, &pair));
        if value.is_zero() || value.is_one() {
            continue;
        }
        let subject = json!({"delta": {"eps": eps, "direction": "forward"}});
        for (bounds, relation, is_upper) in
            [("upper", "at-most", true), ("test", "at-least", false)]
        {
            for (d, is_below) in
                [(&value - tiny(), true), (value.clone(), false), (&value + tiny(), false)]
            {
                let mut certificate = Certificate::of(vec![stated("a", &pair)]);
                let arguments = json!({"eps": eps, "bounds": bounds, "direction": "forward"});
                let step = bound("outcomes", &[], arguments, subject.clone());
                let id = certificate.add(step, &[relation], &value, is_upper);
                let claim = |relation: &str| json!({"eps": {"delta": d.to_string()}, relation: eps.clone()});
                if is_upper {
                    // delta (exp e) D <= d: every e' from e on will do.
                    assert_eq!(certificate.claims(&id, claim("at-most"), true), !is_below, "{d}");
                } else {
                    // d < delta (exp e) D: each e' that will do is above e.
                    assert_eq!(certificate.claims(&id, claim("at-least"), true), is_below, "{d}");
                    assert_eq!(certificate.claims(&id, claim("at-most"), false), is_below, "{d}");
                }
            }
        }
    }
}

/// A pair that is its own swap, but for the order of outcomes; then one direction is enough.
fn any_symmetric_pair(random: &mut Random) -> Pair {
    let pair = super::any_pair(random);
    let half = fraction(1, 2);
    let halves = |(p, q): &(Q, Q)| (p * &half, q * &half);
    pair.iter().map(halves).chain(swap(&pair).iter().map(halves)).collect()
}
