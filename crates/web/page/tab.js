// What answers the page: the engine, compiled for the browser, in workers. A question that is cancelled ends with its worker,
// and another one takes its place.

const banner = document.getElementById("banner");
const notice = document.getElementById("notice");

const MOST = Math.max(1, Math.min(4, navigator.hardwareConcurrency ?? 2));
const MIB = 1 << 20;

const say = (place, text) => {
  place.textContent = text;
  place.hidden = text === "";
};

/** The bytes as they come, of which it is said how many there are. */
const told = (response) => {
  const all = Number(response.headers.get("content-length"));
  const isWhole = all > 0 && !response.headers.get("content-encoding");
  let come = 0;
  const counted = new TransformStream({
    transform(part, stream) {
      come += part.length;
      const size = (bytes) => (bytes / MIB).toFixed(1);
      say(notice, `Loading the engine: ${size(come)}${isWhole ? ` of ${size(all)}` : ""} MiB. It then answers without a connection.`);
      stream.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: { "content-type": "application/wasm" } });
};

const compiled = async () => {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  say(notice, "Loading the engine ...");
  const response = await fetch("engine.wasm");
  if (!response.ok) throw new Error(`its file engine.wasm is not there (${response.status})`);
  return WebAssembly.compileStreaming(told(response));
};

/** The engine, or null where it cannot be had, which is said. */
const engine = compiled().then(
  (module) => {
    say(notice, "");
    return module;
  },
  (error) => {
    say(notice, "");
    say(banner, `The engine cannot be loaded: ${error.message}. Reload the page to try again; what is in its fields stays.`);
    return null;
  },
);

const free = [];
const waiting = [];
let count = 0;

const made = async () => {
  const module = await engine;
  if (!module) throw new Error("there is no engine: reload the page");
  const worker = new Worker("worker.js");
  worker.postMessage(module);
  return worker;
};

/** A worker that has nothing to do, as soon as there is one. */
const taken = () => {
  if (free.length > 0) return free.pop();
  if (count < MOST) {
    count += 1;
    return made().catch((error) => {
      count -= 1;
      throw error;
    });
  }
  return new Promise((resolve) => waiting.push(resolve));
};

const released = (worker) => {
  const next = waiting.shift();
  if (next) next(worker);
  else free.push(worker);
};

/** Ends a worker, with what it does; who waits for one gets another. */
const dropped = (worker) => {
  worker.terminate();
  const next = waiting.shift();
  if (next) next(made());
  else count -= 1;
};

const aborted = () => new DOMException("cancelled", "AbortError");

/** Asks one worker: what it says, and its status. `working` is called with how far it is. */
const asked = async (words, body, signal, working) => {
  if (signal?.aborted) throw aborted();
  const worker = await taken();
  return new Promise((resolve, reject) => {
    const end = (then) => {
      worker.onmessage = worker.onerror = null;
      signal?.removeEventListener("abort", cancelled);
      then();
    };
    const cancelled = () =>
      end(() => {
        dropped(worker);
        reject(aborted());
      });
    if (signal?.aborted) return cancelled();
    signal?.addEventListener("abort", cancelled);
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => {
        dropped(worker);
        reject(new Error(`the computation ended without an answer: it may have been too large for this browser (${event.message})`));
      });
    };
    worker.onmessage = ({ data }) => {
      if (data.working) return working?.(data.working);
      end(() => {
        // After a fault nothing in it is relied on.
        if (data.status === FAULT) dropped(worker);
        else released(worker);
        resolve(data);
      });
    };
    worker.postMessage({ words, body });
  });
};

const REFUSED = 1;
const FAULT = 2;

/** The words of an address. */
const wordsOf = (path) => {
  const { pathname, searchParams } = new URL(path, "http://page/");
  const more = ["as", "claim"].map((name) => searchParams.get(name)).filter((value) => value !== null);
  const name = pathname.slice(1);
  return name === "check" ? [name] : [name, ...more];
};

/** A drawing as pixels, three for each of its own in each direction. */
const png = async (svg) => {
  const SCALE = 3;
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: SCALE * image.width, height: SCALE * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** A line about the progress, as the server sends it. */
const lineOf = ({ done, of, seconds }) =>
  `${JSON.stringify({ status: "working", done, of, left: `${Math.round(seconds)} s so far` })}\n`;

/** A picture: lines about the progress, and then the answer. */
const streamed = (words, body, signal) => {
  const encoder = new TextEncoder();
  const source = {
    async start(stream) {
      try {
        const { bytes } = await asked(words, body, signal, (working) => stream.enqueue(encoder.encode(lineOf(working))));
        stream.enqueue(bytes);
        stream.close();
      } catch (error) {
        stream.error(error);
      }
    },
  };
  return new Response(new ReadableStream(source));
};

/** A request, as the server would answer it. */
export const send = async (path, body, signal) => {
  const words = wordsOf(path);
  if (words[0] === "scene") return streamed(words, body, signal);
  const isPixels = words[1] === "png";
  const { status, bytes } = await asked(isPixels ? ["draw", "svg"] : words, body, signal);
  if (status === FAULT) return new Response(bytes, { status: 500 });
  if (status === REFUSED) return new Response(bytes, { status: 400 });
  return new Response(isPixels ? await png(bytes) : bytes);
};

/** What is the same for everybody. */
export const get = (path) => send(path, "");

export { carried } from "./carry.js";

/** Nobody is away. */
export const lost = () => {};

// Without a connection the files of the last visit answer.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
