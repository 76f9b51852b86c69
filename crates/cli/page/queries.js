// Utility in words: the query, the mechanism and the parameters of each theorem.

import { evenly, logarithmic } from "./exact.js";

const classical = "gaussian(sigma=sqrt(2*ln(5/(4*({delta}))))/({eps}))";
const pure = "approx-dp(eps={eps}, delta=0)";

const usual = ["eps", "0.1", "3", "1"];
/** The classical calibration does not have its delta at every large eps. */
const small = ["eps", "0.05", "0.95", "0.5"];

/**
 * By theorem: the query, the mechanism that answers it, the mechanism in the notation, and the horizontal
 * axis: a parameter, its ends, and the place of the mark.
 */
export const QUERIES = {
  "laplace-noise": {
    query: "a number",
    mechanism: "Laplace noise",
    text: "laplace(scale={scale}, sensitivity=1)",
    axis: ["scale", "0.5", "10", "2"],
  },
  "discrete-laplace-noise": {
    query: "a number",
    mechanism: "discrete Laplace noise",
    text: "discrete-laplace(eps={eps}, sensitivity=1)",
    axis: usual,
  },
  "gaussian-noise": { query: "a number", mechanism: "Gaussian noise, classical", text: classical, axis: small },
  "randomized-response-estimator": {
    query: "the share of a yes",
    mechanism: "randomised response with bias gamma",
    text: "randomized-response(eps=ln((1+2*({gamma}))/(1-2*({gamma}))), categories=2)",
    axis: ["gamma", "0.01", "0.45", "0.25"],
  },
  "randomized-response-utility": {
    query: "one answer of several",
    mechanism: "randomised response",
    text: "randomized-response(eps={eps}, categories={categories})",
    axis: usual,
  },
  "exponential-mechanism": {
    query: "the best candidate, with these scores",
    mechanism: "exponential mechanism",
    text: pure,
    axis: usual,
  },
  "exponential-utility": {
    query: "the best candidate, with any scores",
    mechanism: "exponential mechanism",
    text: pure,
    axis: usual,
  },
  "histogram-error": { query: "a histogram", mechanism: "Laplace noise", text: "laplace(eps={eps})", axis: usual },
  "mean-error": { query: "a mean", mechanism: "Gaussian noise, classical", text: classical, axis: small },
  "median-utility": { query: "a median", mechanism: "exponential mechanism", text: pure, axis: usual },
};

const counts = evenly("1", "1000", "1");

/** The parameters in words, each with its slider; a list has none. */
export const PARAMETERS = {
  scale: { label: "scale of the noise", slider: evenly("0.1", "20", "0.1") },
  eps: { label: "ε", slider: evenly("0.01", "5", "0.01") },
  delta: { label: "δ", slider: logarithmic(-12, false) },
  sensitivity: { label: "sensitivity", slider: evenly("0.1", "10", "0.1") },
  gamma: { label: "bias γ", slider: evenly("0.01", "0.49", "0.01") },
  n: { label: "people n", slider: evenly("1", "10000", "1") },
  error: { label: "error", slider: evenly("0.01", "1", "0.01") },
  categories: { label: "categories", slider: evenly("2", "100", "1") },
  scores: { label: "scores", slider: null },
  shortfall: { label: "shortfall of the score", slider: evenly("0", "20", "0.1") },
  candidates: { label: "candidates", slider: counts },
  optimal: { label: "best candidates", slider: counts },
  t: { label: "threshold t", slider: evenly("0", "50", "0.1") },
  bins: { label: "bins", slider: evenly("2", "200", "1") },
  k: { label: "dimensions k", slider: counts },
  d: { label: "diameter d", slider: evenly("0.1", "100", "0.1") },
  m: { label: "values m", slider: counts },
};

/** The name of a conclusion in words. */
export const conclusionInWords = (name) => (name === "mse" ? "mean squared error" : name.replaceAll("-", " "));
