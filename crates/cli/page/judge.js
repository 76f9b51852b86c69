// Claim files: judged, drawn, certified.

import { ends, post } from "./server.js";
import { download } from "./save.js";

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

const cell = (name, content) => {
  const made = document.createElement(name);
  made.append(content);
  return made;
};

const button = (label, act) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
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

const certificate = async (id) => {
  const query = id === undefined ? "" : `?claim=${encodeURIComponent(id)}`;
  const { said, files } = await (await post(`/certify${query}`, asked)).json();
  if (files.length === 0) throw new Error(said.trim());
  const kinds = { json: "application/json", md: "text/markdown", svg: "image/svg+xml" };
  for (const { name, text } of files) download(name, text, kinds[name.split(".").at(-1)]);
};

const claimed = ({ quantity, parameters, relation, claimed: value }) => {
  const at = Object.entries(parameters).map(([name, number]) => ` at ${name} = ${number}`);
  return `${quantity}${at.join("")} ${relation.replace("-", " ")} ${[value].flat().join(" and ")}`;
};

const certified = (claim) => (claim.lo === null ? claim.exact ?? claim.reason ?? "" : ends(claim));

const table = (report) => {
  const rows = report.files.flatMap((file) => file.claims);
  const made = document.createElement("table");
  made.append(cell("caption", `${rows.length} claims`));
  const head = document.createElement("tr");
  head.append(...["claim", "verdict", "claimed", "certified", ""].map((name) => cell("th", name)));
  made.append(head);
  for (const claim of rows) {
    const row = document.createElement("tr");
    row.className = claim.verdict;
    const parts = [claim.id, claim.verdict, claimed(claim), certified(claim)].map((content) => cell("td", content));
    row.append(...parts, cell("td", button("Certificate", () => certificate(claim.id))));
    made.append(row);
  }
  return made;
};

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
    problem.textContent = report.bad_files.map((file) => file.error).join("\n");
    return;
  }
  asked = text;
  judged.classList.remove("stale");
  const save = button("Report", async () => download("report.txt", await (await post("/check?as=text", text)).blob()));
  const all = button("All certificates", () => certificate());
  judged.append(table(report), save, all);
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
