//! How a kind is shown: its rows in the tables of documents and help, and its templates on the
//! page.

/// A row of a table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How it is written; `M` is a mechanism.
    pub notation: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What a table adds that has space for it.
    pub more: &'static str,
}

/// A text in notation with places for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// What it is.
    pub label: &'static str,
    /// The text, with the names of its inputs in braces.
    pub text: &'static str,
    /// Older texts of it, which addresses have.
    pub also: &'static [&'static str],
    /// What can be set.
    pub inputs: &'static [Input],
}

/// A value that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: &'static str,
    /// The value at first.
    pub usual: &'static str,
    /// Its range.
    pub slider: Slider,
}

/// The values over which an input moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slider {
    /// It is written by hand, as a list is.
    None,
    /// From the first to the second, by steps of the third.
    Even([&'static str; 3]),
    /// The numbers of one digit from a power of ten to 1.
    Powers {
        /// The least exponent.
        least: i32,
        /// Is 0 among them?
        has_zero: bool,
    },
}

/// The exponents at which the sliders of small probabilities begin: what is smaller is typed.
const LEAST_DELTA: i32 = -12;
const LEAST_RATE: i32 = -6;

pub(crate) const SIGMA: Input = input("sigma", "1").even("0.05", "20", "0.05");
pub(crate) const SENSITIVITY: Input = input("sensitivity", "1").even("1", "20", "1");
pub(crate) const RATE: Input = input("rate", "0.1").powers(LEAST_RATE, false);

pub(crate) const fn row(notation: &'static str, about: &'static str) -> Row {
    Row { notation, about, more: "" }
}

pub(crate) const fn template(
    label: &'static str,
    text: &'static str,
    inputs: &'static [Input],
) -> Template {
    Template { label, text, also: &[], inputs }
}

pub(crate) const fn input(name: &'static str, usual: &'static str) -> Input {
    Input { name, usual, slider: Slider::None }
}

pub(crate) const fn eps(usual: &'static str) -> Input {
    input("eps", usual).even("0.01", "10", "0.01")
}

pub(crate) const fn delta(usual: &'static str) -> Input {
    input("delta", usual).small(true)
}

impl Row {
    pub(crate) const fn more(self, more: &'static str) -> Row {
        Row { more, ..self }
    }
}

impl Template {
    pub(crate) const fn also(self, also: &'static [&'static str]) -> Template {
        Template { also, ..self }
    }
}

impl Input {
    pub(crate) const fn even(
        self,
        least: &'static str,
        most: &'static str,
        step: &'static str,
    ) -> Input {
        Input { slider: Slider::Even([least, most, step]), ..self }
    }

    /// A small probability.
    pub(crate) const fn small(self, has_zero: bool) -> Input {
        self.powers(LEAST_DELTA, has_zero)
    }

    const fn powers(self, least: i32, has_zero: bool) -> Input {
        Input { slider: Slider::Powers { least, has_zero }, ..self }
    }
}
