#!/usr/bin/env node
"use strict";
// Holds how bundles are loaded, too, which `agent` asks it for: to find and read another file takes longer than most of what is done here.
const { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync, writeSync } = require("node:fs");
const { dirname, isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "../dist");

/** Of Node 21 and the first of 22. */
process.getBuiltinModule ??= require;

/** Says so, and is true, where this Node.js is too old to load anything of the program. */
function isTooOld(program) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return false;
  process.stderr.write(`${program} needs Node.js 20.19 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 2;
  return true;
}

/**
 * The user's directory for what V8 has compiled of the bundles on this machine. Undefined where it would be below the directory that is
 * worked in or in a repository, whose files are somebody else's, and where nobody can tell whose a file is.
 */
function keptIn() {
  const { HOME = "", NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME = "" } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE || process.geteuid === undefined) return undefined;
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : isAbsolute(HOME) ? join(HOME, ".cache") : undefined;
  if (base === undefined || `${join(base)}/`.startsWith(`${process.cwd()}/`)) return undefined;
  for (let directory = base; directory !== dirname(directory); directory = dirname(directory))
    if (lstatSync(join(directory, ".git"), { throwIfNoEntry: false }) !== undefined) return undefined;
  return join(base, "agentcfg");
}

/** What is kept of a text: nothing unless its user alone can have written it, and it was made from this very text, which stands before it. */
function readKept(file, source) {
  let descriptor;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { mode, uid } = fstatSync(descriptor);
    if ((mode & (constants.S_IFMT | 0o077)) !== constants.S_IFREG || uid !== process.geteuid()) return undefined;
    const kept = readFileSync(descriptor);
    return kept.subarray(0, source.length).equals(source) ? kept.subarray(source.length) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Bundles that were compiled in this process, and where that can be kept. */
const compiled = [];

/** Where code is kept: of each version by itself, so that they do not take turns. Undefined where it is not. */
function placeOf(name, length) {
  try {
    const directory = keptIn();
    return directory && join(directory, `${name}-${length}-${process.arch}-${process.versions.v8}`);
  } catch {
    return undefined;
  }
}

/**
 * Loads a bundle, which is a function around a CommonJS module, with what V8 compiled of it before for the same use. A bundle asks for others
 * as seen from here: to make a `require` of its own takes longer.
 */
function load(name, use = name) {
  const file = join(dist, name);
  const text = readFileSync(file);
  const place = placeOf(use, text.length);
  const cachedData = place && readKept(place, text);
  // The bundles are ASCII, which is taken over faster than UTF-8.
  const script = new Script(text.latin1Slice(), { filename: file, ...(cachedData && { cachedData }) });
  if (place !== undefined && script.cachedDataRejected !== false) compiled.push({ name, place, text, script });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/** Keeps what had to be compiled for the next process, once everything has been said; of what did not do much, too little was. */
function keepCompiled(idle) {
  const worth = compiled.filter(({ name }) => name !== idle);
  if (worth.length > 0) require("./keep.cjs")(worth);
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
  if (isNarrow) return undefined;
  try {
    return readFileSync(join(dist, "help.txt"), "utf8");
  } catch {
    return undefined;
  }
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
  let isLost = false;
  const loseThis = (error) => {
    isLost = true;
    lose(name, error);
  };
  const pass = (rest, done) => {
    stream ??= process[name].on("error", loseThis);
    stream.write(rest, done);
  };
  return {
    get isTTY() {
      return isDirect ? mayBeTerminal(descriptor) && require("node:tty").isatty(descriptor) : process[name].isTTY;
    },
    get isLost() {
      return isLost;
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
        loseThis(error);
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
  if (isTooOld("agentcfg")) return;
  const help = keptHelp(terminal);
  if (help !== undefined) return terminal.stdout.write(help);
  const quick = process.argv[2] === "lint" ? await load("lint.cjs").quickLint(terminal) : undefined;
  const code = quick ?? (await load("cli.cjs").agentcfg(terminal));
  process.exitCode = failed || code;
  keepCompiled(quick === undefined ? "lint.cjs" : undefined);
}

module.exports = { isTooOld, keepCompiled, keptHelp, load, lossOf };

if (require.main === module) void run();
