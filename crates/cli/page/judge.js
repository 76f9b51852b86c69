// Claim files: judged, drawn, certified.

import { element } from "./field.js";
import { download } from "./save.js";
import { ends, onThePage, post } from "./server.js";

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

const button = (label, act) => {
  const made = element("button", { type: "button", textContent: label });
  made.addEventListener("click", () => act().catch((error) => (problem.textContent = error.message)));
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
  if (wanted.length === 0) throw new Error(said.trim());
  for (const { name, text } of wanted) download(name, text, KINDS[kind]);
};

const claimed = ({ quantity, parameters, relation, claimed: value }) => {
  const at = Object.entries(parameters).map(([name, number]) => ` at ${name} = ${number}`);
  return `${quantity}${at.join("")} ${relation.replace("-", " ")} ${[value].flat().join(" and ")}`;
};

const trueValue = (claim) => (claim.lo === null ? claim.exact ?? claim.reason ?? "" : ends(claim));

const COLUMNS = ["claim", "verdict", "claimed", "certified"];

const table = (report) => {
  const rows = report.files.flatMap((file) => file.claims);
  const made = document.createElement("table");
  made.append(element("caption", { textContent: rows.length === 1 ? "1 claim" : `${rows.length} claims` }));
  made.append(element("tr", {}, ...[...COLUMNS, ""].map((name) => element("th", { scope: "col", textContent: name }))));
  for (const claim of rows) {
    const cells = [claim.id, claim.verdict, claimed(claim), trueValue(claim)].map((content, column) => {
      const cell = element("td", { textContent: content });
      // On a narrow screen each cell is a line with the name of its column.
      cell.dataset.name = COLUMNS[column];
      return cell;
    });
    cells[1].className = "verdict";
    cells.push(element("td", {}, button("Certificate", () => certified("json", claim.id))));
    made.append(element("tr", { className: claim.verdict }, ...cells));
  }
  return made;
};

/** The line of a field such as ledger[0].eps in a claim file, from 1; undefined where its text does not have it. */
const lineOf = (path, text) => {
  const [, list, at, key] = /^(ledger|claim)\[(\d+)\](?:\.([\w-]+))?/.exec(path) ?? [];
  if (!list) return undefined;
  const lines = text.split("\n");
  const heads = lines.flatMap((line, index) => (line.trim() === `[[${list}]]` ? [index] : []));
  const head = heads[Number(at)];
  if (head === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > head && line.trim().startsWith("["));
  const body = lines.slice(head, end < 0 ? undefined : end);
  const found = key ? body.findIndex((line) => line.trimStart().startsWith(key)) : 0;
  return head + Math.max(0, found) + 1;
};

/** The errors of a file, a line each, with the line of the file where it is known. */
const errors = (message, text) =>
  onThePage(message).split(/; (?=[\w-]+(?:\[\d+\])?[.:\w-]*: )/).map((one) => {
    const line = lineOf(one, text);
    return line ? `line ${line}: ${one}` : one;
  });

let generation = 0;

const judge = async () => {
  generation += 1;
  const own = generation;
  problem.textContent = "";
  judged.replaceChildren();
  sessionStorage.setItem(KEPT, claims.value);
  asked = null;
  redraw();
  const text = claims.value;
  if (!text.trim()) {
    problem.textContent = "there is no claim file yet: paste one, or take the example";
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
  judged.append(table(report), element("div", { className: "row" }, save, all));
  redraw();
};

const start = () => judge().catch((error) => {
  judged.replaceChildren();
  problem.textContent = error.message;
});

claims.addEventListener("input", () => judged.classList.toggle("stale", claims.value !== asked));
document.getElementById("judge").addEventListener("click", start);
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
const editor = document.getElementById("claims-editor");
editor.addEventListener("dragover", (event) => event.preventDefault());
editor.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
});
