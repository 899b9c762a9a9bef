"use strict";
// Keeps what V8 has compiled for the next process: in a directory of the user's alone, whole or not at all, and without a word where it cannot be.
const fs = require("node:fs");
const { dirname, join } = require("node:path");

/** Files, the newest: all that a few versions need. */
const MOST = 24;

const isOwn = ({ uid }) => uid === process.geteuid();

/** Whether a directory is the user's, who may have put a link there; made if there is none in one of theirs. */
function isUsers(directory) {
  const there = fs.lstatSync(directory, { throwIfNoEntry: false });
  if (there !== undefined) return isOwn(there) && isOwn(fs.statSync(directory));
  if (!isOwn(fs.statSync(dirname(directory)))) return false;
  fs.mkdirSync(directory, { mode: 0o700 });
  return true;
}

/** Whether nobody else can read or change what is in a directory, which is no link. */
function isPrivate(directory) {
  const stat = fs.lstatSync(directory);
  return isOwn(stat) && stat.isDirectory() && (stat.mode & 0o077) === 0;
}

function write(file, parts) {
  const beside = `${file}.${process.pid}`;
  const descriptor = fs.openSync(beside, "wx", 0o600);
  try {
    for (const part of parts) fs.writeFileSync(descriptor, part);
    // A file that is there by its name alone after a power failure would be taken for code.
    fs.fsyncSync(descriptor);
    fs.renameSync(beside, file);
  } catch (error) {
    fs.unlinkSync(beside);
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** What older versions left behind goes. */
function removeOld(directory) {
  const files = fs.readdirSync(directory).map((name) => join(directory, name));
  const ages = new Map(files.map((file) => [file, fs.lstatSync(file).mtimeMs]));
  for (const file of files.toSorted((a, b) => ages.get(b) - ages.get(a)).slice(MOST)) fs.unlinkSync(file);
}

/**
 * V8 takes nothing over that was made with other options. Of those, a process that read much has changed this one (`src/toolkit/read/host/short-lived.ts`),
 * and the next begins with what it is usually.
 */
function asAtStart() {
  if (process.versions.v8.startsWith("11.")) require("node:v8").setFlagsFromString("--interrupt-budget=67584");
}

function keep(compiled) {
  try {
    asAtStart();
    for (const { place, text, script } of compiled) {
      const directory = dirname(place);
      if (!isUsers(dirname(directory)) || !isUsers(directory) || !isPrivate(directory)) return;
      write(place, [text, script.createCachedData()]);
      removeOld(directory);
    }
  } catch {
    // The next process compiles as well.
  }
}

module.exports = keep;
