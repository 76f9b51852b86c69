// A number with a slider: the slider moves over exact decimals, and the text field takes any expression.

import { approximate } from "./exact.js";

export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/**
 * A field; `slider` is null for a list or a text. `changed(value)` is called after each move and each letter.
 *
 * `set(value)` of the result writes another value into it, so that a slider is not replaced while it is held.
 */
export const numberField = ({ id, label, value, slider, changed }) => {
  const exact = element("input", { type: "text", id, autocomplete: "off", spellcheck: false });
  const row = element("div", { className: "field" }, element("label", { htmlFor: id, textContent: label }));
  const range = slider && element("input", { type: "range", min: 0, max: slider.last, step: 1 });
  const slide = () => {
    if (!range) return;
    // A value that is not understood leaves the slider where it was; moving it replaces the value.
    const about = approximate(exact.value);
    if (!Number.isNaN(about)) range.value = slider.positionOf(about);
    range.setAttribute("aria-valuetext", exact.value);
  };
  exact.addEventListener("input", () => {
    slide();
    changed(exact.value.trim());
  });
  if (range) {
    range.setAttribute("aria-label", `${label} as a slider`);
    range.addEventListener("input", () => {
      exact.value = slider.at(Number(range.value));
      range.setAttribute("aria-valuetext", exact.value);
      changed(exact.value);
    });
    row.append(range);
  }
  row.append(exact);
  const set = (text) => {
    if (document.activeElement === exact || exact.value === text) return;
    exact.value = text;
    slide();
  };
  exact.value = value;
  slide();
  return { row, set };
};
