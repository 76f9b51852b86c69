//! Numbers, expressions and names of quantities as formulas.

use super::text::latex_text;

/// The symbols of the names of quantities and parameters.
const SYMBOLS: [(&str, &str); 17] = [
    ("eps", "\\varepsilon"),
    ("delta", "\\delta"),
    ("alpha", "\\alpha"),
    ("beta", "\\beta"),
    ("mu", "\\mu"),
    ("gdp", "\\mu"),
    ("rho", "\\rho"),
    ("sigma", "\\sigma"),
    ("tv", "\\mathrm{TV}"),
    ("mu^2", "\\mu^2"),
    ("kl", "\\mathrm{KL}"),
    ("renyi", "D_\\alpha"),
    ("chi-squared", "\\chi^2"),
    ("chi-squared-plus", "\\chi^2_+"),
    ("kappa2", "\\kappa_2"),
    ("kappa3", "\\kappa_3"),
    ("kappa3-bar", "\\bar\\kappa_3"),
];

/// What is between the digits of a number and its power of ten.
pub(super) const POWER: &str = " \\cdot 10^";

pub(super) fn known_symbol(name: &str) -> Option<&'static str> {
    SYMBOLS.iter().find(|(known, _)| *known == name).map(|(_, symbol)| *symbol)
}

/// The symbol of a quantity, or its name in a formula, or an expression as one.
pub fn symbol(name: &str) -> String {
    let text = || format!("\\mbox{{{}}}", latex_text(&name.replace('_', " ")));
    known_symbol(name).map(str::to_owned).or_else(|| expression(name)).unwrap_or_else(text)
}

/// A number or an expression in a formula; anything else is text there.
pub fn in_math(text: &str) -> String {
    formula(text)
        .or_else(|| expression(text))
        .unwrap_or_else(|| format!("\\mbox{{{}}}", latex_text(text)))
}

/// An expression of the language of literals as a formula; `None` for other texts, and for
/// hexadecimal numbers that are not powers of two.
fn expression(text: &str) -> Option<String> {
    if let Some(exponent) = text.strip_prefix("0x1p")
        && exponent.parse::<i64>().is_ok()
    {
        return Some(format!("2^{{{exponent}}}"));
    }
    const WORDS: [(&str, &str, &str); 6] = [
        ("exp(", "\\exp(", ")"),
        ("ln(", "\\ln(", ")"),
        ("sqrt(", "\\sqrt{", "}"),
        ("(", "(", ")"),
        ("*", " \\cdot ", ""),
        (" ", "", ""),
    ];
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (mut shown, mut closing, mut rest) = (String::new(), Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        if let Some((word, symbol, closes)) = WORDS.iter().find(|(word, ..)| rest.starts_with(word))
        {
            shown += symbol;
            if !closes.is_empty() {
                closing.push(*closes);
            }
            rest = &rest[word.len()..];
            continue;
        }
        let length = match c {
            ')' => {
                shown += closing.pop()?;
                1
            }
            '+' | '-' | '/' => {
                shown.push(c);
                1
            }
            '^' => {
                let signed = rest[1..].trim_start_matches('-');
                let length = rest.len() - signed.len() + digits(signed);
                shown += &format!("^{{{}}}", &rest[1..length]);
                length
            }
            _ => {
                let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
                let mantissa = rest.trim_start_matches(is_of_number);
                let exponent = mantissa.strip_prefix('e').map_or(mantissa, |exponent| {
                    let exponent = exponent.trim_start_matches('-');
                    &exponent[digits(exponent)..]
                });
                let length = rest.len() - exponent.len();
                let number = formula(&rest[..length])?;
                // A power of ten to a power would be a third one.
                if number.contains("10^") && exponent.starts_with('^') {
                    return None;
                }
                // What is divided by a product is divided by all of it.
                shown += &match shown.ends_with('/') && number.contains(POWER) {
                    true => format!("({number})"),
                    false => number,
                };
                length
            }
        };
        rest = &rest[length..];
    }
    closing.is_empty().then_some(shown)
}

/// A number as a formula, small ones with a power of ten.
pub(super) fn formula(number: &str) -> Option<String> {
    let (sign, magnitude) =
        number.strip_prefix('-').map_or(("", number), |magnitude| ("-", magnitude));
    if magnitude == "inf" {
        return Some(format!("{sign}\\infty"));
    }
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_number = |text: &str| match text.split_once('.') {
        Some((whole, part)) => is_digits(whole) && is_digits(part),
        None => is_digits(text),
    };
    let (mantissa, exponent) = magnitude.split_once('e').unwrap_or((magnitude, ""));
    if !is_number(mantissa) || magnitude.ends_with('e') {
        return None;
    }
    let power = |mantissa: &str, exponent: &str| match mantissa {
        "1" => format!("{sign}10^{{{exponent}}}"),
        _ => format!("{sign}{mantissa}{POWER}{{{exponent}}}"),
    };
    match exponent {
        "" => {
            // 0.00026 has fewer digits than it is wide.
            let zeros = mantissa
                .strip_prefix("0.")
                .map(|part| part.len() - part.trim_start_matches('0').len());
            let digits = mantissa.trim_start_matches(['0', '.']);
            Some(match (zeros.filter(|zeros| *zeros >= 3), digits.split_at_checked(1)) {
                (Some(zeros), Some((first, ""))) => power(first, &format!("-{}", zeros + 1)),
                (Some(zeros), Some((first, rest))) => {
                    power(&format!("{first}.{rest}"), &format!("-{}", zeros + 1))
                }
                _ => format!("{sign}{mantissa}"),
            })
        }
        _ => is_number(exponent.trim_start_matches('-')).then(|| power(mantissa, exponent)),
    }
}

/// A cell: a number, an expression or the name of a quantity as a formula, anything else as text.
pub(super) fn cell(text: &str) -> String {
    let known = match text {
        "<=" => Some("\\leq"),
        ">=" => Some("\\geq"),
        _ => known_symbol(text),
    };
    // A day of the calendar is no difference, and a name with a hyphen neither.
    let is_expression = ["exp(", "ln(", "sqrt(", "/"].iter().any(|part| text.contains(part));
    let shown = known
        .map(str::to_owned)
        .or_else(|| formula(text))
        .or_else(|| expression(text).filter(|_| is_expression));
    shown.map_or_else(|| latex_text(text), |formula| format!("${formula}$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_formulas_or_text() {
        for (text, shown) in [
            ("", ""),
            ("1", "$1$"),
            ("0.25", "$0.25$"),
            ("0.00025", "$2.5 \\cdot 10^{-4}$"),
            ("0.0001", "$10^{-4}$"),
            ("0.001", "$0.001$"),
            ("3e7", "$3 \\cdot 10^{7}$"),
            ("1e-5", "$10^{-5}$"),
            ("1.2.3", "1.2.3"),
            ("1e", "1e"),
            ("2e-", "2e-"),
            ("1/3", "$1/3$"),
            ("2*ln(2)", "$2 \\cdot \\ln(2)$"),
            ("2026-03-01", "2026-03-01"),
            ("a/b", "a/b"),
            ("-inf", "$-\\infty$"),
            ("eps", "$\\varepsilon$"),
            ("Gaussian, σ=2 − é", "Gaussian, $\\sigma$=2 $\\mathord{-}$ é"),
        ] {
            assert_eq!(cell(text), shown);
        }
    }

    #[test]
    fn expressions_are_formulas() {
        for (text, shown) in [
            ("exp(-1)", "\\exp(-1)"),
            ("(542/339)^2", "(542/339)^{2}"),
            ("2^-10", "2^{-10}"),
            ("sqrt(2*ln(1/1e-5)) + 0.5", "\\sqrt{2 \\cdot \\ln(1/10^{-5})}+0.5"),
            ("-2/3", "-2/3"),
            ("1/2e-5", "1/(2 \\cdot 10^{-5})"),
            ("1 / 0.00025 + 2e-5", "1/(2.5 \\cdot 10^{-4})+2 \\cdot 10^{-5}"),
            ("1e-5^2", "\\mbox{1e-5\\textasciicircum{}2}"),
            ("0x1p-25", "2^{-25}"),
            ("0x1.8p-1", "\\mbox{0x1.8p-1}"),
            ("exp(1", "\\mbox{exp(1}"),
            ("1)", "\\mbox{1)}"),
            ("x", "\\mbox{x}"),
            ("é", "\\mbox{é}"),
        ] {
            assert_eq!(in_math(text), shown);
        }
    }
}
