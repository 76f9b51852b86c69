//! Operating points of tests, such as attacks, and claimed values, beside the curves of mechanisms.
//!
//! A claimed (eps, delta) is beside a privacy profile. It is compared with delta itself, since a
//! drawing knows no more of it than is seen.

use super::coordinate::Coordinate;
use super::falling::{Known, heights};
use super::other::rational;
use super::request::Show;
use super::scene::{Certified, Drawn, Layer, Mark, Vertex};
use dpcert::exact::Rounding;
use dpcert::exact::decimal::Decimal;
use dpcert::input::{Field, InputError};
use malachite::rational::Rational;
use serde_json::Value;

/// A point of a picture in the units of its axes, which are decimals from 0: type I and type II error,
/// or false and true positive rate, both at most 1; eps and delta; or a parameter and what is
/// claimed there.
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
    /// On a curve that is known exactly there.
    On,
    /// In the band of the curve, or where that is not known.
    Open,
}

impl Operating {
    /// The point with a name.
    ///
    /// # Errors
    /// A coordinate that is negative, or not a decimal.
    pub fn new(name: &str, [x, y]: [Rational; 2]) -> Result<Operating, String> {
        for at in [&x, &y] {
            if *at < 0 || Decimal::exactly(at).is_none() {
                return Err(format!("{at} is not a decimal from 0 on"));
            }
        }
        Ok(Operating { name: name.to_owned(), x, y })
    }

    /// The same in a picture that has points.
    ///
    /// # Errors
    /// An error or a rate of a test, or a delta, that is above 1.
    pub fn shown_in(self, show: Show) -> Result<Operating, String> {
        let (limited, what) = match show.is_of_tests() {
            true => (vec![&self.x, &self.y], "no error and no rate of a test is"),
            false => (vec![&self.y], "no delta is"),
        };
        match limited.into_iter().find(|at| **at > 1) {
            Some(at) => Err(format!("{} is above 1, which {what}", Decimal::or_fraction(at))),
            None => Ok(self),
        }
    }

    /// Where it is along the horizontal axis.
    pub fn x(&self) -> &Rational {
        &self.x
    }

    /// Where it is along the vertical axis.
    pub fn y(&self) -> &Rational {
        &self.y
    }

    /// Reads `{"name": "attack", "at": ["0.01", "0.3"]}`.
    ///
    /// # Errors
    /// An invalid field, or a coordinate that is not a decimal on the axes.
    pub fn read(field: &Field<'_>, show: Show) -> Result<Operating, InputError> {
        let mut fields = field.fields()?;
        let (name, at) = (fields.required("name")?, fields.required("at")?);
        fields.finish()?;
        let listed = at.list()?;
        let [x, y] = listed.as_slice() else {
            return Err(at.error("two coordinates are expected", "write [\"0.01\", \"0.3\"]"));
        };
        Operating::new(name.text()?, [rational(x)?, rational(y)?])
            .and_then(|point| point.shown_in(show))
            .map_err(|message| at.error(message, "write [\"0.01\", \"0.3\"]"))
    }

    /// The point as a layer, whose name says of which of some curves it is outside and inside.
    pub(crate) fn layer(&self, curves: &[Layer]) -> Layer {
        let places = [
            (Place::Outside, "outside of"),
            (Place::Inside, "inside of"),
            (Place::Open, "in the band of"),
        ];
        self.placed(&places, curves.iter().map(|curve| self.place(&curve.drawn)))
    }

    /// The same beside curves that have these values where it is; `None` where one is infinite.
    pub(crate) fn beside(&self, values: &[Option<Known>]) -> Layer {
        let places = [
            (Place::Outside, "above"),
            (Place::On, "on"),
            (Place::Inside, "below"),
            (Place::Open, "in the band of"),
        ];
        let place = |value: &Option<Known>| match value {
            Some(value) if self.y > value.upper => Place::Outside,
            Some(value) if self.y == value.lower && self.y == value.upper => Place::On,
            Some(value) if self.y >= value.lower => Place::Open,
            _ => Place::Inside,
        };
        self.placed(&places, values.iter().map(place))
    }

    fn placed(&self, places: &[(Place, &str)], of_curves: impl Iterator<Item = Place>) -> Layer {
        let of_curves: Vec<Place> = of_curves.collect();
        let numbers = |wanted: Place| -> Vec<String> {
            let found = (1..).zip(&of_curves).filter(|(_, place)| **place == wanted);
            found.map(|(number, _): (usize, _)| number.to_string()).collect()
        };
        let said: Vec<String> = places
            .iter()
            .map(|(place, words)| (words, numbers(*place)))
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
            certified: Certified {
                method: "given".into(),
                engine: "none".into(),
                tight: false,
                sparse: false,
            },
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
