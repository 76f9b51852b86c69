// Privacy against utility: a conclusion of a theorem over one of its parameters, and the region at a marked value.

import { element, numberField } from "./field.js";
import { Picture } from "./picture.js";
import { PARAMETERS, QUERIES, conclusionInWords } from "./queries.js";
import { quoted } from "./save.js";
import { get, post, query, sentence } from "./server.js";
import { change, current } from "./state.js";

const place = document.getElementById("theorem-editor");

let theorems = [];
let shown = "";

const load = async () => {
  try {
    theorems = await (await get("/utilities")).json();
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

/** A theorem that the address names and the page does not have, in a sentence. */
export const unknown = ({ tab, theorem }) =>
  tab !== "utility" || !theorem || theorems.length === 0 || theorems.some(({ name }) => name === theorem)
    ? []
    : [`The address names a theorem "${theorem}", which is not one about utility: the error of a mean is shown.`];

/** All that is asked, with what is usual where nothing is said. */
const asked = (state) => {
  const theorem = found(state);
  if (!theorem) return null;
  const [name, from, to, marker] = QUERIES[theorem.name].axis;
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

const choice = (id, label, options, value, changed) => {
  const select = element("select", { id: `utility-${id}` }, ...options.map(([text, one]) => new Option(text, one)));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return element("div", { className: "row" }, element("label", { htmlFor: select.id, textContent: label }), select);
};

const printed = ({ printed: entries }) => {
  const made = element("details", {}, element("summary", { textContent: "What the thesis prints" }));
  for (const { id, place, statement, formula, verdict, correction } of entries) {
    const text = `${id}, ${place}: ${statement} ${formula} (${verdict}${correction ? `: ${correction}` : ""})`;
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

const toTheorem = (name) => change({ theorem: name, over: "", conclusion: "", marker: "", values: {}, window: null }, true);

/** The query and its mechanism, in words. */
const choices = (theorem) => {
  const { query: own } = QUERIES[theorem.name];
  const first = new Map(theorems.map(({ name }) => [QUERIES[name].query, name]).reverse());
  const queries = theorems.map(({ name }) => QUERIES[name].query).filter((one, index, all) => all.indexOf(one) === index);
  const mechanisms = theorems.filter(({ name }) => QUERIES[name].query === own).map(({ name }) => [QUERIES[name].mechanism, name]);
  return [
    choice("query", "Query", queries.map((one) => [one, first.get(one)]), first.get(own), toTheorem),
    choice("theorem", "Mechanism", mechanisms, theorem.name, toTheorem),
  ];
};

const inWords = (name) => PARAMETERS[name]?.label ?? name;

/** A field for a number of the form, which keeps its slider. */
const fieldOf = (id, label, name, value, changed) =>
  numberField({ id: `utility-${id}`, label, value, slider: PARAMETERS[name]?.slider ?? null, changed });

let fields = {};

/** Writes the values of the state into the form. */
const fill = (all) => {
  for (const [id, field] of Object.entries(fields)) field.set({ from: all.from, to: all.to, marker: all.marker }[id] ?? all.values[id] ?? "");
};

/** The form; it is made anew for another theorem or another parameter, and its values are written in place. */
export const draw = (state) => {
  const all = state.tab === "utility" && asked(state);
  if (!all) return;
  region.show((isFine) => regionOf(current(), isFine));
  const key = `${all.theorem.name} ${all.over}`;
  if (key === shown) {
    fill(all);
    return;
  }
  shown = key;
  const { theorem } = all;
  const conclusion = element("div");
  conclusionsOf(all).then((known) => {
    if (known.length < 2) return;
    const options = known.map((name, index) => [conclusionInWords(name), index === 0 ? "" : name]);
    conclusion.replaceChildren(choice("conclusion", "Vertical axis", options, state.conclusion, (value) => change({ conclusion: value }, true)));
  }, () => {});
  const log = element("input", { type: "checkbox", id: "utility-log", checked: all.isLog });
  log.addEventListener("change", () => change({ log: log.checked }, true));
  const others = theorem.parameters.filter((name) => name !== all.over);
  const over = inWords(all.over);
  fields = Object.fromEntries([
    ["marker", fieldOf("marker", over, all.over, all.marker, (value) => change({ marker: value }))],
    ...others.map((name) => [name, fieldOf(name, inWords(name), name, all.values[name] ?? "", (value) => set(name, value))]),
    ["from", fieldOf("from", "from", null, all.from, (value) => set("over.from", value))],
    ["to", fieldOf("to", "to", null, all.to, (value) => set("over.to", value))],
  ]);
  const row = (name) => fields[name].row;
  place.replaceChildren(
    ...choices(theorem),
    element("p", { className: "soft", textContent: `${theorem.statement}. ${theorem.source}. ${theorem.domain}.` }),
    row("marker"),
    ...others.map(row),
    conclusion,
    element("h2", { textContent: "Horizontal axis" }),
    choice("over", "Parameter", theorem.parameters.map((name) => [inWords(name), name]), all.over, (name) => {
      const { "over.from": from, "over.to": to, ...values } = current().values;
      change({ over: name, marker: "", values, window: null }, true);
    }),
    row("from"),
    row("to"),
    element("label", {}, log, " Logarithmic"),
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
  const text = all && all.marker && QUERIES[all.theorem.name].text;
  if (!text) return null;
  const values = { ...all.values, [all.over]: all.marker };
  const names = [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name);
  if (!names.every((name) => values[name])) return null;
  // A plain number needs no parentheses around it.
  const isPlain = (name) => /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(values[name]);
  const mechanism = text
    .replace(/([*/])\(\{([\w-]+)\}\)/g, (whole, sign, name) => (isPlain(name) ? sign + values[name] : whole))
    .replace(/\{([\w-]+)\}/g, (_, name) => values[name]);
  return { show: "regions", mechanisms: [mechanism], gap: isFine ? "0.001" : "0.01" };
};

/** A drawing as wide as its place, with a height in proportion: its letters are as large there as those beside it. */
const drawRegion = async (scene) => {
  const width = Math.min(560, Math.max(300, document.querySelector("#region-of-utility > .canvas").clientWidth));
  const layout = { width, height: Math.round(width * 0.61), legend: false };
  return (await post("/draw?as=svg", JSON.stringify({ ...scene, layout }))).text();
};

const region = new Picture(document.getElementById("region-of-utility"), document.getElementById("under-region"), {
  problem: (answer) => {
    region.clear();
    region.say(`The region is not drawn: ${sentence(answer)}`, true);
  },
  drawn: () => {},
  draw: drawRegion,
});

load();
