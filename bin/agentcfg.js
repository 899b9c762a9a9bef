#!/usr/bin/env node
import { main } from "../dist/cli/main.js";

for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.exitCode = await main(process);
