// What the types allow, and what they do not.

import { DpcertError, ask, certify, check, delta, eps, query, verify, type Kind, type Request } from "dpcert";

const noise: Kind = { kind: "gaussian", sigma: "2" };
const both: Request = { mechanism: { kind: "repeat", count: 50n, mechanism: noise }, query: { eps: { delta: "1e-6" } }, digits: 6 };
const cancel = new AbortController();

export const right = async (): Promise<string[]> => {
  const one = await delta(noise, 1, { signal: cancel.signal, "rel-gap": "1e-4" });
  const points = await eps("gaussian(sigma=2)", ["1e-5", "1e-6"], { progress: ({ seconds }) => console.log(seconds.toFixed(1)) });
  const answer = await ask(both);
  if (answer.status === "error") return [answer.reason, answer.help ?? ""];
  const found = await query(noise, { calibrate: { tv: "1/10" } });
  const report = await check("text");
  const { files } = await certify("text", { claim: "one" });
  const { said, code } = await verify(files, { claim: { name: "claims.toml", text: "text" } });
  const error = new DpcertError("none");
  return [one.lo, ...points.points.map(({ hi }) => hi), found.method, report.files[0].claims[0].verdict, said + code, error.message];
};

// @ts-expect-error there is no such kind
export const kind: Kind = { kind: "gauss", sigma: "2" };
// @ts-expect-error eps is one field
export const names: Kind = { kind: "approx-dp", eps: "1", epsilon: "1", delta: "0" };
// @ts-expect-error one quantity at a time
export const quantities: Request = { mechanism: noise, query: { tv: {}, eps: { delta: "1e-5", other: 1 } } };
// @ts-expect-error a theorem is asked by itself
export const theorem: Request = { theorem: { name: "mean-errors" } };
// @ts-expect-error the parameter has to be given
export const missing = (): unknown => delta(noise);
