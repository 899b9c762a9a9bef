#!/usr/bin/env node
"use strict";
const { main } = require("../dist/cli.cjs");

for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
main(process).then((code) => {
  process.exitCode = code;
});
