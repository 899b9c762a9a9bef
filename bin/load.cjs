"use strict";
const { readFileSync } = require("node:fs");
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
exports.load = function load(name) {
  const file = join(dist, name);
  const cachedData = read(`${name}.cache`);
  // The bundles are ASCII, which is read faster than UTF-8.
  const source = readFileSync(file, "latin1");
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return { exports: module.exports, script };
};

/** Why output got lost; undefined where a reader went away, which has seen enough. */
exports.lossOf = function lossOf({ code }) {
  if (code === "EPIPE") return undefined;
  return code === "ENOSPC" ? "there is no space left" : code;
};

/** Of a terminal. Nobody knows how wide anything else is. */
const HELP_WIDTH = 80;

/** What the program says of itself, as it was when the bundles were built; undefined where more is asked, or less fits on a line. */
exports.keptHelp = function keptHelp({ argv: [, , word, ...more], stdout }) {
  if (more.length > 0 || !["--help", "-h", "help"].includes(word)) return undefined;
  const isNarrow = stdout.isTTY && stdout.columns < HELP_WIDTH;
  return isNarrow ? undefined : read("help.txt")?.toString();
};
