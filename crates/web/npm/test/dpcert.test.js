// The package as somebody has installed it, held against the programs. Run by scripts/support/npm_test.py, which says where they are.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { DpcertError, ask, beta, certify, check, delta, eps, query, verify } from "dpcert";

const { DPCERT, CLAIMS, README } = process.env;
const LONG = "random-allocation(100000, gaussian(sigma=1))";

const native = (lines) => {
  const { stdout } = spawnSync(DPCERT, ["query"], { input: `${lines.join("\n")}\n`, encoding: "utf8" });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
};

test("answers are those of the program, in the order of the questions", async () => {
  const requests = [
    { id: 1, mechanism: "gaussian(sigma=2)^50", query: { eps: { delta: "1e-6" } } },
    { id: [2], mechanism: { kind: "repeat", count: 20, mechanism: { kind: "randomized-response", eps: "ln(3)" } }, query: { deltas: {} } },
    { id: 3, mechanism: "gaussian(sigma=-1)", query: { tv: {} } },
    { mechanism: "gaussian(sigma=1)", query: { deltas: {} } },
    { theorem: { name: "basic-composition", eps: "1/10", delta: "1e-6", k: 100 } },
    { scene: { mechanisms: ["laplace(eps=1)^3"], show: "regions" }, svg: true },
    { mechanism: "gaussian(sigma=2)", query: { delta: { eps: 0.5 } } },
    undefined,
  ];
  const expected = native(requests.map((request) => `${JSON.stringify(request)}`));
  assert.deepEqual(await Promise.all(requests.map((request) => ask(request))), expected);
  assert.equal(expected.filter(({ status }) => status === "ok").length, 4);
  // As a text, with line breaks.
  assert.deepEqual(await ask(JSON.stringify(requests[0], null, 2)), expected[0]);
  assert.equal((await ask("")).status, "error");
});

test("what is asked by name is asked of the protocol", async () => {
  const mechanism = "laplace(eps=1)^2";
  const [one, two, three] = native([
    { mechanism, query: { delta: { eps: 1 } } },
    { mechanism, query: { eps: { delta: ["1e-2", "1e-3"] } }, digits: 6 },
    { mechanism, query: { beta: { alpha: "1/10" } }, exact: false },
  ].map((request) => JSON.stringify(request)));
  assert.deepEqual(await delta(mechanism, 1n), one);
  assert.deepEqual(await eps(mechanism, ["1e-2", "1e-3"], { digits: 6 }), two);
  assert.deepEqual(await beta(mechanism, "1/10", { exact: false }), three);
});

test("what has no answer is an error that has what the protocol says", async () => {
  const refused = (status, text) => (error) => {
    assert.ok(error instanceof DpcertError && error instanceof Error);
    assert.equal(error.answer.status, status);
    assert.match(error.message, text);
    return true;
  };
  await assert.rejects(delta("gaussian(sigma=2)", 0.1), refused("error", /floating-point number; write it as a string/));
  await assert.rejects(query("gaussian(sigma=1)", { deltas: {} }), refused("unsupported", /infinitely many/));
});

test("a question ends with its cancellation, computing or waiting", async () => {
  const cancel = new AbortController();
  const told = [];
  const long = eps(LONG, "1e-9", { digits: 12, signal: cancel.signal, progress: (progress) => told.push(progress) });
  const waiting = new AbortController();
  const second = eps(LONG, "1e-9", { signal: waiting.signal });
  const third = delta("laplace(eps=1)", 2);
  waiting.abort(new Error("not this one"));
  await assert.rejects(second, /not this one/);
  setTimeout(() => cancel.abort(), 1500);
  const start = performance.now();
  await assert.rejects(long, { name: "AbortError" });
  assert.ok(performance.now() - start < 10_000);
  assert.ok(told.length > 0 && told.every(({ work, seconds }) => work >= 0 && seconds > 0));
  assert.equal((await third).exact, "0");
  await assert.rejects(delta("laplace(eps=1)", 2, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("a claim file is judged and certified, and its certificates are verified", async () => {
  const text = readFileSync(CLAIMS, "utf8");
  const input = { input: text, encoding: "utf8" };
  assert.deepEqual(await check(text), JSON.parse(spawnSync(DPCERT, ["check", "-", "--json"], input).stdout));
  const { said, files } = await certify(text);
  assert.match(said, /claims\.dpcert\.toml/);
  const certificates = files.filter(({ name }) => name.endsWith(".json"));
  assert.ok(certificates.length > 1);
  const claim = { name: "claims.dpcert.toml", text };
  const verdicts = await verify(certificates, { claim });
  assert.ok([0, 4].includes(verdicts.code), verdicts.said);
  assert.equal(verdicts.said.trimEnd().split("\n").length, certificates.length);
  const [first] = certificates;
  const id = JSON.parse(first.text).claim.id;
  const one = await certify(text, { claim: id });
  assert.deepEqual(one.files.find(({ name }) => name === first.name), first);
  const other = text.replace(/^sensitivity = .*$/m, 'sensitivity = "2"');
  assert.notEqual(other, text);
  assert.equal((await verify([first], { claim: { ...claim, text: other } })).code, 1);
  assert.equal((await verify([{ name: "no.json", text: "{}" }])).code, 2);
  await assert.rejects(verify([]), (error) => error instanceof DpcertError && /no certificate is given/.test(error.message));
});

test("the example of the documentation says what is printed there, and its process ends", () => {
  const [, code] = /```js\n([^]*?)```/.exec(readFileSync(README, "utf8"));
  const [, said] = /```text\n([^]*?)```/.exec(readFileSync(README, "utf8"));
  writeFileSync("example.mjs", code);
  assert.equal(execFileSync(process.execPath, ["example.mjs"], { encoding: "utf8", timeout: 120_000 }), said);
});
