// Made from the catalogue by `scripts/record made`: each template with the text that it writes.
//
// A field is [name, usual value, slider]; a list has no slider. `also` are older texts of a template.

import { evenly, logarithmic } from "./exact.js";

/** The groups of the menu, in their order. */
export const GROUPS = ["Noise", "Selection and answers", "Local", "Samples and compositions", "Guarantees", "Operators"];

export const KINDS = [
  {
    label: "(eps, delta)-DP",
    group: "Guarantees",
    text: "approx-dp(eps={eps}, delta={delta})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
      ["delta", "1e-5", logarithmic(-12, true)],
    ],
  },
  {
    label: "basic composition of k steps, (k eps, k delta)-DP",
    group: "Guarantees",
    text: "approx-dp(eps=({k})*({eps}), delta=({k})*({delta}))",
    fields: [
      ["k", "5", evenly("1", "100", "1")],
      ["eps", "0.6", evenly("0.01", "10", "0.01")],
      ["delta", "0.05", logarithmic(-12, true)],
    ],
  },
  {
    label: "simplified composition of k steps (Kairouz, Oh & Viswanath, Theorem 3.4)",
    group: "Guarantees",
    text: "approx-dp(eps=(exp({eps})-1)/(exp({eps})+1)*({eps})*({k})+({eps})*sqrt(2*({k})*ln(1/({slack}))), delta=1-(1-({slack}))*(1-({delta}))^{k})",
    fields: [
      ["k", "10", evenly("1", "200", "1")],
      ["eps", "0.1", evenly("0.01", "10", "0.01")],
      ["delta", "0", logarithmic(-12, true)],
      ["slack", "0.01", logarithmic(-12, false)],
    ],
  },
  {
    label: "(eps, delta)-DP with total variation eta",
    group: "Guarantees",
    text: "approx-dp-tv(eps={eps}, delta={delta}, eta={eta})",
    fields: [
      ["eps", "0.6", evenly("0.01", "10", "0.01")],
      ["delta", "0.15", logarithmic(-12, true)],
      ["eta", "0.25", evenly("0", "1", "0.001")],
    ],
  },
  {
    label: "two guarantees at once",
    group: "Guarantees",
    text: "multi-dp(constraints=[{eps={eps}, delta={delta}}, {eps={eps2}, delta={delta2}}])",
    fields: [
      ["eps", "0.6", evenly("0.01", "10", "0.01")],
      ["delta", "0.05", logarithmic(-12, true)],
      ["eps2", "0", evenly("0", "10", "0.01")],
      ["delta2", "0.2", logarithmic(-12, true)],
    ],
  },
  {
    label: "randomised response",
    group: "Local",
    text: "randomized-response(eps={eps})",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "randomised response with several categories",
    group: "Local",
    text: "randomized-response(eps={eps}, categories={categories})",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
      ["categories", "2", evenly("2", "100", "1")],
    ],
  },
  {
    label: "basic RAPPOR",
    group: "Local",
    text: "unary-encoding(eps={eps}, encoding=symmetric)",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "optimised unary encoding",
    group: "Local",
    text: "unary-encoding(eps={eps}, encoding=optimized)",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "sum of reports",
    group: "Local",
    text: "sum-of-reports(clients={clients}, eps={eps})",
    fields: [
      ["clients", "1000", evenly("1", "100000", "1")],
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "subset selection",
    group: "Local",
    text: "subset-selection(eps={eps}, categories={categories}, size={size})",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
      ["categories", "8", evenly("2", "100", "1")],
      ["size", "2", evenly("1", "99", "1")],
    ],
  },
  {
    label: "Hadamard response",
    group: "Local",
    text: "hadamard-response(eps={eps}, blocks={blocks})",
    fields: [
      ["eps", "ln(3)", evenly("0.01", "10", "0.01")],
      ["blocks", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "a finite pair P, Q",
    group: "Guarantees",
    text: "finite-pair(p=[{p}], q=[{q}])",
    fields: [
      ["p", "1/2, 1/3, 1/6"],
      ["q", "1/5, 2/5, 2/5"],
    ],
  },
  {
    label: "a trade-off function by its vertices",
    group: "Guarantees",
    text: "trade-off(vertices=[{vertices}])",
    fields: [
      ["vertices", "[0, 1], [1/4, 1/4], [1, 0]"],
    ],
  },
  {
    label: "staircase",
    group: "Noise",
    text: "staircase(eps={eps}, gamma={gamma})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
      ["gamma", "0.3", evenly("0", "1", "0.01")],
    ],
  },
  {
    label: "Laplace",
    group: "Noise",
    text: "laplace(eps={eps})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "Gaussian (sigma)",
    group: "Noise",
    text: "gaussian(sigma={sigma})",
    fields: [
      ["sigma", "1", evenly("0.05", "20", "0.05")],
    ],
  },
  {
    label: "Gaussian, classical parameters",
    group: "Noise",
    text: "gaussian(sigma=sqrt(2*ln(5/(4*({delta}))))/({eps}))",
    fields: [
      ["eps", "0.6", evenly("0.01", "10", "0.01")],
      ["delta", "1e-5", logarithmic(-12, false)],
    ],
  },
  {
    label: "Gaussian DP (mu)",
    group: "Guarantees",
    text: "gdp(mu={mu})",
    fields: [
      ["mu", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "generalised Gaussian noise",
    group: "Noise",
    text: "generalised-gaussian(power={power}, scale={scale}, sensitivity={sensitivity})",
    fields: [
      ["power", "4", evenly("1", "8", "0.25")],
      ["scale", "2", evenly("0.1", "10", "0.1")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "matrix mechanism (correlated Gaussian noise)",
    group: "Noise",
    text: "matrix-gaussian(strategy=toeplitz(coefficients=[{coefficients}], n={n}), participation=min-sep(b={b}, k={k}), sigma={sigma})",
    fields: [
      ["coefficients", "1, 1/2, 3/8"],
      ["n", "60", evenly("1", "200", "1")],
      ["b", "20", evenly("1", "100", "1")],
      ["k", "3", evenly("1", "20", "1")],
      ["sigma", "1", evenly("0.05", "20", "0.05")],
    ],
  },
  {
    label: "exponential mechanism",
    group: "Selection and answers",
    text: "exponential(eps={eps})",
    also: ["exponential(eps={eps}, composition=adaptive)"],
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "exponential mechanism, chosen before any output",
    group: "Selection and answers",
    text: "exponential(eps={eps}, composition=non-adaptive)",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "exponential mechanism of given scores",
    group: "Selection and answers",
    text: "exponential(eps={eps}, scores=[{scores}], neighbour_scores=[{neighbour_scores}], sensitivity={sensitivity})",
    fields: [
      ["eps", "ln(4)", evenly("0.01", "10", "0.01")],
      ["scores", "0, -1, -2"],
      ["neighbour_scores", "-1, 0, -1"],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "report noisy max, exponential noise (permute-and-flip)",
    group: "Selection and answers",
    text: "noisy-max(noise=exponential, eps={eps})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "report noisy max, Laplace noise",
    group: "Selection and answers",
    text: "noisy-max(noise=laplace, eps={eps})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "report noisy max, Gumbel noise",
    group: "Selection and answers",
    text: "noisy-max(noise=gumbel, eps={eps})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "permute-and-flip of given scores",
    group: "Selection and answers",
    text: "noisy-max(noise=exponential, eps={eps}, scores=[{scores}], neighbour_scores=[{neighbour_scores}], sensitivity={sensitivity})",
    fields: [
      ["eps", "ln(4)", evenly("0.01", "10", "0.01")],
      ["scores", "0, -1, -2"],
      ["neighbour_scores", "-1, 0, -1"],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "sparse vector (above threshold)",
    group: "Selection and answers",
    text: "sparse-vector(threshold_eps={threshold_eps}, query_eps={query_eps}, cutoff={cutoff})",
    fields: [
      ["threshold_eps", "1/2", evenly("0.01", "10", "0.01")],
      ["query_eps", "1/2", evenly("0.01", "10", "0.01")],
      ["cutoff", "1", evenly("1", "100", "1")],
    ],
  },
  {
    label: "sparse vector of given queries",
    group: "Selection and answers",
    text: "sparse-vector(threshold_eps={threshold_eps}, query_eps={query_eps}, cutoff={cutoff}, queries=[{queries}], neighbour_queries=[{neighbour_queries}], threshold={threshold}, sensitivity={sensitivity})",
    fields: [
      ["threshold_eps", "1/2", evenly("0.01", "10", "0.01")],
      ["query_eps", "1/2", evenly("0.01", "10", "0.01")],
      ["cutoff", "1", evenly("1", "3", "1")],
      ["queries", "0, 0"],
      ["neighbour_queries", "1, -1"],
      ["threshold", "0"],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "discrete Laplace",
    group: "Noise",
    text: "discrete-laplace(eps={eps}, sensitivity={sensitivity})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "discrete Gaussian",
    group: "Noise",
    text: "discrete-gaussian(sigma_sq={sigma_sq}, sensitivity={sensitivity})",
    fields: [
      ["sigma_sq", "4", evenly("0.25", "100", "0.25")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "integer noise by its masses",
    group: "Noise",
    text: "additive(masses=[{masses}], sensitivity={sensitivity})",
    fields: [
      ["masses", "1/16, 4/16, 6/16, 4/16, 1/16"],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "binomial noise",
    group: "Noise",
    text: "additive(noise=binomial, trials={trials}, p={p}, sensitivity={sensitivity})",
    fields: [
      ["trials", "100", evenly("1", "1000", "1")],
      ["p", "1/2", evenly("0.01", "0.99", "0.01")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "discrete Laplace noise, truncated",
    group: "Noise",
    text: "additive(noise=truncated-discrete-laplace, eps={eps}, bound={bound}, sensitivity={sensitivity})",
    fields: [
      ["eps", "1", evenly("0.01", "10", "0.01")],
      ["bound", "10", evenly("1", "200", "1")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "Skellam noise",
    group: "Noise",
    text: "additive(noise=skellam, variance={variance}, sensitivity={sensitivity})",
    fields: [
      ["variance", "10", evenly("0.5", "200", "0.5")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "negative binomial noise",
    group: "Noise",
    text: "additive(noise=negative-binomial, failures={failures}, p={p}, sensitivity={sensitivity})",
    fields: [
      ["failures", "5", evenly("1", "100", "1")],
      ["p", "1/2", evenly("0.01", "0.99", "0.01")],
      ["sensitivity", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "keys above a threshold, Laplace",
    group: "Selection and answers",
    text: "thresholded(noise=laplace, scale={scale}, sensitivity=1, threshold={threshold}, keys={keys})",
    fields: [
      ["scale", "1", evenly("0.1", "20", "0.1")],
      ["threshold", "10", evenly("0", "100", "0.5")],
      ["keys", "1", evenly("1", "2", "1")],
    ],
  },
  {
    label: "keys above a threshold, Gaussian",
    group: "Selection and answers",
    text: "thresholded(noise=gaussian, scale={scale}, sensitivity=1, threshold={threshold}, keys={keys})",
    fields: [
      ["scale", "2", evenly("0.1", "20", "0.1")],
      ["threshold", "10", evenly("0", "100", "0.5")],
      ["keys", "1", evenly("1", "20", "1")],
    ],
  },
  {
    label: "zero-concentrated DP (rho)",
    group: "Guarantees",
    text: "zcdp(rho={rho})",
    fields: [
      ["rho", "0.5", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "Poisson sample, Gaussian (DP-SGD)",
    group: "Samples and compositions",
    text: "poisson({rate}, gaussian(sigma={sigma}))",
    also: ["subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism=gaussian(sigma={sigma}))"],
    fields: [
      ["rate", "0.1", logarithmic(-6, false)],
      ["sigma", "1", evenly("0.05", "20", "0.05")],
    ],
  },
  {
    label: "Poisson sample, Laplace",
    group: "Samples and compositions",
    text: "poisson({rate}, laplace(eps={eps}))",
    also: ["subsample(method=poisson, rate={rate}, adjacency=add-remove, mechanism=laplace(eps={eps}))"],
    fields: [
      ["rate", "0.1", logarithmic(-6, false)],
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "sample without replacement, (eps, delta)-DP",
    group: "Samples and compositions",
    text: "subsample(method=without-replacement, rate={rate}, adjacency=replace-one, mechanism=approx-dp(eps={eps}, delta={delta}))",
    fields: [
      ["rate", "0.1", logarithmic(-6, false)],
      ["eps", "1", evenly("0.01", "10", "0.01")],
      ["delta", "0", logarithmic(-12, true)],
    ],
  },
  {
    label: "truncated Poisson sample, Gaussian",
    group: "Samples and compositions",
    text: "truncated-poisson({rate}, n={n}, max_batch={max_batch}, gaussian(sigma={sigma}))",
    fields: [
      ["rate", "0.1", logarithmic(-6, false)],
      ["n", "1000"],
      ["max_batch", "20", evenly("1", "100", "1")],
      ["sigma", "1", evenly("0.05", "20", "0.05")],
    ],
  },
  {
    label: "random allocation: one of several steps, Gaussian",
    group: "Samples and compositions",
    text: "random-allocation(steps={steps}, mechanism=gaussian(sigma={sigma}))",
    fields: [
      ["steps", "100", evenly("1", "1000", "1")],
      ["sigma", "1", evenly("0.3", "10", "0.1")],
    ],
  },
  {
    label: "shuffled batches, Gaussian: an epoch",
    group: "Samples and compositions",
    text: "shuffled-batches(batches={batches}, adjacency=zero-out, mechanism=gaussian(sigma={sigma}))",
    fields: [
      ["batches", "100", evenly("1", "1000", "1")],
      ["sigma", "1", evenly("0.3", "10", "0.1")],
    ],
  },
  {
    label: "Poisson sample, Gaussian, a group",
    group: "Operators",
    text: "group(size={size}, mechanism=poisson({rate}, gaussian(sigma={sigma})))",
    fields: [
      ["size", "2", evenly("1", "8", "1")],
      ["rate", "0.1", logarithmic(-6, false)],
      ["sigma", "1", evenly("0.05", "20", "0.05")],
    ],
  },
  {
    label: "group, Laplace",
    group: "Operators",
    text: "group(size={size}, mechanism=laplace(eps={eps}))",
    fields: [
      ["size", "2", evenly("1", "50", "1")],
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "erasure, Laplace",
    group: "Operators",
    text: "erasure(rate={rate}, mechanism=laplace(eps={eps}))",
    fields: [
      ["rate", "0.5", evenly("0", "1", "0.01")],
      ["eps", "1", evenly("0.01", "10", "0.01")],
    ],
  },
  {
    label: "private selection: the best of a geometric number of runs",
    group: "Selection and answers",
    text: "private-selection(base=approx-dp(eps={eps}, delta={delta}), runs=geometric, gamma={gamma})",
    fields: [
      ["eps", "0.1", evenly("0.01", "10", "0.01")],
      ["delta", "1e-6", logarithmic(-12, true)],
      ["gamma", "0.1", evenly("0.01", "0.99", "0.01")],
    ],
  },
  {
    label: "private selection: the best of a Poisson number of runs",
    group: "Selection and answers",
    text: "private-selection(base=approx-dp(eps={eps}, delta={delta}), runs=poisson, mean={mean})",
    fields: [
      ["eps", "0.1", evenly("0.01", "10", "0.01")],
      ["delta", "1e-6", logarithmic(-12, true)],
      ["mean", "10", evenly("1", "100", "1")],
    ],
  },
  {
    label: "private selection of given outcomes",
    group: "Selection and answers",
    text: "private-selection(p=[{p}], q=[{q}], runs=geometric, gamma={gamma})",
    fields: [
      ["p", "1/2, 1/3, 1/6"],
      ["q", "1/4, 1/2, 1/4"],
      ["gamma", "1/4", evenly("0.01", "0.99", "0.01")],
    ],
  },
  {
    label: "mixture of shifts, Gaussian",
    group: "Noise",
    text: "mixture-of-shifts(noise=gaussian(sigma={sigma}), p=[{p}], shifts=[{shifts}])",
    fields: [
      ["sigma", "1", evenly("0.05", "20", "0.05")],
      ["p", "81/100, 18/100, 1/100"],
      ["shifts", "0, 1, 2"],
    ],
  },
  {
    label: "Gaussian noise of two scales",
    group: "Noise",
    text: "gaussian-scales(ratio={ratio}, dimension={dimension})",
    fields: [
      ["ratio", "11/10", evenly("1", "3", "0.01")],
      ["dimension", "10", evenly("1", "1000", "1")],
    ],
  },
];
