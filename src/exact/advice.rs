//! Advice on common misspellings of numbers: percent signs, decimal commas, symbols from a word
//! processor.
//!
//! None of them is read as a number: the author has to say which number is meant.

const MINUS: &str = "the minus sign is written -";
const GROUPS: &str = "the decimal sign is a point and digits are not grouped: write 0.5, 1000";
const POWER: &str = "a power is written ^: 10^-5";
const PRODUCT: &str = "a product is written *: 2*3";
const QUOTIENT: &str = "a quotient is written /: 1/3";
const FINITE: &str = "a number must be finite, eps too";
const QUOTES: &str = "a number has no quotes in it: leave them out";
const ALONE: &str = "write the number alone, without a comparison sign";

/// The correct spelling where `rest` begins with something that is not part of a number; `None` if
/// there is no advice.
pub(crate) fn about(rest: &str) -> Option<&'static str> {
    let first = rest.chars().next()?;
    if !first.is_ascii() {
        return about_character(first);
    }
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
    match first {
        '*' => Some(POWER),
        '/' => Some(QUOTIENT),
        '%' => Some("a percentage is a fraction of 100: write 5/100 for 5%"),
        ',' | '_' => Some(GROUPS),
        '.' if rest.starts_with("..") => {
            Some("a number has finitely many digits: write the fraction, such as 1/3")
        }
        '.' => Some("a number has one decimal point, and a whole exponent"),
        ':' if rest.matches(':').count() > 1 => {
            Some("a range is written from..to:step, such as 0..3:1")
        }
        ':' => Some(QUOTIENT),
        '"' | '\'' => Some(QUOTES),
        '=' | '<' | '>' | '~' => Some(ALONE),
        '[' | '{' => Some("brackets in a number are ( and )"),
        '?' => Some("? marks a parameter that calibrate finds, and over which plot --over draws"),
        '0'..='9' => Some("an operator is missing before this; digits are not grouped: write 1000"),
        _ => about_word(&word),
    }
}

fn about_word(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let is_logarithm = word.starts_with("log");
    // `2x3` and `sqrt2`, but not `log2`.
    let word = if is_logarithm {
        word.as_str()
    } else {
        word.trim_end_matches(|c: char| c.is_ascii_digit())
    };
    match word {
        "nan" | "inf" | "infinity" | "infty" | "oo" => Some(FINITE),
        "log" => Some("the natural logarithm is written ln()"),
        "log2" | "log10" | "lg" | "lb" | "ld" => {
            Some("the natural logarithm is ln(x); others are ln(x)/ln(2), ln(x)/ln(10)")
        }
        "e" => Some("the base of the natural logarithm is written exp(1), and e^x is exp(x)"),
        "exp" | "ln" | "sqrt" => {
            Some("functions are written exp(1/2), ln(2), sqrt(2): small letters, and parentheses")
        }
        "pow" => Some(POWER),
        "pi" => Some("pi is not available: write a rational number"),
        "x" => Some(PRODUCT),
        _ => None,
    }
}

/// Advice about a character that is not on a keyboard, but in a word processor or a paper.
fn about_character(character: char) -> Option<&'static str> {
    match character {
        '\u{2212}' | '\u{2010}'..='\u{2015}' | '\u{fe63}' => Some(MINUS),
        '×' | '·' | '⋅' | '∙' | '∗' => Some(PRODUCT),
        '÷' | '⁄' | '∕' => Some(QUOTIENT),
        '∞' => Some(FINITE),
        '√' => Some("a square root is written sqrt(2)"),
        'π' => about_word("pi"),
        '≤' | '≥' | '≈' | '±' | '∼' => Some(ALONE),
        '‰' => Some("a per mille value is a fraction of 1000: write 5/1000"),
        '…' => about(".."),
        '⁰' | '¹' | '²' | '³' | '⁴'..='⁹' | '⁺' | '⁻' => Some(POWER),
        '¼'..='¾' | '⅐'..='⅞' => Some("a fraction is written p/q: 1/2"),
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => Some(QUOTES),
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => Some("write ASCII letters, digits and signs: 0-9 . , ( ) = -"),
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {
            Some("this character is invisible: remove it")
        }
        space if space.is_whitespace() => {
            Some("this is not an ordinary space: write an ordinary one, or none")
        }
        _ => None,
    }
}

/// The field that a letter of the papers denotes.
pub(crate) fn spelled_out(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ε' | 'ϵ' | 'Ε' => "eps",
        'δ' | 'Δ' => "delta",
        'σ' => "sigma",
        'μ' | 'µ' => "mu",
        'ρ' => "rho",
        'α' => "alpha",
        'γ' => "gamma",
        'η' => "eta",
        _ => return None,
    })
}
