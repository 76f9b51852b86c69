// Privacy against utility: a conclusion of a theorem over one of its parameters, and the region at a marked value.

import { Picture } from "./picture.js";
import { quoted } from "./save.js";
import { query } from "./server.js";
import { change, current } from "./state.js";

const place = document.getElementById("theorem-editor");

/** What the mechanism of a theorem is, with its parameters. */
const MECHANISMS = {
  "laplace-noise": "laplace(scale={scale}, sensitivity=1)",
  "discrete-laplace-noise": "discrete-laplace(eps={eps}, sensitivity=1)",
  "gaussian-noise": "gaussian(sigma=sqrt(2*ln(5/(4*({delta}))))/({eps}))",
  "randomized-response-estimator": "randomized-response(eps=ln((1+2*({gamma}))/(1-2*({gamma}))), categories=2)",
  "randomized-response-utility": "randomized-response(eps={eps}, categories={categories})",
  "exponential-mechanism": "approx-dp(eps={eps}, delta=0)",
  "exponential-utility": "approx-dp(eps={eps}, delta=0)",
  "histogram-error": "laplace(eps={eps})",
  "mean-error": "gaussian(sigma=sqrt(2*ln(5/(4*({delta}))))/({eps}))",
  "median-utility": "approx-dp(eps={eps}, delta=0)",
};

/** Over what a theorem is drawn at first, and where the marker stands. */
const USUAL = {
  "laplace-noise": ["scale", "0.5", "10", "2"],
  "gaussian-noise": ["eps", "0.05", "0.95", "0.5"],
  "mean-error": ["eps", "0.05", "0.95", "0.5"],
  "randomized-response-estimator": ["gamma", "0.01", "0.45", "0.25"],
};
const USUALLY = ["eps", "0.1", "3", "1"];

let theorems = [];
let shown = "";

const load = async () => {
  try {
    theorems = await (await fetch("/utilities")).json();
    change({});
  } catch {
    setTimeout(load, 2000);
  }
};

/** `bins=10, n=100, scores=[1, 2]` as its parts; lists keep their commas. */
const parsed = (example) =>
  Object.fromEntries(
    [...example.matchAll(/([\w-]+)=(\[[^\]]*\]|[^,]*)/g)].map(([, name, value]) => [name, value.trim()]),
  );

const found = (state) => theorems.find(({ name }) => name === state.theorem) ?? theorems.find(({ name }) => name === "mean-error");

/** All that is asked, with what is usual where nothing is said. */
const asked = (state) => {
  const theorem = found(state);
  if (!theorem) return null;
  const [name, from, to, marker] = USUAL[theorem.name] ?? USUALLY;
  const over = state.over || name;
  const isUsual = over === name;
  return {
    theorem,
    over,
    values: { ...parsed(theorem.example), ...state.values },
    from: state.values["over.from"] ?? (isUsual ? from : "1"),
    to: state.values["over.to"] ?? (isUsual ? to : "100"),
    marker: state.marker || (isUsual ? marker : ""),
    isLog: Boolean(state.log),
  };
};

const listOf = (text) => (text.startsWith("[") ? text.slice(1, -1).split(",").map((one) => one.trim()) : text);

const parameters = ({ theorem, over, values }) =>
  Object.fromEntries(theorem.parameters.filter((name) => name !== over && values[name]).map((name) => [name, listOf(values[name])]));

export const request = (state, isFine) => {
  const all = asked(state);
  if (!all) return null;
  const { theorem, over, from, to, marker, isLog } = all;
  const wanted = {
    utility: { name: theorem.name, ...parameters(all) },
    over: { [over]: [from, to] },
    scale: isLog ? "logarithmic" : "linear",
    points: isFine ? 64 : 16,
  };
  if (state.conclusion) wanted.conclusions = [state.conclusion];
  if (marker) wanted.at = marker;
  return wanted;
};

/** The command line that makes the picture. */
export const commandLine = (state) => {
  const all = asked(state);
  if (!all) return "";
  const given = Object.entries(parameters(all)).map(([name, value]) => `${name}=${Array.isArray(value) ? `[${value.join(", ")}]` : value}`);
  const parts = ["dpcert plot --utility", quoted(`${all.theorem.name}(${given.join(", ")})`)];
  parts.push("--over", quoted(`${all.over}=${all.from}..${all.to}`));
  if (all.isLog) parts.push("--scale logarithmic");
  if (state.conclusion) parts.push(`--conclusion ${quoted(state.conclusion)}`);
  if (all.marker) parts.push(`--at ${quoted(all.marker)}`);
  return `${parts.join(" ")} -o picture.svg`;
};

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const field = (id, label, value, changed) => {
  const input = element("input", { type: "text", id: `utility-${id}`, value, autocomplete: "off", spellcheck: false });
  input.addEventListener("input", () => changed(input.value.trim()));
  return element("div", { className: "field" }, element("label", { htmlFor: input.id, textContent: label }), input);
};

const choice = (id, label, options, value, changed) => {
  const select = element("select", { id: `utility-${id}` }, ...options.map((one) => new Option(one || "the first one", one)));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return element("div", { className: "row" }, element("label", { htmlFor: select.id, textContent: label }), select);
};

const printed = ({ printed: entries }) => {
  const made = element("details", {}, element("summary", { textContent: "What the thesis prints" }));
  for (const { id, locus, statement, formula, verdict, correction } of entries) {
    const text = `${id}, ${locus}: ${statement} ${formula} (${verdict}${correction ? `: ${correction}` : ""})`;
    made.append(element("p", { textContent: text }));
  }
  return made;
};

const conclusionsOf = async (all) => {
  const theorem = { name: all.theorem.name, ...parameters(all), [all.over]: all.marker || all.from };
  const [answer] = await query([{ id: 0, theorem, digits: 6 }]);
  return (answer.conclusions ?? []).map(({ name }) => name);
};

const set = (name, value) => change({ values: { ...current().values, [name]: value } });

/** The form; it is made anew for another theorem or another parameter. */
export const draw = (state) => {
  const all = state.tab === "utility" && asked(state);
  if (!all) return;
  region.show((isFine) => regionOf(current(), isFine));
  const key = `${all.theorem.name} ${all.over}`;
  if (key === shown) return;
  shown = key;
  const { theorem } = all;
  const names = theorems.map(({ name }) => name);
  const conclusion = element("div");
  conclusionsOf(all).then((known) => {
    conclusion.replaceChildren(choice("conclusion", "draw", ["", ...known], state.conclusion, (value) => change({ conclusion: value }, true)));
  }, () => {});
  const log = element("input", { type: "checkbox", id: "utility-log", checked: all.isLog });
  log.addEventListener("change", () => change({ log: log.checked }, true));
  place.replaceChildren(
    element("h2", { textContent: "Utility" }),
    choice("theorem", "of", names, theorem.name, (name) => change({ theorem: name, over: "", conclusion: "", marker: "", values: {}, window: null }, true)),
    element("p", { className: "soft", textContent: `${theorem.statement}. ${theorem.source}. ${theorem.domain}.` }),
    choice("over", "over", theorem.parameters, all.over, (over) => {
      const { "over.from": from, "over.to": to, ...values } = current().values;
      change({ over, marker: "", values, window: null }, true);
    }),
    field("from", "from", all.from, (value) => set("over.from", value)),
    field("to", "to", all.to, (value) => set("over.to", value)),
    field("marker", "marked", all.marker, (value) => change({ marker: value })),
    element("label", {}, log, " logarithmic axis"),
    ...theorem.parameters.filter((name) => name !== all.over).map((name) => field(name, name, all.values[name] ?? "", (value) => set(name, value))),
    conclusion,
    element("p", { id: "utility-problem", className: "problem" }),
    printed(theorem),
  );
};

/** Says what is wrong, at its field. */
export const explain = (field, said) => {
  const problem = document.getElementById("utility-problem");
  if (!problem) return false;
  place.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  problem.textContent = said;
  const name = /([\w-]+)(?:\[(\d)\])?$/.exec(field ?? "");
  const over = current().over || asked(current())?.over;
  const id = name && (name[1] === over ? ["from", "to"][name[2] ?? 0] : name[1] === "at" ? "marker" : name[1]);
  document.getElementById(`utility-${id}`)?.setAttribute("aria-invalid", "true");
  return true;
};

/** Nothing is wrong any more. */
export const clear = () => explain(null, "");

/** The region of the mechanism at the marked value. */
const regionOf = (state, isFine) => {
  const all = state.tab === "utility" && asked(state);
  const text = all && all.marker && MECHANISMS[all.theorem.name];
  if (!text) return null;
  const values = { ...all.values, [all.over]: all.marker };
  const names = [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name);
  if (!names.every((name) => values[name])) return null;
  const mechanism = text.replace(/\{([\w-]+)\}/g, (_, name) => values[name]);
  return { show: "regions", mechanisms: [mechanism], gap: isFine ? "0.001" : "0.01" };
};

const region = new Picture(document.getElementById("region-of-utility"), {
  problem: (answer) => {
    region.canvas.replaceChildren();
    region.status.textContent = answer.reason;
  },
  drawn: () => {},
});

load();
