// The list of mechanisms, and the form of the one that is selected.

import { KINDS, filled, repeatedText, understood, usual } from "./catalogue.js";
import { atPlace, placeOf } from "./exact.js";
import { sentence } from "./server.js";
import { change, changeLayer, current } from "./state.js";

const list = document.getElementById("layers");
const form = document.getElementById("form");
const text = document.getElementById("mechanism");
const label = document.getElementById("layer-name");
const problem = document.getElementById("mechanism-problem");
const add = document.getElementById("add");
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

const checked = new Set();

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

export const nameOf = (layer) => layer.name || layer.text;

/** The list, with a line of each layer. */
const drawList = (state) => {
  const rows = state.layers.map((layer, index) => {
    const select = element("input", { type: "radio", name: "selected", id: `layer-${index}`, checked: index === state.selected });
    select.addEventListener("change", () => change({ selected: index }, true));
    const tick = element("input", { type: "checkbox", checked: checked.has(index) });
    tick.setAttribute("aria-label", `combine ${nameOf(layer)}`);
    tick.addEventListener("change", () => {
      if (tick.checked) checked.add(index);
      else checked.delete(index);
    });
    const name = element("label", { htmlFor: `layer-${index}` });
    name.append(element("span", { className: `number t${index}`, textContent: `${index + 1}` }), ` ${nameOf(layer)}`);
    const remove = element("button", { type: "button", textContent: "×", title: "Delete" });
    remove.setAttribute("aria-label", `delete ${nameOf(layer)}`);
    remove.disabled = state.layers.length === 1;
    remove.addEventListener("click", () => removeLayer(index));
    return element("li", {}, tick, select, name, remove);
  });
  list.replaceChildren(...rows);
};

const removeLayer = (index) => {
  const { layers, selected, a, b } = current();
  const last = layers.length - 2;
  const moved = (at) => Math.max(0, Math.min(last, at > index ? at - 1 : at));
  checked.clear();
  change({ layers: layers.filter((_, at) => at !== index), selected: moved(selected), a: moved(a), b: moved(b) }, true);
};

/** The number of a field, as a slider and as it is written. */
const fieldOf = (name, value, range, changed) => {
  const id = `field-${name}`;
  const exact = element("input", { type: "text", id, value, autocomplete: "off", spellcheck: false });
  const row = element("div", { className: "field" }, element("label", { htmlFor: id, textContent: name }));
  if (range.length === 3) {
    const [from, to, step] = range;
    const slider = element("input", { type: "range", min: 0, max: placeOf(from, step, to), step: 1 });
    slider.setAttribute("aria-label", `${name} as a slider`);
    const slide = () => {
      const place = placeOf(from, step, exact.value);
      slider.disabled = place === null;
      if (place !== null) slider.value = place;
      slider.setAttribute("aria-valuetext", exact.value);
    };
    slide();
    slider.addEventListener("input", () => {
      exact.value = atPlace(from, step, slider.value);
      slider.setAttribute("aria-valuetext", exact.value);
      changed(exact.value);
    });
    exact.addEventListener("input", () => {
      slide();
      changed(exact.value);
    });
    row.append(slider);
  } else {
    exact.addEventListener("input", () => changed(exact.value));
  }
  row.append(exact);
  return row;
};

let shown = null;

/** The form of the selected layer; it is left as it is while somebody writes in it. */
const drawForm = (state) => {
  const layer = state.layers[state.selected];
  if (document.activeElement !== text) text.value = layer.text;
  if (document.activeElement !== label) label.value = layer.name ?? "";
  if (state.selected === shown && form.contains(document.activeElement)) return;
  shown = state.selected;
  const found = understood(layer.text);
  if (!found) {
    form.replaceChildren(element("p", { className: "soft", textContent: "This mechanism is edited as a text." }));
    return;
  }
  const values = { ...found.values };
  let times = found.repeated;
  const write = () => changeLayer(current().selected, { text: repeatedText(filled(found.kind, values), times) });
  const fields = found.kind.fields.map(([name, , ...range]) =>
    fieldOf(name, values[name], range, (value) => {
      values[name] = value;
      write();
    }),
  );
  const repeated = fieldOf("times", times, ["1", "200", "1"], (value) => {
    times = value;
    write();
  });
  form.replaceChildren(element("p", { className: "kind", textContent: found.kind.label }), ...fields, repeated);
};

/** Says at its field what is wrong with a mechanism; returns false where the answer is about something else. */
export const explain = (answer) => {
  clear();
  const place = /^scene\.mechanisms\[(\d+)\](?:\.mechanism)*\.?([\w-]*)/.exec(answer.field ?? "");
  if (!place) return false;
  const index = Number(place[1]);
  const said = sentence(answer);
  list.children[index]?.classList.add("wrong");
  if (index !== current().selected) {
    problem.textContent = `${index + 1}: ${said}`;
    return true;
  }
  const field = document.getElementById(`field-${place[2]}`) ?? text;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "mechanism-problem");
  problem.textContent = said;
  return true;
};

/** Nothing is wrong any more. */
export const clear = () => {
  problem.textContent = "";
  document.querySelectorAll("#editor [aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
  list.querySelectorAll(".wrong").forEach((row) => row.classList.remove("wrong"));
};

let before = "";

export const draw = (state) => {
  // What was wrong with another one is no longer of interest.
  const which = `${state.selected} of ${state.layers.length}`;
  if (which !== before) clear();
  before = which;
  drawList(state);
  drawForm(state);
};

const append = (layer) => {
  const { layers } = current();
  change({ layers: [...layers, layer], selected: layers.length }, true);
};

KINDS.forEach((kind, index) => add.append(element("option", { value: index, textContent: kind.label })));
add.addEventListener("change", () => {
  const kind = KINDS[add.value];
  add.value = "";
  append({ text: filled(kind, usual(kind)) });
});

Object.keys(COMBINATIONS).forEach((name) => combine.append(element("option", { value: name, textContent: name })));
combine.addEventListener("change", () => {
  const { layers, selected } = current();
  const name = combine.value;
  combine.value = "";
  const isUnary = ["inverse", "symmetrised"].includes(name);
  const chosen = [...checked].filter((index) => index < layers.length).sort((a, b) => a - b);
  const parts = isUnary ? [layers[selected].text] : chosen.map((index) => layers[index].text);
  if (!isUnary && parts.length < 2) {
    problem.textContent = `tick two or more mechanisms for a ${name}`;
    return;
  }
  const title = named.value.trim();
  named.value = "";
  checked.clear();
  append({ text: COMBINATIONS[name](parts), name: title || undefined });
});

text.addEventListener("input", () => changeLayer(current().selected, { text: text.value }));
label.addEventListener("input", () => changeLayer(current().selected, { name: label.value || undefined }));
document.getElementById("delete").addEventListener("click", () => {
  if (current().layers.length > 1) removeLayer(current().selected);
});
