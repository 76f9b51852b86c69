// The letters, words and powers that the page has for the notation.

const LETTERS = {
  eps: "ε", delta: "δ", alpha: "α", beta: "β", gamma: "γ", eta: "η", mu: "μ", rho: "ρ", sigma: "σ", sq: "²",
};

/** A name of a field in words: `threshold_eps` is "threshold ε". */
export const inLetters = (name) =>
  name
    .split("_")
    .map((part) => part.replace(/^([a-z]+)(\d*)$/, (whole, word, digits) => (LETTERS[word] ?? word) + (digits && ` ${digits}`)))
    .join(" ")
    .replace(" ²", "²");

/** A sentence with letters in the place of the names of numbers. */
export const withLetters = (text) => text.replace(/\b(eps|delta|alpha|beta|gamma|eta|mu|rho|sigma)\b/g, (name) => LETTERS[name]);

/** The name of a quantity that is a word of its own: not a part of a longer name, and not a parameter with its value. */
const NAME = /(?<![\p{L}\d_-])(delta_j|eps|delta|alpha|beta|gamma|eta|mu|rho|sigma)(?![\p{L}\d_=-])/gu;

/** A power of ten that is a number of its own: not a part of a word, and not the base of a power. */
const POWER = /(?<![\p{L}\d_.]|[\p{L}\d_]-)(\d+(?:\.\d+)?)e(-?\d+)(?![\p{L}\d.^])/gu;

/** A small decimal as digits and a power of ten: they are the same number. */
export const short = (text) => {
  const [, zeros, first, rest] = /^0\.(0{3,})(\d)(\d*)$/.exec(text) ?? [];
  return first ? `${first}${rest && `.${rest}`}e-${zeros.length + 1}` : text;
};

/** An interval whose ends have the same power of ten. */
const SAME_POWER = /\[(-?\d+(?:\.\d+)?)e(-?\d+), (-?\d+(?:\.\d+)?)e\2\]/g;

const powerOfTen = (exponent) => `10${[...exponent].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻").join("")}`;

/**
 * A text for the eye: 1e-5 is 10⁻⁵, as it is in drawings, and [2e-5, 3e-5] is [2, 3]·10⁻⁵. A divisor with a factor stays
 * as it is written.
 */
export const withPowers = (text) =>
  text
    .replace(SAME_POWER, (whole, low, exponent, high) => `[${low}, ${high}]·${powerOfTen(exponent)}`)
    .replace(POWER, (whole, factor, exponent, at, all) => {
      if (factor === "1") return powerOfTen(exponent);
      return all[at - 1] === "/" ? whole : `${factor}·${powerOfTen(exponent)}`;
    });

/** A caption as it is in the drawing: letters in the place of names, and powers of ten. */
export const withSymbols = (text) => withPowers(text).replace(NAME, (name) => (name === "delta_j" ? "δⱼ" : LETTERS[name]));
