// eps at a delta, and delta at an eps: the numbers of each mechanism, in the list of mechanisms.

import { visible, writeAnswers } from "./layers.js";
import { ends, query, sentence } from "./server.js";
import { change, current } from "./state.js";
import { short, withPowers } from "./words.js";

/** The time without a change after which questions are sent, in milliseconds. */
const REST = 200;
/** The time until a question is sent again after the server did not answer, in milliseconds. */
const LATER = 2000;
/** The digits of a number. */
const DIGITS = 5;

const fields = { atDelta: document.getElementById("at-delta"), atEps: document.getElementById("at-eps") };

/** The answers so far, by their question. */
const known = new Map();
/** The questions that are not answered yet, each with a way to end it. */
const running = new Map();
let timer;

for (const [name, field] of Object.entries(fields)) {
  field.addEventListener("input", () => change({ [name]: field.value.trim() }));
}

/** Both questions about a mechanism. */
const questions = ({ atDelta, atEps }, { text: mechanism }) =>
  [{ eps: { delta: atDelta } }, { delta: { eps: atEps } }].map((asked) => ({ id: 0, mechanism, query: asked, digits: DIGITS }));

/** Is the number in the heading the reason for a missing answer? */
const isOfHeading = (answer) => Boolean(answer?.field?.startsWith("query."));

const shown = (answer) => {
  if (!answer) return { isWaited: true };
  if (answer.status !== "ok") {
    // An error in the mechanism itself is at its own field.
    const isSaid = answer.status === "error" && !isOfHeading(answer);
    const text = isSaid ? "no answer" : sentence(answer);
    return { textContent: text, title: text, isReason: true };
  }
  const { lo, hi, exact, tight } = answer;
  if (lo === "inf") return { textContent: "infinite", title: "" };
  const notes = [ends({ lo, hi }), exact && `exactly ${exact}`, !tight && "The upper end is valid, but may not be tight."].filter(Boolean);
  return { textContent: withPowers(ends({ lo: short(lo), hi: short(hi) })), title: withPowers(notes.join("; ")) };
};

const write = (state) => {
  const shownOnes = visible(state);
  if (!shownOnes.includes(state.selected)) shownOnes.push(state.selected);
  state.layers.forEach((layer, index) => {
    const isAsked = shownOnes.includes(index);
    writeAnswers(index, questions(state, layer).map((one) => (isAsked ? shown(known.get(JSON.stringify(one))) : { textContent: "", title: "" })));
  });
  const answers = shownOnes.map((index) => questions(state, state.layers[index]).map((one) => known.get(JSON.stringify(one))));
  // What is wrong with the number of the heading is wrong for each mechanism.
  Object.values(fields).forEach((field, which) => {
    const isWrong = answers.some((pair) => isOfHeading(pair[which]));
    field.setAttribute("aria-invalid", isWrong);
  });
};

const ask = async (key) => {
  const controller = new AbortController();
  running.set(key, controller);
  try {
    const [answer] = await query([JSON.parse(key)], controller.signal);
    known.set(key, answer);
    write(current());
  } catch (error) {
    // The server does not answer: the question is sent again later.
    if (error.name !== "AbortError") setTimeout(() => draw(current()), LATER);
  }
  running.delete(key);
};

export const draw = (state) => {
  for (const [name, field] of Object.entries(fields)) if (document.activeElement !== field) field.value = state[name];
  write(state);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const asked = [...new Set([state.selected, ...visible(state)])].flatMap((index) => questions(state, state.layers[index]));
    const wanted = new Set(asked.map((question) => JSON.stringify(question)));
    for (const [key, controller] of running) if (!wanted.has(key)) controller.abort();
    for (const key of wanted) if (!known.has(key) && !running.has(key)) ask(key);
  }, REST);
};
