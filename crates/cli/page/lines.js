// The numbers of the lines of a text area, beside it, and marks at some of them.

import { element } from "./field.js";

/**
 * Numbers the lines of a text area, from 1. Of the result, `mark(lines)` marks lines for as long as their text is there,
 * and `go(line)` puts the caret into a line that was marked.
 */
export const numbered = (area, gutter) => {
  /** The lines that are marked, each with its text. */
  let marked = [];

  const lines = () => area.value.split("\n");

  /** The place of a line, from 0, after others were changed: of the lines with its text the nearest one; undefined if there is none. */
  const placeOf = ({ line, text }) => {
    const same = lines().flatMap((one, index) => (one === text ? [index] : []));
    return same.sort((one, other) => Math.abs(one - line + 1) - Math.abs(other - line + 1))[0];
  };

  const follow = () => (gutter.scrollTop = area.scrollTop);

  const write = () => {
    const wrong = new Set(marked.map(placeOf));
    const numbers = lines().map((_, index) => element("div", { textContent: index + 1, className: wrong.has(index) ? "wrong" : "" }));
    gutter.replaceChildren(...numbers);
    follow();
  };

  const mark = (wanted) => {
    const all = lines();
    marked = wanted.map((line) => ({ line, text: all[line - 1] }));
    area.setAttribute("aria-invalid", marked.length > 0);
    write();
  };

  const go = (line) => {
    const place = placeOf(marked.find((one) => one.line === line)) ?? Math.min(line, lines().length) - 1;
    const start = lines().slice(0, place).reduce((sum, { length }) => sum + length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start);
    // Some lines above it are in sight too.
    area.scrollTop = (place - 4) * parseFloat(getComputedStyle(area).lineHeight);
    area.scrollLeft = 0;
  };

  area.addEventListener("input", write);
  area.addEventListener("scroll", follow);
  write();
  return { mark, go };
};
