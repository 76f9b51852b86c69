//! Engines agree, or say that they are not there.

use super::*;

#[cfg(feature = "mpfr")]
#[test]
fn engines_agree() {
    let lines: Vec<String> = many_lines().into_iter().step_by(3).collect();
    let with = |engine| {
        let run = feed(&["query", "--engine", engine], lines.join("\n"));
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let (malachite, mpfr, both) = (with("malachite"), with("mpfr"), with("both"));
    for ((x, y), z) in malachite.iter().zip(&mpfr).zip(&both) {
        assert_eq!(x["status"], y["status"]);
        if x["status"] == "ok" {
            assert_eq!([&x["engine"], &y["engine"], &z["engine"]], ["malachite", "mpfr", "both"]);
            overlap(x, y);
            let mut x = x.clone();
            x["engine"] = json!("both");
            assert_eq!(x, *z);
        }
    }
    for quantity in ["tv", "rho"] {
        assert_eq!(run(&[quantity, "gdp(mu=exp(1))", "--engine", "both"]).code, Some(0));
    }
}

#[cfg(feature = "mpfr")]
fn overlap(x: &Value, y: &Value) {
    match (x, y) {
        (Value::Object(x), Value::Object(y)) => {
            let ends = |x: &serde_json::Map<String, Value>| {
                Some((x.get("lo")?.as_str()?.to_owned(), x.get("hi")?.as_str()?.to_owned()))
            };
            if let (Some((lo, hi)), Some((low, high))) = (ends(x), ends(y)) {
                let inf = [&lo, &low].into_iter().any(|end| end == "inf");
                assert!(if inf {
                    lo == low
                } else {
                    rational(&lo) <= rational(&high) && rational(&low) <= rational(&hi)
                });
                assert_eq!(x.get("exact"), y.get("exact"));
            }
            assert_eq!(x.keys().collect::<Vec<_>>(), y.keys().collect::<Vec<_>>());
            x.iter().zip(y).for_each(|((_, x), (_, y))| overlap(x, y));
        }
        (Value::Array(x), Value::Array(y)) => {
            assert_eq!(x.len(), y.len());
            x.iter().zip(y).for_each(|(x, y)| overlap(x, y));
        }
        _ => {}
    }
}

#[cfg(not(feature = "mpfr"))]
#[test]
fn a_build_without_mpfr_says_so() {
    for engine in ["mpfr", "both"] {
        let run = run(&["tv", "gdp(mu=1)", "--engine", engine]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(
            run.stderr.contains("this build has no MPFR: build with the feature mpfr"),
            "{}",
            run.stderr
        );
    }
}
