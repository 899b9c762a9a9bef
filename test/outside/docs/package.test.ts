/** What bundles hold: licences, and no more of the library than is used. */
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";
import { BUNDLED } from "../../generate/materials.js";

/** As the build does it: the client of MCP is a part of its own, of which only what is used is taken. */
const lazyMcp: Plugin = {
  name: "lazy-mcp",
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/client$/ }, ({ path }) => ({ path, external: true }));
  },
};

test("what is bundled comes with its licence, and nothing is installed", async () => {
  const bundled = { bundle: true, platform: "node", write: false, metafile: true, outdir: "dist" } as const;
  const { metafile } = await build({
    entryPoints: ["src/index.ts", "src/cli/main.ts", "src/agent/main.ts"],
    ...{ ...bundled, plugins: [lazyMcp] },
  });
  const { mcpClient } = await import(pathToFileURL(".build/mcp.js").href);
  const part = { ...bundled, ...(mcpClient as object), minify: true, mainFields: ["module", "main"] };
  const { metafile: mcp } = await build<typeof bundled>(part);
  const used = Object.entries(Object.values(mcp.outputs)[0]?.inputs ?? {}).filter(([, one]) => one.bytesInOutput > 0);
  const packages = [...Object.keys(metafile.inputs), ...used.map(([file]) => file)].flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
  );
  expect([...new Set(packages)].toSorted()).toEqual(BUNDLED.toSorted());
  const own = JSON.parse(readFileSync("package.json", "utf8"));
  expect([own.dependencies, own.peerDependencies, own.optionalDependencies]).toEqual([undefined, undefined, undefined]);
  const notices = readFileSync("THIRD-PARTY-LICENSES.txt", "utf8");
  for (const name of BUNDLED) {
    const file = readdirSync(`node_modules/${name}`).find((one) => /^licen[cs]e/i.test(one)) ?? "";
    expect(notices).toContain(readFileSync(`node_modules/${name}/${file}`, "utf8").replaceAll("\r", "").trim());
  }
});

test("a program that lints and loads is bundled without the rest of the library", async () => {
  const stdin = {
    contents: 'import { lint, load } from "./dist/index.js"; console.log(lint, load);',
    resolveDir: ".",
  };
  const { outputFiles, metafile } = await build({
    ...({ stdin, bundle: true, platform: "node", format: "esm", minify: true, write: false, metafile: true } as const),
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(files).toContain("dist/toolkit/lint.js");
  expect(files.filter((file) => /\/(?:report|service|terminal|cli)\/|set-value|toolkit\/fix\.js/.test(file))).toEqual(
    [],
  );
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  expect(gzipSync(contents).length).toBeLessThan(206_000);
});
