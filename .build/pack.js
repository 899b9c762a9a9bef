/**
 * The script `prepare` builds the package when npm installs it from git. A packed package does not need it, and npm would warn about it, so
 * packing renames the script (`out`) and restores it afterwards (`in`).
 */
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv[2] === "out" ? ["prepare", "from-git"] : ["from-git", "prepare"];
const text = readFileSync("package.json", "utf8");
const script = new RegExp(`"${from}"(?=\\s*:\\s*"node \\.build/prepare\\.js")`);
writeFileSync("package.json", text.replace(script, `"${to}"`));
