"use strict";
// Keeps the code that V8 has compiled for the next process, in a private directory of the user. A file is written whole or not at all; a failure is not reported.
const fs = require("node:fs");
const { dirname, join } = require("node:path");

/** The most files that are kept: enough for some installations, which have up to nine each and mostly one or two. */
const MOST = 32;

const isOwn = ({ uid }) => uid === process.geteuid();

/** Whether a directory belongs to the user, also behind a link of theirs. A missing one is created in a directory of theirs. */
function isUsers(directory) {
  const there = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (there !== undefined) return isOwn(there) && isOwn(fs.statSync(directory));
  if (!isOwn(fs.statSync(dirname(directory)))) return false;
  fs.mkdirSync(directory, { mode: 0o700 });
  return true;
}

/** Whether only the user can read or change the files of a directory, which is no link. */
function isPrivate(directory) {
  const stat = fs.lstatSync(directory);
  return isOwn(stat) && stat.isDirectory() && (stat.mode & 0o077) === 0;
}

function write(file, code) {
  const beside = `${file}.${process.pid}`;
  const descriptor = fs.openSync(beside, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, code);
    // Without this, a power failure may leave a part of it under its name.
    fs.fsyncSync(descriptor);
    fs.renameSync(beside, file);
  } catch (error) {
    fs.unlinkSync(beside);
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Removes the files that were not read for the longest time, as far as the file system notes it: those of installations that are gone. */
function removeOld(directory) {
  const files = fs.readdirSync(directory).map((name) => join(directory, name));
  const uses = new Map(files.map((file) => [file, fs.lstatSync(file).atimeMs]));
  for (const file of files.toSorted((a, b) => uses.get(b) - uses.get(a)).slice(MOST)) fs.unlinkSync(file);
}

/**
 * Restores the options that a process changes after reading much (`src/toolkit/read/host/short-lived.ts`): V8 loads no code that was compiled
 * with other options than the current ones.
 */
function asAtStart() {
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--semi-space-growth-factor=2");
  if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=67584");
}

/** `isServer`: the process runs with options of its own, which it does not change. */
function keep(compiled, isServer) {
  try {
    if (!isServer) asAtStart();
    for (const { place, script } of compiled) {
      const directory = dirname(place);
      if (!isUsers(dirname(directory)) || !isUsers(directory) || !isPrivate(directory)) return;
      write(place, script.createCachedData());
      removeOld(directory);
    }
  } catch {
    // The next process then compiles again.
  }
}

module.exports = keep;
