/** What the counting of steps sees: a loop over all pairs of lines, put into the built program, is more than twice the work for twice the text. */
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { lint } from "../../src/toolkit/lint.js";
import { stepsOf } from "../steps.js";

type Lint = typeof lint;

/** The built program in another directory, with this statement in front of all that reading the inputs does. */
async function built(statement: string): Promise<Lint> {
  const root = mkdtempSync(join(tmpdir(), "agentcfg-mutant-"));
  cpSync("dist", join(root, "dist"), { recursive: true, filter: (file) => !/\.(?:cjs|d\.ts)$/.test(file) });
  cpSync("package.json", join(root, "package.json"));
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  const file = join(root, "dist/toolkit/lint.js");
  const head = "function readWith(options, permissionsAt) {\n";
  const [before, after, ...more] = readFileSync(file, "utf8").split(head);
  expect([before, after, more]).toEqual([expect.any(String), expect.any(String), []]);
  writeFileSync(file, `${before}${head}${statement}\n${after}`);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly lint: Lint }).lint;
}

const PAIRS = `
  const lines = options.texts[0].text.split("\\n");
  let same = 0;
  for (const one of lines) for (const other of lines) if (one === other) same += 1;`;

const unknownKeys = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join("");

/** What twice the text costs, as a multiple. The first call is not counted: it also loads. */
async function growthOf(work: Lint): Promise<number> {
  const steps = (count: number): Promise<number> =>
    stepsOf(() => work({ texts: [{ file: "a.yaml", text: unknownKeys(count) }] }));
  await steps(10);
  const few = await steps(250);
  return (await steps(500)) / few;
}

test("a loop over all pairs of lines is seen", async () => {
  expect(await growthOf(await built(""))).toBeLessThanOrEqual(2.2);
  expect(await growthOf(await built(PAIRS))).toBeGreaterThan(2.2);
});

test("work in which nothing of the program runs is no measurement", async () => {
  await expect(stepsOf(() => 1 + 1)).rejects.toThrow("no step of the program was counted");
});
