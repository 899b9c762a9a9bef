#!/usr/bin/env node
"use strict";
// Starts both programs: `bin/agent.cjs` calls `start`, too.
const { lstatSync, mkdirSync, realpathSync, statSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { dirname, isAbsolute, join, relative, resolve, sep } = require("node:path");

const ROOT = join(__dirname, "..");

/** Node 21 and the first versions of 22 do not have it. */
process.getBuiltinModule ??= require;

/** Whether this Node.js is too old for the program; prints that it is. */
function isTooOld(name) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return false;
  process.stderr.write(`${name} needs Node.js 20.19 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 2;
  return true;
}

/** The outermost repository around the working directory, or that directory: a stranger may write there. */
function workplace() {
  let place = realpathSync(process.cwd());
  for (let at = place; at !== dirname(at); at = dirname(at))
    if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }) !== undefined) place = at;
  return join(place, sep);
}

/** Lets Node.js keep compiled code in a directory that belongs to the user and that nobody else can write. */
function cacheCompiled() {
  const { HOME = "", NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME = "" } = process.env;
  const isOwn = ({ uid, mode }) => uid === process.geteuid?.() && (mode & 0o022) === 0;
  if (enableCompileCache === undefined || NODE_DISABLE_COMPILE_CACHE || !isAbsolute(HOME)) return;
  try {
    const [base, name] = isAbsolute(XDG_CACHE_HOME) ? [XDG_CACHE_HOME, "agentcfg"] : [HOME, ".cache/agentcfg"];
    const directory = join(realpathSync(base), name);
    if (!isOwn(statSync(HOME)) || !isOwn(statSync(base)) || `${directory}${sep}`.startsWith(workplace())) return;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (isOwn(lstatSync(directory))) enableCompileCache(directory);
  } catch {
    // Then this process compiles everything.
  }
}

/** The file of this installation that could not be loaded because it is missing; undefined for any other error. */
function missingFor({ code, message, requireStack: [from = __filename] = [] }) {
  if (code !== "MODULE_NOT_FOUND") return undefined;
  return relative(ROOT, resolve(dirname(from), message.split("'")[1]));
}

/** Runs a program, and sets the exit code when all output is written. A closed pipe is no error: its reader has seen enough. */
async function start(name) {
  if (isTooOld(name)) return;
  cacheCompiled();
  if (name === "agentcfg" && process.argv[2] === "lsp") require("./lasting.cjs");
  let failed = 0;
  let isLeft = false;
  const output = (stream) => {
    const out = {
      ...{ isTTY: stream.isTTY, isLost: false },
      // The agent follows a terminal that changes its size.
      get columns() {
        const said = name === "agentcfg" ? Number(process.env.COLUMNS) : 0;
        return Number.isInteger(said) && said > 0 ? said : stream.columns;
      },
      write: (text, done) => (out.isLost ? done?.() : stream.write(text, () => done?.())),
      leave: () => {
        out.isLost = isLeft = true;
      },
    };
    stream.on("error", ({ code }) => {
      out.isLost = true;
      if (code === "EPIPE" || (name === "agent" && stream === process.stderr)) return;
      process.exitCode = failed = 2;
      const reason = code === "ENOSPC" ? "there is no space left" : code;
      if (stream === process.stdout) process.stderr.write(`${name}: cannot write the output: ${reason}\n`);
    });
    return out;
  };
  const terminal = {
    ...{ directory: ROOT, argv: process.argv, stdout: output(process.stdout), stderr: output(process.stderr) },
    get stdin() {
      return process.stdin;
    },
  };
  try {
    const code = await require(`../dist/programs/${name}/main.cjs`).main(terminal);
    process.exitCode = failed || code;
    if (isLeft) process.exit();
  } catch (error) {
    const missing = missingFor(error);
    if (missing === undefined) throw error;
    process.exitCode = 2;
    process.stderr.write(`${name}: this installation is not complete: ${missing} is missing; install it again\n`);
  }
}

exports.start = start;
if (require.main === module) void start("agentcfg");
