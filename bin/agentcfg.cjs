#!/usr/bin/env node
"use strict";
// Holds how bundles are loaded, too, which `agent` asks it for: to find and read another file takes longer than most of what is done here.
const { fstatSync, readFileSync, statSync, writeSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "../dist");

function read(name) {
  try {
    return readFileSync(join(dist, name));
  } catch {
    return undefined;
  }
}

/**
 * Loads a bundle, which is a function around a CommonJS module, with what V8 has compiled of it when it was built. Another version of V8 sees that this is not its own and compiles
 * anew. `script` is for whoever makes that file. A bundle asks for others as seen from here: to make a `require` of its own takes longer.
 */
function load(name) {
  const file = join(dist, name);
  const cachedData = read(`${name}.cache`);
  // The bundles are ASCII, which is read faster than UTF-8.
  const source = readFileSync(file, "latin1");
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return { exports: module.exports, script };
}

/** Why output got lost; undefined where a reader went away, which has seen enough. */
function lossOf({ code }) {
  if (code === "EPIPE") return undefined;
  return code === "ENOSPC" ? "there is no space left" : code;
}

/** Of a terminal. Nobody knows how wide anything else is. */
const HELP_WIDTH = 80;

/** What the program says of itself, as it was when the bundles were built; undefined where more is asked, or less fits on a line. */
function keptHelp({ argv: [, , word, ...more], stdout }) {
  if (more.length > 0 || !["--help", "-h", "help"].includes(word)) return undefined;
  const isNarrow = stdout.isTTY && stdout.columns < HELP_WIDTH;
  return isNarrow ? undefined : read("help.txt")?.toString();
}

let failed = 0;

function lose(name, error) {
  const reason = lossOf(error);
  if (reason === undefined) return;
  process.exitCode = failed = 2;
  if (name === "stdout") terminal.stderr.write(`agentcfg: cannot write the output: ${reason}\n`, () => {});
}

/** Whether it is worth loading what can tell. */
function mayBeTerminal(descriptor) {
  const device = fstatSync(descriptor);
  return device.isCharacterDevice() && device.rdev !== statSync("/dev/null").rdev;
}

/** Standard output or error, written to directly: making a stream of it takes longer than most of what is written. */
function output(descriptor, name) {
  const isDirect = process.platform !== "win32";
  let stream;
  const pass = (rest, done) => {
    stream ??= process[name].on("error", (error) => lose(name, error));
    stream.write(rest, done);
  };
  return {
    get isTTY() {
      return isDirect ? mayBeTerminal(descriptor) && require("node:tty").isatty(descriptor) : process[name].isTTY;
    },
    /** As its user says, or as it says itself. */
    get columns() {
      const said = Number(process.env.COLUMNS);
      return Number.isInteger(said) && said > 0 ? said : process[name].columns;
    },
    write(text, done) {
      let rest = Buffer.from(text);
      if (!isDirect || stream !== undefined) return pass(rest, done);
      try {
        while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
      } catch (error) {
        // Whoever shares the descriptor wants nobody to wait: the stream knows how to.
        if (error.code === "EAGAIN") return pass(rest, done);
        lose(name, error);
      }
      done?.();
    },
  };
}

const terminal = {
  directory: join(__dirname, ".."),
  argv: process.argv,
  get stdin() {
    return process.stdin;
  },
  stdout: output(1, "stdout"),
  stderr: output(2, "stderr"),
};

async function run() {
  const help = keptHelp(terminal);
  if (help !== undefined) return terminal.stdout.write(help);
  const hot = process.argv[2] === "lint" ? await load("lint.cjs").exports.lintHot(terminal) : undefined;
  const code = hot ?? (await load("cli.cjs").exports.main(terminal));
  process.exitCode = failed || code;
}

module.exports = { keptHelp, load, lossOf };

if (require.main === module) void run();
