// Questions, and what is said when they are not answered. The server answers them that the page comes from; in a folder of
// files, workers do.

const { send, get, lost, carried } = await import(document.documentElement.dataset.answeredBy ?? "./http.js");
// Of workers alone: a report that carries the checker.
export { get, lost, carried };

const failed = async (response) => {
  const reason = (await response.text()).trim();
  return { status: "error", field: null, reason: reason || `the server says ${response.status}` };
};

/** A sentence of the program without what can be done on the command line alone. */
export const onThePage = (text) =>
  text
    .replace(/: raise it with --[\w-]+ [^\s;,]+/g, "")
    .replace(/ \((--[\w-]+ [^\s,)]+(, )?)+\)/g, "")
    .replace(/; or ask what it costs: dpcert [^)]*/g, "")
    .replace(/: dpcert calibrate .* finds the sigma that meets a budget, and /g, ": ")
    .replace(/ is expected: "/g, ' is expected at "');

/** Why there is no answer, with the way out if that adds to it. */
export const sentences = ({ reason, help, missing }) => {
  const rest = help ?? missing;
  const domain = rest?.replace(/^[\w-]+ must be in /, "");
  return (rest && !reason.includes(domain) ? [reason, rest] : [reason]).map(onThePage);
};

/** Both in one line. */
export const sentence = (answer) => sentences(answer).join("; ");

/** A number of an answer: exactly, or between its ends. */
export const ends = ({ lo, hi, exact }) => exact ?? (lo === hi ? lo : `[${lo}, ${hi}]`);

/** The lines of an answer as they come. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

/** Answers of the line protocol to some requests. */
export const query = async (requests, signal) => {
  const body = requests.map((request) => JSON.stringify(request)).join("\n") + "\n";
  const response = await send("/query", body, signal);
  if (!response.ok) throw new Error((await failed(response)).reason);
  const answers = [];
  for await (const line of lines(response)) answers.push(line);
  return answers;
};

/** A picture; `progress` is called with lines about it. */
export const scene = async (request, { signal, progress, again }) => {
  const response = await send("/scene", JSON.stringify(request), signal, again);
  if (!response.ok) return failed(response);
  let answer;
  for await (const line of lines(response)) {
    if (line.status === "working") progress?.(line);
    else answer = line;
  }
  return answer ?? { status: "error", field: null, reason: "the computation ended without an answer: it may have been too large" };
};

/** The body of an answer of another kind. */
export const post = async (path, body, again) => {
  const response = await send(path, body, undefined, again);
  if (!response.ok) throw new Error((await failed(response)).reason);
  return response;
};
