// The list of mechanisms, and the form of the one that is selected.

import { filled, repeatedText, understood, usual } from "./catalogue.js";
import { evenly } from "./exact.js";
import { element, numberField } from "./field.js";
import { sentences } from "./server.js";
import { change, changeLayer, current } from "./state.js";
import { GROUPS, KINDS } from "./templates.js";
import { inLetters, withLetters, withPowers } from "./words.js";

const list = document.getElementById("layers");
const form = document.getElementById("form");
const text = document.getElementById("mechanism");
const label = document.getElementById("layer-name");
const problem = document.getElementById("mechanism-problem");
const add = document.getElementById("add");
const filter = document.getElementById("filter");
const combine = document.getElementById("combine");
const named = document.getElementById("combination-name");

const COMBINATIONS = {
  composition: (parts) => parts.map((part) => (/[*]/.test(part) ? `(${part})` : part)).join(" * "),
  intersection: (parts) => `intersection(mechanisms=[${parts.join(", ")}])`,
  union: (parts) => `union(mechanisms=[${parts.join(", ")}])`,
  mixture: (parts) =>
    `mixture(weights=[${parts.map(() => `1/${parts.length}`).join(", ")}], mechanisms=[${parts.join(", ")}])`,
  inverse: ([part]) => `inverse(mechanism=${part})`,
  symmetrised: ([part]) => `symmetrised(mechanism=${part})`,
};

/** A list of so many names is folded. */
const MANY_NAMES = 12;
const REPETITIONS = evenly("1", "200", "1");

export const nameOf = (layer) => layer.name || layer.text;

/** The name of a layer for the eye. */
export const shownName = (layer) => withPowers(nameOf(layer));

/** The indices of the layers that are not hidden. */
export const visible = ({ layers }) => layers.flatMap(({ isHidden }, index) => (isHidden ? [] : [index]));

export const show = (index, isShown) => changeLayer(index, { isHidden: !isShown }, true);

/** A row of the list. */
const rowOf = () => {
  const shown = element("input", { type: "checkbox", title: "Show this curve" });
  const select = element("input", { type: "radio", name: "selected" });
  const [look, number] = [element("span", { className: "look" }), element("span")];
  const name = element("span", { className: "line" });
  const remove = element("button", { type: "button", textContent: "×", title: "Delete" });
  const label = element("label", { className: "name" }, select, look, number, name);
  const answers = ["ε: ", "δ: "].map((asked) =>
    element("span", {}, element("span", { className: "unseen", textContent: asked }), element("span", { className: "answer" })),
  );
  const values = element("p", { className: "answers", ariaLive: "polite" }, ...answers);
  const row = element("li", {}, shown, label, remove, values);
  const index = () => [...list.children].indexOf(row);
  shown.addEventListener("change", () => show(index(), shown.checked));
  select.addEventListener("change", () => change({ selected: index() }, true));
  remove.addEventListener("click", () => removeLayer(index()));
  const set = (layer, at, state) => {
    shown.checked = !layer.isHidden;
    shown.setAttribute("aria-label", `show ${nameOf(layer)}`);
    select.id = `layer-${at}`;
    select.checked = at === state.selected;
    [number.className, number.textContent, name.textContent] = [`number t${at}`, `${at + 1}`, shownName(layer)];
    row.title = shownName(layer);
    remove.setAttribute("aria-label", `delete ${nameOf(layer)}`);
    remove.disabled = state.layers.length === 1;
  };
  return { row, set };
};

let rows = [];

/** Draws how each curve looks beside its name: `lookOf(index)` is a line, a symbol, or nothing. */
export const drawLooks = (lookOf) =>
  [...list.children].forEach((row, index) => row.querySelector(".look").replaceChildren(lookOf(index) ?? ""));

/** Writes the numbers of a mechanism into its row. */
export const writeAnswers = (index, answers) =>
  list.children[index]?.querySelectorAll(".answer").forEach((place, which) => {
    const { textContent, title, isReason, isWaited } = answers[which];
    place.classList.toggle("waited", Boolean(isWaited));
    // Until the answer is there, the last one is shown as such.
    if (isWaited) return;
    if (place.textContent !== textContent) place.textContent = textContent;
    place.title = title;
    place.classList.toggle("soft", Boolean(isReason));
  });

/** The list: its rows are kept, so that none is replaced under the hand. */
const drawList = (state) => {
  while (rows.length < state.layers.length) rows.push(rowOf());
  rows = rows.slice(0, state.layers.length);
  if (list.children.length !== rows.length) list.replaceChildren(...rows.map(({ row }) => row));
  rows.forEach(({ set }, index) => set(state.layers[index], index, state));
};

const removeLayer = (index) => {
  const { layers, selected, a, b } = current();
  const last = layers.length - 2;
  const moved = (at) => Math.max(0, Math.min(last, at > index ? at - 1 : at));
  change({ layers: layers.filter((_, at) => at !== index), selected: moved(selected), a: moved(a), b: moved(b) }, true);
};

/** The form that is shown: its kind, and a way to write values into it. */
let shown = { kind: undefined, set: () => {} };

const formOf = (kind) => {
  if (!kind) {
    form.replaceChildren(element("p", { className: "soft", textContent: "There are no sliders for this expression." }));
    return { kind, set: () => {} };
  }
  let values = {};
  let repeated = "1";
  const write = () => changeLayer(current().selected, { text: repeatedText(filled(kind, values), repeated) });
  const fields = kind.fields.map(([name, value, slider]) => {
    const changed = (to) => {
      values[name] = to;
      write();
    };
    return [name, numberField({ id: `field-${name}`, label: inLetters(name), value, slider, changed })];
  });
  const changed = (to) => {
    repeated = to;
    write();
  };
  const times = numberField({ id: "field-times", label: "repetitions", value: repeated, slider: REPETITIONS, changed });
  const title = element("p", { className: "kind", textContent: withLetters(kind.label) });
  form.replaceChildren(title, ...fields.map(([, { row }]) => row), times.row);
  const set = (found) => {
    values = { ...found.values };
    repeated = found.repeated;
    for (const [name, field] of fields) field.set(values[name]);
    times.set(repeated);
  };
  return { kind, set };
};

/** The form of the selected layer: values are written into it, and it is made anew for another kind only. */
const drawForm = (state) => {
  const layer = state.layers[state.selected];
  if (document.activeElement !== text) text.value = layer.text;
  if (document.activeElement !== label) label.value = layer.name ?? "";
  const found = understood(layer.text);
  // What somebody writes into a field may be of no kind for a while.
  if (state.selected === shown.layer && form.contains(document.activeElement) && found?.kind !== shown.kind) return;
  if (found?.kind !== shown.kind || shown.kind === undefined) shown = formOf(found?.kind);
  shown.layer = state.selected;
  if (found) shown.set(found);
};

/** A text with its end marked, or the one word that a reason ends with; nothing where it has no such word, or several. */
const marked = (text, reason) => {
  const mark = (word) => element("mark", { textContent: word });
  if (reason.endsWith(": the text ends here")) return [text, mark(" ")];
  const [, wrong] = /"([^"]+)"$/.exec(reason) ?? [];
  const words = text.split(/([\w.-]+)/);
  if (words.filter((word) => word === wrong).length !== 1) return [];
  return words.map((word) => (word === wrong ? mark(word) : word));
};

/** The way out of an error; a long list of names is folded. */
const wayOut = (help) => {
  const [, listed, more] = /^one of (.*) is expected here(.*)$/.exec(help) ?? [];
  const names = listed?.split(", ") ?? [];
  if (names.length < MANY_NAMES) return help;
  return element("details", {}, element("summary", { textContent: `the ${names.length} names that are known here` }), names.join(", ") + more);
};

/** What is wrong, where, and the way out, a line each. */
const lines = (answer, text) => {
  const [reason, help] = sentences(answer);
  const [place, way] = [marked(text, reason), help ? [wayOut(help)] : []];
  return [[reason], place, way].filter((line) => line.length > 0).flatMap((line, at) => (at === 0 ? line : ["\n", ...line]));
};

/** Says at its field what is wrong with the selected mechanism, and marks each mechanism that is not drawn. */
export const explain = (index, answer) => {
  // Nothing is wrong with a mechanism that this tab does not draw.
  const isWrong = answer.status === "error";
  list.children[index]?.classList.add(isWrong ? "wrong" : "undrawn");
  if (index !== current().selected || !isWrong) return;
  const name = /([\w-]*)$/.exec(answer.field ?? "")[1];
  const empty = [...form.querySelectorAll("[type=text]")].find(({ value }) => value.trim() === "");
  const field = document.getElementById(`field-${name}`) ?? empty ?? text;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "mechanism-problem");
  problem.replaceChildren(...lines(answer, current().layers[index].text));
};

/** Nothing is wrong any more. */
export const clear = () => {
  problem.textContent = "";
  document.querySelectorAll("#selected [aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
  [...list.children].forEach((row) => row.classList.remove("wrong", "undrawn"));
};

export const draw = (state) => {
  drawList(state);
  drawForm(state);
};

const append = (layer) => {
  const { layers } = current();
  change({ layers: [...layers, layer], selected: layers.length }, true);
};

/** The kinds whose label or text has every word of the filter. */
const matching = () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  return KINDS.filter(({ label, text }) => words.every((word) => `${label} ${text}`.toLowerCase().includes(word)));
};

/** The menu of kinds, in their groups. */
const writeMenu = () => {
  const kinds = matching();
  const option = (kind) => new Option(withLetters(kind.label), KINDS.indexOf(kind));
  const group = (label) => element("optgroup", { label }, ...kinds.filter((kind) => kind.group === label).map(option));
  const said = filter.value.trim() ? `Add one of ${kinds.length} ...` : "Add a mechanism ...";
  add.replaceChildren(new Option(said, ""), ...GROUPS.map(group).filter((one) => one.children.length > 0));
};

const addKind = (kind) => {
  filter.value = "";
  writeMenu();
  append({ text: filled(kind, usual(kind)) });
};

writeMenu();
filter.addEventListener("input", writeMenu);
// The first of those that are left is added by Enter.
filter.addEventListener("keydown", ({ key }) => key === "Enter" && matching()[0] && addKind(matching()[0]));
add.addEventListener("change", () => addKind(KINDS[add.value]));

Object.keys(COMBINATIONS).forEach((name) => combine.append(element("option", { value: name, textContent: name })));
combine.addEventListener("change", () => {
  const { layers, selected } = current();
  const name = combine.value;
  combine.value = "";
  const isUnary = ["inverse", "symmetrised"].includes(name);
  const parts = (isUnary ? [selected] : visible(current())).map((index) => layers[index].text);
  if (!isUnary && parts.length < 2) {
    problem.textContent = `show two or more mechanisms for a ${name}`;
    return;
  }
  const title = named.value.trim();
  named.value = "";
  append({ text: COMBINATIONS[name](parts), name: title || undefined });
});

text.addEventListener("input", () => changeLayer(current().selected, { text: text.value }));
label.addEventListener("input", () => changeLayer(current().selected, { name: label.value || undefined }));
