#!/usr/bin/env node
"use strict";
const { fstatSync, statSync, writeSync } = require("node:fs");
const { join } = require("node:path");
const { keptHelp, load, lossOf } = require("./load.cjs");

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

void run();
