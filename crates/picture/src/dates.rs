//! The days of a calendar along an axis, whose numbers are days since one of them.

use super::axis::Tick;
use dpcert::claim::Date;
use malachite::base::num::arithmetic::traits::{Ceiling, Floor};
use malachite::rational::Rational;
use serde::{Deserialize, Deserializer, Serializer};

/// The months between two ticks, of which each begins a month: the divisors of a year, and years.
const MONTHS: [u16; 12] = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400];
/// The days between two ticks, where months are too long.
const DAYS: [i64; 4] = [1, 2, 7, 14];

/// Ticks from one number of days since a day to another one, at most `most`.
pub(super) fn ticks(since: Date, from: &Rational, to: &Rational, most: u32) -> Vec<Tick> {
    let ends = [Ceiling::ceiling(from), Floor::floor(to)].map(|end| i64::try_from(&end).ok());
    let [Some(first), Some(last)] = ends else { return Vec::new() };
    let most = most.max(1) as usize;
    let Some(monday) = Date::new(1, 1, 1) else { return Vec::new() };
    let by_days = DAYS.iter().map(|step| {
        // Weeks begin on Mondays.
        let begins = |day: &i64| match step % 7 {
            0 => since.after(*day).is_some_and(|date| date.days_since(monday) % step == 0),
            _ => day % step == 0,
        };
        let days = (first..=last).filter(begins);
        // More than can be shown are not collected.
        days.take(most + 1).filter_map(|day| Some((day, since.after(day)?.to_string()))).collect()
    });
    let by_months = MONTHS.iter().map(|step| {
        let begins = |day: &i64| {
            let date = since.after(*day)?;
            let months = date.year() * 12 + u16::from(date.month()) - 1;
            (date.day() == 1 && months % step == 0).then(|| {
                let name = match step % 12 {
                    0 => format!("{:04}", date.year()),
                    _ => format!("{:04}-{:02}", date.year(), date.month()),
                };
                (*day, name)
            })
        };
        (first..=last).filter_map(|day| begins(&day)).take(most + 1).collect()
    });
    let fits = |named: &Vec<(i64, String)>| named.len() <= most;
    let named = by_days.chain(by_months).find(fits).unwrap_or_default();
    named.into_iter().map(|(day, label)| Tick { at: Rational::from(day), label }).collect()
}

/// The day that a whole number of days after another one is.
pub(super) fn day(since: Date, days: &Rational) -> Option<Date> {
    since.after(i64::try_from(days).ok()?)
}

pub(super) fn serialize<S: Serializer>(
    since: &Option<Date>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match since {
        Some(date) => serializer.collect_str(date),
        None => serializer.serialize_none(),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Date>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let date = Date::parse(&text).ok_or_else(|| {
        serde::de::Error::custom(format_args!("\"{text}\" is not a day of the calendar"))
    })?;
    Ok(Some(date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_days_months_and_years() {
        for (days, most, expected) in [
            (4, 6, "2026-02-26 2026-02-27 2026-02-28 2026-03-01 2026-03-02"),
            (20, 6, "2026-03-02 2026-03-09 2026-03-16"),
            (100, 6, "2026-03 2026-04 2026-05 2026-06"),
            (300, 6, "2026-03 2026-05 2026-07 2026-09 2026-11"),
            (1000, 6, "2026-07 2027-01 2027-07 2028-01 2028-07"),
            (1000, 3, "2027 2028"),
            (10_000, 6, "2030 2035 2040 2045 2050"),
        ] {
            let since = Date::new(2026, 2, 26).expect("a day");
            let found = ticks(since, &Rational::from(0), &Rational::from(days), most);
            let labels: Vec<&str> = found.iter().map(|tick| tick.label.as_str()).collect();
            assert_eq!(labels.join(" "), expected, "{days} days");
            for tick in &found {
                let day = i64::try_from(&tick.at).expect("a whole number of days");
                assert!(since.after(day).expect("a day").to_string().starts_with(&tick.label));
            }
        }
    }
}
