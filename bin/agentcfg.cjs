#!/usr/bin/env node
"use strict";
// Loads bundles, for `agent` too. The loader is in this file because finding and reading another file takes longer than most of this one.
const {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} = require("node:fs");
const { dirname, isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "../dist");

/** Node 21 and the first versions of 22 do not have it. */
process.getBuiltinModule ??= require;

/** Whether this Node.js is too old for the program; prints that it is. */
function isTooOld(program) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return false;
  process.stderr.write(`${program} needs Node.js 20.19 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 2;
  return true;
}

/**
 * The user's directory for code that V8 has compiled of the bundles. Undefined if it would be below the working directory or in a
 * repository, where others may write files, and on systems without owners of files.
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

/** The content of an open file, at the beginning of `room` where it is large enough: new memory takes longer than reading. */
function contentOf(descriptor, size, room) {
  const bytes = size > room.length ? Buffer.allocUnsafeSlow(size) : room;
  let length = 0;
  for (let more = 1; more > 0 && length < size; length += more)
    more = readSync(descriptor, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}

/** Code is at most so many times as long as the memory for it. */
const MOST_CODE = 8;

/** The kept code in a file. Undefined unless only its user can have written it. */
function readKept(file, room) {
  let descriptor;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { mode, size, uid } = fstatSync(descriptor);
    const isUsers = (mode & (constants.S_IFMT | 0o077)) === constants.S_IFREG && uid === process.geteuid();
    return isUsers && size < MOST_CODE * room.length ? contentOf(descriptor, size, room) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A server sets options of V8, which loads no code that was compiled with other ones: a server's is kept apart. */
const SERVER = "lsp";
const isServer = process.argv[2] === SERVER;

/** Bundles that this process compiled, and the files to keep their code in. */
const compiled = [];

/** A bundle ends with the digest of its text, which is added when it is built. */
const DIGEST_LENGTH = 32;
const DIGEST = /\/\/[0-9a-f]{32}$/;

/**
 * The file for the code of a bundle. Its name holds the bundle's digest, the number of its file and the time of that file's last change, so that
 * whoever edits a bundle runs what they wrote. Undefined if code is not kept.
 */
function placeOf(use, text, { ctimeMs, ino }) {
  try {
    const directory = keptIn();
    if (directory === undefined) return undefined;
    return join(
      directory,
      [use, text.slice(-DIGEST_LENGTH), ino, ctimeMs, process.arch, process.versions.v8].join("-"),
    );
  } catch {
    return undefined;
  }
}

/**
 * The text of a bundle, the state of its file, and the memory that it was read into, with as much again for its code. The bundles are ASCII,
 * which is decoded faster as Latin-1 than as UTF-8.
 */
function readBundle(file) {
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    const stat = fstatSync(descriptor);
    const room = Buffer.allocUnsafeSlow(2 * stat.size);
    return { text: contentOf(descriptor, stat.size, room).latin1Slice(), stat, room };
  } finally {
    closeSync(descriptor);
  }
}

/** The name of an error whose message names a missing file of this installation (`src/terminal/internal-error.ts`). */
const INCOMPLETE = "IncompleteInstallation";

/** What `read` returns of a file in `dist`. */
function fromDist(name, read) {
  try {
    return read();
  } catch (error) {
    if (existsSync(join(dist, name))) throw error;
    throw incomplete(name, "is missing");
  }
}

function incomplete(name, what) {
  const message = `this installation is not complete: dist/${name} ${what}; install it again`;
  return Object.assign(new Error(message), { name: INCOMPLETE });
}

/** Prints which file is missing; any other error is thrown on. */
function sayIncomplete(program, error) {
  if (error.name !== INCOMPLETE) throw error;
  process.exitCode = 2;
  process.stderr.write(`${program}: ${error.message}\n`);
}

const DIST = "../dist/";

/** The `require` of bundles. */
function requireFor(id) {
  return id.startsWith(DIST) ? fromDist(id.slice(DIST.length), () => require(id)) : require(id);
}

/**
 * Loads a bundle, which is a function around a CommonJS module, with the code that V8 compiled for the same use before. A bundle gets the
 * `require` of this file, because making one of its own takes longer.
 */
function load(name, use = name) {
  const file = join(dist, name);
  const { text, stat, room } = fromDist(name, () => readBundle(file));
  if (!DIGEST.test(text.slice(-DIGEST_LENGTH - 2))) throw incomplete(name, "ends early");
  const place = placeOf(isServer ? `${SERVER}-${use}` : use, text, stat);
  const cachedData = place && readKept(place, room);
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  if (place !== undefined && script.cachedDataRejected !== false) compiled.push({ name, place, script });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, requireFor, module, file, dirname(file));
  return module.exports;
}

/** Keeps newly compiled code for the next process, after all output. `idle`: a bundle of which too little ran to be worth keeping. */
function keepCompiled(idle) {
  const worth = compiled.filter(({ name }) => name !== idle);
  if (worth.length > 0) require("./keep.cjs")(worth, isServer);
}

/** The reason why output was lost; undefined if its reader has closed the pipe. */
function lossOf({ code }) {
  if (code === "EPIPE") return undefined;
  return code === "ENOSPC" ? "there is no space left" : code;
}

/** The width of the kept help. A narrower terminal gets help of its own width. */
const HELP_WIDTH = 80;

/** The help of the program, written when the bundles were built; undefined for other words, and for a narrower terminal. */
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

/** Whether a descriptor may be a terminal; only then `node:tty` is loaded. */
function mayBeTerminal(descriptor) {
  const device = fstatSync(descriptor);
  return device.isCharacterDevice() && device.rdev !== statSync("/dev/null").rdev;
}

/** Standard output or error, written by descriptor: making a stream takes longer than most writes. */
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
    /** Whether nothing waits to be written. */
    get isDone() {
      return isDirect && stream === undefined;
    },
    /** From `COLUMNS`, or from the terminal. */
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
        // A program that shares the descriptor made it non-blocking; a stream can wait for it.
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
  if (isServer) require("./lasting.cjs");
  const help = keptHelp(terminal);
  if (help !== undefined) return terminal.stdout.write(help);
  const quick = process.argv[2] === "lint" ? await load("lint.cjs").quickLint(terminal) : undefined;
  const code = quick ?? (await load("cli.cjs").agentcfg(terminal));
  process.exitCode = failed || code;
  keepCompiled(quick === undefined ? "lint.cjs" : undefined);
  // Ending here is faster than freeing the memory of V8, which Node does at its usual end.
  if (quick !== undefined && terminal.stdout.isDone && terminal.stderr.isDone) process.exit();
}

module.exports = { isTooOld, keepCompiled, keptHelp, load, lossOf, sayIncomplete };

if (require.main === module) void run().catch((error) => sayIncomplete("agentcfg", error));
