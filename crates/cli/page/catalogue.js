// The templates of mechanisms (`templates.js`, which is made), filled with values, and found again in a text.
//
// A text that is of none of them is a mechanism like any other: it is edited as a text.

import { KINDS } from "./templates.js";

/** A field in parentheses of its own, which are not those of a function: a number needs none. */
const IN_PARENTHESES = /(?<![a-z])\(\{(\w+)\}\)/g;
const NUMBER = /^\d+(?:\.\d+)?(?:e-?\d+)?$/;

/** The text of a kind with these values of its fields. */
export const filled = (kind, values) => {
  const short = kind.text.replace(IN_PARENTHESES, (whole, name) => (NUMBER.test(values[name]) ? values[name] : whole));
  return kind.fields.reduce((text, [name]) => text.replaceAll(`{${name}}`, values[name] ?? ""), short);
};

export const usual = (kind) => Object.fromEntries(kind.fields.map(([name, value]) => [name, value]));

const patternOf = (kind, form) => {
  const seen = new Set();
  const pattern = form.replace(IN_PARENTHESES, "{?$1}").split(/(\{\??\w+\})/).map((part) => {
    const [, optional, name] = /^\{(\??)(\w+)\}$/.exec(part) ?? [];
    const field = kind.fields.find(([own]) => own === name);
    if (!field) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const [open, close] = optional ? ["\\(?", "\\)?"] : ["", ""];
    if (seen.has(name)) return `${open}\\k<${name}>${close}`;
    seen.add(name);
    // A number or an expression; lists only where there is no slider.
    const value = field[2] ? "(?:[^,()[\\]{}]|\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))*?" : ".*?";
    return `${open}(?<${name}>${value})${close}`;
  });
  return new RegExp(`^${pattern.join("")}(?:\\^(?<repeated>\\d+))?$`);
};

// Those that say more come first: every basic composition is an (eps, delta)-DP too.
const PATTERNS = KINDS.flatMap((kind) => [kind.text, ...(kind.also ?? [])].map((form) => [kind, form]))
  .sort(([, one], [, other]) => other.length - one.length)
  .map(([kind, form]) => [kind, patternOf(kind, form)]);

/** The kind of a text, with the values of its fields and its count; null if it has no form. */
export const understood = (text) => {
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text.trim());
    if (match) {
      const { repeated, ...values } = match.groups;
      return { kind, values, repeated: repeated ?? "1" };
    }
  }
  return null;
};

export const repeatedText = (text, times) => (times === "1" ? text : `${text}^${times}`);
