#!/usr/bin/env node
"use strict";
const { join } = require("node:path");
const { main } = require("../dist/cli.cjs");

let failed = 0;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    // A reader that went away has seen enough; anything else is output that got lost.
    if (error.code === "EPIPE") return;
    process.exitCode = failed = 2;
    const reason = error.code === "ENOSPC" ? "there is no space left" : error.code;
    if (stream === process.stdout) process.stderr.write(`agentcfg: cannot write the output: ${reason}\n`);
  });
}
const { argv, stdin, stdout, stderr } = process;
main({ directory: join(__dirname, ".."), argv, stdin, stdout, stderr }).then((code) => {
  process.exitCode = failed || code;
});
