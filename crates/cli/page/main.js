// The page: tabs, options, and what the picture is asked for.

import { Picture } from "./picture.js";
import * as compare from "./compare.js";
import * as judge from "./judge.js";
import * as layers from "./layers.js";
import * as there from "./there.js";
import * as utility from "./utility.js";
import { decimal } from "./exact.js";
import { commandLine, save } from "./save.js";
import { sentence } from "./server.js";
import { TABS, change, current, onChange } from "./state.js";

const byId = (id) => document.getElementById(id);
const tabs = TABS.map((name) => byId(`tab-${name}`));

/** The heights of bands while a hand moves, and when it rests, for a picture of height 1. */
const [COARSE, FINE] = [0.01, 0.0005];
/** At so many points profiles are certified. */
const [FEW, MANY] = [12, 64];

const mechanisms = ({ layers: all }) =>
  all.map(({ name, text }) => (name ? { name, mechanism: text } : text));

/** The parameters of compositions of k small steps, as they are at first. */
const LIMIT = { mu: "1", alpha: "0", steps: "2, 10, 50" };

/** Those compositions, beside their limit. */
const convergence = ({ values, window: part }, isFine) => {
  const { mu, alpha, steps } = { ...LIMIT, ...values };
  const wanted = { mu, alpha, steps: steps.split(",").map((count) => count.trim()) };
  return { convergence: wanted, gap: isFine ? "0.001" : "0.01", points: isFine ? MANY : FEW, ...part };
};

/** What `POST /scene` is asked for. */
const requestOf = (state, isFine) => {
  const { tab, window: part } = state;
  if (tab === "judge") return judge.request();
  if (tab === "utility") return utility.request(state, isFine);
  const request = { show: "regions", mechanisms: mechanisms(state) };
  const height = part ? Number(part.y[1]) - Number(part.y[0]) : 1;
  if (tab === "profiles") {
    request.show = state.log ? "log-profiles" : "profiles";
    request.points = isFine ? MANY : FEW;
    if (state.epsTo) request["eps-to"] = state.epsTo;
  } else if (tab === "compositions") {
    if (state.show === "convergence") return convergence(state, isFine);
    request.show = state.log ? "log-deltas" : "deltas";
    request.points = isFine ? MANY : FEW;
  } else {
    if (tab === "regions" && state.show === "trade-offs") request.show = "trade-offs";
    request.gap = decimal(Math.max((isFine ? FINE : COARSE) * height, 1e-7), 9);
    if (!state.fill) request.fill = false;
  }
  if (tab === "compare") {
    request.mechanisms = [request.mechanisms[state.a], request.mechanisms[state.b]];
  } else if (state.front) {
    request.front = state.selected;
  }
  if (part) Object.assign(request, part);
  return request;
};

const picture = new Picture(byId("picture"), {
  problem: (answer) => {
    const { tab } = current();
    if (tab === "utility" && utility.explain(answer.field, sentence(answer))) return;
    if (tab !== "judge" && layers.explain(answer)) return;
    if (answer.field === "scene.eps-to") byId("eps-to").setAttribute("aria-invalid", "true");
    const said = sentence(answer);
    picture.status.textContent = answer.field ? `${answer.field.replace(/^scene\./, "")}: ${said}` : said;
  },
  drawn: () => {
    layers.clear();
    utility.clear();
    byId("eps-to").removeAttribute("aria-invalid");
    if (current().tab === "compare") compare.ask(picture);
  },
  at: (at) => {
    const { tab, layers: all, selected, a } = current();
    if (tab === "regions" || tab === "compare") there.tell(picture, all[tab === "compare" ? a : selected], at, false);
    else if (tab === "profiles") there.tell(picture, all[selected], at, true);
    else there.forget();
  },
  window: (part) => change({ window: part }),
});

const draw = (state) => {
  tabs.forEach((tab, index) => {
    const isSelected = TABS[index] === state.tab;
    tab.setAttribute("aria-selected", isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
  });
  document.querySelectorAll(".only").forEach((part) => {
    part.hidden = !part.classList.contains(state.tab);
  });
  [byId("fill").checked, byId("front").checked, byId("log").checked] = [state.fill, state.front, state.log];
  byId("trade-offs").checked = state.show === "trade-offs";
  byId("composed").value = state.show === "convergence" ? "convergence" : "deltas";
  const isLimit = state.tab === "compositions" && state.show === "convergence";
  byId("limit").hidden = !isLimit;
  byId("editor").hidden ||= isLimit;
  for (const [name, usual] of Object.entries(LIMIT)) {
    const field = byId(`limit-${name}`);
    if (document.activeElement !== field) field.value = state.values[name] ?? usual;
  }
  if (document.activeElement !== byId("eps-to")) byId("eps-to").value = state.epsTo;
  layers.draw(state);
  compare.draw(state);
  utility.draw(state);
  const request = requestOf(state, true);
  byId("command-line").textContent = state.tab === "utility" ? utility.commandLine(state) : commandLine(request);
  picture.show((isFine) => requestOf(current(), isFine));
  document.title = `dpcert: ${state.tab}`;
};

tabs.forEach((tab, index) => {
  const go = (to) => {
    there.forget();
    change({ tab: TABS[to], window: null }, true);
    tabs[to].focus();
  };
  tab.addEventListener("click", () => go(index));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) go((index + step + TABS.length) % TABS.length);
  });
});
for (const name of ["fill", "front", "log"]) {
  byId(name).addEventListener("change", (event) => change({ [name]: event.target.checked, window: name === "log" ? null : current().window }, true));
}
byId("trade-offs").addEventListener("change", (event) => change({ show: event.target.checked ? "trade-offs" : "regions" }, true));
byId("composed").addEventListener("change", (event) => change({ show: event.target.value, window: null }, true));
for (const name of Object.keys(LIMIT)) {
  byId(`limit-${name}`).addEventListener("input", (event) => change({ values: { ...current().values, [name]: event.target.value } }));
}
byId("eps-to").addEventListener("input", (event) => change({ epsTo: event.target.value.trim(), window: null }));
byId("zoom-in").addEventListener("click", () => picture.scene && picture.zoom(0.6, 0.5, 0.5));
byId("zoom-out").addEventListener("click", () => picture.scene && picture.zoom(1 / 0.6, 0.5, 0.5));
byId("zoom-all").addEventListener("click", () => change({ window: null }));
byId("save").addEventListener("change", async (event) => {
  const form = event.target.value;
  event.target.value = "";
  if (!picture.scene) return;
  try {
    await save(form, picture, requestOf(current(), true));
  } catch (error) {
    picture.status.textContent = error.message;
  }
});

judge.onJudged(() => picture.show((isFine) => requestOf(current(), isFine)));
onChange(draw);
draw(current());
