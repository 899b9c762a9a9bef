#!/usr/bin/env node
"use strict";
const { join } = require("node:path");
const { isTooOld, keepCompiled, load, lossOf, sayIncomplete } = require("./agentcfg.cjs");

let failed = 0;

/** An output that may be closed while the daemon goes on. */
function output(stream) {
  let isLost = false;
  stream.on("error", (error) => {
    isLost = true;
    const reason = lossOf(error);
    if (stream !== process.stdout || reason === undefined) return;
    process.exitCode = failed = 2;
    process.stderr.write(`agent: cannot write the output: ${reason}\n`);
  });
  return {
    isTTY: stream.isTTY,
    columns: stream.columns,
    get isLost() {
      return isLost;
    },
    write(text, done) {
      if (isLost) done?.();
      else stream.write(text, () => done?.());
    },
  };
}

const LITTLE = new Set(["-h", "--help", "help", "--version"]);

/** Commands of a hub that are no server. */
const ASKING = new Set(["token", "watch"]);

const [, , command, next] = process.argv;

/** Which code is kept: servers run other functions than the commands that ask them. */
const use = command === "daemon" || (command === "hub" && !ASKING.has(next)) ? "agent-server" : "agent";

async function run() {
  if (isTooOld("agent")) return;
  const code = await load("cli.cjs", use).agent({
    directory: join(__dirname, ".."),
    argv: process.argv,
    get stdin() {
      return process.stdin;
    },
    stdout: output(process.stdout),
    stderr: output(process.stderr),
  });
  process.exitCode = failed || code;
  // What fails, or prints help, has run little that is worth keeping.
  if (code === 0 && !process.argv.some((word) => LITTLE.has(word))) keepCompiled();
}

void run().catch((error) => sayIncomplete("agent", error));
