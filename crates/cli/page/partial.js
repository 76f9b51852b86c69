// Mechanisms that a tab cannot draw are left out, and the others are drawn.

import { element } from "./field.js";
import { shownName, visible } from "./layers.js";
import { onThePage, sentence } from "./server.js";
import { change } from "./state.js";

/** The number of reasons that are kept. */
const MOST = 500;

const place = document.getElementById("left-out");

/** Why a mechanism is not drawn, by the tab and its text. */
const reasons = new Map();

const keyOf = ({ tab, layers }, index) => `${tab} ${layers[index].text}`;

/** Is a layer one that is known not to be drawn? */
export const isMissing = (state, index) => reasons.has(keyOf(state, index));

/** The mechanisms that are not hidden and not drawn, each with the answer that says why. */
const missing = (state) =>
  visible(state).flatMap((index) => (isMissing(state, index) ? [[index, reasons.get(keyOf(state, index))]] : []));

/** The indices of the layers that are drawn; all of them where none can be, so that the reason is known. */
export const drawn = (state) => {
  const all = visible(state);
  const rest = all.filter((index) => !isMissing(state, index));
  return rest.length > 0 ? rest : all;
};

/** The index of the layer that an answer is about, of those that were asked for; undefined for anything else. */
export const indexOf = (answer, asked) => {
  const found = /^scene\.mechanisms\[(\d+)\]/.exec(answer.field ?? "");
  return found ? asked[Number(found[1])] : undefined;
};

/** Keeps the reason of an answer; is there anything left to be drawn? */
export const leaveOut = (state, answer) => {
  const index = indexOf(answer, drawn(state));
  if (index === undefined || isMissing(state, index)) return false;
  if (reasons.size > MOST) reasons.clear();
  reasons.set(keyOf(state, index), answer);
  return visible(state).length > missing(state).length;
};

/** What keeps a mechanism from a picture, where the refusal says that it has a profile; undefined otherwise. */
const lacks = ({ reason }) => /is not supported: (.*); ask for .*\bdelta\b/.exec(reason ?? "")?.[1];

/** Why a mechanism is not drawn; nothing where that is at the field of the mechanism, since it is selected. */
const reasonOf = (state, index, answer) => {
  if (answer.status === "error") return index === state.selected ? "" : onThePage(answer.reason);
  // Which one is not drawn is there already.
  return sentence(answer).replace(`${state.layers[index].text}: `, "").replace("not drawn; ", "");
};

/** Writes which mechanisms are not drawn, and why; `explain(index, answer)` is called for each. */
export const write = (state, explain) => {
  const lines = missing(state).map(([index, answer]) => {
    explain(index, answer);
    const need = lacks(answer);
    const line = element("p", {}, element("span", { className: `number t${index}`, textContent: `${index + 1}` }));
    const reason = need ?? reasonOf(state, index, answer);
    line.append(` ${shownName(state.layers[index])} is not drawn${reason && `: ${reason}`}. `);
    if (need) {
      const offer = element("button", { type: "button", textContent: "Show profiles" });
      offer.addEventListener("click", () => change({ tab: "profiles", window: null }, true));
      line.append(offer);
    }
    return line;
  });
  place.replaceChildren(...lines);
};
