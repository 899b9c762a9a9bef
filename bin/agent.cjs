#!/usr/bin/env node
"use strict";
const { join } = require("node:path");
const { load } = require("./load.cjs");

/** Whoever reads no more has seen enough; a daemon goes on without its readers. */
function output(stream) {
  let isLost = false;
  stream.on("error", () => {
    isLost = true;
  });
  return {
    isTTY: stream.isTTY,
    columns: stream.columns,
    write(text, done) {
      if (isLost) done?.();
      else stream.write(text, () => done?.());
    },
  };
}

async function run() {
  process.exitCode = await load("agent.cjs").exports.main({
    directory: join(__dirname, ".."),
    argv: process.argv,
    get stdin() {
      return process.stdin;
    },
    stdout: output(process.stdout),
    stderr: output(process.stderr),
  });
}

void run();
