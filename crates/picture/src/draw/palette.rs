//! Colours that are distinguishable with every kind of colour vision (after Okabe & Ito), and
//! dashes for use without colours.

use crate::scene::{Drawn, Layer};
use dpcert::claim::Verdict;

/// How a layer is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The colour on white.
    pub light: &'static str,
    /// The colour on black.
    pub dark: &'static str,
    /// The lengths of dashes and gaps; empty for a solid line.
    pub dashes: &'static str,
    /// The character in a terminal.
    pub sign: char,
    /// The shape of a point, and whether it is filled: the same as the character.
    pub symbol: (Shape, bool),
}

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Circle,
    Triangle,
    Square,
    Diamond,
}

/// The looks of the first layers.
const LOOKS: [Look; 7] = [
    Look {
        light: "#0072b2",
        dark: "#4aa8e0",
        dashes: "",
        sign: '●',
        symbol: (Shape::Circle, true),
    },
    Look {
        light: "#d55e00",
        dark: "#f0853a",
        dashes: "7 3",
        sign: '○',
        symbol: (Shape::Circle, false),
    },
    Look {
        light: "#00805c",
        dark: "#2fc79a",
        dashes: "1.6 2.4",
        sign: '▲',
        symbol: (Shape::Triangle, true),
    },
    Look {
        light: "#b0558a",
        dark: "#e295c0",
        dashes: "9 3 2 3",
        sign: '△',
        symbol: (Shape::Triangle, false),
    },
    Look {
        light: "#a66f00",
        dark: "#e8ad33",
        dashes: "11 3 1.6 3 1.6 3",
        sign: '■',
        symbol: (Shape::Square, true),
    },
    Look {
        light: "#3a8fbf",
        dark: "#8fd0f2",
        dashes: "4 2.5",
        sign: '□',
        symbol: (Shape::Square, false),
    },
    Look {
        light: "#333333",
        dark: "#dddddd",
        dashes: "16 4",
        sign: '◆',
        symbol: (Shape::Diamond, true),
    },
];

/// The look of a layer of a scene: claims look like their verdict, green where they hold and red
/// where they are refuted, and others by their index.
pub fn look_of(index: usize, layer: &Layer) -> Look {
    match layer.drawn {
        Drawn::Marks { verdict: Some(verdict), .. } => judged(verdict),
        _ => look(index),
    }
}

/// The same in a drawing, of a layer among all of them: points that answer the question of a curve
/// are on it, and look like it. Other points have a symbol of their own, as long as there are some.
pub fn look_among(index: usize, layers: &[Layer]) -> Look {
    let fixed: Vec<Option<Look>> = layers.iter().map(|layer| fixed_look(layer, layers)).collect();
    let mut taken: Vec<(Shape, bool)> = fixed.iter().flatten().map(|look| look.symbol).collect();
    let mut found = look(index);
    for (at, layer) in layers.iter().enumerate().take(index + 1) {
        found = fixed.get(at).copied().flatten().unwrap_or_else(|| look_of(at, layer));
        if fixed.get(at).is_some_and(Option::is_none) && is_of_points(layer) {
            let mut free = SYMBOLS.into_iter().filter(|symbol| !taken.contains(symbol));
            if taken.contains(&found.symbol) {
                found.symbol = free.next().unwrap_or(found.symbol);
            }
            taken.push(found.symbol);
        }
    }
    found
}

/// The look of points with a verdict, and of those on a curve; `None` of others and of curves.
fn fixed_look(layer: &Layer, layers: &[Layer]) -> Option<Look> {
    let is_same = |curve: &Layer| !is_of_points(curve) && curve.question == layer.question;
    match layer.drawn {
        Drawn::Marks { verdict: Some(verdict), .. } => Some(judged(verdict)),
        Drawn::Marks { joined: false, .. } if !layer.question.is_null() => {
            layers.iter().position(is_same).map(look)
        }
        _ => None,
    }
}

fn is_of_points(layer: &Layer) -> bool {
    matches!(layer.drawn, Drawn::Marks { joined: false, .. })
}

/// All symbols.
const SYMBOLS: [(Shape, bool); 8] = [
    (Shape::Circle, true),
    (Shape::Circle, false),
    (Shape::Triangle, true),
    (Shape::Triangle, false),
    (Shape::Square, true),
    (Shape::Square, false),
    (Shape::Diamond, true),
    (Shape::Diamond, false),
];

fn judged(verdict: Verdict) -> Look {
    let (light, dark, sign, symbol) = match verdict {
        Verdict::Holds => ("#00805c", "#2fc79a", '●', (Shape::Circle, true)),
        Verdict::Refuted => ("#b00020", "#ff8f8f", '▲', (Shape::Triangle, true)),
        Verdict::Undecided => ("#a66f00", "#e8ad33", '□', (Shape::Square, false)),
        Verdict::Unsupported => ("#333333", "#dddddd", '◇', (Shape::Diamond, false)),
    };
    Look { light, dark, dashes: "", sign, symbol }
}

/// The look of the layer with an index. Colours repeat after seven, but with other dashes and
/// symbols, and letters as characters.
fn look(index: usize) -> Look {
    let [first, ..] = LOOKS;
    let (round, place) = (index / LOOKS.len(), index % LOOKS.len());
    let at = |place: usize| LOOKS.get(place % LOOKS.len()).copied().unwrap_or(first);
    let (colour, form) = (at(place), at(place + round));
    let sign = index.checked_sub(LOOKS.len()).map_or(colour.sign, letter_of);
    Look { dashes: form.dashes, symbol: form.symbol, sign, ..colour }
}

/// A, B, ...; beyond Z they repeat, which a picture of 32 mechanisms does not reach.
fn letter_of(n: usize) -> char {
    ('A'..='Z').nth(n % 26).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_layers_look_the_same() {
        let looks: Vec<Look> = (0..32).map(look).collect();
        for (i, a) in looks.iter().enumerate() {
            for b in &looks[..i] {
                assert!(
                    (a.light, a.dashes) != (b.light, b.dashes) && a.sign != b.sign,
                    "{a:?}, {b:?}"
                );
            }
        }
    }
}
