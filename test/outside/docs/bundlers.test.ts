/** The library in somebody's bundle: what runs where nothing is installed. */
import { spawnSync } from "node:child_process";
import { createContext, runInContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { expect, test } from "vitest";
import { machine } from "../../machine/machine.js";

/** Reads with the quick reader, the general one of YAML, and the one of JSON with comments. */
const PROGRAM = `
  import { lint, load } from "./dist/index.js";
  const texts = [
    { file: "a.yaml", text: "verson: 3" },
    { file: "b.yaml", text: "verson: &a 3\\nx: *a" },
    { file: "c.jsonc", text: '{ "verson": 3, /* c */ }' },
    { file: "d.json", text: '{ "version": 3 "a": 1 }' },
  ];
  for (const text of texts) console.log(text.file, lint({ texts: [text] }).diagnostics.map(({ rule }) => rule).join());
  load({ globalFile: "config.yaml", projectFile: false, env: { KEY: "k" } }).then((result) =>
    console.log(result.ok, result.config?.models?.m?.context_window, result.config?.tui?.theme),
  );`;

const SAID = `a.yaml schema/unknown-key
b.yaml schema/unknown-key,schema/unknown-key
c.jsonc schema/unknown-key
d.json syntax/json
true 5000 dark
`;

test.each<BuildOptions & { readonly format: "cjs" | "esm" }>([
  { format: "cjs" },
  { format: "esm" },
  { format: "cjs", minify: true },
  { format: "esm", mainFields: ["module", "main"] },
])("bundled by esbuild for Node, %j", async (options) => {
  const config = "version: 3\nmodels: &m { m: { context_window: 5000 } }\ntui: { theme: dark }\n";
  const outfile = options.format === "cjs" ? "program.cjs" : "program.mjs";
  const { cwd, env, path } = machine({ "config.yaml": config });
  const stdin = { contents: PROGRAM, resolveDir: "." };
  await build({ ...options, stdin, outfile: path(outfile), bundle: true, platform: "node", logLevel: "error" });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd, env, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: SAID, stderr: "" });
});

test("is one piece, whatever a bundler makes of imports at run time", async () => {
  const stdin = { contents: PROGRAM, resolveDir: "." };
  const { outputFiles } = await build({
    ...({
      stdin,
      bundle: true,
      platform: "node",
      format: "esm",
      splitting: true,
      outdir: "out",
      write: false,
    } as const),
  });
  expect(outputFiles).toHaveLength(1);
});

/** Everything that needs no file. */
const PAGE = `
  import { fix, format, importFrom, lint, load, set } from "./dist/index.js";
  const said = [];
  const texts = [
    { file: "a.yaml", text: "verson: &a 3\\ntui: {}\\n" },
    { file: ".agent/b.json", text: '{ "version": 3, "facets": { "f": { "source": "f.md" } } }' },
  ];
  const found = lint({ texts });
  said.push(found.diagnostics.map(({ file, rule }) => file + " " + rule).join());
  for (const name of ["concise", "json", "sarif", "gitlab"]) said.push(format(found, name).includes("unknown-key"));
  said.push(fix({ texts }).fixed.map(({ text }) => text).join());
  said.push(importFrom('{ "mcpServers": { "a": { "command": "a" } } }', { file: ".mcp.json" }).ok);
  said.push(lint().summary.errors + lint().layers.length, lint({ files: ["a.yaml"] }).unreadable.map(({ reason }) => reason));
  said.push(set({ layer: "global", global: "a.yaml", path: "tui.theme", value: "dark", write: true }).reason);
  load({ globalFile: "a.yaml" }).then(({ ok, diagnostics }) => said.push(ok, diagnostics.map(({ rule }) => rule).join()));
  globalThis.said = said;
  globalThis.sha256 = found.layers[0].sha256();`;

/** What a page and Node.js both have; nothing of Node.js alone. */
const WEB = { TextDecoder, TextEncoder, URL, console, performance, queueMicrotask, setTimeout, clearTimeout };

test.each<BuildOptions>([{ platform: "browser" }, { platform: "neutral" }, { platform: "browser", minify: true }])(
  "bundled by esbuild for a page, %j",
  async (options) => {
    const stdin = { contents: PAGE, resolveDir: "." };
    const { outputFiles } = await build({
      ...{ ...options, stdin, bundle: true, format: "iife", write: false, logLevel: "error", supported: {} },
    });
    const context = createContext({ ...WEB });
    runInContext(outputFiles?.[0]?.text ?? "", context);
    await new Promise((resolve) => setTimeout(resolve));
    expect(context["said"]).toEqual([
      "a.yaml schema/unknown-key",
      ...[true, true, true, true],
      "version: &a 3\ntui: {}\n",
      true,
      ...[0, ["there are no files here"]],
      "there are no files here",
      ...[false, "layer/unreadable"],
    ]);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("verson: &a 3\ntui: {}\n"));
    expect(context["sha256"]).toBe(Buffer.from(digest).toString("hex"));
  },
);
