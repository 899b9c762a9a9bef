/** Twice the text takes twice the work, whatever it is made of and whatever is done with it, counted in steps. */
import { describe, expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { some } from "../cases.js";
import { type MemoryHost, memoryHost } from "../machine/memory.js";
import { runHere } from "../machine/run.js";
import { render } from "../report/sound.js";
import { stepsOf } from "../steps.js";
import { type Growing, MADE, OF_RULES } from "./growing.js";

const machineWith = (text: string): MemoryHost =>
  memoryHost({ files: { "~/.config/agent/config.yaml": "tui: {}\n", ".agent/config.yaml": text } });

type Work = readonly [name: string, work: (host: MemoryHost) => unknown];

const LIBRARY: readonly Work[] = [
  ["lint", (host) => render(lint({ host }))],
  ["load", (host) => load({ host })],
  ["fix", (host) => fix({ host, unsafe: true })],
];

const COMMANDS: readonly Work[] = [
  "lint",
  "lint --format json",
  "lint --diff --unsafe-fixes",
  "show --origin --defaults",
  "get tui.a",
  "explain models.m1",
  "models",
  "plan",
  "upgrade --diff",
  "set --project tui.theme dark",
].map((line) => [line, (host) => runHere(line.split(" "), host)]);

async function expectProportional(text: Growing[1], count: number, [, work]: Work): Promise<void> {
  await work(machineWith(text(10)));
  const once = await stepsOf(() => work(machineWith(text(count))));
  expect(await stepsOf(() => work(machineWith(text(2 * count))))).toBeLessThanOrEqual(2.2 * once);
}

/** Every text with every work, or, to have an answer in time, with one of `share`. */
const rows = (texts: readonly Growing[], works: readonly Work[], share = 1) =>
  some(
    texts.flatMap(([name, text], index) =>
      works.filter((_, other) => (index + other) % share === 0).map((work) => [work[0], name, text, work] as const),
    ),
  );

// Where fewer names are wrong, each is compared with all that there are.
const ENOUGH = 250;

describe("twice as much takes twice the work", () => {
  test.each(rows(MADE, LIBRARY))("%s: %s", (_, __, text, work) => expectProportional(text, ENOUGH, work));
  test.each(rows(MADE, COMMANDS, 10))("%s: %s", (_, __, text, work) => expectProportional(text, ENOUGH, work));
  test.each(rows(OF_RULES, LIBRARY.slice(0, 1)))("%s: %s", (_, __, text, work) =>
    expectProportional(text, ENOUGH, work),
  );
});
