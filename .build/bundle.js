/**
 * Bundles the output of `tsc`: each program to CommonJS files in `dist/programs`, the client for other programs to `dist/client.js`, and
 * the hub's page to `dist/hub-page.html`.
 */
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { mcpClient } from "./mcp.js";
import { bundleReaders } from "./only-reading.js";
import { bundlePage } from "./page.js";
import { bundleProgram } from "./program.js";
import { keepReached } from "./reached.js";
import { digestOfSources, MADE_FROM } from "./sources.js";

const CLIENT = "dist/client.js";

/** Generated code, minified because no person reads it in the package. */
const GENERATED = ["schema", "pages", "validate"].map((name) => `dist/generated/${name}.js`);

const MCP = "@modelcontextprotocol/client";

// One module, for browsers too. Its types are those of the source.
await build({
  ...{ entryPoints: ["src/agent/wire/client/index.ts"], outfile: CLIENT, logLevel: "warning" },
  ...{ bundle: true, platform: "neutral", format: "esm", target: "es2022", minify: true, mainFields: [] },
});
await bundlePage();
keepReached([CLIENT]);
await bundleReaders();
await Promise.all([
  // Many small files take longer to find than a large one to read.
  bundleProgram("dist/cli/main.js", "dist/programs/agentcfg", {
    ...{ readers: ["yaml", "json", "toml"], whole: ["dist/terminal/program.js", "dist/cli/commands/lint.js"] },
  }),
  bundleProgram("dist/agent/main.js", "dist/programs/agent", {
    readers: ["yaml", "json"],
    elsewhere: { [MCP]: "./mcp.cjs" },
  }),
  build({
    ...{ ...mcpClient, outfile: "dist/programs/agent/mcp.cjs", bundle: true, platform: "node", target: "node20" },
    ...{ mainFields: ["module", "main"], minify: true, legalComments: "eof", logLevel: "warning" },
  }),
]);
// Last, because the programs minify it themselves.
await build({ entryPoints: GENERATED, outdir: "dist/generated", allowOverwrite: true, minify: true });
// At the very end: without this file, the next build starts over.
writeFileSync(MADE_FROM, digestOfSources());
