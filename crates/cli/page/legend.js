// The look of curves: their lines and symbols, their numbers and colours on the screen, and a legend where they are not
// mechanisms of the list.

import { element } from "./field.js";
import { withPowers } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Gives each layer of a drawing the number and the colour of its place in the list of mechanisms, since those that are
 * hidden or cannot be drawn are not among its layers. A mechanism may have several layers: its points follow its curve.
 */
export const renumber = (drawing, numbers) => {
  for (const shape of drawing.querySelectorAll("[class]")) {
    const found = /^(.*\b)?([ct])(\d+)$/.exec(shape.getAttribute("class"));
    if (!found || numbers.length === 0) continue;
    const [index, number] = [Number(found[3]), numbers[found[3] % numbers.length]];
    shape.setAttribute("class", `${found[1] ?? ""}${found[2]}${number}`);
    if (shape.tagName === "text" && shape.textContent.trim() === `${index + 1}`) shape.textContent = `${number + 1}`;
  }
};

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
};

/** The line of a layer, or the symbol of its points, as it is in the drawing. */
export const swatch = (drawing, index) => {
  const box = { class: "swatch", width: 34, height: 12, "aria-hidden": true };
  const layer = drawing.querySelector(`[data-layer="${index}"]`);
  const line = layer?.querySelector(".line");
  if (line) {
    const [dashes, colour] = ["stroke-dasharray", "class"].map((name) => line.getAttribute(name) ?? "");
    const look = { "stroke-width": 3, "stroke-dasharray": dashes, class: colour.split(" ").at(-1) };
    return svg("svg", box, svg("line", { x1: 0, x2: 34, y1: 6, y2: 6, ...look }));
  }
  const symbol = layer?.querySelector("path:not([data-mark])");
  if (!symbol) return svg("svg", box);
  const corners = [...symbol.getAttribute("d").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
  const middle = (which) => {
    const all = corners.map((corner) => Number(corner[which]));
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  return svg("svg", { ...box, viewBox: `${middle(1) - 17} ${middle(2) - 6} 34 12` }, symbol.cloneNode(true));
};

/** What the letters beside points mean that have no room for their labels. */
const keys = (drawing) =>
  [...drawing.querySelectorAll("[data-key]")].map((letter) =>
    element("li", {}, element("strong", { textContent: `${letter.textContent.trim()} ` }), withPowers(letter.dataset.key)),
  );

/**
 * Writes the legend of a drawing. An entry is `{name, number, index, isShown, isPlain}`, and plain where its colour is
 * not that of its number; `toggled(entry, isShown)` is called for its box.
 */
export const write = (place, drawing, entries, toggled) => {
  const rows = entries.map((entry) => {
    const { name, number, index, isShown, isPlain } = entry;
    const box = element("input", { type: "checkbox", checked: isShown });
    box.addEventListener("change", () => toggled(entry, box.checked));
    const label = element("label", {}, box, " ");
    label.append(element("span", { className: isPlain ? "number" : `number t${number}`, textContent: `${number + 1} ` }));
    label.append(swatch(drawing, index), " ", withPowers(name));
    return element("li", {}, label);
  });
  place.replaceChildren(...rows, ...keys(drawing));
};
