/**
 * Builds the package when it is installed from git. A global installation, such as a hook of pre-commit, comes without the development
 * dependencies; then this script installs them first.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const { npm_execpath: npm = "npm" } = process.env;

function run(...args) {
  const isScript = /\.[cm]?js$/.test(npm);
  const [program, ...before] = isScript ? [process.execPath, npm] : [npm];
  // The build writes to standard error: callers of `npm pack` read the name of a file from standard output.
  const { status, error } = spawnSync(program, [...before, ...args], { stdio: ["ignore", 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync("node_modules/typescript"))
  run("ci", "--no-global", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund");
run("run", "build");
