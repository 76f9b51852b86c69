//! Colours that can be told apart by everybody (after Okabe & Ito), and dashes for who sees none.

/// How a layer is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// On white.
    pub light: &'static str,
    /// On black.
    pub dark: &'static str,
    /// The lengths of lines and gaps; a line without gaps where there are none.
    pub dashes: &'static str,
    /// In a terminal.
    pub sign: char,
    /// Of a point, and whether it is filled: the same as the sign.
    pub symbol: (Shape, bool),
}

/// The shape of a point.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Circle,
    Triangle,
    Square,
    Diamond,
}

/// The looks, which repeat.
const LOOKS: [Look; 7] = [
    Look { light: "#0072b2", dark: "#4aa8e0", dashes: "", sign: '●', symbol: (Shape::Circle, true) },
    Look { light: "#d55e00", dark: "#f0853a", dashes: "7 3", sign: '○', symbol: (Shape::Circle, false) },
    Look { light: "#00805c", dark: "#2fc79a", dashes: "2 2.5", sign: '▲', symbol: (Shape::Triangle, true) },
    Look { light: "#b0558a", dark: "#e295c0", dashes: "9 3 2 3", sign: '△', symbol: (Shape::Triangle, false) },
    Look { light: "#a66f00", dark: "#e8ad33", dashes: "5 2", sign: '■', symbol: (Shape::Square, true) },
    Look { light: "#3a8fbf", dark: "#8fd0f2", dashes: "1.5 1.5", sign: '□', symbol: (Shape::Square, false) },
    Look { light: "#333333", dark: "#dddddd", dashes: "12 3", sign: '◆', symbol: (Shape::Diamond, true) },
];

/// The look of the layer with an index.
pub fn look(index: usize) -> Look {
    let [first, ..] = LOOKS;
    LOOKS.get(index % LOOKS.len()).copied().unwrap_or(first)
}
