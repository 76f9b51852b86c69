//! Rows of a ledger: what is read, and why the rest is wrong or not supported.

use super::{number, read_row, said};
use dpcert_checker::fault::Class;
use dpcert_checker::ledger::Mechanism;
use serde_json::{Value, json};

fn gaussian(sampling: &Value) -> Value {
    json!({"mechanism": "gaussian", "sigma": "1", "sampling": sampling})
}

#[test]
fn samplers_that_have_a_rule() {
    let poisson = |rate: &str| gaussian(&json!({"method": "poisson", "rate": rate}));
    for rate in ["1", "1/2", "1e-9"] {
        assert!(read_row(&poisson(rate), "add-remove").is_ok(), "{rate}");
    }
    for rate in ["0", "exp(-1)"] {
        assert!(
            read_row(&poisson(rate), "add-remove")
                .is_err_and(|fault| fault.class() == Class::Unsupported),
            "{rate}"
        );
    }
    for rate in ["-1/2", "3/2", "exp(1)"] {
        assert!(
            read_row(&poisson(rate), "add-remove")
                .is_err_and(|fault| fault.class() == Class::Malformed),
            "{rate}"
        );
    }
    // The pair of a Poisson sample is that of add-remove, and other samplers have other pairs.
    let without = gaussian(&json!({"method": "without-replacement", "rate": "1/2"}));
    for (row, adjacency) in
        [(poisson("1/2"), "replace-one"), (without.clone(), "add-remove"), (without, "replace-one")]
    {
        let reason = said(read_row(&row, adjacency), Class::Unsupported);
        assert!(reason.contains("no rule covers the sampler"), "{reason}");
    }
}

#[test]
fn parameters_outside_of_their_domain() {
    for (row, reason) in [
        (
            json!({"mechanism": "approx-dp-tv", "eps": "0", "delta": "1/2", "eta": "1/2"}),
            "no rule covers eta",
        ),
        (
            json!({"mechanism": "approx-dp-tv", "eps": "1", "delta": "1", "eta": "1"}),
            "no rule covers eta",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "0"}),
            "this sensitivity",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "65537"}),
            "this sensitivity",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "1/2"}),
            "not a natural number",
        ),
        (json!({"mechanism": "gaussian", "sigma": "0"}), "sigma is 0"),
        (json!({"mechanism": "gaussian", "sigma": "1", "count": "-1"}), "not a natural number"),
        (json!({"mechanism": "laplace", "eps": "0"}), "not above 0"),
        (json!({"mechanism": "laplace", "scale": "1"}), "sensitivity"),
        (json!({"mechanism": "laplace", "scale": "0", "sensitivity": "1"}), "scale is 0 or below"),
        (json!({"mechanism": "laplace", "scale": "1", "sensitivity": "0"}), "not above 0"),
        (json!({"mechanism": "laplace", "eps": "1", "scale": "1", "sensitivity": "1"}), "eps"),
        (json!({"mechanism": "laplace", "eps": "1", "sensitivity": "1"}), "sensitivity"),
        (json!({"mechanism": "gaussian", "sigma": "1", "sensitivity": "1"}), "sensitivity"),
        (json!({"mechanism": "gaussian", "sigma": "1", "scale": "1", "sensitivity": "1"}), "sigma"),
        (
            json!({"mechanism": "gaussian", "scale": "1", "sensitivity": "-1"}),
            "sensitivity is below 0",
        ),
        (json!({"mechanism": "gdp", "scale": "1", "sensitivity": "1"}), "mu"),
        (
            json!({"mechanism": "discrete-gaussian", "sigma_sq": "1", "sensitivity": "1", "shifts": ["1"]}),
            "both",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": "1", "shifts": ["1"]}),
            "both",
        ),
        (
            json!({"mechanism": "discrete-laplace", "eps": "1", "shifts": ["1", "-1"]}),
            "several shifts",
        ),
        (json!({"mechanism": "staircase", "eps": "1", "gamma": "2"}), "not in [0, 1]"),
        (
            json!({"mechanism": "randomized-response", "eps": "1", "categories": "1"}),
            "the number of categories is below 2",
        ),
        (json!({"mechanism": "zcdp", "rho": "-1"}), "below 0"),
        (
            json!({"mechanism": "noisy-max", "noise": "gumbel", "eps": "1"}),
            "no rule covers the mechanism noisy-max",
        ),
        (
            json!({"mechanism": "private-selection", "runs": "geometric", "gamma": "1/2", "p": ["1"], "q": ["1"]}),
            "no rule covers the mechanism private-selection",
        ),
        (
            json!({"mechanism": "matrix-gaussian", "strategy": "[[1]]", "participation": "single", "sigma": "1"}),
            "no rule covers the mechanism matrix-gaussian",
        ),
        (
            json!({"mechanism": "additive", "masses": ["1/2", "1/2"]}),
            "no rule covers the mechanism additive",
        ),
        (
            json!({"mechanism": "sparse-vector", "threshold_eps": "1", "query_eps": "1", "cutoff": "1"}),
            "no rule covers the mechanism sparse-vector",
        ),
        (
            json!({"mechanism": "random-allocation", "steps": "4"}),
            "no rule covers the mechanism random-allocation",
        ),
        (json!({"mechanism": "telepathy"}), "no rule covers the mechanism telepathy"),
    ] {
        let error = read_row(&row, "add-remove").unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    for sensitivity in ["1", "65536"] {
        let row = json!({"mechanism": "discrete-laplace", "eps": "1", "sensitivity": sensitivity});
        assert!(read_row(&row, "add-remove").is_ok());
    }
}

/// A row that states its query in place of the distance is not read as one that does not.
#[test]
fn queries_are_not_read() {
    let laplace = |fields: Value| {
        let mut row = json!({"mechanism": "laplace", "scale": "2", "sensitivity": "1"});
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    };
    for adjacency in ["add-remove", "replace-one", "zero-out"] {
        for value in ["count", ""] {
            let row = laplace(json!({"query": value}));
            let error = said(read_row(&row, adjacency), Class::Unsupported);
            assert_eq!(error, "x: no rule covers the field query");
        }
    }
    for (fields, unknown) in [
        (json!({"rows": "1"}), "rows"),
        (json!({"rows_exactly": "1"}), "rows_exactly"),
        (json!({"rows_per_key": "1"}), "rows_per_key"),
        (json!({"keys": "1"}), "keys"),
        (json!({"lower": "0"}), "lower"),
        (json!({"upper": "1"}), "upper"),
    ] {
        for adjacency in ["add-remove", "replace-one", "zero-out"] {
            let error = said(read_row(&laplace(fields.clone()), adjacency), Class::Malformed);
            assert!(error.contains(&format!("row.{unknown} is not a known field")), "{error}");
        }
    }
    assert!(read_row(&laplace(json!({})), "add-remove").is_ok());
}

/// The distance of neighbours, in the words of a claim file; and what is meant where nothing is
/// stated.
#[test]
fn distances_are_stated() {
    let discrete = |fields: Value| {
        let mut row = json!({"mechanism": "discrete-gaussian", "sigma_sq": "50"});
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        read_row(&row, "add-remove").unwrap().step.mechanism
    };
    let shifts = |fields| match discrete(fields) {
        Mechanism::DiscreteGaussian { shifts, .. } => shifts,
        other => panic!("{other:?}"),
    };
    assert_eq!(shifts(json!({})), [1]);
    assert_eq!(shifts(json!({"sensitivity": "3"})), [3]);
    assert_eq!(shifts(json!({"sensitivity": 0})), [0i64; 0]);
    assert_eq!(shifts(json!({"shifts": ["1", "0", "-2"]})), [1, 2]);
    let same = |one: Value, other: Value| {
        let read = |row| {
            let dpcert_checker::ledger::Row { count, step, .. } =
                read_row(row, "add-remove").unwrap();
            (count, step)
        };
        assert_eq!(read(&one), read(&other));
    };
    let noise = |kind: &str, fields: Value| {
        let mut row = json!({"mechanism": kind});
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    };
    same(
        noise("laplace", json!({"scale": "2", "sensitivity": "3"})),
        noise("laplace", json!({"eps": "3/2"})),
    );
    same(
        noise("gaussian", json!({"scale": "6", "sensitivity": "3"})),
        noise("gaussian", json!({"sigma": "2"})),
    );
    let root = json!({"scale": "2", "sensitivity": "sqrt(2)"});
    same(noise("gaussian", root), noise("gaussian", json!({"mu": "1/sqrt(2)"})));
    let unit = |fields| noise("discrete-laplace", fields);
    same(unit(json!({"eps": "1"})), unit(json!({"eps": "1", "shifts": ["-1", "0"]})));
    same(
        unit(json!({"eps": "1"})),
        unit(json!({"eps": "1", "sensitivity": "1", "count": "1", "group": "1"})),
    );
    same(
        noise("randomized-response", json!({"eps": "1"})),
        noise("randomized-response", json!({"eps": "1", "categories": "2"})),
    );
    same(unit(json!({"eps": "1", "sensitivity": "2"})), unit(json!({"eps": "1", "shifts": ["2"]})));
}

#[test]
fn as_many_constraints_as_are_allowed() {
    let constraints = |count: usize, ratio: &str, delta: &str| {
        let constraint = json!({"eps": format!("ln({ratio})"), "delta": delta});
        json!({"mechanism": "multi-dp", "constraints": vec![constraint; count]})
    };
    for (row, is_allowed) in [
        (constraints(16, "2", "0"), true),
        (constraints(17, "2", "0"), false),
        (constraints(1, "2^511", "2^-511"), true),
        (constraints(1, "2^512", "0"), false),
        (constraints(1, "2^600", "0"), false),
        (constraints(1, "2", "2^-512"), false),
    ] {
        assert_eq!(read_row(&row, "add-remove").is_ok(), is_allowed, "{row}");
    }
}

/// A row means the same under other names of its fields; a field has one of them, and messages have
/// that one.
#[test]
fn other_names_of_fields() {
    let with = |mut table: Value, names: &[&str], value: &str| {
        names.iter().for_each(|name| table[name] = json!(value));
        table
    };
    let laplace = |names: &[&str], value: &str| with(json!({"mechanism": "laplace"}), names, value);
    let noise = |names: &[&str], value: &str| with(json!({"mechanism": "gaussian"}), names, value);
    let scaled = |names: &[&str], value: &str| {
        with(json!({"mechanism": "gaussian", "sensitivity": "1"}), names, value)
    };
    let bounded = |names: &[&str], value: &str| json!({"mechanism": "multi-dp", "constraints": [with(json!({"delta": "1/5"}), names, value)]});
    let sample = |names: &[&str], value: &str| {
        let rest = match names[0] {
            "size" => json!({"method": "poisson", "n": 7}),
            "population" | "n" => json!({"method": "poisson", "batch": 2}),
            "method" => json!({"rate": "1/3"}),
            _ => json!({"method": "poisson"}),
        };
        gaussian(&with(rest, names, value))
    };
    type Written<'a> = &'a dyn Fn(&[&str], &str) -> Value;
    let rows: [(Written<'_>, &str, &str, &[&str]); 8] = [
        (&laplace, "eps", "2", &["epsilon"]),
        (&bounded, "eps", "0", &["epsilon"]),
        (&noise, "sigma", "3", &["noise_multiplier", "noise-multiplier"]),
        (&scaled, "scale", "3", &["std", "stddev", "std_dev", "standard_deviation"]),
        (&sample, "method", "poisson", &["sampler", "sampling"]),
        (
            &sample,
            "rate",
            "1/3",
            &[
                "sampling_probability",
                "sampling-probability",
                "sampling_rate",
                "sampling-rate",
                "sample_rate",
                "sample-rate",
                "q",
            ],
        ),
        (&sample, "size", "3", &["batch"]),
        (&sample, "population", "5", &["n"]),
    ];
    for (row, own, value, others) in rows {
        for other in others {
            let mut renamed = row(&[own], value).to_string();
            renamed = renamed.replace(&format!("{own:?}:"), &format!("{other:?}:"));
            let renamed = serde_json::from_str(&renamed).unwrap();
            assert_eq!(
                read_row(&renamed, "add-remove").unwrap(),
                super::row(&row(&[own], value)),
                "{other}"
            );
            let error = said(read_row(&row(&[own, other], value), "add-remove"), Class::Malformed);
            assert!(
                error.ends_with(&format!("{own} and {other} are both given, and mean the same")),
                "{error}"
            );
        }
    }
    for (row, class, reason) in [
        (
            json!({"mechanism": "gaussian", "noise_multiplier": "1", "noise-multiplier": "1"}),
            Class::Malformed,
            "x: row.noise_multiplier and noise-multiplier are both given",
        ),
        (noise(&["noise-multiplier"], "0"), Class::Malformed, "x: noise-multiplier is 0 or below"),
        (noise(&["noise_multiplier"], "1/0"), Class::Malformed, "row.noise_multiplier: "),
        (scaled(&["std"], "sqrt(2)"), Class::Unsupported, "x: std is not rational"),
        (
            laplace(&["epsilon"], "ln(ln(3)) - ln(ln(9)/2)"),
            Class::Unsupported,
            "x: epsilon is not known to be",
        ),
        (sample(&["q"], "2"), Class::Malformed, "x: q is not in [0, 1]"),
        (sample(&["n"], "2^64"), Class::Unsupported, "no rule covers n above 2^64 - 1"),
        (sample(&["n"], "1/2"), Class::Malformed, "x: n is not a natural number"),
        (
            json!({"mechanism": "zcdp", "rho": "1", "epsilon": "1"}),
            Class::Malformed,
            "row.epsilon is not a known field",
        ),
        (
            json!({"mechanism": "gdp", "mu": "1", "noise_multiplier": "1"}),
            Class::Malformed,
            "not a known field",
        ),
        (
            json!({"mechanism": "gdp", "mu": "1", "std": "1"}),
            Class::Malformed,
            "row.std is not a known field",
        ),
    ] {
        let error = said(read_row(&row, "add-remove"), class);
        assert!(error.contains(reason), "{error}");
    }
}

/// A record that is zeroed out of noise is absent from a sample; what a kind that is no noise does
/// with it is not known. A record that is replaced has another pair.
#[test]
fn a_zeroed_record_is_absent_from_samples_of_noise() {
    let sampled = |mut row: Value, sampling: &Value| {
        row["sampling"] = sampling.clone();
        row
    };
    let poisson = json!({"method": "poisson", "rate": "1/8"});
    let allocation = json!({"method": "random-allocation", "steps": "2"});
    for (row, is_noise) in [
        (json!({"mechanism": "gaussian", "sigma": "2"}), true),
        (json!({"mechanism": "laplace", "eps": "1"}), true),
        (json!({"mechanism": "discrete-laplace", "eps": "ln(2)"}), true),
        (json!({"mechanism": "staircase", "eps": "ln(2)", "gamma": "1/4"}), true),
        (json!({"mechanism": "gdp", "mu": "1"}), false),
        (json!({"mechanism": "approx-dp", "eps": "ln(2)", "delta": "0"}), false),
        (json!({"mechanism": "randomized-response", "eps": "ln(2)"}), false),
        (json!({"mechanism": "unary-encoding", "p": "3/4", "q": "1/4"}), false),
    ] {
        for sampling in [&poisson, &allocation] {
            let row = sampled(row.clone(), sampling);
            let absent = read_row(&row, "add-remove").unwrap();
            match read_row(&row, "zero-out") {
                Ok(zeroed) => assert!(is_noise && zeroed.step == absent.step, "{row}"),
                Err(fault) => {
                    let error = said(Err(fault), Class::Unsupported);
                    assert!(!is_noise && error.contains("the adjacency zero-out for"), "{error}");
                }
            }
            let error = said(read_row(&row, "replace-one"), Class::Unsupported);
            assert!(error.contains("with the adjacency replace-one"), "{error}");
        }
    }
    let shuffled = json!({"method": "shuffle", "batch": "128", "n": "60000"});
    let row = sampled(json!({"mechanism": "gaussian", "sigma": "2"}), &shuffled);
    let error = said(read_row(&row, "zero-out"), Class::Unsupported);
    assert!(error.contains("no rule covers the sampler shuffle with the adjacency"), "{error}");
}

/// It is not sigma where a record is replaced.
#[test]
fn a_noise_multiplier_depends_on_the_neighbours() {
    for name in ["noise_multiplier", "noise-multiplier"] {
        let row = json!({"mechanism": "gaussian", name: "2"});
        let same = json!({"mechanism": "gaussian", "sigma": "2"});
        for adjacency in ["add-remove", "zero-out"] {
            assert_eq!(read_row(&row, adjacency).unwrap(), read_row(&same, adjacency).unwrap());
        }
        let error = said(read_row(&row, "replace-one"), Class::Malformed);
        assert!(error.contains("not sigma where neighbours replace a record"), "{error}");
        assert!(read_row(&same, "replace-one").is_ok());
    }
}

/// Steps are counted batch by batch, as a program that takes what is left of an epoch as a batch
/// does.
#[test]
fn epochs_are_counted_batch_by_batch() {
    let read = |epochs: &str, batch: &str, n: &str| {
        let sampling = json!({"method": "poisson", "batch": batch, "n": n});
        read_row(
            &json!({"mechanism": "gaussian", "sigma": "1", "sampling": sampling, "epochs": epochs}),
            "add-remove",
        )
    };
    for (batch, n) in [(1u32, 1u32), (1, 7), (3, 7), (7, 7), (4, 8), (256, 60_000)] {
        for (numerator, denominator) in [(0u32, 1u32), (1, 1), (3, 1), (1, 2), (6, 5), (7, 3)] {
            // Records are taken in batches that end with the epoch, until the share of the last
            // epoch is reached.
            let mut batches = 0u32;
            let mut left = n;
            while left > 0 {
                left -= left.min(batch);
                batches += 1;
            }
            let whole = numerator / denominator * batches;
            let rest = (1..=batches)
                .find(|taken| taken * denominator >= numerator % denominator * batches);
            let expected = whole + if numerator % denominator == 0 { 0 } else { rest.unwrap() };
            let row =
                read(&format!("{numerator}/{denominator}"), &batch.to_string(), &n.to_string())
                    .unwrap();
            assert_eq!(
                row.count,
                expected.into(),
                "{numerator}/{denominator} epochs of {n} by {batch}"
            );
            assert_eq!(row.fewest, (numerator * (n / batch) / denominator).into());
            assert_eq!(row.step.poisson, Some(number(&format!("{batch}/{n}"))));
        }
    }
    for (row, reason) in [
        (read("-1", "1", "2"), "the number of epochs is below 0"),
        (read("sqrt(2)", "1", "2"), "the number of epochs is not rational"),
        (read("1", "0", "2"), "no rule covers a sampling rate of 0"),
        (read("1", "3", "2"), "the sampling rate is above 1"),
        (read("1", "1", "0"), "the population is empty"),
        (read("1", "1/2", "2"), "not a natural number"),
    ] {
        let error = row.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let poisson = |sampling: Value, count: &str| {
        let mut row = gaussian(&sampling);
        row["epochs"] = json!("1");
        if !count.is_empty() {
            row["count"] = json!(count);
        }
        read_row(&row, "add-remove").unwrap_err().to_string()
    };
    assert!(
        poisson(json!({"method": "poisson", "rate": "1/2"}), "")
            .contains("what epochs need, size and population, is missing")
    );
    assert!(
        poisson(json!({"method": "poisson", "batch": "1", "n": "2"}), "5")
            .contains("count and epochs")
    );
    let both = poisson(json!({"method": "poisson", "batch": "1", "n": "2", "rate": "1/2"}), "");
    assert!(both.contains("not a known field"), "{both}");
    let alone =
        read_row(&json!({"mechanism": "gaussian", "sigma": "1", "epochs": "1"}), "add-remove");
    assert!(
        alone
            .unwrap_err()
            .to_string()
            .contains("what epochs need, size and population, is missing")
    );
}
