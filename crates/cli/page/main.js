// The page: tabs, options, and what the picture is asked for.

import "./glossary.js";
import { Picture } from "./picture.js";
import * as compare from "./compare.js";
import * as judge from "./judge.js";
import * as layers from "./layers.js";
import * as legend from "./legend.js";
import * as numbers from "./numbers.js";
import * as partial from "./partial.js";
import * as readout from "./readout.js";
import * as utility from "./utility.js";
import { decimal, evenly } from "./exact.js";
import { numberField } from "./field.js";
import { menuButton } from "./menu.js";
import { commandLine, save } from "./save.js";
import { sentence } from "./server.js";
import { TABS, change, current, onChange } from "./state.js";
import { inLetters, withSymbols } from "./words.js";

const byId = (id) => document.getElementById(id);
const tabs = TABS.map((name) => byId(`tab-${name}`));

/** The heights of bands while a hand moves, and when it rests, for a picture of height 1. */
const [COARSE, FINE] = [0.01, 0.0005];
/** The time for which the page shows that something was saved, in milliseconds. */
const NOTICE = 4000;
/** The number of points at which profiles are certified, while a hand moves and when it rests. */
const [FEW, MANY] = [12, 64];

/** Does the tab draw the list of mechanisms? */
const isOfList = ({ tab, show }) => ["regions", "profiles"].includes(tab) || (tab === "compositions" && show !== "convergence");

/** The layers that are asked for, by their indices. */
const indices = (state) => (state.tab === "compare" ? [state.a, state.b] : partial.drawn(state));

const mechanisms = (state) =>
  indices(state).map((index) => {
    const { name, text } = state.layers[index];
    return name ? { name, mechanism: text } : text;
  });

/** The parameters of compositions of k small steps, as they are at first, and their sliders. */
const LIMIT = { mu: "1", alpha: "0", rate: "1/4", steps: "2, 10, 50" };
const LIMIT_SLIDERS = { mu: evenly("0.1", "5", "0.1"), alpha: evenly("0", "0.95", "0.05"), rate: evenly("0.05", "0.5", "0.05"), steps: null };
/** What the steps are, beside their sentence: each has its parameter, and not that of the other. */
const SMALL = {
  alpha: "As k grows, k steps that are each (μ/√(k (1 - α)), 0)-DP and output nothing with probability α approach μ-GDP.",
  rate: "As k grows, k steps that are each (μ/k^rate, 0)-DP with total variation μ/(2 k^(1 - rate)) approach μ-GDP.",
};

/** How the steps of a limit become small. */
const smallOf = ({ values }) => (values.rate === undefined ? "alpha" : "rate");

/** Those compositions, beside their limit. */
const convergence = (state, isFine) => {
  const { values, window: part } = state;
  const small = smallOf(state);
  const all = { ...LIMIT, ...values };
  const wanted = { mu: all.mu, [small]: all[small], steps: all.steps.split(",").map((count) => count.trim()) };
  return { convergence: wanted, gap: isFine ? "0.001" : "0.01", points: isFine ? MANY : FEW, ...part };
};

/** What is drawn of tests. */
const testsOf = ({ show }) => (["trade-offs", "roc"].includes(show) ? show : "regions");
/** False positive rates on a logarithmic axis, from one at which attacks are compared. */
const FEW_FALSE = ["1e-5", "1"];
const hasLogRates = (state) => state.tab === "regions" && state.show === "roc" && state.log;

/** What `POST /scene` is asked for. */
const requestOf = (state, isFine) => {
  const { tab, window: part } = state;
  if (tab === "judge") return judge.request();
  if (tab === "utility") return utility.request(state, isFine);
  if (tab === "compositions" && state.show === "convergence") return convergence(state, isFine);
  const request = { show: "regions", mechanisms: mechanisms(state) };
  if (request.mechanisms.length === 0) return null;
  const height = part ? Number(part.y[1]) - Number(part.y[0]) : 1;
  if (tab === "profiles") {
    request.show = state.log ? "log-profiles" : "profiles";
    request.points = isFine ? MANY : FEW;
    if (state.epsTo) request["eps-to"] = state.epsTo;
  } else if (tab === "compositions") {
    request.show = state.log ? "log-deltas" : "deltas";
    request.points = isFine ? MANY : FEW;
  } else {
    if (tab === "regions") request.show = testsOf(state);
    if (hasLogRates(state)) Object.assign(request, { "log-x": true, "log-y": true, x: FEW_FALSE });
    request.gap = decimal(Math.max((isFine ? FINE : COARSE) * height, 1e-7), 9);
    if (!state.fill) request.fill = false;
  }
  const front = indices(state).indexOf(state.selected);
  if (tab !== "compare" && state.front && front >= 0) request.front = front;
  if (part) Object.assign(request, part);
  return request;
};

/** The curves that are hidden and no mechanisms of the list, by their indices. */
let hidden = new Set();
/** How many curves there are. */
let curves = 0;

/** The numbers of the layers of a picture: places in the list of mechanisms where it is one of them. */
const numbersOf = (scene) => {
  const state = current();
  return isOfList(state) || state.tab === "compare" ? indices(state) : scene.layers.map((_, index) => index);
};

/** Shows and hides curves that are not mechanisms of the list: nothing is computed anew. */
const hide = () =>
  picture.canvas.querySelectorAll("[data-layer]").forEach((layer) => {
    layer.style.display = hidden.has(layer.dataset.layer) ? "none" : "";
  });

const entriesOf = (scene) => {
  const places = numbersOf(scene);
  return scene.layers.map(({ name, verdict }, index) => {
    const number = places[index % places.length];
    return { name, number, index, isShown: !hidden.has(`${index}`), isPlain: Boolean(verdict) };
  });
};

const toggle = ({ index }, isShown) => {
  if (isShown) hidden.delete(`${index}`);
  else hidden.add(`${index}`);
  hide();
};

/** Writes the legend, the caption and what was left out; without a scene, hides the tools. */
const drawn = (scene) => {
  const state = current();
  layers.clear();
  utility.clear();
  byId("eps-to").removeAttribute("aria-invalid");
  if (isOfList(state)) partial.write(state, layers.explain);
  else byId("left-out").replaceChildren();
  byId("tools").hidden = byId("zoom").hidden = !scene;
  if (!scene) return;
  if (scene.layers.length !== curves) hidden = new Set();
  curves = scene.layers.length;
  const places = numbersOf(scene);
  const isListed = isOfList(state) || state.tab === "compare";
  // Mechanisms of the list have their legend there; beside their curves some have points.
  const entries = entriesOf(scene).filter(({ index }) => !isListed || index >= places.length);
  legend.write(byId("legend"), picture.drawing, entries, toggle);
  if (isListed) layers.drawLooks((index) => (places.includes(index) ? legend.swatch(picture.drawing, places.indexOf(index)) : null));
  byId("caption").textContent = withSymbols(scene.caption);
  hide();
  if (state.tab === "compare") compare.ask(picture);
};

const picture = new Picture(byId("picture"), byId("under"), {
  problem: (answer) => {
    const state = current();
    const said = sentence(answer);
    if (state.tab === "utility" && utility.explain(answer.field, said)) return;
    if (state.tab === "compare" && answer.field?.startsWith("scene.mechanisms")) {
      layers.clear();
      layers.explain(partial.indexOf(answer, indices(state)), answer);
    }
    if (isOfList(state) && partial.indexOf(answer, indices(state)) !== undefined) {
      // What is typed may be a mechanism again soon: its last picture stays. A mechanism without a picture has none.
      if (answer.status === "unsupported") picture.clear();
      layers.clear();
      partial.write(state, layers.explain);
      return;
    }
    if (answer.field === "scene.eps-to") byId("eps-to").setAttribute("aria-invalid", "true");
    picture.say(answer.field ? `${answer.field.replace(/^scene\./, "")}: ${said}` : said, true);
  },
  // Claims are drawn after they are judged.
  busy: () => (current().tab === "judge" ? "verdicts are done; drawing the picture" : undefined),
  leaveOut: (answer) => isOfList(current()) && partial.leaveOut(current(), answer),
  numbers: numbersOf,
  drawn,
  at: (at, computed) => {
    const state = current();
    const { tab } = state;
    const number = tab === "compare" ? state.a : state.selected;
    const show = { compare: "regions", regions: testsOf(state), profiles: "profiles" }[tab];
    if (show && indices(state).includes(number)) readout.tell(picture, { number, layer: state.layers[number], at, show, computed });
    else readout.forget();
  },
  window: (part) => change({ window: part }),
});

/** The fields of the limit. */
const limit = Object.fromEntries(
  Object.entries(LIMIT_SLIDERS).map(([name, slider]) => {
    const changed = (value) => change({ values: { ...current().values, [name]: value } });
    return [name, numberField({ id: `limit-${name}`, label: name === "steps" ? "k" : inLetters(name), value: LIMIT[name], slider, changed })];
  }),
);
byId("limit").append(...Object.values(limit).map(({ row }) => row));

/** The tab that was drawn last, and its subject. */
let before;
/** The number of mechanisms that were in the list then, and which one was selected. */
let listed = "";

const draw = (state) => {
  document.body.dataset.tab = state.tab;
  const view = `${state.tab} ${state.show} ${state.theorem}`;
  if (view !== before) {
    // What belongs to another tab is not left on this one.
    before = view;
    hidden = new Set();
    readout.forget();
    picture.clear();
  }
  tabs.forEach((tab, index) => {
    const isSelected = TABS[index] === state.tab;
    tab.setAttribute("aria-selected", isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
    if (isSelected) byId("panel").setAttribute("aria-labelledby", tab.id);
  });
  document.querySelectorAll(".only").forEach((part) => {
    part.hidden = !part.classList.contains(state.tab);
  });
  [byId("fill").checked, byId("front").checked, byId("log").checked] = [state.fill, state.front, state.log];
  byId("tests").value = testsOf(state);
  byId("log-rates").checked = state.log;
  byId("log-rates").parentElement.hidden ||= testsOf(state) !== "roc";
  byId("fill").parentElement.hidden ||= state.tab === "regions" && testsOf(state) === "roc";
  byId("composed").value = state.show === "convergence" ? "convergence" : "deltas";
  const isLimit = state.tab === "compositions" && state.show === "convergence";
  byId("limit").hidden = !isLimit;
  byId("editor").hidden ||= isLimit;
  byId("log").parentElement.hidden ||= isLimit;
  const small = smallOf(state);
  byId("limit-small").value = small;
  byId("limit-sentence").textContent = SMALL[small];
  for (const [name, field] of Object.entries(limit)) {
    field.set(state.values[name] ?? LIMIT[name]);
    field.row.hidden = name in SMALL && name !== small;
  }
  if (document.activeElement !== byId("eps-to")) byId("eps-to").value = state.epsTo;
  layers.draw(state);
  const list = `${state.layers.length} ${state.selected}`;
  if (list !== listed || (isOfList(state) && partial.isMissing(state, state.selected))) {
    // What is said about a mechanism is at its place in the list, and at its field: it goes with it, before the next picture.
    listed = list;
    layers.clear();
    if (isOfList(state)) partial.write(state, layers.explain);
  }
  numbers.draw(state);
  compare.draw(state);
  utility.draw(state);
  const notices = [...state.unknown, ...utility.unknown(state)];
  byId("notice").textContent = notices.join(" ");
  byId("notice").hidden = notices.length === 0;
  const request = requestOf(state, true);
  byId("command-line").textContent = state.tab === "utility" ? utility.commandLine(state) : commandLine(request);
  picture.show((isFine) => requestOf(current(), isFine));
  document.title = `dpcert: ${state.tab}`;
};

tabs.forEach((tab, index) => {
  const go = (to) => {
    change({ tab: TABS[to], window: null }, true);
    tabs[to].focus();
  };
  tab.addEventListener("click", () => go(index));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) go((index + step + TABS.length) % TABS.length);
  });
});
// The address is that of the state: the link does not go into it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("picture").focus();
});
for (const [id, name] of [["fill", "fill"], ["front", "front"], ["log", "log"], ["log-rates", "log"]]) {
  byId(id).addEventListener("change", (event) => change({ [name]: event.target.checked, window: name === "log" ? null : current().window }, true));
}
byId("tests").addEventListener("change", (event) => change({ show: event.target.value, window: null }, true));
byId("composed").addEventListener("change", (event) => change({ show: event.target.value, window: null }, true));
byId("limit-small").addEventListener("change", (event) => {
  const { alpha, rate, ...values } = current().values;
  change({ values: event.target.value === "rate" ? { ...values, rate: LIMIT.rate } : values }, true);
});
byId("eps-to").addEventListener("input", (event) => change({ epsTo: event.target.value.trim(), window: null }));
byId("zoom-in").addEventListener("click", () => picture.scene && picture.zoom(0.6, 0.5, 0.5));
byId("zoom-out").addEventListener("click", () => picture.scene && picture.zoom(1 / 0.6, 0.5, 0.5));
byId("zoom-all").addEventListener("click", () => change({ window: null }));
menuButton(byId("save"), async (form) => {
  if (!picture.scene) return;
  try {
    await save(form, picture, requestOf(current(), true));
    byId("saved").textContent = form === "command" ? "copied" : "saved";
    setTimeout(() => (byId("saved").textContent = ""), NOTICE);
  } catch (error) {
    picture.say(error.message, true);
  }
});

judge.onJudged(() => picture.show((isFine) => requestOf(current(), isFine)));
onChange(draw);
draw(current());
