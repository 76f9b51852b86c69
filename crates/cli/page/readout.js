// What is known under the pointer: the certified ends, the most powerful test, and the line that touches there.

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

/** Writes what is known of a mechanism: names, and their values. */
const write = (layer, lines) => {
  const row = ([name, value]) =>
    [["dt", name], ["dd", value]].map(([kind, text]) => element(kind, { textContent: withPowers(text) }));
  const list = element("dl", {}, ...lines.flatMap(row));
  const name = shownName(layer);
  place.replaceChildren(element("p", { className: "line soft", textContent: name, title: name }), list);
};

/** The line below a trade-off function that begins at a height; on ROC curves it is above, and 1 is at its other end. */
const touching = (show, height, slope) => (show === "roc" ? [0, 1 - height, height / slope, 1] : [0, height, height / slope, 0]);

const ofTradeOff = async (picture, layer, alpha, show, signal) => {
  const ask = (name) => ({ id: name, mechanism: layer.text, query: { [name]: { alpha } }, digits: 10 });
  const [beta, test] = await query([ask("beta"), ask("test")], signal);
  const lines = [[`β at α = ${alpha}, computed`, beta.status === "ok" ? ends(beta) : sentence(beta)]];
  if (picture.scene.caption.includes("convex hull of both")) {
    lines.push(["that is the worse order of neighbours", "the picture has the convex hull of both orders, which may be below"]);
  }
  if (test.status !== "ok") {
    // Some compositions have enclosures of their test that do not say where it rejects.
    if (test.status === "error") lines.push(["most powerful test", sentence(test)]);
    picture.guide("touching", []);
    return write(layer, lines);
  }
  lines.push(
    ["most powerful test rejects", `where the likelihood ratio is above ${ends(test.threshold)}`],
    ["randomisation at that ratio", ends(test.randomisation)],
    ["its power", ends(test.power)],
  );
  const { lo, hi } = test.threshold;
  const threshold = hi === "inf" ? lo : hi;
  if (Number(threshold) < 1) {
    picture.guide("touching", []);
    lines.push(["tangent (supporting) line", "has a slope below 1: that of the other order of neighbours"]);
    return write(layer, lines);
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
  write(layer, lines);
};

const ofProfile = async (layer, eps, signal) => {
  const [delta] = await query([{ id: 0, mechanism: layer.text, query: { delta: { eps } }, digits: 10 }], signal);
  write(layer, [[`δ at ε = ${eps}, computed`, delta.status === "ok" ? ends(delta) : sentence(delta)]]);
};

/** Asks what is known of a layer at a place of the horizontal axis, once the pointer rests. */
export const tell = (picture, layer, at, show) => {
  forget();
  timer = setTimeout(async () => {
    controller = new AbortController();
    try {
      if (show === "profiles") await ofProfile(layer, at, controller.signal);
      else await ofTradeOff(picture, layer, at, show, controller.signal);
    } catch (error) {
      if (error.name !== "AbortError") place.textContent = error.message;
    }
  }, REST);
};
