// The letters and words that the page has for names of the notation.

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
