// Makes a report into one that checks its own certificates when it is opened: a file that has them, their claim file and the
// checker inside. `DIGEST`, of the script carried.js, is written by scripts/web.

const POLICY =
  `default-src 'none'; script-src '${DIGEST}' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; ` +
  "img-src data:; form-action 'none'; base-uri 'none'";

const loaded = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} is not there (${response.status})`);
  return response;
};

const base64 = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** JSON that ends no script. */
const inScript = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

const section = (script, worker, checker, files) => `
<section>
<h2>Checked when this file was opened</h2>
<pre id="carried-said" role="status">Not checked: this needs a browser with JavaScript and WebAssembly.</pre>
<p id="carried-code"></p>
<p>These are the words of dpcert-checker, and its exit code. It is inside this file, with the certificates and the claim file, and
nothing is loaded or sent. Whoever changes this file may change all of them: if you do not trust its sender, save the files, and
check them with a checker of your own, such as checker.html of a page of dpcert that you built.</p>
<ul id="carried-list"></ul>
<p class="soft">Exit code 0: all are valid. 4: a claim is certified to be false. 1: a certificate is invalid. 2: a file is no
certificate. 3: a certificate is incomplete, or it needs more than the checker has.</p>
</section>
<script type="application/json" id="carried-files">${inScript(files)}</script>
<script type="text/plain" id="carried-worker">${worker}</script>
<script type="text/plain" id="carried-checker">${checker}</script>
<script>${script}</script>
`;

/** The report with all that it needs to be checked: `claim` and the certificates are files, each a name and a text. */
export const carried = async (report, claim, certificates) => {
  const texts = ["carried.js", "worker.js"].map(async (name) => (await loaded(name)).text());
  const [script, worker] = await Promise.all(texts);
  const checker = await base64(await (await loaded("checker.wasm")).blob());
  const charset = '<meta charset="utf-8">';
  const [head, ...rest] = report.split(charset);
  const end = report.lastIndexOf("</body>");
  if (rest.length !== 1 || end < 0) throw new Error("this is no report of dpcert");
  const body = report.slice(head.length + charset.length, end);
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}">`;
  return head + charset + policy + body + section(script, worker, checker, { claim, certificates }) + report.slice(end);
};
