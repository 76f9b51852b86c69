//! Operating points of tests, such as attacks, beside the curves of mechanisms.

use super::coordinate::Coordinate;
use super::falling::heights;
use super::other::rational;
use super::scene::{Certified, Drawn, Layer, Mark, Vertex};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::Decimal;
use dpcert::input::{Field, InputError};
use malachite::rational::Rational;
use serde_json::Value;

/// A point of a picture of tests, in the units of its axes: type I and type II error, or false and
/// true positive rate. Both are decimals in [0, 1].
#[derive(Clone, Debug)]
pub struct Operating {
    name: String,
    x: Rational,
    y: Rational,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Inside,
    Outside,
    /// In the band of the curve, or where that is not known.
    Open,
}

impl Operating {
    /// The point with a name.
    ///
    /// # Errors
    /// A coordinate that is no decimal in [0, 1].
    pub fn new(name: &str, [x, y]: [Rational; 2]) -> Result<Operating, String> {
        for at in [&x, &y] {
            if *at < 0 || *at > 1 || Decimal::exactly(at).is_none() {
                return Err(format!("{at} is not a decimal from 0 to 1"));
            }
        }
        Ok(Operating { name: name.to_owned(), x, y })
    }

    /// Reads `{"name": "attack", "at": ["0.01", "0.3"]}`.
    ///
    /// # Errors
    /// An invalid field, or a coordinate that is no decimal in [0, 1].
    pub fn read(field: &Field<'_>) -> Result<Operating, InputError> {
        let mut fields = field.fields()?;
        let (name, at) = (fields.required("name")?, fields.required("at")?);
        fields.finish()?;
        let listed = at.list()?;
        let [x, y] = listed.as_slice() else {
            return Err(at.error("two coordinates are expected", "write [\"0.01\", \"0.3\"]"));
        };
        Operating::new(name.text()?, [rational(x)?, rational(y)?])
            .map_err(|message| at.error(message, "write [\"0.01\", \"0.3\"]"))
    }

    /// The point as a layer, whose name says of which of some curves it is outside and inside.
    pub(crate) fn layer(&self, curves: &[Layer]) -> Layer {
        let numbers = |wanted: Place| -> Vec<String> {
            let found = (1..).zip(curves).filter(|(_, curve)| self.place(&curve.drawn) == wanted);
            found.map(|(number, _): (usize, _)| number.to_string()).collect()
        };
        let places = [
            (Place::Outside, "outside of"),
            (Place::Inside, "inside of"),
            (Place::Open, "in the band of"),
        ];
        let said = places.map(|(place, words)| (words, numbers(place)));
        let said: Vec<String> = said
            .iter()
            .filter(|(_, numbers)| !numbers.is_empty())
            .map(|(words, numbers)| format!("{words} {}", numbers.join(", ")))
            .collect();
        let [x, lower, upper] = [
            Coordinate::rounded(&self.x, Rounding::Down),
            Coordinate::rounded(&self.y, Rounding::Down),
            Coordinate::rounded(&self.y, Rounding::Up),
        ];
        Layer {
            name: format!("{}: {}", self.name, said.join("; ")),
            question: Value::Null,
            certified: Certified { method: "given".into(), engine: "none".into(), tight: false },
            drawn: Drawn::Marks {
                marks: vec![Mark { x, lower, upper, label: self.name.clone() }],
                labelled: true,
                joined: false,
                verdict: None,
            },
        }
    }

    /// Is it in the region of the errors of all tests, between f and `1 - f(1 - alpha)`?
    fn place(&self, drawn: &Drawn) -> Place {
        let (alpha, y) = (&self.x, &self.y);
        let one = Rational::from(1);
        let (beta, polylines) = match drawn {
            Drawn::Region { lower, upper } | Drawn::Function { lower, upper } => {
                (y.clone(), [lower, upper])
            }
            // Upside down, the upper side of the curve is the lower one of f.
            Drawn::Rising { lower, upper } => (&one - y, [upper, lower]),
            Drawn::Density { .. } | Drawn::Marks { .. } => return Place::Open,
        };
        let is_rising = matches!(drawn, Drawn::Rising { .. });
        let f = |polyline: &[Vertex], at: &Rational| {
            let all = heights(polyline, at).into_iter();
            all.map(|y| if is_rising { &one - y } else { y }).collect::<Vec<_>>()
        };
        let both = [(alpha.clone(), beta.clone()), (&one - alpha, &one - &beta)];
        let places = both.map(|(alpha, beta)| {
            let least = f(polylines[0], &alpha).into_iter().min();
            let most = f(polylines[1], &alpha).into_iter().max();
            match (least, most) {
                (Some(least), _) if beta < least => Place::Outside,
                (_, Some(most)) if beta >= most => Place::Inside,
                _ => Place::Open,
            }
        });
        match places {
            [Place::Outside, _] | [_, Place::Outside] => Place::Outside,
            [Place::Inside, Place::Inside] => Place::Inside,
            _ => Place::Open,
        }
    }
}
