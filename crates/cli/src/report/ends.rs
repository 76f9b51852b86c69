//! Certified numbers, in the form of all JSON reports.

use dpcert::{Printed, Styled};
use serde::Serialize;

/// An enclosure.
#[derive(Serialize)]
pub struct Ends {
    pub lo: String,
    pub hi: String,
}

impl Ends {
    pub fn of(bounds: &Styled) -> Ends {
        Ends { lo: bounds.printed_lower().to_string(), hi: bounds.printed_upper().to_string() }
    }
}

/// A certified value; `null` three times where there is none.
#[derive(Serialize)]
pub struct Known {
    pub lo: Option<String>,
    pub hi: Option<String>,
    pub exact: Option<String>,
}

impl From<Option<Printed>> for Known {
    fn from(printed: Option<Printed>) -> Known {
        match printed {
            Some(Printed { lo, hi, exact }) => Known { lo: Some(lo), hi: Some(hi), exact },
            None => Known { lo: None, hi: None, exact: None },
        }
    }
}
