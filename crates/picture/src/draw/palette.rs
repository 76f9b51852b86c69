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
}

/// The looks, which repeat.
const LOOKS: [Look; 7] = [
    Look { light: "#0072b2", dark: "#4aa8e0", dashes: "", sign: '●' },
    Look { light: "#d55e00", dark: "#f0853a", dashes: "7 3", sign: '○' },
    Look { light: "#00805c", dark: "#2fc79a", dashes: "2 2.5", sign: '▲' },
    Look { light: "#b0558a", dark: "#e295c0", dashes: "9 3 2 3", sign: '△' },
    Look { light: "#a66f00", dark: "#e8ad33", dashes: "5 2", sign: '■' },
    Look { light: "#3a8fbf", dark: "#8fd0f2", dashes: "1.5 1.5", sign: '□' },
    Look { light: "#333333", dark: "#dddddd", dashes: "12 3", sign: '◆' },
];

/// The look of the layer with an index.
pub fn look(index: usize) -> Look {
    let [first, ..] = LOOKS;
    LOOKS.get(index % LOOKS.len()).copied().unwrap_or(first)
}
