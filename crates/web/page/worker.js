// The engine, or the checker, in a thread of its own: it computes one thing at a time, and ends when it is dropped.

const PATIENCE = 250;

let module;
let instance;
let begin = 0;
let next = 0;

/** Says how far the work is, a few times a second. */
const working = (work, planned, done, of) => {
  const now = performance.now();
  if (now < next) return;
  next = now + PATIENCE;
  postMessage({ working: { work: Number(work), planned: Number(planned), done: Number(done), of: Number(of), seconds: (now - begin) / 1000 } });
};

/** Calls the module: bytes in, bytes out. */
const call = (input) => {
  instance ??= new WebAssembly.Instance(module, { page: { working } });
  const { memory, room, ask, said, length } = instance.exports;
  // Room may be more memory than there was.
  const address = room(input.length);
  new Uint8Array(memory.buffer, address, input.length).set(input);
  begin = performance.now();
  next = begin + PATIENCE;
  const status = ask();
  return { status, bytes: new Uint8Array(memory.buffer, said(), length()).slice() };
};

/** A line of words and what follows it, as bytes. */
const joined = (words, body) => {
  const line = new TextEncoder().encode(`${JSON.stringify(words)}\n`);
  const rest = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const all = new Uint8Array(line.length + rest.length);
  all.set(line);
  all.set(rest, line.length);
  return all;
};

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    module = data;
    return;
  }
  const answer = call(joined(data.words, data.body));
  postMessage(answer, [answer.bytes.buffer]);
};
