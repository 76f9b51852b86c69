// Does one mechanism dominate another? Where not, the witness is drawn at its place.

import { ends, query, sentence } from "./server.js";
import { shownName } from "./layers.js";
import { change, current } from "./state.js";
import { withPowers } from "./words.js";

const [a, b] = [document.getElementById("a"), document.getElementById("b")];
const verdict = document.getElementById("verdict");
let asked;
let controller;

for (const [name, select] of Object.entries({ a, b })) {
  select.addEventListener("change", () => change({ [name]: Number(select.value) }, true));
}

export const draw = (state) => {
  for (const select of [a, b]) {
    select.replaceChildren(...state.layers.map((layer, index) => new Option(`${index + 1} ${shownName(layer)}`, index)));
  }
  [a.value, b.value] = [state.a, state.b];
  if (asked && asked.key !== keyOf(state)) {
    controller?.abort();
    asked = undefined;
    verdict.textContent = "";
  }
};

const keyOf = ({ layers, a: first, b: second }) => JSON.stringify([layers[first].text, layers[second].text]);

/** Asks, and writes the verdict; the witness is drawn into the picture, whenever that is there. */
export const ask = async (picture) => {
  const { layers, a: first, b: second } = current();
  const [one, other] = [layers[first], layers[second]];
  const key = keyOf(current());
  if (key === asked?.key) return mark(picture);
  controller?.abort();
  controller = new AbortController();
  asked = { key };
  verdict.textContent = "...";
  try {
    const request = { id: 0, mechanism: one.text, query: { dominates: { mechanism: other.text } }, digits: 10 };
    const [answer] = await query([request], controller.signal);
    if (asked?.key !== key) return undefined;
    asked.witness = answer.witness;
    verdict.textContent = said(answer, shownName(one), shownName(other));
    return mark(picture);
  } catch (error) {
    // Another question has taken its place.
    if (asked?.key !== key) return undefined;
    asked = undefined;
    verdict.textContent = error.message;
    return undefined;
  }
};

const said = (answer, one, other) => {
  if (answer.status !== "ok") return sentence(answer);
  if (answer.dominates === true) return `Yes: whatever satisfies ${other} satisfies ${one}.`;
  if (answer.dominates === null) return "Undecided: the two are too close to be told apart.";
  const { witness } = answer;
  const [alpha, beta, otherBeta] = [witness.alpha, witness.beta, witness.other].map((number) => withPowers(ends(number)));
  return (
    `No: at α = ${alpha} the least type II error of ${one} is ${beta}, and that of ${other} ` +
    `${otherBeta}, which is less.`
  );
};

const mark = (picture) => {
  const witness = asked?.witness;
  const middle = ({ lo, hi }) => (Number(lo) + Number(hi)) / 2;
  const at = witness && middle(witness.alpha);
  picture.guide("witness", witness ? [[at, middle(witness.beta)], [at, middle(witness.other)], [at, middle(witness.beta), at, middle(witness.other)]] : []);
};
