//! Tables for a paper, and numbers for its text.
//!
//! On paper an enclosure is one cell, with as many digits as a column of a page has room for, its
//! ends rounded outwards; what is exact and short is itself. Columns without contents are left out.

use super::records::{Kind, Records, cells};
use dpcert::claim::Literal;
use dpcert::exact::decimal::{self, Decimal, aligned};
use dpcert::exact::{Rounding, literal};
use dpcert::input::is_hidden;
use dpcert::{Real, Styled};
use malachite::rational::Rational;
use std::cmp::Ordering;
use std::io::{self, Write};

/// The significant digits of an enclosure, unless others are asked for.
const DIGITS: u64 = 5;
/// The longest exact value that takes the place of an enclosure.
const SHORT: usize = 7;
/// The symbols of the names of quantities and parameters.
const SYMBOLS: [(&str, &str); 10] = [
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
];

impl Records {
    /// Writes a `tabular` with the rules of the package `booktabs`, without the details; a table of
    /// one number is a formula.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_latex(&self, output: &mut dyn Write) -> io::Result<()> {
        let columns = self.on_paper();
        if let ([quantity, number], [row]) = (columns.as_slice(), self.rows.as_slice())
            && quantity.name == "quantity"
            && let (Some(name), &Place::Ends(ends, exact)) = (row.first(), &number.place)
        {
            let name = symbol(name);
            // An expression that is its own exact value is not said twice.
            let number = match self.enclosed(ends, exact, row) {
                Number::Exact(number) if number == name => self.enclosed(ends, None, row),
                number => number,
            };
            return match number {
                Number::Exact(number) => writeln!(output, "${name} = {number}$"),
                Number::Between(ends) => writeln!(output, "${name} \\in {ends}$"),
            };
        }
        let specification: String = columns
            .iter()
            .map(|column| if column.kind == Kind::Words { "p{0.3\\linewidth}" } else { "l" })
            .collect();
        writeln!(
            output,
            "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{@{{}}{specification}@{{}}}}\n\\toprule"
        )?;
        let own = |name: &str| self.headings.iter().find(|(known, _)| *known == name);
        let names = columns.iter().map(|column| match own(&column.name) {
            Some((_, formula)) => format!("${formula}$"),
            None => heading(&column.name),
        });
        let names: Vec<String> = names.collect();
        // What is ragged has another meaning of the shorter command, in the last column.
        let end = match columns.last() {
            Some(OnPaper { kind: Kind::Words, .. }) => "\\tabularnewline",
            _ => "\\\\",
        };
        writeln!(output, "{} {end}\n\\midrule", names.join(" & "))?;
        for row in &self.rows {
            let cells = columns.iter().map(|column| self.cell(column, row));
            // A row that begins with a bracket would be read as an argument of the line break
            // before it.
            writeln!(output, "{{}}{} {end}", cells.collect::<Vec<_>>().join(" & "))?;
        }
        writeln!(output, "\\bottomrule\n\\end{{tabular}}")
    }

    /// The columns that have contents, both ends of an enclosure in one.
    fn on_paper(&self) -> Vec<OnPaper> {
        let at = |name: &str| self.columns.iter().position(|column| column.name == name);
        let mut columns = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let text = |row: &Vec<String>| row.get(index).is_some_and(|cell| !cell.is_empty());
            if column.kind == Kind::Detail || !self.rows.iter().any(text) {
                continue;
            }
            let stem = |end| {
                column.name.strip_suffix(end).filter(|stem| stem.is_empty() || stem.ends_with('_'))
            };
            let (name, place) = match (stem("lo"), stem("hi").or_else(|| stem("exact"))) {
                (Some(stem), _) => {
                    let other = |end: &str| at(&format!("{stem}{end}"));
                    let Some(hi) = other("hi") else { continue };
                    (stem.trim_end_matches('_'), Place::Ends([index, hi], other("exact")))
                }
                (None, Some(stem)) if at(&format!("{stem}lo")).is_some() => continue,
                (None, _) => (column.name.as_str(), Place::Cell(index)),
            };
            columns.push(OnPaper { name: name.to_owned(), kind: column.kind, place });
        }
        columns
    }

    fn cell(&self, column: &OnPaper, row: &[String]) -> String {
        let text = |index: usize| row.get(index).map_or("", String::as_str);
        match column.place {
            Place::Cell(index) if column.kind == Kind::Formula => text(index).to_owned(),
            Place::Cell(index) if column.kind == Kind::Truth => match text(index) {
                "true" => "yes".to_owned(),
                "false" => "no".to_owned(),
                "" => UNKNOWN.to_owned(),
                other => latex(other),
            },
            // Words in a narrow column have no room for stretched spaces.
            Place::Cell(index) if column.kind == Kind::Words => {
                format!("\\raggedright {}", latex(text(index)))
            }
            Place::Cell(index) => latex(text(index)),
            Place::Ends([lo, hi], _) if text(lo).is_empty() => {
                match rounded(text(hi), self.digits.unwrap_or(DIGITS), Rounding::Up) {
                    Some(most) => format!("$\\leq {}$", in_math(&most)),
                    None => UNKNOWN.to_owned(),
                }
            }
            Place::Ends(ends, exact) => {
                format!("${}$", self.enclosed(ends, exact, row).formula())
            }
        }
    }

    /// The enclosure whose ends, and exact value, are in some columns of a row.
    fn enclosed(&self, [lo, hi]: [usize; 2], exact: Option<usize>, row: &[String]) -> Number {
        let text = |index: usize| row.get(index).map_or("", String::as_str);
        let digits = self.digits.unwrap_or(DIGITS);
        enclosure([text(lo), text(hi)], exact.map(text), digits)
    }
}

/// A dash in place of a number or a truth that is not known.
pub const UNKNOWN: &str = "--";

/// A number in a formula.
enum Number {
    Exact(String),
    Between(String),
}

impl Number {
    fn formula(self) -> String {
        match self {
            Number::Exact(number) | Number::Between(number) => number,
        }
    }
}

/// Both ends, rounded outwards; or the exact value, where it is known and short.
fn enclosure([lo, hi]: [&str; 2], exact: Option<&str>, digits: u64) -> Number {
    if let Some(exact) = exact.filter(|exact| !exact.is_empty() && exact.len() <= SHORT) {
        return Number::Exact(in_math(exact));
    }
    let end = |text, rounding| {
        in_math(&rounded(text, digits, rounding).unwrap_or_else(|| text.to_owned()))
    };
    match [end(lo, Rounding::Down), end(hi, Rounding::Up)] {
        [lo, hi] if lo == hi => Number::Exact(lo),
        [lo, hi] => Number::Between(between(&lo, &hi)),
    }
}

/// What a quantity with these ends is at most, or exactly, on paper: the relation and the number.
pub fn at_most([lo, hi]: [&str; 2]) -> String {
    let most = rounded(hi, DIGITS, Rounding::Up).unwrap_or_else(|| hi.to_owned());
    let relation = if lo == hi && most == hi { "=" } else { "\\leq" };
    format!("{relation} {}", in_math(&most))
}

/// An interval as a formula, with the power of ten of both ends after it.
fn between(lo: &str, hi: &str) -> String {
    let both = lo.split_once(POWER).zip(hi.split_once(POWER));
    match both.filter(|((_, low), (_, high))| low == high) {
        Some(((lo, power), (hi, _))) => {
            let [lo, hi] = aligned([lo, hi]);
            format!("[{lo}, {hi}]{POWER}{power}")
        }
        None => {
            let [lo, hi] = aligned([lo, hi]);
            format!("[{lo}, {hi}]")
        }
    }
}

/// The longest exact value that stands in place of digits which do not show that a number is equal
/// to it.
const LONGEST: usize = 40;

/// What is between the digits of a number and its power of ten.
const POWER: &str = " \\cdot 10^";

/// A column on paper.
struct OnPaper {
    name: String,
    kind: Kind,
    place: Place,
}

/// The columns of the table that are one on paper.
enum Place {
    Cell(usize),
    /// Both ends, and the exact value.
    Ends([usize; 2], Option<usize>),
}

/// The name of a column; an enclosure without one is a value.
fn heading(name: &str) -> String {
    match (name, known_symbol(name)) {
        ("", _) => "value".to_owned(),
        (_, Some(symbol)) => format!("${symbol}$"),
        (_, None) => latex_text(&name.replace('_', " ")),
    }
}

fn known_symbol(name: &str) -> Option<&'static str> {
    SYMBOLS.iter().find(|(known, _)| *known == name).map(|(_, symbol)| *symbol)
}

/// The symbol of a quantity, or its name in a formula, or an expression as one.
pub fn symbol(name: &str) -> String {
    let text = || format!("\\mbox{{{}}}", latex_text(&name.replace('_', " ")));
    known_symbol(name).map(str::to_owned).or_else(|| expression(name)).unwrap_or_else(text)
}

/// A parameter that need not be a whole number, with all the digits to which it was found: `14.10`.
/// One with a power of ten, or as a fraction, is as it is.
pub fn with_zeros(number: &str, digits: u64) -> String {
    let is_plain = number.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let significant = number.replace('.', "").trim_start_matches('0').len();
    let missing = usize::try_from(digits).unwrap_or(0).saturating_sub(significant);
    if !is_plain || missing == 0 {
        return number.to_owned();
    }
    let point = if number.contains('.') { "" } else { "." };
    format!("{number}{point}{}", "0".repeat(missing))
}

/// A number that others wrote: its first digits, where it is rational and long.
pub fn claimed(literal: &Literal) -> String {
    claimed_to(literal, 0)
}

/// The same with at least so many digits, if it has them.
pub fn claimed_to(literal: &Literal, digits: u64) -> String {
    const MOST: u64 = 6;
    /// The longest text that is shown as it was written.
    const LONG: usize = 9;
    let (text, more) = (literal.text.as_str(), digits.saturating_sub(MOST));
    let longest = LONG + usize::try_from(more).unwrap_or(0);
    let first = || {
        let number = literal.value.as_rational()?;
        let towards_zero = if *number < 0 { Rounding::Up } else { Rounding::Down };
        let first = decimal::rounded(number, MOST + more, towards_zero);
        Some((formula(&Decimal::exactly(&first)?.to_string())?, first == *number))
    };
    match first().filter(|_| text.len() > longest) {
        Some((first, true)) => first,
        Some((first, false)) => match (first.split_once(POWER), first.split_once("10^")) {
            (Some((digits, power)), _) => format!("{digits}\\ldots{POWER}{power}"),
            // A coefficient of 1 is left out where it is all.
            (None, Some((sign, power))) => format!("{sign}1\\ldots{POWER}{power}"),
            (None, None) => format!("{first}\\ldots"),
        },
        None => in_math(text),
    }
}

/// The most digits that a table has room for.
const MOST: u64 = 40;

/// As few digits as show on which side of an enclosure each number of a list is, but no fewer than
/// `least`, or 3; or else 5, where the list is empty. Where [`MOST`] do not show it there are `least`.
pub fn digits_apart(bounds: &Styled, from: &[&Real], least: Option<u64>) -> u64 {
    const FEW: u64 = 3;
    let least = least.unwrap_or(if from.is_empty() { DIGITS } else { FEW });
    let [lo, hi, _] = cells(bounds);
    let is_beside = |number: &Real, digits| {
        let end = |text: &str, rounding| {
            number.compare(&literal::parse(&rounded(text, digits, rounding)?).ok()?)
        };
        let ends = (end(&lo, Rounding::Down), end(&hi, Rounding::Up));
        matches!(ends, (Some(Ordering::Less), _) | (_, Some(Ordering::Greater)))
    };
    let is_apart = |digits: &u64| from.iter().all(|number| is_beside(number, *digits));
    (least..MOST).find(is_apart).unwrap_or(least)
}

/// An enclosure with some digits. A number of a list that is the exact value is shown by that.
pub fn apart(bounds: &Styled, from: &[&Real], digits: u64) -> String {
    let [lo, hi, exact] = cells(bounds);
    let value = bounds.exact_text().filter(|text| text.len() <= LONGEST);
    let is_value = |text: &String| {
        let value = literal::parse(text).ok();
        value.is_some_and(|value| from.iter().any(|it| it.compare(&value) == Some(Ordering::Equal)))
    };
    if let Some(value) = value.filter(is_value) {
        return in_math(&value);
    }
    enclosure([&lo, &hi], Some(&exact), digits).formula()
}

/// A decimal, rounded to a number of significant digits and to a side; `None` for other texts.
fn rounded(text: &str, digits: u64, rounding: Rounding) -> Option<String> {
    // The exponent may be beyond all numbers that fit into memory: it stays as it is.
    let (mantissa, exponent) =
        text.split_once('e').map_or((text, ""), |(m, _)| (m, &text[m.len()..]));
    let mantissa: Rational = literal::parse(mantissa).ok()?.as_rational()?.clone();
    let short = decimal::rounded(&mantissa, digits, rounding);
    let short = Decimal::exactly(&short)?.to_string();
    if exponent.is_empty() || !short.contains('e') { Some(short + exponent) } else { None }
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
fn formula(number: &str) -> Option<String> {
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
fn latex(cell: &str) -> String {
    let known = match cell {
        "<=" => Some("\\leq"),
        ">=" => Some("\\geq"),
        _ => known_symbol(cell),
    };
    // A day of the calendar is no difference, and a name with a hyphen neither.
    let is_expression = ["exp(", "ln(", "sqrt(", "/"].iter().any(|part| cell.contains(part));
    let shown = known
        .map(str::to_owned)
        .or_else(|| formula(cell))
        .or_else(|| expression(cell).filter(|_| is_expression));
    shown.map_or_else(|| latex_text(cell), |formula| format!("${formula}$"))
}

/// Letters and signs of formulas that pdfLaTeX does not have in text.
const LETTERS: [(char, &str); 44] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('≤', "leq"),
    ('≥', "geq"),
    ('≈', "approx"),
    ('≠', "neq"),
    ('∞', "infty"),
    ('√', "surd"),
    ('→', "to"),
    ('∈', "in"),
    ('−', "mathord{-}"),
];

/// Text in which nothing is a command; a character that cannot be typeset becomes a question mark.
pub fn latex_text(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if let Some((_, command)) = LETTERS.iter().find(|(letter, _)| *letter == c) {
            escaped.push_str(&format!("$\\{command}$"));
            continue;
        }
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            c if c.is_whitespace() => escaped.push(' '),
            c if is_hidden(c) => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(records: &Records) -> String {
        let mut written = Vec::new();
        records.write_latex(&mut written).expect("memory can be written");
        String::from_utf8(written).expect("it is text")
    }

    #[test]
    fn latex_is_a_tabular_in_which_nothing_is_a_command() {
        let columns = [
            ("id", Kind::Whole),
            ("relation", Kind::Whole),
            ("least", Kind::Whole),
            ("why", Kind::Words),
            ("source", Kind::Detail),
        ];
        let mut records = Records::new(columns);
        records.push(
            ["a,\"b\"", "<=", "-1.5e-10", "50% of {x_1}\nand ~$2", "p. 3"].map(str::to_owned),
        );
        records
            .push(["[c]", ">=", "inf", "\\end{tabular} <&> #^|", "\u{1b}[0m"].map(str::to_owned));
        let expected = r"% \usepackage{booktabs}
\begin{tabular}{@{}lllp{0.3\linewidth}@{}}
\toprule
id & relation & least & why \tabularnewline
\midrule
{}a,\textquotedbl{}b\textquotedbl{} & $\leq$ & $-1.5 \cdot 10^{-10}$ & \raggedright 50\% of \{x\_1\} and \textasciitilde{}\$2 \tabularnewline
{}[c] & $\geq$ & $\infty$ & \raggedright \textbackslash{}end\{tabular\} \textless{}\&\textgreater{} \#\textasciicircum{}\textbar{} \tabularnewline
\bottomrule
\end{tabular}
";
        assert_eq!(written(&records), expected);
        for (cell, expected) in [
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
            assert_eq!(latex(cell), expected);
        }
    }

    /// Both ends are one cell, rounded outwards; what is exact and short is itself; a column without
    /// contents is not there.
    #[test]
    fn an_enclosure_is_one_cell() {
        let names = ["delta_lo", "delta_hi", "delta_exact", "x_exact", "empty"];
        let mut records = Records::new(names.map(|name| (name, Kind::Whole)));
        for row in [
            ["0.123456789", "0.123456791", "", "3", ""],
            ["0.25", "0.25", "1/4", "", ""],
            ["-0.0000012345678", "1.99999999e-700", "123456789/987654321", "", ""],
            ["9.99999e-99999999999", "inf", "", "", ""],
            ["0.0000524041", "0.0000524042", "", "", ""],
            ["0.0762191", "0.0762199", "", "", ""],
        ] {
            records.push(row.map(str::to_owned));
        }
        let rows: Vec<String> = written(&records).lines().skip(3).map(str::to_owned).collect();
        let expected = [
            "$\\delta$ & x exact \\\\",
            "\\midrule",
            "{}$[0.12345, 0.12346]$ & $3$ \\\\",
            "{}$1/4$ &  \\\\",
            "{}$[-1.2346 \\cdot 10^{-6}, 2 \\cdot 10^{-700}]$ &  \\\\",
            "{}$[9.9999 \\cdot 10^{-99999999999}, \\infty]$ &  \\\\",
            "{}$[5.2404, 5.2405] \\cdot 10^{-5}$ &  \\\\",
            "{}$[0.076219, 0.076220]$ &  \\\\",
        ];
        assert_eq!(rows[..8], expected, "{rows:?}");
        let digits = records.with_digits(Some(7));
        assert!(written(&digits).contains("$[0.1234567, 0.1234568]$"));
    }

    #[test]
    fn truth_is_yes_or_no() {
        let mut records = Records::new([("id", Kind::Whole), ("kept", Kind::Truth)]);
        for kept in ["true", "false", ""] {
            records.push(["true", kept].map(str::to_owned));
        }
        let text = written(&records.headed("kept", "\\varepsilon \\leq 4".to_owned()));
        let rows: Vec<&str> = text.lines().skip(3).collect();
        let expected = [
            "id & $\\varepsilon \\leq 4$ \\\\",
            "\\midrule",
            "{}true & yes \\\\",
            "{}true & no \\\\",
            "{}true & -- \\\\",
        ];
        assert_eq!(rows[..5], expected, "{text}");
    }

    /// What was found to some digits has all of them, unless it is no decimal.
    #[test]
    fn found_parameters_have_their_zeros() {
        for (number, shown) in [
            ("14.1", "14.10"),
            ("30", "30.00"),
            ("0.05", "0.05000"),
            ("29.873", "29.873"),
            ("1e-7", "1e-7"),
            ("1/3", "1/3"),
        ] {
            assert_eq!(with_zeros(number, 4), shown);
        }
    }

    #[test]
    fn long_claimed_numbers_are_cut_off() {
        for (text, shown) in [
            ("6.777395712150674", "6.77739\\ldots"),
            ("-6.777395712150674", "-6.77739\\ldots"),
            ("6.60", "6.60"),
            ("6.777395", "6.777395"),
            ("0.012345678912", "0.0123456\\ldots"),
            ("0.000012345678912", "1.23456\\ldots \\cdot 10^{-5}"),
            ("0x1.999999999999ap-4", "0.1\\ldots"),
            ("0.00001000000012", "1\\ldots \\cdot 10^{-5}"),
            ("0x1.8000000000000p-1", "0.75"),
            ("ln(3)", "\\ln(3)"),
            ("1e-5", "10^{-5}"),
            ("1000000000", "1000000000"),
        ] {
            let value = literal::parse(text).expect("it is a number");
            assert_eq!(claimed(&Literal { text: text.to_owned(), value }), shown);
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

    #[test]
    fn one_number_is_a_formula() {
        let one = |name: &str, cells: [&str; 3]| {
            let mut records =
                Records::new(["quantity", "lo", "hi", "exact"].map(|name| (name, Kind::Whole)));
            records.push([name].into_iter().chain(cells).map(str::to_owned));
            written(&records)
        };
        assert_eq!(
            one("eps", ["4.37717809", "4.3771781", ""]),
            "$\\varepsilon \\in [4.3771, 4.3772]$\n"
        );
        assert_eq!(one("delta", ["0.25", "0.25", "1/4"]), "$\\delta = 1/4$\n");
        assert_eq!(one("kl", ["1", "1", "1"]), "$\\mbox{kl} = 1$\n");
        assert_eq!(one("ln(2)", ["0.6931", "0.6932", ""]), "$\\ln(2) \\in [0.6931, 0.6932]$\n");
    }
}
