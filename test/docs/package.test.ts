/** A program outside the repository that installs the packed tarball and uses the library and the command. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { BUNDLED } from "../generate/materials.js";

const PROGRAM = `import { format, lint, load, type LoadResult, set } from "agentcfg";
import { isAgentConfig } from "agentcfg/validate";

const result: LoadResult = await load({ global: "config.yaml", projectFile: false, env: {} });
if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
const retries: number = result.config.daemon.retry.max_retries;
const window: number | undefined = result.config.models?.["m"]?.context_window;
const found = lint({ texts: [{ file: "x.json", text: '{ "verson": 3 }' }] });
const theme = set({ layer: "global", global: "config.yaml", project: false, path: "tui.theme", value: "dark" });
console.log(retries, window, found.summary.warnings, isAgentConfig({ version: 3 }), theme.kind);
console.log(format(found, "concise").split(":")[0]);
`;

test("what is bundled comes with its licence, and nothing is installed", async () => {
  const { metafile } = await build({
    entryPoints: ["src/index.ts", "src/cli/main.ts", "src/agent/main.ts"],
    ...{ bundle: true, platform: "node", write: false, metafile: true, outdir: "dist" },
  });
  const packages = Object.keys(metafile.inputs).flatMap((file) => /node_modules\/([^/]+)\//.exec(file)?.[1] ?? []);
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
  const stdin = { contents: 'import { lint, load } from "./dist/index.js"; console.log(lint, load);', resolveDir: "." };
  const { outputFiles, metafile } = await build({
    ...({ stdin, bundle: true, platform: "node", format: "esm", minify: true, write: false, metafile: true } as const),
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(files).toContain("dist/toolkit/lint.js");
  expect(files.filter((file) => /\/(?:report|service|terminal|cli)\/|set-value|fix\.js/.test(file))).toEqual([]);
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  const outputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const ofTrust = outputs.filter(([file]) => /\/trust\/|\/analysis\/(withheld|vouched)/.test(file));
  const trust = ofTrust.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  expect(contents.length).toBeGreaterThan(trust);
  // Without the rules that compare a project with its user's file, and as a server sends it.
  expect(contents.length - trust).toBeLessThan(350_000);
  expect(gzipSync(contents).length).toBeLessThan(138_000);
});

test("type-checks and runs, library and command, with nothing else installed", () => {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-consumer-"));
  const run = (file: string, ...args: string[]): string => execFileSync(file, args, { cwd: folder, encoding: "utf8" });
  try {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { encoding: "utf8" });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
    run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`);
    writeFileSync(join(folder, "config.yaml"), "version: 3\nmodels: { m: { context_window: 5 } }\n");
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["agentcfg"]);
    const tsc = resolve("node_modules/typescript/lib/tsc.js");
    const types = `--typeRoots ${resolve("node_modules/@types")} --types node`.split(" ");
    run(process.execPath, tsc, "program.ts", "--strict", "--module", "nodenext", "--target", "es2023", ...types);
    expect(run(process.execPath, "program.js")).toBe("3 5 1 true changed\nx.json\n");
    const command = join("node_modules", ".bin", "agentcfg");
    expect(run(command, "get", "models.m.context_window", "--global", "config.yaml", "--no-project")).toBe("5\n");
    // What is not in the bundle is read from the package.
    expect(run(command, "completion", "bash")).toContain("complete -F _agentcfg agentcfg");
    expect(run(command, "explain", "syntax/json")).toContain("text that is not valid JSON");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
