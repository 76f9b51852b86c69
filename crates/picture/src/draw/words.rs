//! Words of formulas as symbols.

/// The symbols of words that stand alone.
const SYMBOLS: [(&str, &str); 8] = [
    ("eps", "ε"),
    ("delta", "δ"),
    ("delta_j", "δⱼ"),
    ("alpha", "α"),
    ("beta", "β"),
    ("sigma", "σ"),
    ("rho", "ρ"),
    ("mu", "μ"),
];

/// A text for the eye: Greek letters in the place of their names, and powers of ten as powers. The
/// names of mechanisms and of their parameters stay as they are written: `gaussian(sigma=1)`.
pub fn symbols(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let is_start = !(before.is_alphanumeric() || "_-.".contains(before));
        let found = is_start.then(|| symbol(rest).or_else(|| power(rest))).flatten();
        if let Some((symbol, length)) = found {
            shown.push_str(&symbol);
            before = 'x';
            rest = &rest[length..];
        } else {
            shown.push(letter);
            before = letter;
            rest = &rest[letter.len_utf8()..];
        }
    }
    shown
}

/// A Greek letter at the start of a text, and the length of its name.
fn symbol(text: &str) -> Option<(String, usize)> {
    // A parameter of a mechanism is what one types.
    let is_end = |next: char| !(next.is_alphanumeric() || "_-=".contains(next));
    let is_here = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.chars().next().is_none_or(is_end))
    };
    let (name, symbol) = SYMBOLS.iter().find(|(name, _)| is_here(name))?;
    Some((symbol.to_string(), name.len()))
}

/// A power of ten at the start of a text, such as `1e-9` or `2.5e-3`, and its length.
fn power(text: &str) -> Option<(String, usize)> {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let exponent = text[digits..].strip_prefix('e')?;
    let sign = usize::from(exponent.starts_with('-'));
    let length =
        exponent[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len() - sign);
    let next = exponent[sign + length..].chars().next();
    if digits == 0 || length == 0 || next.is_some_and(|next| next.is_alphanumeric() || next == '.')
    {
        return None;
    }
    let raised: String = exponent[..sign + length].chars().map(superscript).collect();
    let factor = &text[..digits];
    let factor = if factor == "1" { String::new() } else { format!("{factor}·") };
    Some((format!("{factor}10{raised}"), digits + 1 + sign + length))
}

fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => c.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::symbols;

    #[test]
    fn words_become_symbols() {
        for (text, shown) in [
            ("eps", "ε"),
            ("type I error (alpha)", "type I error (α)"),
            ("1e-10", "10⁻¹⁰"),
            ("2.5e3 and 1e-9", "2.5·10³ and 10⁻⁹"),
            ("delta of the ledger", "δ of the ledger"),
            ("both ends of delta_j; delta_jk", "both ends of δⱼ; delta_jk"),
            ("gaussian(sigma=1)", "gaussian(sigma=1)"),
            ("approx-dp(eps=1, delta=1e-6)", "approx-dp(eps=1, delta=10⁻⁶)"),
            ("deltas, epsilon, x-eps", "deltas, epsilon, x-eps"),
            ("published-eps: holds", "published-eps: holds"),
            ("0x1e-3, a1e-3, 1e", "0x1e-3, a1e-3, 1e"),
            ("ε = 1", "ε = 1"),
        ] {
            assert_eq!(symbols(text), shown);
        }
    }
}
