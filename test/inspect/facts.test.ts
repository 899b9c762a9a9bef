/** The facts of a page are those of `show`, `explain`, `lint`, `plan` and `models`, each once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Inspection } from "../../src/service/inspect/facts.js";
import type { LostValue } from "../../src/service/inspect/lost.js";
import type { ShownValue } from "../../src/service/inspect/values.js";
import { ONCE_VOUCHED } from "../../src/service/waiting.js";
import { type Path, toPointer } from "../../src/text/path.js";
import type { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { find, type Node } from "../../src/toolkit/read/document/node.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import { slowCases } from "../cases.js";
import { example } from "../machine/examples.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { globalFile, projectFile } from "../machine/names.js";
import { answer, inspected, storyAt } from "./inspected.js";

const EXAMPLES: readonly (readonly [string, Files])[] = [
  ["team", example("team", "global.jsonc", "project.json")],
  ["twelve-mistakes", example("twelve-mistakes", "global.yaml", "project.yaml")],
  ["workstation", example("workstation", "global.yaml", "project.yaml")],
];

interface Shown {
  readonly value: unknown;
  readonly origins: Readonly<
    Record<string, { readonly layer: string; readonly line?: number; readonly column?: number }>
  >;
}

interface Origin {
  readonly layer: string;
  readonly line?: number;
  readonly column?: number;
}

/** Each single value with its origin, as `show --format json` has them. */
function leavesIn({ sections }: Inspection): readonly (readonly [string, unknown, Origin])[] {
  const all = sections.flatMap(({ values }) => values);
  return all.flatMap(({ path, value, from, items }) => {
    if (value === undefined || from === undefined) return [];
    if (!Array.isArray(value) || value.length === 0) return [[toPointer(path), value, origin(from)] as const];
    return value.map((item, index) => [toPointer([...path, index]), item, origin(items?.[index] ?? from)] as const);
  });
}

function origin({ layer, ...place }: ShownValue["from"] & object): Origin {
  const { line, column } = { line: undefined, column: undefined, ...place };
  return { layer: layer === "catalog" ? "default" : layer, ...(line && { line }), ...(column && { column }) };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);
}

async function sameAsShow(place: Machine, facts: Inspection): Promise<void> {
  const { origins, value } = await answer<Shown>(place, "show", "--origin", "--defaults");
  const leaves = leavesIn(facts);
  expect(Object.fromEntries(leaves.map(([path, , from]) => [path, from]))).toEqual(
    Object.fromEntries(
      Object.entries(origins).map(([path, { layer, line, column }]) => [
        path,
        { layer, ...(line && { line }), ...(column && { column }) },
      ]),
    ),
  );
  expect(new Set(leaves.map(([path]) => path)).size).toBe(leaves.length);
  for (const { path, value: shown } of facts.sections.flatMap(({ values }) => values))
    if (shown !== undefined) expect(shown).toEqual(valueAt(value, path));
}

/** Each written value that is not in effect, as `explain` tells it, stands at its path, and no other. */
function sameAsExplain({ snapshot, facts }: ReturnType<typeof inspected>): void {
  const rows = facts.sections.flatMap(({ values }) => values);
  const shown = rows.flatMap(({ path, lost }) => lost.map((one) => told(path, one)));
  const written = snapshot.layers.flatMap(({ document: { root } }) => (root === undefined ? [] : writtenIn(root, [])));
  const stories = written.flatMap((path) => {
    const story = storyAt(snapshot, path);
    return story === undefined ? [] : [{ path, story }];
  });
  const known = new Set(stories.map(({ path }) => toPointer(snapshot.redactor.path(path))));
  const all = stories.flatMap(({ path, story: { shadowed, waiting } }) => {
    // `explain` also tells of values around the path and inside of it.
    const values = waiting.map((one) => (isOfProject(snapshot, path, true) ? { ...one, value: null } : one));
    const own = values.filter(({ value }) => isSingle(value) && isOfProject(snapshot, path, value === null));
    const lost = [...shadowed, ...own.map((one) => ({ ...one, why: ONCE_VOUCHED }))];
    return lost.filter(({ value }) => isSingle(value)).map((one) => told(snapshot.redactor.path(path), one));
  });
  const ofKnown = shown.filter(([path]) => known.has(path));
  const lists = new Set(shown.flatMap(([path, , , value]) => (Array.isArray(value) ? [path] : [])));
  const rowsOfAll = all.filter(([path]) => !lists.has(path.slice(0, path.lastIndexOf("/"))));
  expect(new Set(ofKnown.map(text))).toEqual(new Set(rowsOfAll.map(text)));
  expect(new Set(shown.map(text)).size).toBe(shown.length);
}

/** Whether the project itself writes a single value at a path. */
function isOfProject({ layers }: Snapshot, path: Path, mustBeNull: boolean): boolean {
  const root = layers.find(({ scope }) => scope === "project")?.root;
  const node = root && find(root, path)?.node;
  if (node?.kind === "mapping") return !mustBeNull && node.entries.size === 0;
  return node !== undefined && (!mustBeNull || (node.kind === "scalar" && node.value === null));
}

type Told = readonly [path: string, line: number, column: number, value: unknown, why: string];

function told(path: Path, { line, column, value, why }: Pick<LostValue, "line" | "column" | "value" | "why">): Told {
  return [toPointer(path), line, column, value, why];
}

const text = (one: Told): string => JSON.stringify(one);

/** Whether a value is on one row. */
function isSingle(value: Json): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object" || item === null);
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** The paths of all written single values and plain lists. */
function writtenIn(node: Node, path: Path): readonly Path[] {
  if (node.kind === "mapping" && node.entries.size > 0)
    return [...node.entries].flatMap(([key, { value }]) => writtenIn(value, [...path, key]));
  if (node.kind === "sequence" && node.items.some(({ kind }) => kind !== "scalar"))
    return node.items.flatMap((item, index) => writtenIn(item, [...path, index]));
  return [path];
}

describe.each(EXAMPLES)("%s", (_, files) => {
  test("the values and their origins are those of `show`", async () => {
    const place = machine(files);
    await sameAsShow(place, inspected(place).facts);
  });

  test("the values that lost are those of `explain`", async () => {
    sameAsExplain(inspected(machine(files), true));
  });

  test("the findings are those of `lint`, the steps those of `plan`", async () => {
    const place = machine(files);
    const { findings, summary, plan } = inspected(place).facts;
    expect(await answer(place, "lint")).toMatchObject({ diagnostics: JSON.parse(JSON.stringify(findings)), summary });
    expect(await answer(place, "plan")).toEqual({ version: 1, ...JSON.parse(JSON.stringify(plan)) });
  });
});

test("of generated pairs", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const place = machine({
        [globalFile(global.format)]: global.text,
        [projectFile(project.format)]: project.text,
      });
      const looked = inspected(place);
      await sameAsShow(place, looked.facts);
      sameAsExplain(inspected(place, true));
      const { findings, plan } = looked.facts;
      expect(await answer(place, "lint")).toMatchObject({ diagnostics: JSON.parse(JSON.stringify(findings)) });
      expect(await answer(place, "plan")).toEqual({ version: 1, ...JSON.parse(JSON.stringify(plan)) });
    }),
    { numRuns: slowCases(300), endOnFailure: true },
  );
});
