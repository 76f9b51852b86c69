// In a report that carries its certificates: they are checked when it is opened, by the checker that it carries too.

const at = (id) => document.getElementById(id);
const { claim, certificates } = JSON.parse(at("carried-files").textContent);
const files = [claim, ...certificates].map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));

const refuse = (sentence) => {
  at("carried-said").textContent = `Not checked: ${sentence}`;
};

const check = async () => {
  const text = atob(at("carried-checker").textContent);
  const module = await WebAssembly.compile(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  const worker = new Worker(URL.createObjectURL(new Blob([at("carried-worker").textContent], { type: "text/javascript" })));
  worker.onerror = ({ message }) => refuse(`the checker ended without a verdict (${message}).`);
  worker.onmessage = ({ data }) => {
    const answer = new TextDecoder().decode(data.bytes);
    if (data.status !== 0) return refuse(answer);
    const { said, code } = JSON.parse(answer);
    at("carried-said").textContent = said;
    at("carried-code").textContent = `Exit code ${code}`;
  };
  const [first, ...rest] = files.map(({ name, bytes }) => [name, bytes.length]);
  worker.postMessage(module);
  const body = new Uint8Array(await new Blob(files.map(({ bytes }) => bytes)).arrayBuffer());
  worker.postMessage({ words: { claim: first, certificates: rest }, body });
};

at("carried-said").textContent = "checking ...";
check().catch((error) => refuse(error.message));

// All that is inside can be had as files, for another checker.
for (const { name, bytes } of files) {
  const link = document.createElement("a");
  Object.assign(link, { textContent: name, download: name, href: URL.createObjectURL(new Blob([bytes])) });
  const item = document.createElement("li");
  item.append(link);
  at("carried-list").append(item);
}
