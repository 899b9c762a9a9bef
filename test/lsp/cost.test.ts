/** What the server computes for an edit, counted: nothing twice, and nothing that the edit cannot have changed. */
import { expect, test } from "vitest";
import type { ParseResult } from "../../src/toolkit/read/document/builder.js";
import { readQuick } from "../../src/toolkit/read/document/yaml/quick/reader.js";
import { readGeneral } from "../../src/toolkit/read/document/yaml/whole.js";
import { callsOf, stepsOf } from "../steps.js";
import { type Begun, GLOBAL, MODEL, opened, PROJECT, PROVIDER, positionOf } from "./texts.js";

const MERGE = "mean/configuration/merge:merge";
const RULES = "judge/rules/run:runRules";

/** Merges and runs of the rules during some work. */
async function counts(work: () => Promise<unknown>): Promise<readonly number[]> {
  const calls = await callsOf([MERGE, RULES], work);
  return [calls[MERGE], calls[RULES]];
}

async function edited({ client, at }: Begun, name: string, text: string, version: number): Promise<void> {
  client.change(at(name), text, version);
  await client.findingsOf(at(name), version);
}

async function begun(): Promise<Begun> {
  const all = await opened(PROVIDER, MODEL);
  await all.client.findingsOf(all.at(PROJECT), 1);
  await all.client.findingsOf(all.at(GLOBAL), 1);
  return all;
}

test("an edit of the project judges the pair once", async () => {
  const all = await begun();
  expect(await counts(() => edited(all, PROJECT, `${MODEL}tui: {theme: dark}\n`, 2))).toEqual([1, 1]);
});

test("an edit of the global file judges it and the pair once", async () => {
  const all = await begun();
  expect(await counts(() => edited(all, GLOBAL, `${PROVIDER}tui: {theme: dark}\n`, 2))).toEqual([2, 2]);
});

test("while a text is broken, an edit of it judges only what is left", async () => {
  const all = await begun();
  await edited(all, PROJECT, `${MODEL}tu\n`, 2);
  expect(await counts(() => edited(all, PROJECT, `${MODEL}tui\n`, 3))).toEqual([1, 1]);
});

test("half a key in 5,000 lines costs less than twice the steps of reading them", async () => {
  const sections = Array.from(
    { length: 11 },
    (_, index) => `section${index}:\n${"  key:\n    name: a value of some length\n".repeat(227)}`,
  );
  const text = `version: 3\n${sections.join("")}`;
  const lines = text.split(/(?<=\n)/);
  const broken = [...lines.slice(0, 2500), "    na\n", ...lines.slice(2500)].join("");
  const read = (given: string): ParseResult => {
    let keys: readonly [number, number] | undefined;
    const quick = readQuick(given, (...at) => {
      keys = at;
    });
    return quick ?? readGeneral(given, keys);
  };
  expect(read(broken).root).toBeUndefined();
  const whole = await stepsOf(() => read(text));
  expect(await stepsOf(() => read(broken))).toBeLessThan(2 * whole);
});

test("requests about a text that has been checked judge at most the part of it that they are about", async () => {
  const all = await begun();
  const ask = (method: string, more: object = {}): Promise<unknown> =>
    all.client.request(`textDocument/${method}`, {
      textDocument: { uri: all.at(PROJECT) },
      position: positionOf(MODEL, "mine", 2),
      ...more,
    });
  await ask("completion");
  expect(
    await counts(async () => {
      await ask("definition");
      await ask("completion");
      await ask("references", { context: {} });
      await ask("documentSymbol");
    }),
  ).toEqual([0, 0]);
});
