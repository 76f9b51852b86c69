// The picture as a file, as a claim file, and as the command line that makes it.

import { post, query } from "./server.js";
import { current } from "./state.js";
import { nameOf, visible } from "./layers.js";

export const download = (name, content, kind) => {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

/** A word of a command line. */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command line that makes the picture of a request. */
export const commandLine = (request) => {
  if (request?.claims) return "dpcert plot --claims claims.toml -o picture.svg";
  if (!request) return "";
  const parts = ["dpcert plot"];
  if (request.convergence) {
    const { steps, ...others } = request.convergence;
    const given = Object.entries(others).map(([name, value]) => `${name}=${value}`);
    parts.push("--convergence", quoted(`${given.join(", ")}, steps=[${steps.join(", ")}]`));
  } else {
    parts.push(...request.mechanisms.map((one) => quoted(one.mechanism ?? one)));
    if (request.show !== "regions") parts.push(`--show ${request.show}`);
  }
  if (request.gap) parts.push(`--gap ${request.gap}`);
  if (request.points) parts.push(`--points ${request.points}`);
  for (const axis of ["log-x", "log-y"]) if (request[axis]) parts.push(`--${axis}`);
  if (request["eps-to"]) parts.push(`--eps-to ${quoted(request["eps-to"])}`);
  for (const axis of ["x", "y"]) if (request[axis]) parts.push(`--${axis} ${quoted(request[axis].join(".."))}`);
  if (request.front !== undefined) parts.push(`--front ${request.front + 1}`);
  if (request.fill === false) parts.push("--lines");
  return `${parts.join(" ")} -o picture.svg`;
};

const inToml = (text) => JSON.stringify(text);

/** What the page does not know is said where it is to be written. */
const SCOPE = `[scope]
# Write here whose data neighbours differ in, for example "person" or "example".
unit = "record"
# How they differ: a record is added or removed (add-remove), or another one is in its place (replace-one).
adjacency = "?"`;

/** A claim file: each mechanism as a row, and the least eps at delta = 1e-5 that is certified for it as a claim. */
const claimFile = async () => {
  const layers = visible(current()).map((index) => current().layers[index]);
  const requests = layers.map((layer, id) => ({ id, mechanism: layer.text, query: { eps: { delta: "1e-5" } }, digits: 6 }));
  const answers = await query(requests);
  const written = await (await post("/rows", JSON.stringify(layers.map(({ text }) => text)))).json();
  const named = [...new Set(written.flatMap(({ adjacencies }) => adjacencies))];
  if (named.length > 1) throw new Error(`no claim file is about several kinds of neighbours: ${named.join(", ")}`);
  const parts = ['format = "dpcert/1"', SCOPE.replace("?", named[0] ?? "add-remove")];
  if (!answers.some(({ status, hi }) => status === "ok" && hi !== "inf")) {
    throw new Error("there is no claim: none of these has a finite eps at delta = 1e-5");
  }
  layers.forEach((layer, index) => {
    const answer = answers[index];
    const id = `picture/${index + 1}`;
    const { rows } = written[index];
    const ids = rows.map((_, at) => (rows.length === 1 ? id : `${id}/${at + 1}`));
    rows.forEach((lines, at) => parts.push(["[[ledger]]", `id = ${inToml(ids[at])}`, ...lines].join("\n")));
    if (answer.status !== "ok" || answer.hi === "inf") {
      parts.push(`# ${nameOf(layer).replaceAll("\n", " ")}: no eps at delta = 1e-5`);
      return;
    }
    const claim = [`id = ${inToml(`eps-of-${index + 1}`)}`, `over = [${ids.map(inToml).join(", ")}]`, 'eps = { delta = "1e-5" }'];
    parts.push(`[[claim]]\n${claim.join("\n")}\nat-most = ${inToml(answer.hi)}`);
  });
  return `${parts.join("\n\n")}\n`;
};

/** Saves the picture in a form; the request is that of the fine picture. */
export const save = async (form, picture, request) => {
  switch (form) {
    case "svg":
      return download("picture.svg", picture.svg, "image/svg+xml");
    case "json":
      return download("scene.json", `${JSON.stringify(picture.scene)}\n`, "application/json");
    case "toml":
      return download("picture.dpcert.toml", await claimFile(), "application/toml");
    case "command":
      return navigator.clipboard?.writeText(commandLine(request));
    default: {
      const response = await post(`/draw?as=${form}`, JSON.stringify(picture.scene));
      return download(`picture.${form}`, await response.blob());
    }
  }
};
