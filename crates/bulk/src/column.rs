//! One column of the input, for every supported Arrow type.

use crate::error::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, Decimal128Array, Float64Array, LargeStringArray, PrimitiveArray, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;
use dpcert::Dyadic;
use dpcert::input::{Item, Node, shorten};
use std::fmt;

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// Null: not given.
    Null,
    /// A word, or an exact number in the language of [`dpcert::exact::literal`].
    Text(&'a str),
    /// Exactly this binary64.
    Float(f64),
    /// An integer.
    Integer(i128),
    /// `mantissa / 10^scale`.
    Decimal(i128, i8),
}

/// A column.
pub enum Column<'a> {
    /// A column of nulls.
    Null,
    /// Text in 32-bit offsets.
    Text(&'a StringArray),
    /// Text in 64-bit offsets.
    LargeText(&'a LargeStringArray),
    /// Text in views.
    TextView(&'a StringViewArray),
    /// Binary64.
    Float(&'a Float64Array),
    /// Integers.
    Integer(Integers<'a>),
    /// Decimals with their scale.
    Decimal(&'a Decimal128Array, i8),
    /// Indices into another column.
    Dictionary(&'a dyn Array, Vec<usize>, Box<Column<'a>>),
}

macro_rules! integers {
    ($($name:ident, $type:ty;)*) => {
        /// Integers of any width.
        pub enum Integers<'a> {
            $(
                #[allow(missing_docs)]
                $name(&'a PrimitiveArray<$type>),
            )*
        }

        impl<'a> Integers<'a> {
            fn of(array: &'a dyn Array) -> Option<Integers<'a>> {
                None$(.or_else(|| Some(Integers::$name(array.as_primitive_opt::<$type>()?))))*
            }

            fn value(&self, row: usize) -> Option<i128> {
                match self {
                    $(Integers::$name(array) => array.is_valid(row).then(|| i128::from(array.value(row))),)*
                }
            }
        }
    };
}

integers! {
    Int8, Int8Type; Int16, Int16Type; Int32, Int32Type; Int64, Int64Type;
    UInt8, UInt8Type; UInt16, UInt16Type; UInt32, UInt32Type; UInt64, UInt64Type;
}

impl<'a> Column<'a> {
    /// The column `name`.
    ///
    /// # Errors
    /// Another type than text, binary64, an integer, decimal128, or a dictionary of these.
    pub fn of(name: &str, array: &'a dyn Array) -> Result<Column<'a>, BatchError> {
        if let Some(integers) = Integers::of(array) {
            return Ok(Column::Integer(integers));
        }
        Ok(match array.data_type() {
            DataType::Null => Column::Null,
            DataType::Utf8 => Column::Text(array.as_string()),
            DataType::LargeUtf8 => Column::LargeText(array.as_string()),
            DataType::Utf8View => Column::TextView(array.as_string_view()),
            DataType::Float64 => Column::Float(array.as_primitive::<Float64Type>()),
            DataType::Decimal128(_, scale) => {
                Column::Decimal(array.as_primitive::<Decimal128Type>(), *scale)
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let values = Column::of(name, dictionary.values().as_ref())?;
                // Indices of nulls are 0, also in a dictionary without values.
                let keys = if dictionary.values().is_empty() {
                    Vec::new()
                } else {
                    dictionary.normalized_keys()
                };
                Column::Dictionary(array, keys, Box::new(values))
            }
            other => {
                let help = match other {
                    DataType::Float16 | DataType::Float32 => {
                        "cast it to binary64, or give the numbers as text"
                    }
                    _ => {
                        "text, binary64, integers and decimal128 are understood, also as a dictionary"
                    }
                };
                return Err(BatchError::column(name, format!("has the type {other}"), help));
            }
        })
    }

    /// Is it a column of texts?
    pub fn is_text(&self) -> bool {
        match self {
            Column::Null | Column::Text(_) | Column::LargeText(_) | Column::TextView(_) => true,
            Column::Dictionary(_, _, values) => values.is_text(),
            _ => false,
        }
    }

    /// The value of a row.
    #[inline]
    pub fn cell(&self, row: usize) -> Cell<'_> {
        match self {
            Column::Null => Cell::Null,
            Column::Text(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Column::LargeText(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Column::TextView(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Column::Float(array) if array.is_valid(row) => Cell::Float(array.value(row)),
            Column::Integer(integers) => integers.value(row).map_or(Cell::Null, Cell::Integer),
            Column::Decimal(array, scale) if array.is_valid(row) => {
                Cell::Decimal(array.value(row), *scale)
            }
            Column::Dictionary(array, keys, values) if array.is_valid(row) => {
                keys.get(row).map_or(Cell::Null, |key| values.cell(*key))
            }
            _ => Cell::Null,
        }
    }
}

impl<'a> Cell<'a> {
    /// The word, if it is one.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as an input of the catalogue; `None` for NaN and the infinities, which are not
    /// numbers.
    pub fn node(self) -> Option<Node> {
        let item = match self {
            Cell::Null => Item::Null,
            Cell::Text(text) => Item::Text(text.to_owned()),
            Cell::Integer(integer) => Item::Integer(integer.to_string()),
            Cell::Decimal(mantissa, scale) => {
                Item::Text(format!("{mantissa}e{}", -i64::from(scale)))
            }
            Cell::Float(x) => {
                let dyadic = Dyadic::from_f64(x).filter(Dyadic::is_finite)?;
                match dyadic.to_rational().filter(|x| *x.denominator_ref() == 1u32) {
                    // Integers may be counts.
                    Some(integer) => Item::Integer(integer.to_string()),
                    None => Item::Text(dyadic.literal()?),
                }
            }
        };
        Some(Node { item, span: 0..0 })
    }
}

/// The text of a cell as a reader of the column writes it.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Null => f.write_str("null"),
            Cell::Text(text) => write!(f, "\"{}\"", shorten(text)),
            Cell::Float(x) => write!(f, "{x:?}"),
            Cell::Integer(integer) => write!(f, "{integer}"),
            Cell::Decimal(mantissa, scale) => write!(f, "{mantissa}e{}", -i64::from(*scale)),
        }
    }
}
