//! Parts of axes, as written on the command line.

use super::rational;
use dpcert::claim::Date;
use dpcert_picture::Window;
use malachite::rational::Rational;

/// The part of a horizontal axis.
#[derive(Clone, Debug)]
pub enum Shown {
    /// From a number to another one.
    Numbers(Window),
    /// From a day to a later one.
    Days(Date, Date),
}

impl Shown {
    /// It in numbers, which on an axis of dates count the days since the first one.
    pub fn window(&self, first: Option<Date>) -> Result<Window, String> {
        match (self, first) {
            (Shown::Numbers(window), _) => Ok(window.clone()),
            (Shown::Days(from, to), Some(first)) => {
                let day = |date: &Date| Rational::from(date.days_since(first));
                Window::new(&day(from), &day(to))
            }
            (Shown::Days(..), None) => {
                Err("days are on the axis of plot --ledger, where rows have dates".to_owned())
            }
        }
    }
}

/// Reads a part of a horizontal axis.
pub fn shown(text: &str) -> Result<Shown, String> {
    let days =
        text.split_once("..").map(|(from, to)| [from, to].map(|end| Date::parse(end.trim())));
    match days {
        Some([Some(from), Some(to)]) if from < to => Ok(Shown::Days(from, to)),
        Some([Some(_), Some(_)]) => Err("the earlier day is the first end".to_owned()),
        Some([Some(_), None] | [None, Some(_)]) => {
            Err("two days are expected: 2026-03-01..2026-06-30".to_owned())
        }
        _ if text.split("..").any(is_month) => {
            Err("a day is written 2026-03-01: 2026-03-01..2026-06-30".to_owned())
        }
        _ => window(text).map(Shown::Numbers),
    }
}

/// Is it a month, or a day that the calendar does not have?
fn is_month(text: &str) -> bool {
    let parts: Vec<&str> = text.trim().split('-').collect();
    let is_whole = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts.len(), 2 | 3) && parts.iter().all(is_whole) && parts[0].len() == 4
}

/// Reads a part of an axis: `0..0.1`.
pub fn window(text: &str) -> Result<Window, String> {
    let (from, to) = text.split_once("..").ok_or("two ends are expected: 0..0.1")?;
    Window::new(&rational(from)?, &rational(to)?)
}
