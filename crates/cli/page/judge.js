// Claim files: judged, drawn, certified.

import { element } from "./field.js";
import { download } from "./save.js";
import { carried, ends, get, onThePage, post } from "./server.js";
import { current } from "./state.js";

const claims = document.getElementById("claims");
const problem = document.getElementById("claims-problem");
const judged = document.getElementById("judged");
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

/** A button, which says that it works on it until it is done; what goes wrong is said by `refuse`. */
const button = (label, act, refuse = (reason) => (problem.textContent = reason)) => {
  const made = element("button", { type: "button", textContent: label });
  const rest = () => {
    made.disabled = false;
    made.textContent = label;
  };
  made.addEventListener("click", () => {
    made.disabled = true;
    made.textContent = `${label} ...`;
    act().then(rest, (error) => {
      rest();
      refuse(error.message, made);
    });
  });
  return made;
};

/** The file that is judged; null if there is none. */
let asked = null;
let redraw = () => {};

/** What the picture is asked for. */
export const request = () => (asked === null ? null : { claims: asked });

/** Calls a function whenever another file is judged. */
export const onJudged = (listener) => (redraw = listener);

const KINDS = { json: "application/json", html: "text/html" };

/** Downloads the certificates of a claim, or of all claims, or the report about them. */
const certified = async (kind, id) => {
  const query = id === undefined ? "" : `?claim=${encodeURIComponent(id)}`;
  const { said, files } = await (await post(`/certify${query}`, asked)).json();
  const wanted = files.filter(({ name }) => name.endsWith(`.${kind}`));
  for (const { name, text } of wanted) download(name, text, KINDS[kind]);
  // The report has the reasons itself.
  if (kind === "html" && wanted.length > 0) return;
  const missing = [...said.matchAll(/^no certificate {2}claims\.dpcert\.toml, (.*)$/gm)].map(([, reason]) => reason);
  if (missing.length > 0) throw new Error(missing.map((reason) => `No certificate of ${onThePage(reason)}.`).join("\n"));
  if (wanted.length === 0) throw new Error(said.trim());
};

/** Downloads the report with its certificates and the checker inside. */
const proving = async () => {
  const text = asked;
  const { said, files } = await (await post("/certify", text)).json();
  const certificates = files.filter(({ name }) => name.endsWith(".json"));
  const report = files.find(({ name }) => name.endsWith(".html"));
  if (!report) throw new Error(said.trim());
  if (certificates.length === 0) throw new Error("No claim of this file has a certificate: the report says why.");
  const claim = { name: "claims.dpcert.toml", text };
  download("report-with-checker.html", await carried(report.text, claim, certificates), KINDS.html);
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
    .map(([name, text]) => [element("span", { className: "soft", textContent: `${name}: ` }), onThePage(text)])
    .map((parts) => element("p", {}, ...parts));

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

const COLUMNS = ["claim", "verdict", "claimed", "certified"];

/** The row of a claim, and the row of its notes. */
const rowsOf = (claim) => {
  const cells = [claim.id, verdict(claim), claimed(claim), trueValue(claim)].map((content, column) => {
    const cell = element("td", { textContent: content });
    // On a narrow screen each cell is a line with the name of its column.
    cell.dataset.name = COLUMNS[column];
    return cell;
  });
  cells[1].className = "verdict";
  const below = element("td", { colSpan: COLUMNS.length + 1 }, ...notesOf(claim));
  const refuse = (reason, pressed) => {
    below.append(element("p", { className: "problem", textContent: reason }));
    pressed.disabled = true;
  };
  cells.push(element("td", {}, button("Certificate", () => certified("json", claim.id), refuse)));
  const row = element("tr", { className: claim.verdict }, ...cells);
  return [row, element("tr", { className: "notes" }, below)];
};

const table = (claims) => {
  const title = claims.length === 1 ? "1 claim" : `${claims.length} claims`;
  const made = element("table", { ariaLabel: title }, element("caption", { textContent: title }));
  made.append(element("tr", {}, ...[...COLUMNS, "proof"].map((name) => element("th", { scope: "col", textContent: name }))));
  made.append(...claims.flatMap(rowsOf));
  return made;
};

/** One file: what is protected, the claims, and the answers about the ledger. */
const section = (file) => [
  element("div", { className: "scope" }, ...scope(file)),
  table(file.claims),
  element("div", { className: "scope" }, ...ledger(file)),
];

/** A field such as ledger[0].eps in a path, with its list, place and key. */
const IN_LIST = /^(ledger|claim)\[(\d+)\](?:\.([\w-]+))?/;

/** Where a field is in a claim file: its line, from 1, and the id of its row; undefined where the text does not have it. */
const placeOf = (path, text) => {
  const [, list, at, key] = IN_LIST.exec(path) ?? [];
  if (!list) return undefined;
  const lines = text.split("\n");
  const heads = lines.flatMap((line, index) => (line.trim() === `[[${list}]]` ? [index] : []));
  const head = heads[Number(at)];
  if (head === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > head && line.trim().startsWith("["));
  const body = lines.slice(head, end < 0 ? undefined : end);
  const found = key ? body.findIndex((line) => line.trimStart().startsWith(key)) : 0;
  const id = body.map((line) => /^\s*id\s*=\s*"([^"]*)"/.exec(line)?.[1]).find((one) => one !== undefined);
  return { line: head + Math.max(0, found) + 1, id };
};

/** The errors of a file, a line each, with the line of the file where it is known. */
const errors = (message, text) =>
  onThePage(message).split(/; (?=[\w-]+(?:\[\d+\])?[.:\w-]*: )/).map((one) => {
    const place = placeOf(one, text);
    if (!place) return one;
    const named = place.id === undefined ? one : one.replace(IN_LIST, (_, list, at, key) => `${list} "${place.id}"${key ? `, ${key}` : ""}`);
    return `line ${place.line}: ${named}`;
  });

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

const judge = async () => {
  generation += 1;
  const own = generation;
  problem.textContent = "";
  judged.replaceChildren();
  sessionStorage.setItem(KEPT, claims.value);
  asked = null;
  showStarts();
  redraw();
  const text = claims.value;
  if (!text.trim()) {
    problem.textContent = "there is no claim file yet: paste one, or start from one of those on this page";
    return;
  }
  judged.textContent = "judging ...";
  const report = await (await post("/check?as=json", text, judge)).json();
  // Another file has taken its place.
  if (own !== generation) return;
  judged.replaceChildren();
  if (report.bad_files.length > 0) {
    problem.textContent = report.bad_files.flatMap((file) => errors(file.error, text)).join("\n");
    return;
  }
  asked = text;
  judged.classList.remove("stale");
  const save = button("Report", () => certified("html"));
  const all = button("All certificates", () => certified("json"));
  const buttons = [save, ...(carried ? [button("Report that checks itself", proving)] : []), all];
  judged.append(...report.files.flatMap(section), element("div", { className: "row" }, ...buttons));
  redraw();
};

const start = () => judge().catch((error) => {
  judged.replaceChildren();
  problem.textContent = error.message;
});

claims.addEventListener("input", () => {
  judged.classList.toggle("stale", claims.value !== asked);
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
