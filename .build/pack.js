/**
 * `prepare` builds what is installed from git. A package that is built has no use for it, and npm would warn of a script: it gets another
 * name while the package is packed (`out`), and its own again (`in`).
 */
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv[2] === "out" ? ["prepare", "from-git"] : ["from-git", "prepare"];
const text = readFileSync("package.json", "utf8");
const script = new RegExp(`"${from}"(?=\\s*:\\s*"node \\.build/prepare\\.js")`);
writeFileSync("package.json", text.replace(script, `"${to}"`));
