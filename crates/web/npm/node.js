// The worker, in Node: what it has of a browser's thread is its messages.

import { parentPort } from "node:worker_threads";

globalThis.onmessage = null;
globalThis.postMessage = (data, moved) => parentPort.postMessage(data, moved);
await import("./worker.js");
parentPort.on("message", (data) => globalThis.onmessage({ data }));
