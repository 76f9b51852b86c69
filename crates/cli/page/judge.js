// Claim files: judged, drawn, certified.

import { element } from "./field.js";
import { numbered } from "./lines.js";
import { download } from "./save.js";
import { carried, ends, get, onThePage, post } from "./server.js";
import { current } from "./state.js";
import { withPowers } from "./words.js";

const claims = document.getElementById("claims");
const problem = document.getElementById("claims-problem");
const judged = document.getElementById("judged");
const summary = document.getElementById("summary");
const KEPT = "claims";

const EXAMPLE = `format = "dpcert/1"

[scope]
unit = "example"
adjacency = "add-remove"

[[ledger]]
id = "training"
mechanism = "gaussian"
sigma = "1.3"
count = "50"
sampling = { method = "poisson", rate = "1/100" }

[[claim]]
id = "published"
over = ["*"]
eps = { delta = "1e-5" }
at-most = "1.2"

[[claim]]
id = "too-good"
over = ["*"]
eps = { delta = "1e-5" }
at-most = "0.2"
`;

claims.value = sessionStorage.getItem(KEPT) ?? "";
const lines = numbered(claims, document.getElementById("claims-lines"));

const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** Says what is under way, and for how long, which is not read out each second; the result ends that. */
const working = (place, text) => {
  const start = performance.now();
  const clock = element("span", { ariaHidden: "true" });
  place.replaceChildren(text, clock);
  const timer = setInterval(() => (clock.textContent = ` ${Math.round((performance.now() - start) / 1000)} s so far`), 1000);
  return () => clearInterval(timer);
};

/**
 * A button, and the place that says that it works, and then what is done or why not: `act` gives that in a sentence, or
 * fails.
 */
const button = (label, doing, act) => {
  const made = element("button", { type: "button", textContent: label });
  const place = element("p", { role: "status" });
  made.addEventListener("click", async () => {
    made.disabled = true;
    place.classList.remove("problem");
    const end = working(place, `${doing} ...`);
    try {
      place.textContent = await act();
    } catch (error) {
      place.classList.add("problem");
      place.textContent = error.message;
    }
    end();
    made.disabled = false;
  });
  return [made, place];
};

/** The file that is judged; null if there is none. */
let asked = null;
let redraw = () => {};

/** What the picture is asked for. */
export const request = () => (asked === null ? null : { claims: asked });

/** Calls a function whenever another file is judged. */
export const onJudged = (listener) => (redraw = listener);

const KINDS = { json: "application/json", html: "text/html" };

/** Downloads the files of a kind, and says so. */
const saved = (files, kind) => {
  const wanted = files.filter(({ name }) => name.endsWith(`.${kind}`));
  for (const { name, text } of wanted) download(name, text, KINDS[kind]);
  if (wanted.length === 0) return "There is nothing to save.";
  return wanted.length === 1 ? `Saved as ${wanted[0].name}.` : `${wanted.length} files are saved.`;
};

/** Downloads the report of some files, with their certificates and the checker inside. */
const proving = async (text, files) => {
  const certificates = files.filter(({ name }) => name.endsWith(".json"));
  if (certificates.length === 0) throw new Error("No claim of this file has a certificate: the report says why.");
  const report = files.find(({ name }) => name.endsWith(".html"));
  const claim = { name: "claims.dpcert.toml", text };
  const name = "report-with-checker.html";
  return saved([{ name, text: await carried(report.text, claim, certificates) }], "html");
};

/** Why the engine has no certificate of a claim; undefined where it has one. */
const reasonOf = (said, id) => {
  const head = `no certificate  claims.dpcert.toml, ${id}: `;
  return said.split("\n").find((line) => line.startsWith(head))?.slice(head.length);
};

/** The certificates of a judged file. A claim that is not decided has none; the engine says which of the others have one. */
const proofsOf = (text, claims) => {
  const isDecided = ({ verdict: said }) => ["holds", "refuted"].includes(said);
  /** The reasons of the claims without a certificate; those that are not decided have theirs beside their verdict. */
  const without = new Map(claims.filter((claim) => !isDecided(claim)).map(({ id }) => [id, ""]));
  const listeners = [];
  let whole;
  let isKnown = false;
  const learn = (said, isAboutAll) => {
    const missing = claims.map(({ id }) => [id, reasonOf(said, id)]).filter(([, reason]) => reason !== undefined);
    for (const [id, reason] of missing) {
      if (!without.has(id)) without.set(id, `No certificate of ${id}: ${onThePage(reason)}.`);
    }
    isKnown ||= isAboutAll;
    listeners.forEach((listener) => listener());
    return missing.length;
  };
  /** The files about a claim, or about all claims. */
  const ask = async (id) => {
    const query = id === undefined ? "" : `?claim=${encodeURIComponent(id)}`;
    const { said, files } = await (await post(`/certify${query}`, text)).json();
    const missing = learn(said, id === undefined);
    // Claims with neither a certificate nor a reason: something is wrong, and that is said.
    const isNone = missing === 0 && !files.some(({ name }) => name.endsWith(".json"));
    if (isNone && claims.length > 0) throw new Error(said.trim());
    return files;
  };
  const forget = (error) => {
    whole = undefined;
    throw error;
  };
  return {
    without,
    ask,
    /** The files about all claims, which are made once. */
    all: () => (whole ??= ask().catch(forget)),
    /** Calls a function now, and whenever more is known. */
    watch: (listener) => {
      listeners.push(listener);
      listener();
    },
    isEmpty: () => without.size === claims.length,
    /** How many claims have a certificate, in a sentence; nothing where each may have one. */
    said: () => {
      const count = claims.length - without.size;
      if (count === 0) return "No claim has a certificate.";
      if (!isKnown && without.size === 0) return "";
      const most = isKnown ? "" : "At most ";
      return `${most}${count} of ${counted(claims.length, "claim")} ${count === 1 ? "has" : "have"} a certificate.`;
    },
  };
};

const about = ({ quantity, parameters }) =>
  quantity + Object.entries(parameters).map(([name, number]) => ` at ${name} = ${number}`).join("");

const claimed = (claim) => `${about(claim)} ${claim.relation.replace("-", " ")} ${[claim.claimed].flat().join(" and ")}`;

const trueValue = (claim) => (claim.lo === null ? claim.exact ?? "" : ends(claim));

/** The verdict in full: about an idealisation, and whether it is the expected one. */
const verdict = ({ verdict: said, idealised, expected, as_expected: isExpected }) => {
  const of = idealised && ["holds", "refuted"].includes(said) ? `${said} for the idealised mechanism` : said;
  if (!isExpected) return `${of} (expected: ${expected})`;
  return expected === "holds" ? of : `${of}, as expected`;
};

const signOf = (text) => (/^[^e]*([1-9]|inf)/.test(text) ? (text.startsWith("-") ? -1 : 1) : 0);

/** The end of the margin that is nearer to 0, as the table of the command line has it. */
const marginOf = ({ lo, hi }) => {
  if (signOf(lo) === 0 || signOf(hi) === 0) return "0";
  if (signOf(hi) < 0) return hi;
  return signOf(lo) > 0 ? `+${lo}` : "unknown";
};

const contradicts = (reason) => `${reason}. This is a fault of dpcert`;

/** Paragraphs with a name each; those without a text are left out. */
const notes = (pairs) =>
  pairs
    .filter(([, text]) => text)
    .map((pair) => pair.map((text) => withPowers(onThePage(text))))
    .map(([name, text]) => element("p", {}, element("span", { className: "soft", textContent: `${name}: ` }), text));

const findings = (list) =>
  list.map(({ finding, level, message }) => [level === "deny" ? `${finding}, denied` : finding, `${message}.`]);

/** What belongs to a verdict: how far it is from the claim, what would decide it, and what it does not prove. */
const notesOf = (claim) =>
  notes([
    ["the engines contradict each other", claim.contradiction && contradicts(claim.contradiction)],
    ["margin", claim.margin && marginOf(claim.margin)],
    ["to decide it", claim.what_would_decide],
    ["missing", claim.missing],
    ["reason", claim.reason],
    ["source", claim.source],
    ...findings(claim.findings),
  ]);

const scope = ({ unit, adjacency, exclusions, derived = [] }) =>
  notes([
    ["unit", `${unit}; adjacency: ${adjacency}`],
    ...exclusions.map((exclusion) => ["excluded", exclusion]),
    ...derived.map((line) => ["derived", line]),
  ]);

/** The answers about the whole ledger, and what is found about it. */
const ledger = ({ asked: answers = [], findings: found = [] }) =>
  notes([
    ...answers.flatMap((answer) => [
      [about(answer), answer.lo === null ? answer.exact ?? answer.missing : ends(answer)],
      ["the engines contradict each other", answer.contradiction && contradicts(answer.contradiction)],
    ]),
    ...findings(found),
  ]);

/** What is said of some claims with a verdict: of one, and of more. */
const SAID = {
  holds: ["holds", "hold"],
  refuted: ["is refuted", "are refuted"],
  undecided: ["is undecided", "are undecided"],
  unsupported: ["is unsupported", "are unsupported"],
};

/** How many claims have a verdict; one that is refuted and was expected to hold is wrong. */
const countOf = (said, claims) => {
  const all = claims.filter(({ verdict: own }) => own === said);
  if (all.length === 0) return [];
  // Most are expected to hold, and only what is not as usual is said.
  const odd = all.filter(({ as_expected: isExpected }) => isExpected !== (said === "holds")).length;
  const note = said === "holds" ? "unexpectedly" : "as expected";
  const noted = odd === 0 ? "" : odd === all.length ? ` (${note})` : ` (${odd} of them ${note})`;
  const isWrong = said === "refuted" && all.some(({ as_expected: isExpected }) => !isExpected);
  const textContent = `${all.length} ${SAID[said][all.length === 1 ? 0 : 1]}${noted}`;
  return [element("span", { textContent, className: isWrong ? "wrong-verdict" : "" })];
};

/** The result in a sentence: how many claims hold, how many do not, and what is found about them. */
const summaryOf = (report) => {
  const claims = report.files.flatMap((file) => file.claims);
  const counts = Object.keys(SAID).flatMap((said) => countOf(said, claims));
  const { findings: found, denied } = report.summary;
  const about = found === 0 ? "no findings" : `${counted(found, "finding")}${denied > 0 ? `, ${denied} denied` : ""}`;
  const parts = counts.flatMap((count, index) => [index === 0 ? ": " : ", ", count]);
  return [counted(claims.length, "claim"), ...parts, `; ${about}.`];
};

const COLUMNS = ["claim", "verdict", "claimed", "certified"];

/** The row of a claim, and the row of its notes. */
const rowsOf = (claim, proofs) => {
  const texts = [claim.id, verdict(claim), withPowers(claimed(claim)), withPowers(trueValue(claim))];
  const cells = texts.map((content, column) => {
    const cell = element("td", { textContent: content });
    // On a narrow screen each cell is a line with the name of its column.
    cell.dataset.name = COLUMNS[column];
    return cell;
  });
  cells[1].className = "verdict";
  const certify = async () => saved(await proofs.ask(claim.id), "json");
  const [made, place] = button("Certificate", `Making the certificate of ${claim.id}, and a report with pictures`, certify);
  const [proof, reason] = [element("td"), element("p")];
  proofs.watch(() => {
    const isThere = !proofs.without.has(claim.id);
    proof.replaceChildren(isThere ? made : "none");
    proof.classList.toggle("soft", !isThere);
    reason.textContent = proofs.without.get(claim.id) ?? "";
  });
  proof.dataset.name = "proof";
  cells.push(proof);
  const below = element("td", { colSpan: cells.length }, ...notesOf(claim), reason, place);
  const row = element("tr", { className: `${claim.verdict}${claim.as_expected ? "" : " unexpected"}` }, ...cells);
  return [row, element("tr", { className: "notes" }, below)];
};

const table = (claims, proofs) => {
  const made = element("table", { ariaLabel: counted(claims.length, "claim") });
  made.append(element("tr", {}, ...[...COLUMNS, "proof"].map((name) => element("th", { scope: "col", textContent: name }))));
  made.append(...claims.flatMap((claim) => rowsOf(claim, proofs)));
  return made;
};

/** One file: what is protected, the claims, and the answers about the ledger. */
const section = (file, proofs) => [
  element("div", { className: "scope" }, ...scope(file)),
  table(file.claims, proofs),
  element("div", { className: "scope" }, ...ledger(file)),
];

/** The buttons for the report and for all certificates, those that there may be, and what they say. */
const offers = (text, proofs) => {
  // All of it is made at once, whichever part is wanted.
  const parts = "with its certificates and pictures";
  const save = async (kind) => saved(await proofs.all(), kind);
  const certificates = [button("All certificates", "Making the certificates, and the report with its pictures", () => save("json"))];
  if (carried) {
    const act = async () => proving(text, await proofs.all());
    certificates.unshift(button("Report that checks itself", `Making the report that checks itself, ${parts}`, act));
  }
  const report = button("Report", `Making the report, ${parts}`, () => save("html"));
  const all = [report, ...certificates];
  const count = element("span", { className: "soft" });
  proofs.watch(() => {
    count.textContent = proofs.said();
    for (const [made] of certificates) made.hidden = proofs.isEmpty();
  });
  return [element("div", { className: "row" }, ...all.map(([made]) => made), count), ...all.map(([, place]) => place)];
};

/** A field such as ledger[0].eps in a path, with its list, place and key; and one such as scope.unit. */
const IN_LIST = /^(ledger|claim)\[(\d+)\](?:\.([\w-]+))?/;

const IN_SCOPE = /^scope(?:\.([\w-]+))?/;

/** Where a field is in a claim file: its line, from 1, and the id of its row; undefined where the text does not have it. */
const placeOf = (path, text) => {
  const [, list, at, key] = IN_LIST.exec(path) ?? [undefined, undefined, 0, IN_SCOPE.exec(path)?.[1]];
  if (!list && !IN_SCOPE.test(path)) return undefined;
  const title = list ? `[[${list}]]` : "[scope]";
  const lines = text.split("\n");
  const heads = lines.flatMap((line, index) => (line.trim() === title ? [index] : []));
  const head = heads[Number(at)];
  if (head === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > head && line.trim().startsWith("["));
  const body = lines.slice(head, end < 0 ? undefined : end);
  const found = key ? body.findIndex((line) => line.trimStart().startsWith(key)) : 0;
  const id = body.map((line) => /^\s*id\s*=\s*"([^"]*)"/.exec(line)?.[1]).find((one) => one !== undefined);
  return { line: head + Math.max(0, found) + 1, id };
};

/** The errors of a file, each with the line of the file where it is known. */
const errors = (message, text) =>
  onThePage(message).split(/; (?=[\w-]+(?:\[\d+\])?[.:\w-]*: )/).map((one) => {
    const place = placeOf(one, text);
    if (!place) return { said: one };
    const named = place.id === undefined ? one : one.replace(IN_LIST, (_, list, at, key) => `${list} "${place.id}"${key ? `, ${key}` : ""}`);
    return { said: `line ${place.line}, ${named}`, line: place.line };
  });

/** An error, which leads to its line. */
const errorOf = ({ said, line }) => {
  if (line === undefined) return element("p", { textContent: said });
  const made = element("button", { type: "button", textContent: said, title: "Go to this line" });
  made.addEventListener("click", () => lines.go(line));
  return made;
};

/** Files to start from, as long as nothing is judged and nothing written. */
const starts = document.getElementById("starts");
const showStarts = () => starts.classList.toggle("done", asked !== null || claims.value.trim() !== "");

const card = ({ name, about, text }) => {
  const made = element("button", { type: "button" }, element("strong", { textContent: name }), element("span", { textContent: about }));
  made.addEventListener("click", () => {
    claims.value = text;
    start();
  });
  return element("li", {}, made);
};

const loadStarts = async () => {
  try {
    const templates = await (await get("/templates")).json();
    document.getElementById("cards").replaceChildren(...templates.map(card));
  } catch {
    setTimeout(loadStarts, 2000);
  }
};

let generation = 0;

/** Clears the result, and says why there is none: `{said, line}` each. */
const say = (...reasons) => {
  summary.replaceChildren();
  problem.replaceChildren(...reasons.map(errorOf));
  lines.mark(reasons.flatMap(({ line }) => line ?? []));
};

/** The verdicts on a file; until they are there, the summary says how many claims are judged. */
const verdicts = async (text) => {
  const count = text.match(/^\s*\[\[claim\]\]/gm)?.length;
  const end = working(summary, `Judging ${count ? counted(count, "claim") : "the file"} ...`);
  try {
    return await (await post("/check?as=json", text, judge)).json();
  } finally {
    end();
  }
};

const judge = async () => {
  generation += 1;
  const own = generation;
  say();
  judged.replaceChildren();
  sessionStorage.setItem(KEPT, claims.value);
  asked = null;
  showStarts();
  redraw();
  const text = claims.value;
  if (!text.trim()) {
    say({ said: "there is no claim file yet: paste one, or start from one of those on this page" });
    return;
  }
  const report = await verdicts(text);
  // Another file has taken its place.
  if (own !== generation) return;
  if (report.bad_files.length > 0) {
    say(...report.bad_files.flatMap((file) => errors(file.error, text)));
    return;
  }
  asked = text;
  [summary, judged].forEach((part) => part.classList.remove("stale"));
  summary.replaceChildren(...summaryOf(report));
  const proofs = proofsOf(text, report.files.flatMap((file) => file.claims));
  judged.append(...report.files.flatMap((file) => [...section(file, proofs), ...offers(text, proofs)]));
  redraw();
};

const start = () => judge().catch((error) => say({ said: error.message }));

claims.addEventListener("input", () => {
  [summary, judged].forEach((part) => part.classList.toggle("stale", claims.value !== asked));
  showStarts();
});
document.getElementById("judge-now").addEventListener("click", start);
document.getElementById("example").addEventListener("click", () => {
  claims.value = EXAMPLE;
  start();
});
const read = async (file) => {
  claims.value = await file.text();
  start();
};
document.getElementById("claim-file").addEventListener("change", (event) => {
  if (event.target.files[0]) read(event.target.files[0]);
});
// A file may be dropped anywhere: it is not opened in the place of the page.
const isFile = ({ dataTransfer }) => current().tab === "judge" && dataTransfer.types.includes("Files");
document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
document.addEventListener("drop", (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});
showStarts();
loadStarts();
