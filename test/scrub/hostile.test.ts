/** Texts and secrets made to be slow: the work grows no faster than the text, whatever it is and however it comes. */
import { expect, test } from "vitest";
import { formsOf } from "../../src/agent/session/scrub/inventory.js";
import type { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { sampled } from "../cases.js";
import { stepsOf } from "../steps.js";
import { scrubberOf } from "./oracle.js";

const RANDOM = Array.from({ length: 100 }, (_, index) =>
  Buffer.from(`${index ** 7}/${index * 7919}+é&${index ** 5} ${index}`).toString("base64"),
);

const INVENTORIES: Readonly<Record<string, readonly string[]>> = {
  "no secrets": [],
  "a hundred secrets": RANDOM,
  "secrets of one letter": Array.from({ length: 100 }, (_, index) => "a".repeat(8 + index)),
  "each the beginning of the next": Array.from({ length: 60 }, (_, index) =>
    "abcdefghijkl".repeat(6).slice(0, 8 + index),
  ),
  "each the end of the next": Array.from({ length: 60 }, (_, index) => "abcdefghijkl".repeat(6).slice(60 - index, 68)),
};

const [first = ""] = RANDOM;

/** What a text consists of. */
const PIECES: readonly string[] = [
  ...[
    "a",
    "-",
    "ab",
    "abcdefghijkl",
    "eyJ",
    "-eyJ",
    "eyJaaaaaaaaaaa.",
    "sk-",
    "sk-a ",
    "-ghp_",
    "AKIA",
    "-AKIAAAAAAAAAAAAAAAA",
  ],
  ...["-----BEGIN ", "-----BEGIN PRIVATE ", "-----BEGIN PRIVATE KEY-----", "-----END ", "-----BEGIN PRIVATE KEY:"],
  ...["Authorization: ", "Authorization:", "Authorization: Bearer a1:", "Authorization\\", "\\u001b[1m", "%20s"],
  ...[first, first.slice(0, -1), first.slice(1), RANDOM.join(""), "\ud83d", "日本"],
];

const scrub = (scrubber: Scrubber, text: string, length: number): void => {
  const stream = scrubber.stream();
  for (let at = 0; at < text.length; at += length) stream.push(text.slice(at, at + length));
  stream.end();
};

/** Blocks of the program for each unit: of the automaton, of at most one candidate of each shape, and of what is passed on. */
const MOST = 150;

/** Units of a text that is longer than the longest secret by far. */
const ENOUGH = 1000;

const ROWS = Object.entries(INVENTORIES).flatMap(([name, secrets]) =>
  PIECES.flatMap((piece) => [1, 100_000].map((length) => [name, piece, length, secrets] as const)),
);

test.each(sampled(ROWS, 19))("%s, %j again and again, at most %i units at once", async (_, piece, length, secrets) => {
  const scrubber = scrubberOf(...secrets);
  const steps = (units: number): Promise<number> =>
    stepsOf(() => scrub(scrubber, piece.repeat(Math.ceil(units / piece.length)).slice(0, units), length));
  await steps(10);
  const few = await steps(ENOUGH);
  const many = await steps(2 * ENOUGH);
  expect(many).toBeLessThanOrEqual(2.2 * few);
  expect(many).toBeLessThanOrEqual(2 * ENOUGH * MOST);
});

test("twice the secrets take twice the work", async () => {
  const work = (count: number): Promise<number> =>
    stepsOf(() => scrubberOf(...Array.from({ length: count }, (_, index) => `${"a".repeat(40)}${index + 1000}`)));
  await work(10);
  const few = await work(200);
  expect(await work(400)).toBeLessThanOrEqual(2.2 * few);
});

test("a hundred secrets in all their forms, and 1 MB around them", () => {
  const forms = RANDOM.flatMap((secret) => [...formsOf(secret)]);
  expect(forms.length).toBeGreaterThan(600);
  const scrubber = scrubberOf(...RANDOM);
  expect(scrubber.scrub(forms.join("|"))).toBe(forms.map(() => "[redacted]").join("|"));
  const line = "a line of ordinary text, which is longer than others\n".repeat(20_000);
  expect(scrubber.scrub(`${line}${first}${line}`)).toBe(`${line}[redacted]${line}`);
  expect(scrubber.scrub(line)).toBe(line);
});
