// What the page shows: all of it is in its address, so that it can be shared and survives a reload.

const USUAL = {
  tab: "regions",
  /** A run of DP-SGD beside one release; the last one has a lattice, and can be compared with the second. */
  layers: [
    { text: "poisson(256/60000, gaussian(sigma=1.1))^2344" },
    { text: "gaussian(sigma=1)" },
    { text: "approx-dp(eps=1, delta=1e-6)" },
  ],
  selected: 0,
  front: false,
  fill: true,
  show: "regions",
  log: false,
  epsTo: "",
  atDelta: "1e-5",
  atEps: "1",
  window: null,
  a: 1,
  b: 2,
  theorem: "",
  over: "",
  conclusion: "",
  marker: "",
  values: {},
  /** What the address names and the page does not have, in sentences; it is not written into the address. */
  unknown: [],
};

export const TABS = ["regions", "profiles", "compositions", "compare", "utility", "judge"];

const TEXTS = ["epsTo", "atDelta", "atEps", "theorem", "over", "conclusion", "marker"];

const read = (hash) => {
  const [tab, query] = hash.replace(/^#/, "").split("?");
  const given = new URLSearchParams(query ?? "");
  const state = structuredClone(USUAL);
  if (TABS.includes(tab)) state.tab = tab;
  else if (tab) state.unknown.push(`The address names a tab "${tab}", which does not exist.`);
  const names = given.getAll("name");
  const hidden = new Set((given.get("hide") ?? "").split(","));
  const layers = given.getAll("m").map((text, index) => {
    const layer = { text, name: names[index] || undefined };
    return hidden.has(`${index}`) ? { ...layer, isHidden: true } : layer;
  });
  if (layers.length > 0) [state.layers, state.a, state.b] = [layers, 0, Math.min(1, layers.length - 1)];
  const index = (name) => Math.max(0, Math.min(state.layers.length - 1, Math.trunc(Number(given.get(name))) || 0));
  state.selected = index("sel");
  for (const name of ["a", "b"]) if (given.has(name)) state[name] = index(name);
  [state.front, state.log, state.fill] = [given.has("front"), given.has("log"), !given.has("lines")];
  const show = given.get("show");
  if (["trade-offs", "roc", "convergence", "deltas"].includes(show)) state.show = show;
  else if (show) state.unknown.push(`The address names a picture "${show}", which does not exist.`);
  for (const name of TEXTS) state[name] = given.get(name) ?? USUAL[name];
  const ends = (given.get("window") ?? "").split(",");
  if (ends.length === 4 && ends.every((end) => /^[\d.e+-]+$/.test(end))) state.window = { x: ends.slice(0, 2), y: ends.slice(2) };
  for (const [name, value] of given) if (name.startsWith("p.")) state.values[name.slice(2)] = value;
  return state;
};

const write = (state) => {
  const query = new URLSearchParams();
  for (const layer of state.layers) query.append("m", layer.text);
  if (state.layers.some((layer) => layer.name)) for (const layer of state.layers) query.append("name", layer.name ?? "");
  if (state.selected) query.set("sel", state.selected);
  if (state.a) query.set("a", state.a);
  if (state.b !== 1) query.set("b", state.b);
  for (const name of ["front", "log"]) if (state[name]) query.set(name, "");
  if (!state.fill) query.set("lines", "");
  if (state.show !== "regions") query.set("show", state.show);
  const hidden = state.layers.flatMap(({ isHidden }, index) => (isHidden ? [index] : []));
  if (hidden.length > 0) query.set("hide", hidden.join(","));
  for (const name of TEXTS) if (state[name] !== USUAL[name]) query.set(name, state[name]);
  if (state.window) query.set("window", [...state.window.x, ...state.window.y].join(","));
  for (const [name, value] of Object.entries(state.values)) query.set(`p.${name}`, value);
  return `#${state.tab}?${query}`;
};

let state = read(location.hash);
const listeners = [];

export const current = () => state;

/** Calls a function after each change, with the new state. */
export const onChange = (listener) => listeners.push(listener);

const changed = () => listeners.forEach((listener) => listener(state));

/** Changes the state; a step in the history of the browser where `isStep`, which leaves the address behind. */
export const change = (changes, isStep = false) => {
  state = { ...state, ...changes, unknown: isStep ? [] : state.unknown };
  history[isStep ? "pushState" : "replaceState"](null, "", write(state));
  changed();
};

export const changeLayer = (index, changes, isStep = false) =>
  change({ layers: state.layers.map((layer, at) => (at === index ? { ...layer, ...changes } : layer)) }, isStep);

const fromAddress = () => {
  if (location.hash !== write(state)) {
    state = read(location.hash);
    changed();
  }
};
window.addEventListener("hashchange", fromAddress);
window.addEventListener("popstate", fromAddress);
