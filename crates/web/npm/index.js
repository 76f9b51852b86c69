// dpcert as a module for Node and for browsers. Threads of their own compute, one for the engine and one for the checker, which
// shares nothing with it: who asks is never blocked, and a question ends with its cancellation.

const ENGINE = new URL("./engine.wasm", import.meta.url);
const CHECKER = new URL("./checker.wasm", import.meta.url);

// What is written once as a variable is left alone by programs that pack modules for browsers.
const [FILES, THREADS] = ["node:fs/promises", "node:worker_threads"];
const isNode = typeof Worker === "undefined";

const FAULT = 2;

/** What is asked has no answer: `answer` is what the line protocol says of it, where it was asked. */
export class DpcertError extends Error {
  constructor(message, answer) {
    super(message);
    this.name = "DpcertError";
    this.answer = answer;
  }
}

const compiled = async (url) => {
  if (isNode) return WebAssembly.compile(await (await import(FILES)).readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded (${response.status})`);
  return WebAssembly.compileStreaming(new Response(response.body, { headers: { "content-type": "application/wasm" } }));
};

/** A worker of Node, which does not keep the process alive while it has nothing to do. */
const workerOfNode = async (heard) => {
  const { Worker } = await import(THREADS);
  const worker = new Worker(new URL("./node.js", import.meta.url));
  worker.on("message", (data) => heard.message?.(data));
  worker.on("error", (error) => heard.error?.(error));
  worker.unref();
  return worker;
};

/** A worker of a browser. One of another server is started by a script of this page, as browsers demand. */
const workerOfBrowser = (heard) => {
  const url = new URL("./worker.js", import.meta.url);
  const isForeign = url.origin !== globalThis.location?.origin;
  const script = isForeign && URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(url.href)})`], { type: "text/javascript" }));
  const worker = isForeign ? new Worker(script) : new Worker(new URL("./worker.js", import.meta.url));
  worker.onmessage = ({ data }) => heard.message?.(data);
  worker.onerror = (event) => {
    event.preventDefault();
    heard.error?.(event);
  };
  return worker;
};

/** A thread with a module in it, which answers one call after another. It is started by the first. */
class Thread {
  #url;
  #module;
  #worker;
  #heard;
  #last = Promise.resolve();

  constructor(url) {
    this.#url = url;
  }

  /** What the module says; it is a text. */
  call(words, body, { signal, progress } = {}) {
    const turn = this.#last.then(() => this.#now(words, body, signal, progress));
    this.#last = turn.catch(() => {});
    if (!signal) return turn;
    // A question that waits for its turn ends at once.
    return new Promise((resolve, reject) => {
      const aborted = () => reject(signal.reason);
      signal.addEventListener("abort", aborted);
      if (signal.aborted) aborted();
      turn.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
    });
  }

  async #start() {
    // A module that could not be loaded is tried again.
    this.#module ??= compiled(this.#url).catch((error) => {
      this.#module = undefined;
      throw error;
    });
    const module = await this.#module;
    this.#heard = {};
    this.#worker = await (isNode ? workerOfNode : workerOfBrowser)(this.#heard);
    this.#worker.postMessage(module);
  }

  #drop() {
    this.#worker.terminate();
    this.#worker = undefined;
  }

  async #now(words, body, signal, progress) {
    signal?.throwIfAborted();
    if (!this.#worker) await this.#start();
    signal?.throwIfAborted();
    const heard = this.#heard;
    this.#worker.ref?.();
    const { status, bytes } = await new Promise((resolve, reject) => {
      const cancelled = () => end(() => reject(signal.reason), true);
      const end = (then, isDropped) => {
        signal?.removeEventListener("abort", cancelled);
        heard.message = heard.error = undefined;
        this.#worker.unref?.();
        if (isDropped) this.#drop();
        then();
      };
      signal?.addEventListener("abort", cancelled);
      heard.error = ({ message }) =>
        end(() => reject(new DpcertError(`the computation ended without an answer: it may have been too large (${message})`)), true);
      heard.message = (said) => {
        if (said.working) progress?.(said.working);
        // After a fault nothing in it is relied on.
        else end(() => resolve(said), said.status === FAULT);
      };
      this.#worker.postMessage({ words, body });
    });
    const text = new TextDecoder().decode(bytes);
    if (status !== 0) throw new DpcertError(text);
    return text;
  }
}

const engine = new Thread(ENGINE);
const checker = new Thread(CHECKER);

const written = (request) => JSON.stringify(request, (_, value) => (typeof value === "bigint" ? String(value) : value));

/** The answer to a request of the line protocol, an object or a text, whatever its status is. */
export const ask = async (request, options) => {
  // A line break in JSON is white space.
  const line = typeof request === "string" ? request.replace(/[\r\n]/g, " ") : written(request);
  return JSON.parse(await engine.call(["query"], `${line}\n`, options));
};

/** What a query says of a mechanism. */
export const query = async (mechanism, asked, { signal, progress, ...fields } = {}) => {
  const answer = await ask({ mechanism, query: asked, ...fields }, { signal, progress });
  if (answer.status === "ok") return answer;
  const field = answer.field ? `${answer.field}: ` : "";
  throw new DpcertError(`${field}${answer.reason}${answer.help ? `; ${answer.help}` : ""}`, answer);
};

/** The least delta at an eps. */
export const delta = (mechanism, at, options) => query(mechanism, { delta: { eps: at } }, options);

/** The least eps at a delta. */
export const eps = (mechanism, at, options) => query(mechanism, { eps: { delta: at } }, options);

/** The least type II error at a level. */
export const beta = (mechanism, at, options) => query(mechanism, { beta: { alpha: at } }, options);

/** A claim file, judged. */
export const check = async (claims, options) => JSON.parse(await engine.call(["check"], claims, options));

/** Certificates of a claim file, or of one of its claims, and the report about them. */
export const certify = async (claims, { claim, ...options } = {}) =>
  JSON.parse(await engine.call(claim === undefined ? ["certify"] : ["certify", claim], claims, options));

/** What dpcert-checker says of certificates, and of a claim file that they must be about. */
export const verify = async (certificates, { claim, ...options } = {}) => {
  const encoded = ({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) });
  const described = ({ name, bytes }) => [name, bytes.length];
  const own = claim && encoded(claim);
  const files = certificates.map(encoded);
  const words = { claim: own ? described(own) : null, certificates: files.map(described) };
  const parts = [...(own ? [own] : []), ...files].map(({ bytes }) => bytes);
  const body = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return JSON.parse(await checker.call(words, body, options));
};
