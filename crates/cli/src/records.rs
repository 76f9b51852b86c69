//! An answer as a table for other programs.

use crate::report::{Kind, Records, decimal_text};
use dpcert::quantity::{Answer, Bounds, Content, Printed};

/// The answer to the question named `quantity`; nothing for answers that are not a list of numbers, and
/// for which nobody can ask this.
pub fn records(quantity: &str, answer: &Answer) -> Option<Records> {
    let named = |name: &str, rows: &[(&str, &Bounds)]| {
        let mut records = Records::new(std::iter::once((name.to_owned(), Kind::Whole)).chain(ends("")));
        rows.iter().for_each(|(name, bounds)| records.push(std::iter::once((*name).to_owned()).chain(cells(bounds))));
        records
    };
    Some(match &answer.content {
        Content::Number(bounds) => named("quantity", &[(quantity, bounds)]),
        Content::Sweep { parameter, rows } => {
            let first = std::iter::once(((*parameter).to_owned(), Kind::Whole));
            let mut records = Records::new(first.chain(ends(quantity)));
            rows.iter().for_each(|(value, bounds)| records.push(std::iter::once(value.clone()).chain(cells(bounds))));
            records
        }
        Content::Named(rows) => {
            named("quantity", &rows.iter().map(|(name, bounds)| (*name, bounds)).collect::<Vec<_>>())
        }
        Content::Test { threshold, randomisation, alpha, power } => named(
            "quantity",
            &[("threshold", threshold), ("randomisation", randomisation), ("alpha", alpha), ("power", power)],
        ),
        Content::Deltas { rows, .. } => {
            let first = ["j", "eps"].map(|name| (name.to_owned(), Kind::Whole));
            let mut records = Records::new(first.into_iter().chain(ends("delta")));
            rows.iter().for_each(|(j, eps, delta)| {
                records.push([j.to_string(), eps.to_string()].into_iter().chain(cells(delta)));
            });
            records
        }
        Content::Region(vertices) => {
            let mut records = Records::new(ends("alpha").chain(ends("beta")));
            vertices.iter().for_each(|(alpha, beta)| records.push(cells(alpha).chain(cells(beta))));
            records
        }
        Content::LikelihoodRatios(rows) => {
            let mut records = Records::new(ends("ratio").chain(ends("p")).chain(ends("q")));
            rows.iter().for_each(|(ratio, p, q)| records.push(cells(ratio).chain(cells(p)).chain(cells(q))));
            records
        }
        Content::Polygons { inner, outer, .. } => {
            let mut records = Records::new(["polygon", "alpha", "beta"].map(|name| (name, Kind::Whole)));
            for (name, vertices) in [("inner", inner), ("outer", outer)] {
                vertices
                    .iter()
                    .for_each(|(alpha, beta)| records.push([name.to_owned(), decimal_text(alpha), decimal_text(beta)]));
            }
            records
        }
        Content::Conclusions { conclusions, .. } => {
            let first = ["conclusion", "guarantee"].map(|name| (name.to_owned(), Kind::Whole));
            let mut records = Records::new(first.into_iter().chain(ends("")));
            conclusions.iter().for_each(|(name, guarantee, bounds)| {
                records.push([*name, guarantee.name()].map(str::to_owned).into_iter().chain(cells(bounds)));
            });
            records
        }
        Content::Calibrated(_) | Content::Dominance(_) | Content::Channel(_) => return None,
    })
}

/// The columns of an enclosure.
fn ends(name: &str) -> impl Iterator<Item = (String, Kind)> {
    let column = |end| if name.is_empty() { String::from(end) } else { format!("{name}_{end}") };
    [(column("lo"), Kind::Whole), (column("hi"), Kind::Whole), (column("exact"), Kind::Whole)].into_iter()
}

fn cells(bounds: &Bounds) -> impl Iterator<Item = String> {
    let Printed { lo, hi, exact } = Printed::of(bounds);
    [lo, hi, exact.unwrap_or_default()].into_iter()
}
