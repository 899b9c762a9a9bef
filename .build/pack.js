/**
 * The script `prepare` builds the package when it is installed from git. A packed package does not need it, and npm would warn about it. So
 * it has another name while the package is packed (`out`), and then its own again (`in`).
 */
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv[2] === "out" ? ["prepare", "from-git"] : ["from-git", "prepare"];
const text = readFileSync("package.json", "utf8");
const script = new RegExp(`"${from}"(?=\\s*:\\s*"node \\.build/prepare\\.js")`);
writeFileSync("package.json", text.replace(script, `"${to}"`));
