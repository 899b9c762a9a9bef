/**
 * Builds the package if npm installs it from git, or `dist` comes from other sources: npm also calls this before `npx agentcfg` in the
 * repository itself. A global installation, such as a hook of pre-commit, comes without the development dependencies; then this script
 * installs them first.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { digestOfSources, MADE_FROM } from "./sources.js";

const { npm_execpath: npm = "npm" } = process.env;

function run(...args) {
  const isScript = /\.[cm]?js$/.test(npm);
  const [program, ...before] = isScript ? [process.execPath, npm] : [npm];
  // The build writes to standard error: callers of `npm pack` read the name of a file from standard output.
  const { status, error } = spawnSync(program, [...before, ...args], { stdio: ["ignore", 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(MADE_FROM) || readFileSync(MADE_FROM, "utf8") !== digestOfSources()) {
  if (!existsSync("node_modules/typescript"))
    run("ci", "--no-global", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund");
  run("run", "build");
}
