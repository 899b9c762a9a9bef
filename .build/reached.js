/**
 * Reduces `dist` to the modules that the exports of `package.json` reach, with their types. `dist/.npmignore` excludes all modules, and one
 * in each directory includes its own again: npm compares each file with all rules of the directories above it. Removes comments from these
 * modules; types and source keep them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { MADE_FROM } from "./sources.js";

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** Some files and all files that they import, directly or not; for types, the types that they import. */
function behind(roots) {
  const reached = new Set(roots);
  for (const file of reached)
    for (const [, to] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      const module = join(dirname(file), to);
      reached.add(file.endsWith(".d.ts") ? module.replace(/\.js$/, ".d.ts") : module);
    }
  return [...reached];
}

/** The same code without its comments, in its shortest readable spelling. */
function withoutComments(code) {
  return transformSync(code, { format: "esm", target: "esnext", minifySyntax: true }).code;
}

/** `whole`: files that are already small. */
export function keepReached(whole) {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  const roots = Object.values(exports).flatMap((one) => (typeof one === "string" ? [] : Object.values(one)));
  const files = behind(roots.map((file) => join(file)));
  for (const file of files)
    if (file.endsWith(".js") && !whole.includes(file)) writeFileSync(file, withoutComments(readFileSync(file, "utf8")));
  const rules = new Map([["dist", ["*.js", "*.d.ts", basename(MADE_FROM)]]]);
  for (const file of files.toSorted())
    rules.set(dirname(file), [...(rules.get(dirname(file)) ?? []), `!/${basename(file)}`]);
  for (const [directory, lines] of rules) writeFileSync(join(directory, ".npmignore"), `${lines.join("\n")}\n`);
}
