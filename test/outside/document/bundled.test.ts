/** The shipped part of the parsers' packages (`.build/only-reading.js`) reads every text like the whole packages. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { cases } from "../../cases.js";
import { mutant, randomOf, yamlTexts } from "../../document/mutants.js";

type Reader = Readonly<Record<string, (...given: readonly string[]) => unknown>>;

const require = createRequire(import.meta.url);

/** Our own code over all that a package has. */
function whole(format: string): Reader {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
  try {
    const outfile = join(folder, "whole.cjs");
    const entryPoints = [`src/toolkit/read/document/${format}/package.ts`];
    buildSync({ entryPoints, outfile, bundle: true, platform: "node", mainFields: ["module", "main"] });
    return require(outfile) as Reader;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The trees that readers make of a text, or the errors that they throw. */
function outcome(reader: Reader, name: string, ...given: readonly string[]): unknown {
  try {
    return { made: reader[name]?.(...given) };
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** Texts of which the two do not make the same. */
function differing(format: string, names: readonly string[], texts: Iterable<string>, ...more: readonly string[]) {
  const [shipped, complete] = [require(`../../../dist/programs/agentcfg/read-${format}.cjs`) as Reader, whole(format)];
  const differ = (text: string): boolean =>
    names.some(
      (name) => !isDeepStrictEqual(outcome(shipped, name, text, ...more), outcome(complete, name, text, ...more)),
    );
  return [...texts].filter(differ);
}

/** What the package knows and a configuration may not use. */
const ODD: readonly string[] = [
  "a: !!binary aGk=\nb: !!set {x, y}\nc: !!omap [a: 1]\nd: !!pairs [a: 1]\ne: !!timestamp 2001-12-14\n",
  "%YAML 1.1\n---\na: yes\nb: 0o7\nc: 1_000\nd: 2001-12-14\n<<: {e: 1}\n",
  "<<: *a\n",
  "a: &a {b: 1}\n<<: *a\nc: { <<: [*a, *a] }\n",
  "? [a, b]\n: 1\n? {c: d}\n: 2\n? - e\n: 3\n",
  "a: 2001-12-14t21:59:43.10-05:00\nb: 190:20:30\nc: 0b1\nd: 0o17\ne: 1_0\nf: .NaN\ng: -.INF\n",
  "&a a: &b 1\n*a : *b\n",
];

function* mutants(texts: readonly string[], count: number): Generator<string> {
  const random = randomOf(20_261_123);
  for (let left = count; left > 0; left -= 1) yield mutant(texts, random);
}

test("YAML", () => {
  const texts = [...yamlTexts(), ...ODD];
  const names = ["readGeneral", "yamlComments"];
  expect(differing("yaml", names, [...texts, ...mutants(texts, cases(5_000))])).toEqual([]);
});

const JSONS = [
  '{"a": [1, -2.5e3, true, null, "b\\u0041\\n"], /* c */ "d": {},\n}',
  "// a\n[\n]\r\n",
  "",
  '{"a": 1 "b"',
  "\ufeff{}",
];

test.each(["json", "jsonc"])("%s", (format) => {
  const texts = [...JSONS, ...mutants(JSONS, cases(20_000))];
  expect(differing("json", ["readJson"], texts, format)).toEqual([]);
  expect(differing("json", ["jsonComments"], texts)).toEqual([]);
});
