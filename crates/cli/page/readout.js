// What is computed under the pointer: the value there, the most powerful test, and the line that touches there.

import { element } from "./field.js";
import { ends, query, sentence } from "./server.js";
import { shownName } from "./layers.js";
import { decimal } from "./exact.js";
import { withPowers } from "./words.js";

/** The pointer rests if it has not moved for so long, in milliseconds. */
const REST = 200;

const place = document.getElementById("there");
let timer;
let controller;

/** Nothing is known there. */
export const forget = () => {
  clearTimeout(timer);
  controller?.abort();
  place.replaceChildren();
};

/** The value of a curve beside those that are read off the drawing: a decimal where it is one. */
const valueOf = ({ lo, hi, exact }) => (lo === hi ? lo : ends({ lo, hi, exact }));

/** Writes what is known of a mechanism at a place: names, and their values. */
const write = ({ layer, at, show }, lines) => {
  if (lines.length === 0) return place.replaceChildren();
  const row = ([name, value]) =>
    [["dt", name], ["dd", value]].map(([kind, text]) => element(kind, { textContent: withPowers(text) }));
  const name = shownName(layer);
  const head = element("p", { className: "line", textContent: name, title: name });
  const axis = { profiles: "ε", roc: "false positive rate" }[show] ?? "α";
  const where = element("p", { className: "soft", textContent: withPowers(`at ${axis} = ${at}`) });
  return place.replaceChildren(head, where, element("dl", {}, ...lines.flatMap(row)));
};

/** The line below a trade-off function that begins at a height; on ROC curves it is above, and 1 is at its other end. */
const touching = (show, height, slope) => (show === "roc" ? [0, 1 - height, height / slope, 1] : [0, height, height / slope, 0]);

const ofTradeOff = async (picture, told, signal) => {
  const { number, layer, at: alpha, show, computed } = told;
  const ask = (name) => ({ id: name, mechanism: layer.text, query: { [name]: { alpha } }, digits: 10 });
  const [beta, test] = await query([ask("beta"), ask("test")], signal);
  const lines = [];
  const value = show === "roc" ? test.power : beta;
  const isHull = picture.scene.caption.includes("convex hull of both");
  if (value?.lo !== undefined && !isHull) computed(number, valueOf(value));
  else lines.push(["β, computed", beta.status === "ok" ? ends(beta) : sentence(beta)]);
  if (isHull) {
    lines.push(["that is the worse order of neighbours", "the picture has the convex hull of both orders, which may be below"]);
  }
  if (test.status !== "ok") {
    // Some compositions have enclosures of their test that do not say where it rejects.
    if (test.status === "error") lines.push(["most powerful test", sentence(test)]);
    picture.guide("touching", []);
    return write(told, lines);
  }
  lines.push(
    ["most powerful test rejects", `where the likelihood ratio is above ${ends(test.threshold)}`],
    ["randomisation at that ratio", ends(test.randomisation)],
  );
  const { lo, hi } = test.threshold;
  const threshold = hi === "inf" ? lo : hi;
  if (Number(threshold) < 1) {
    picture.guide("touching", []);
    lines.push(["tangent (supporting) line", "has a slope below 1: that of the other order of neighbours"]);
    return write(told, lines);
  }
  const eps = `ln(${threshold})`;
  const [delta] = await query([{ id: "delta", mechanism: layer.text, query: { delta: { eps } }, digits: 10 }], signal);
  if (delta.status === "ok") {
    const slope = Number(threshold);
    const shown = slope === 1 ? "0" : `${eps}, about ${decimal(Math.log(slope), 4)}`;
    lines.push(["tangent (supporting) line", `that of (ε, δ)-DP with ε = ${shown}, and δ = ${ends(delta)}`]);
    const height = 1 - Number(delta.hi);
    // It is no line on logarithmic axes.
    picture.guide("touching", picture.scene.x.scale === "linear" ? [touching(show, height, slope)] : []);
  }
  return write(told, lines);
};

const ofProfile = async (told, signal) => {
  const { number, layer, at: eps, computed } = told;
  const [delta] = await query([{ id: 0, mechanism: layer.text, query: { delta: { eps } }, digits: 10 }], signal);
  const isKnown = delta.status === "ok";
  if (isKnown) computed(number, valueOf(delta));
  write(told, isKnown ? [] : [["δ, computed", sentence(delta)]]);
};

/**
 * Asks what is known of a layer at a place of the horizontal axis, once the pointer rests. What belongs to the curve is
 * given to `computed(number, value)`; what the values at the pointer do not have is written beside the picture.
 */
export const tell = (picture, told) => {
  forget();
  timer = setTimeout(async () => {
    controller = new AbortController();
    try {
      if (told.show === "profiles") await ofProfile(told, controller.signal);
      else await ofTradeOff(picture, told, controller.signal);
    } catch (error) {
      if (error.name !== "AbortError") place.textContent = error.message;
    }
  }, REST);
};
