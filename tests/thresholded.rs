//! Releases of keys above a threshold, output by output.

use crate::support::answered::{answer, at, ends, exactly};
use crate::support::{Fraction, Outcomes, Shown, decimal, fraction, power, real};
use dpcert::claim::{self, Verdict};
use dpcert::{Content, Mechanism, Options, Query, Question, ask};
use num_traits::{One, Zero};

/// The noise on one value, by masses at the integers from -far to far, with what lies beyond on its
/// last ones.
const FAR: i64 = 60;

fn noise(a: &Fraction) -> Vec<(i64, Fraction)> {
    let scale = (Fraction::one() - a) / (Fraction::one() + a);
    let beyond = |n: i64| power(a, n.unsigned_abs()) / (Fraction::one() + a);
    let mass = |n: i64| {
        if n.abs() == FAR { beyond(n) } else { &scale * power(a, n.unsigned_abs()) }
    };
    (-FAR..=FAR).map(|n| (n, mass(n))).collect()
}

/// The outputs of one key: its noisy value if that is at least the threshold, and no output
/// (`None`) otherwise.
fn key(value: Option<i64>, threshold: i64, a: &Fraction) -> Vec<(Option<i64>, Fraction)> {
    let Some(value) = value else {
        return vec![(None, Fraction::one())];
    };
    let (released, absent): (Vec<_>, Vec<_>) =
        noise(a).into_iter().partition(|(n, _)| value + n >= threshold);
    let absent = absent.into_iter().fold(Fraction::zero(), |sum, (_, mass)| sum + mass);
    let released = released.into_iter().map(|(n, mass)| (Some(value + n), mass));
    released.chain([(None, absent)]).collect()
}

/// The pair of one key, whose value is the first one with the user and the second one without.
fn pair(values: (Option<i64>, Option<i64>), threshold: i64, a: &Fraction) -> Outcomes {
    let [p, q] = [values.0, values.1].map(|value| key(value, threshold, a));
    let mass = |law: &[(Option<i64>, Fraction)], output| {
        let found = law.iter().filter(|(other, _)| *other == output);
        found.fold(Fraction::zero(), |sum, (_, mass)| sum + mass)
    };
    let outputs: std::collections::BTreeSet<_> =
        p.iter().chain(&q).map(|(output, _)| *output).collect();
    Outcomes(outputs.into_iter().map(|output| (mass(&p, output), mass(&q, output))).collect())
}

/// Outcomes of equal likelihood ratio, merged: products stay small.
fn merged(pair: &Outcomes) -> Outcomes {
    let mut sums: std::collections::BTreeMap<Option<Fraction>, (Fraction, Fraction)> =
        Default::default();
    for (p, q) in &pair.0 {
        let sum = sums
            .entry((!q.is_zero()).then(|| p / q))
            .or_insert((Fraction::zero(), Fraction::zero()));
        *sum = (&sum.0 + p, &sum.1 + q);
    }
    Outcomes(sums.into_values().collect())
}

fn reversed(pair: &Outcomes) -> Outcomes {
    Outcomes(pair.0.iter().map(|(p, q)| (q.clone(), p.clone())).collect())
}

/// Some new keys of value d, and known ones that have a value of at least the threshold without the
/// user.
fn release(new: u32, known: u32, d: i64, threshold: i64, a: &Fraction) -> Outcomes {
    let appearing = merged(&pair((Some(d), None), threshold, a));
    let moved = merged(&pair((Some(threshold + 3 + d), Some(threshold + 3)), threshold, a));
    merged(&appearing.power(new).product(&merged(&moved.power(known))))
}

/// The truth is within what the last integers hide: less than `4 k a^(far - ..)`.
fn is_near(found: &Fraction, truth: &Fraction, what: &str) {
    let slack = fraction("1/10000000000");
    assert!(found - truth <= slack && truth - found <= slack, "{what}: {found} and {truth}");
}

#[test]
fn splits_by_enumeration() {
    let a = fraction("1/2");
    for (new, known, d, threshold) in
        [(1, 0, 1, 6), (0, 1, 1, 6), (1, 1, 1, 6), (1, 2, 1, 3), (2, 1, 2, 4), (2, 0, 3, 2)]
    {
        let truth = release(new, known, d, threshold, &a);
        for (release, threshold) in [("at-least", threshold), ("above", threshold - 1)] {
            let text = format!(
                "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity={d}, threshold={threshold}, \
                 release={release}, new={new}, known={known})"
            );
            for ratio in ["1", "3/2", "2", "3", "8"] {
                let [remove, add] =
                    [truth.delta(&fraction(ratio)), reversed(&truth).delta(&fraction(ratio))];
                is_near(
                    &exactly(&text, &at(ratio)),
                    &remove.max(add),
                    &format!("{text} at ln({ratio})"),
                );
            }
        }
    }
}

#[test]
fn known_values() {
    let thresholded = |split: &str| {
        format!(
            "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold=6, release=at-least, {split})"
        )
    };
    assert_eq!(exactly(&thresholded("new=1, known=0"), &at("1")), fraction("1/48"));
    assert_eq!(exactly(&thresholded("new=1, known=0"), &at("100")), fraction("1/48"));
    assert_eq!(exactly(&thresholded("new=1, known=1"), &at("2")), fraction("1/48"));
    assert_eq!(exactly(&thresholded("new=1, known=2"), &at("3/2")), fraction("125/432"));
    // Laplace noise of scale 1, a user with one new key: e^-4 / 2, whether a value at the threshold
    // is released or not.
    for release in ["", "release=above, ", "release=at-least, "] {
        let text = format!(
            "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=5, {release}new=1, known=0)"
        );
        let (lo, hi) = ends(&text, &at("100"));
        assert!(lo <= decimal("0.00915781944436709015") && decimal("0.00915781944436709014") <= hi);
    }
    // Integer noise of scale 1.
    for (release, truth) in
        [("at-least", "0.01338980493269845193202593"), ("above", "0.004925833956035728361692089")]
    {
        let text = format!(
            "thresholded(noise=discrete-laplace, eps=1, sensitivity=1, threshold=5, release={release}, new=1, known=0)"
        );
        let (lo, hi) = ends(&text, &at("3"));
        assert!(
            (&lo - decimal(truth)) < decimal("1e-20") && (decimal(truth) - &hi) < decimal("1e-20"),
            "{release}"
        );
        assert!(hi - lo < decimal("1e-18"));
    }
}

/// The split is the worst one at each eps, and it is not always an end.
#[test]
fn the_worst_split() {
    let split = |keys: &str, threshold: u32| {
        format!(
            "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold={threshold}, release=at-least, {keys})"
        )
    };
    let mut worst_places = std::collections::BTreeSet::new();
    for threshold in [2, 4, 6, 9] {
        for ratio in ["1", "3/2", "2", "4", "7", "9"] {
            let each: Vec<Fraction> = (0..=3)
                .map(|new| {
                    exactly(&split(&format!("new={new}, known={}", 3 - new), threshold), &at(ratio))
                })
                .collect();
            let worst = each.iter().max().unwrap();
            assert_eq!(
                exactly(&split("keys=3", threshold), &at(ratio)),
                *worst,
                "{threshold} {ratio}"
            );
            worst_places.insert(each.iter().position(|delta| delta == worst).unwrap());
        }
    }
    assert!(worst_places.contains(&1) && worst_places.len() >= 3, "{worst_places:?}");
}

/// In a composition the split may depend on what was released before.
#[test]
fn choices_in_a_composition() {
    let a = fraction("1/2");
    let near = decimal("1e-10");
    let text = "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity=1, threshold=3, release=at-least, keys=2)^2";
    for ratio in ["1", "2", "5"] {
        let found = answer(text, &at(ratio));
        assert!(!found.tight);
        let (lo, hi) = ends(text, &at(ratio));
        let g = fraction(ratio);
        let splits: Vec<Outcomes> = (0..=2).map(|new| release(new, 2 - new, 1, 3, &a)).collect();
        let (mut same, mut adaptive) = (Fraction::zero(), Fraction::zero());
        for splits in [splits.iter().map(reversed).collect(), splits] {
            same = splits.iter().map(|split| split.power(2).delta(&g)).fold(same, Fraction::max);
            // The first outcome tells which split is worst for the rest.
            let best = |p: &Fraction, q: &Fraction| {
                let scaled = |split: &Outcomes| {
                    Outcomes(split.0.iter().map(|(x, y)| (p * x, q * y)).collect())
                };
                splits.iter().map(|split| scaled(split).delta(&g)).max().unwrap()
            };
            let whole = |first: &Outcomes| {
                first.0.iter().fold(Fraction::zero(), |sum, (p, q)| sum + best(p, q))
            };
            adaptive = splits.iter().map(whole).fold(adaptive, Fraction::max);
        }
        assert!(adaptive <= &hi + &near, "{ratio}: {adaptive} above {hi}");
        assert!(
            lo <= &adaptive + &near && lo >= &same * fraction("999/1000"),
            "{ratio}: {lo}, {same} and {adaptive}"
        );
        assert!(hi <= &adaptive * fraction("11/10"), "{ratio}: {hi} far above {adaptive}");
    }
}

/// Gaussian noise: p = Phi((d - tau)/sigma), and the profile of two independent parts by their
/// formula.
#[test]
fn gaussian_noise() {
    let one = |split: &str| {
        format!("thresholded(noise=gaussian, scale=2, sensitivity=1, threshold=7, {split})")
    };
    // Phi(-3).
    let (lo, hi) = ends(&one("new=1, known=0"), &at("3"));
    let truth = decimal("0.001349898031630094526651814767594977378");
    assert!(lo <= truth && truth <= hi && &hi - &lo < decimal("1e-20"));
    // Two new ones: 1 - (1-p)^2.
    let (lo, hi) = ends(&one("new=2, known=0"), &at("3"));
    let both = &truth + &truth - &truth * &truth;
    assert!(lo <= &both + decimal("1e-30") && &both - decimal("1e-30") <= hi, "{lo} {hi}");
    // Known ones: Gaussian noise at the distance sqrt(2)/2.
    assert_eq!(ends(&one("new=0, known=2"), &at("3")), ends("gdp(mu=sqrt(1/2))", &at("3")));
    // Remove: p + (1-p) delta(eps - ln(1-p)); add: delta(eps + ln(1-p)).
    let (lo, hi) = ends(&one("new=1, known=1"), &Query::Delta { eps: real("1/2") });
    let at_eps = |eps: &str| ends("gdp(mu=1/2)", &Query::Delta { eps: real(eps) });
    let shift = "ln(1 - 0.001349898031630094526651814767594977378)";
    let (remove, add) = (at_eps(&format!("1/2 - {shift}")), at_eps(&format!("1/2 + {shift}")));
    let keep = Fraction::one() - &truth;
    let (low, high) =
        ((&truth + &keep * remove.0).max(add.0), (&truth + &keep * remove.1).max(add.1));
    let near = decimal("1e-19");
    assert!(lo <= &high + &near && &low - &near <= hi && hi - lo < near, "[{low}, {high}]");
}

/// The discrete Gaussian by its masses as floats.
#[test]
fn discrete_gaussian_noise() {
    let mass = |n: f64| (-n * n / 8.0).exp();
    let total: f64 = (-80..=80).map(|n| mass(f64::from(n))).sum();
    for (threshold, release, least) in
        [(9, "at-least", 7.0), (9, "above", 8.0), (1, "at-least", -1.0), (0, "above", -1.0)]
    {
        let text = format!(
            "thresholded(noise=discrete-gaussian, sigma_sq=4, sensitivity=2, threshold={threshold}, release={release}, \
             new=1, known=0)"
        );
        let expected: f64 =
            (-80..=80).map(f64::from).filter(|n| *n >= least).map(|n| mass(n) / total).sum();
        let (lo, hi) = ends(&text, &at("1000"));
        let expected = Fraction::from_float(expected).unwrap();
        assert!(
            (&lo - &expected) < decimal("1e-14") && (&expected - &hi) < decimal("1e-14"),
            "{text}: {lo} {expected}"
        );
    }
}

#[test]
fn eps_of_a_key_that_appears() {
    let text = "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=20, new=1, known=1)";
    let eps = |delta: &str| {
        let Content::Number(bounds) = answer(text, &Query::Eps { delta: real(delta) }).content
        else {
            panic!("one number")
        };
        bounds.printed()
    };
    // p = e^-19 / 2 = 2.8e-9.
    assert_eq!(eps("1e-9").lo, "inf");
    let found = eps("1e-8");
    assert!(
        decimal(&found.lo) > decimal("0.99") && decimal(&found.hi) < decimal("1.01"),
        "{found:?}"
    );
}

/// Gaussian noise has no largest loss, and a key that appears has an infinite one, however many
/// there are.
#[test]
fn no_eps_without_a_delta() {
    for keys in ["keys=1", "keys=2", "keys=5", "keys=2, adjacency=replace-one", "new=1, known=2"] {
        for noise in ["gaussian, scale=1", "laplace, scale=1"] {
            let text = format!("thresholded(noise={noise}, sensitivity=1, threshold=5, {keys})");
            let Content::Number(bounds) = answer(&text, &Query::Eps { delta: real("0") }).content
            else {
                panic!("one number")
            };
            assert_eq!(bounds.printed().lo, "inf", "{text}");
        }
    }
}

/// A key of two users in the same place: the pair, and of which of both it is a key.
struct KeyOfBoth {
    pair: Outcomes,
    keys: [u32; 2],
}

/// All keys of two users: of one of them or of both, with values up to d, and that nobody else has,
/// or others with a value far below or above the threshold.
fn keys_of_both(d: i64, threshold: i64, a: &Fraction) -> Vec<KeyOfBoth> {
    let mut keys = Vec::new();
    for others in [None, Some(1), Some(threshold + 3)] {
        for (v, w) in (0..=d).flat_map(|v| (0..=d).map(move |w| (v, w))) {
            let value = |own: i64| {
                if own == 0 { others } else { Some(others.unwrap_or(0) + own) }
            };
            let pair = merged(&pair((value(v), value(w)), threshold, a));
            keys.push(KeyOfBoth { pair, keys: [u32::from(v > 0), u32::from(w > 0)] });
        }
    }
    keys.retain(|key| key.keys != [0, 0]);
    keys
}

/// All releases with at most so many keys of either user, from one key of the list on.
fn releases_of_both(keys: &[KeyOfBoth], left: [u32; 2]) -> Vec<Outcomes> {
    let Some((first, rest)) = keys.split_first() else {
        return vec![Outcomes(vec![(Fraction::one(), Fraction::one())])];
    };
    let mut all = releases_of_both(rest, left);
    if let (Some(p), Some(q)) =
        (left[0].checked_sub(first.keys[0]), left[1].checked_sub(first.keys[1]))
    {
        all.extend(
            releases_of_both(keys, [p, q])
                .iter()
                .map(|release| merged(&release.product(&first.pair))),
        );
    }
    all
}

fn replaced(d: i64, threshold: i64, keys: u32) -> String {
    format!(
        "thresholded(noise=discrete-laplace, eps=ln(2), sensitivity={d}, threshold={threshold}, release=at-least, \
         keys={keys}, adjacency=replace-one)"
    )
}

#[test]
fn a_replaced_user_by_enumeration() {
    let a = fraction("1/2");
    for (most, d, threshold) in [(1, 1, 2), (1, 1, 6), (1, 2, 5), (2, 1, 4), (2, 1, 7)] {
        let releases = releases_of_both(&keys_of_both(d, threshold, &a), [most, most]);
        assert!(releases.len() > 15, "{}", releases.len());
        let text = replaced(d, threshold, most);
        for ratio in ["1", "3/2", "2", "3", "8", "100"] {
            let truth =
                releases.iter().map(|release| release.delta(&fraction(ratio))).max().unwrap();
            is_near(&exactly(&text, &at(ratio)), &truth, &format!("{text} at ln({ratio})"));
        }
    }
}

#[test]
fn known_values_of_a_replaced_user() {
    // Beyond the losses of all values only a key that is gone discloses: 1 - (1-p)^k for p = 1/48.
    assert_eq!(exactly(&replaced(1, 6, 1), &at("1000")), fraction("1/48"));
    assert_eq!(
        exactly(&replaced(1, 6, 2), &at("1000")),
        Fraction::one() - power(&fraction("47/48"), 2)
    );
    // Both directions are one answer, and it is at least that of a user who is added or removed.
    for keys in [1, 2, 3] {
        let text = replaced(1, 4, keys);
        let added = text.replace("replace-one", "add-remove");
        for ratio in ["1", "2", "5"] {
            let (both, one) = (exactly(&text, &at(ratio)), exactly(&added, &at(ratio)));
            assert!(both >= one && (ratio != "1" || both > one), "{text} at {ratio}: {both} {one}");
        }
    }
    // Gaussian noise: p = Phi(-3); two known keys, one beside a key of either user, or a key of
    // each.
    let text = "thresholded(noise=gaussian, scale=2, sensitivity=1, threshold=7, keys=1, adjacency=replace-one)";
    let p = decimal("0.001349898031630094526651814767594977378");
    for eps in ["0", "1/4", "1", "3"] {
        let at_eps =
            |mu: &str, eps: &str| ends(&format!("gdp(mu={mu})"), &Query::Delta { eps: real(eps) });
        let shift = "ln(1 - 0.001349898031630094526651814767594977378)";
        let (gone, new) = (
            at_eps("1/2", &format!("{eps} - {shift}")),
            at_eps("1/2", &format!("{eps} + {shift}")),
        );
        let known = at_eps("sqrt(1/2)", eps);
        let gone = &p + (Fraction::one() - &p) * gone.0;
        let truth = [p.clone(), gone, new.0, known.0].into_iter().max().unwrap();
        let (lo, hi) = ends(text, &Query::Delta { eps: real(eps) });
        let near = decimal("1e-15");
        assert!(
            lo <= &truth + &near && &truth - &near <= hi && &hi - &lo < near,
            "{eps}: [{lo}, {hi}] {truth}"
        );
    }
}

/// In a composition the keys of both users may depend on what was released before.
#[test]
fn choices_of_a_replaced_user() {
    let a = fraction("1/2");
    let near = decimal("1e-10");
    let text = format!("{}^2", replaced(1, 3, 1));
    let splits: Vec<Outcomes> = [(0, 0), (1, 0), (0, 1), (1, 1)]
        .into_iter()
        .map(|(gone, new)| {
            let new_ones = reversed(&release(new, 0, 1, 3, &a));
            merged(&release(gone, 2 - gone - new, 1, 3, &a).product(&new_ones))
        })
        .collect();
    for ratio in ["1", "2", "5"] {
        let g = fraction(ratio);
        let best = |p: &Fraction, q: &Fraction| {
            let scaled =
                |split: &Outcomes| Outcomes(split.0.iter().map(|(x, y)| (p * x, q * y)).collect());
            splits.iter().map(|split| scaled(split).delta(&g)).max().unwrap()
        };
        let adaptive = |first: &Outcomes| {
            first.0.iter().fold(Fraction::zero(), |sum, (p, q)| sum + best(p, q))
        };
        let truth = splits.iter().map(adaptive).max().unwrap();
        let same = splits.iter().map(|split| split.power(2).delta(&g)).max().unwrap();
        let (lo, hi) = ends(&text, &at(ratio));
        assert!(truth <= &hi + &near && lo <= &truth + &near, "{ratio}: {truth} and [{lo}, {hi}]");
        assert!(
            lo >= &same * fraction("999/1000") && hi <= &truth * fraction("11/10"),
            "{ratio}: {same} [{lo}, {hi}]"
        );
    }
}

fn judged(adjacency: &str, rows: &str, claim: &str) -> Verdict {
    let text = format!(
        "format = \"dpcert/1\"\n[scope]\nunit = \"user\"\nadjacency = \"{adjacency}\"\n{rows}\
         [[claim]]\nid = \"all\"\nover = [\"*\"]\ndelta = {{ eps = \"ln(1000)\" }}\n{claim}\n"
    );
    let file = claim::parse(&text).unwrap();
    claim::judge(&file, &file.claims[0], &Options::for_claims()).verdict
}

/// A row has the adjacency of the scope; what is inside of another mechanism has its own.
#[test]
fn rows_are_for_the_neighbours_of_the_scope() {
    let noise = "mechanism = \"thresholded\"\nnoise = \"discrete-laplace\"\neps = \"ln(2)\"\nthreshold = \"6\"\n\
                 release = \"at-least\"\n";
    let row = |id: &str, fields: &str| format!("[[ledger]]\nid = \"{id}\"\n{noise}{fields}");
    let keys = row("keys", "sensitivity = \"1\"\nkeys = \"2\"\n");
    // 1 - (47/48)^2, whatever the neighbours, and less at two known keys of either user: 2^4 <
    // 1000.
    let exact = "at-most = \"95/2304\"";
    let tight = "at-least = \"95/2304\"";
    let queried = row("keys", "query = \"unknown-keys\"\nkeys = \"2\"\nrows_per_key = \"1\"\n");
    let stated = |word: &str| format!("{keys}adjacency = \"{word}\"\n");
    for (adjacency, rows) in [
        ("add-remove", &keys),
        ("replace-one", &keys),
        ("add-remove", &queried),
        ("replace-one", &queried),
        ("add-remove", &stated("add-remove")),
        ("replace-one", &stated("replace-one")),
    ] {
        for claim in [exact, tight] {
            assert_eq!(
                judged(adjacency, rows, claim),
                Verdict::Holds,
                "{adjacency} {rows} {claim}"
            );
        }
        assert_eq!(
            judged(adjacency, rows, "at-most = \"94/2304\""),
            Verdict::Refuted,
            "{adjacency} {rows}"
        );
    }
    // Inside of another mechanism, a split is that of a user who is added or removed, whatever the
    // scope says.
    let nested = "[[ledger]]\nid = \"keys\"\nmechanism = \"union\"\nmechanisms = [\"gdp(mu=1)\", \
                  \"thresholded(noise=laplace, scale=1, sensitivity=1, threshold=9, new=1, known=0)\"]\n";
    let split = row("keys", "sensitivity = \"1\"\nnew = \"1\"\nknown = \"0\"\n");
    let half = "at-most = \"1/2\"";
    for (adjacency, rows) in
        [("zero-out", keys.as_str()), ("replace-one", nested), ("zero-out", nested)]
    {
        assert_eq!(judged(adjacency, rows, half), Verdict::Unsupported, "{adjacency} {rows}");
    }
    assert_eq!(judged("add-remove", nested, half), Verdict::Holds);
    assert_eq!(judged("add-remove", &split, half), Verdict::Holds);
    // A user who leaves one part and enters another is removed here and added there.
    let parts = |name: &str| {
        let fields = format!(
            "query = \"unknown-keys\"\nkeys = \"1\"\nrows_per_key = \"1\"\npart = \"{name}\"\n"
        );
        row(name, &fields)
    };
    let parts = format!("{}{}", parts("one"), parts("two"));
    assert_eq!(judged("add-remove", &parts, half), Verdict::Holds);
    assert_eq!(judged("replace-one", &parts, half), Verdict::Unsupported);
}

#[test]
fn what_is_refused_of_a_replaced_user() {
    for (text, expected) in [
        (
            replaced(1, 6, 1).replace("keys=1", "new=1, known=0"),
            "a split is that of a user who is added or removed",
        ),
        (replaced(1, 6, 1).replace("keys=1, ", ""), "the field \"keys\" is missing"),
        (replaced(1, 6, 17), "keys = 17 has too many splits"),
        (replaced(1, 6, 1).replace("replace-one", "zero-out"), "may be released at the value 0"),
        (replaced(1, 6, 1).replace("replace-one", "replaced"), "unknown word"),
        (format!("poisson(1/2, {})", replaced(1, 6, 1)), "a sample under thresholded"),
    ] {
        let error = Mechanism::parse(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert_eq!(exactly(&replaced(1, 6, 0), &at("1")), Fraction::zero());
    let added = replaced(1, 6, 1).replace("replace-one", "add-remove");
    for other in [added.as_str(), "poisson(1/2, laplace(eps=1))"] {
        let mixed = Mechanism::parse(&format!("{other} * {}", replaced(1, 6, 1))).unwrap();
        let answer = ask(&Question::of(&mixed, &at("2")), &Options::default());
        let Err(dpcert::Refusal::Unsupported { what, .. }) = answer else {
            panic!("{other}: {answer:?}")
        };
        assert!(what.contains("adjacencies"), "{what}");
    }
}

/// No step is left out where there is no answer.
#[test]
fn beside_what_has_no_attained_pair() {
    let keys = "thresholded(noise=laplace, scale=1, sensitivity=1, threshold=9, keys=1)";
    let sample = "subsample(method=without-replacement, rate=1/2, adjacency=replace-one, mechanism=laplace(eps=1))";
    for other in ["union(mechanisms=[gdp(mu=1), laplace(eps=1)])", "zcdp(rho=1/100)", sample] {
        for text in [
            format!("{keys} * {other}"),
            format!("{other} * {keys}"),
            format!("({other} * {keys})^2"),
        ] {
            let mechanism = Mechanism::parse(&text).unwrap();
            let answer = ask(&Question::of(&mechanism, &at("2")), &Options::default());
            assert!(
                matches!(answer, Err(dpcert::Refusal::Unsupported { .. })),
                "{text}: {answer:?}"
            );
        }
    }
    for around in [
        "inverse(mechanism=KEYS)",
        "erasure(rate=1/2, mechanism=KEYS)",
        "poisson(1/2, KEYS)",
        "group(2, KEYS)",
    ] {
        assert!(Mechanism::parse(&around.replace("KEYS", keys)).is_err(), "{around}");
    }
    // Noise of another kind counts: more is lost than by either.
    let (lo, _) = ends(&format!("{keys} * gaussian(sigma=2)"), &at("2"));
    let alone = [ends(keys, &at("2")).1, ends("gaussian(sigma=2)", &at("2")).1];
    assert!(alone.iter().all(|hi| lo > *hi), "{lo} {alone:?}");
}

/// A sum with too many terms is refused, not begun.
#[test]
fn long_sums_are_refused() {
    let release = |sigma_sq: &str| {
        let noise = format!(
            "noise=discrete-gaussian, sigma_sq={sigma_sq}, sensitivity=1, threshold=9, release=above"
        );
        Mechanism::parse(&format!("thresholded({noise}, new=1, known=0)"))
    };
    assert!(release("87000000").is_ok());
    for sigma_sq in ["88000000", "1e30", "1e300"] {
        assert!(
            release(sigma_sq).unwrap_err().to_string().contains("sum of too many terms"),
            "{sigma_sq}"
        );
    }
}
