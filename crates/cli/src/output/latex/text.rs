//! Text in which nothing is a command.

use dpcert::input::is_hidden;

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
