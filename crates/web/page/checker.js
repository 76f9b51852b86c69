// The checker: certificates and a claim file in, the lines and the exit code of dpcert-checker out.

const at = (id) => document.getElementById(id);
const [certificates, claim, said, code, banner] = ["certificates", "claim", "said", "code", "banner"].map(at);

let worker;
let generation = 0;

const refuse = (sentence) => {
  banner.textContent = sentence;
  banner.hidden = sentence === "";
};

const compiled = fetch("checker.wasm")
  .then((response) => {
    if (!response.ok) throw new Error(`checker.wasm is not there (${response.status})`);
    return WebAssembly.compileStreaming(new Response(response.body, { headers: { "content-type": "application/wasm" } }));
  })
  .catch((error) => {
    refuse(`The checker cannot be loaded: ${error.message}. Reload the page to try again.`);
    return null;
  });

/** What the checker says of files, in a worker of its own. */
const checked = async (words, body) => {
  const module = await compiled;
  if (!module) return undefined;
  worker?.terminate();
  const own = new Worker("worker.js");
  worker = own;
  own.postMessage(module);
  return new Promise((resolve, reject) => {
    own.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`the checker ended without a verdict: the certificates may be too large for this browser (${event.message})`));
    };
    own.onmessage = ({ data }) => {
      const text = new TextDecoder().decode(data.bytes);
      if (data.status === 0) resolve(JSON.parse(text));
      else reject(new Error(text));
    };
    own.postMessage({ words, body });
  });
};

const isJson = ({ name }) => name.endsWith(".json");

let files = { claim: null, certificates: [] };

const check = async () => {
  generation += 1;
  const own = generation;
  refuse("");
  code.textContent = "";
  if (files.certificates.length === 0) {
    said.textContent = files.claim ? "There is no certificate yet." : "";
    return;
  }
  said.textContent = "checking ...";
  try {
    const all = [...(files.claim ? [files.claim] : []), ...files.certificates];
    const described = ({ name, size }) => [name, size];
    const words = { claim: files.claim && described(files.claim), certificates: files.certificates.map(described) };
    const found = await checked(words, new Uint8Array(await new Blob(all).arrayBuffer()));
    if (own !== generation) return;
    said.textContent = found?.said ?? "";
    code.textContent = found ? `Exit code ${found.code}` : "";
  } catch (error) {
    if (own !== generation) return;
    said.textContent = "";
    refuse(error.message);
  }
};

certificates.addEventListener("change", () => {
  files.certificates = [...certificates.files];
  check();
});
claim.addEventListener("change", () => {
  files.claim = claim.files[0] ?? null;
  check();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const dropped = [...event.dataTransfer.files];
  const found = dropped.filter(isJson);
  if (found.length > 0) files.certificates = found;
  files.claim = dropped.find((file) => !isJson(file)) ?? files.claim;
  check();
});
