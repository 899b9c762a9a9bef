/** A program outside the repository that installs the packed tarball and uses the library. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const PROGRAM = `import { lint, load, type LoadResult } from "agentcfg";
import { isAgentConfig } from "agentcfg/validate";

const result: LoadResult = await load({ globalFile: "config.yaml", projectFile: false, env: {} });
if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
const retries: number = result.config.daemon.retry.max_retries;
const window: number | undefined = result.config.models?.["m"]?.context_window;
const { summary } = lint({ texts: [{ file: "x.json", text: "{}" }] });
console.log(retries, window, summary.errors, isAgentConfig({ version: 3 }));
`;

/** Fails when a module of a package that the library must not need is loaded. */
const GUARD = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`
export async function resolve(name, context, next) {
  const found = await next(name, context);
  if (/node_modules[/](commander|chalk|ajv)[/]/.test(found.url)) throw new Error("loads " + name);
  return found;
}\`));
`;

test("type-checks and runs, loading neither commander nor chalk", () => {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-consumer-"));
  const run = (file: string, ...args: string[]): string => execFileSync(file, args, { cwd: folder, encoding: "utf8" });
  try {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { encoding: "utf8" });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
    run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`);
    writeFileSync(join(folder, "config.yaml"), "version: 3\nmodels: { m: { context_window: 5 } }\n");
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    writeFileSync(join(folder, "guard.js"), GUARD);
    const tsc = resolve("node_modules/typescript/lib/tsc.js");
    const types = `--typeRoots ${resolve("node_modules/@types")} --types node`.split(" ");
    run(process.execPath, tsc, "program.ts", "--strict", "--module", "nodenext", "--target", "es2023", ...types);
    expect(run(process.execPath, "--import", "./guard.js", "program.js")).toBe("3 5 0 true\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
