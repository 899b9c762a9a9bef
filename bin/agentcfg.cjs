#!/usr/bin/env node
"use strict";
const { join } = require("node:path");
const { main } = require("../dist/cli.cjs");

let failed = 0;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    // A reader that went away has seen enough; anything else is output that got lost.
    if (error.code !== "EPIPE") process.exitCode = failed = 2;
  });
}
const { argv, stdin, stdout, stderr } = process;
main({ directory: join(__dirname, ".."), argv, stdin, stdout, stderr }).then((code) => {
  process.exitCode = failed || code;
});
