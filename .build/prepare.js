/**
 * Builds what is installed from git. Where npm installs globally, as for a hook of pre-commit, it brings nothing to build with
 * although it says so; then this does.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const { npm_execpath: npm = "npm" } = process.env;

function run(...args) {
  const isScript = /\.[cm]?js$/.test(npm);
  const [program, ...before] = isScript ? [process.execPath, npm] : [npm];
  // What is built is none of the output: npm pack prints the name of a file, and its caller reads it.
  const { status, error } = spawnSync(program, [...before, ...args], { stdio: ["ignore", 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync("node_modules/typescript"))
  run("ci", "--no-global", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund");
run("run", "build");
