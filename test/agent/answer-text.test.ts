/** What is written of a model's text, by who reads it (P-S60). */
import { expect, test } from "vitest";
import { answerTextFor } from "../../src/agent/program/talk/talk.js";

const WRITTEN = "all:\n\tc++ a.cc # std::vector::iterator 👩‍👩‍👧 می‌خواهم";
const HOSTILE = "a\x1b[2J\x07\rb\x9b1m \u202ec";

interface Reader {
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** In pieces of so many units, as a stream may cut it. */
function shown(text: string, { isTTY = false, env = {} }: Reader, units: number): string {
  const answer = answerTextFor({ isTTY, write: () => {} }, { env });
  const pieces = Array.from({ length: Math.ceil(text.length / units) }, (_, each) =>
    answer.push(text.slice(each * units, (each + 1) * units)),
  );
  // As bytes: half of a pair is none.
  return Buffer.from([...pieces, answer.end()].map((piece) => Buffer.from(piece).toString()).join("")).toString();
}

const GITHUB = { env: { GITHUB_ACTIONS: "true" } };
const AZURE = { env: { TF_BUILD: "True" } };

test.each<readonly [string, Reader, string, string]>([
  ["a pipe gets everything as it is", {}, WRITTEN, WRITTEN],
  ["also what would act on a terminal", {}, HOSTILE, HOSTILE],
  ["also what a CI system would obey", {}, "\r\n::error::x\n##vso[task.x]y", "\r\n::error::x\n##vso[task.x]y"],
  ["CI alone names no system that reads commands", { env: { CI: "true" } }, "::error::x", "::error::x"],
  ["a terminal gets texts in all scripts", { isTTY: true }, WRITTEN, WRITTEN],
  ["and escapes for what acts on it", { isTTY: true }, HOSTILE, "a\\x1b[2J\\x07\\rb\\x9b1m \\u{202e}c"],
  ["a terminal in a job is a terminal", { isTTY: true, ...GITHUB }, "::error::x", "::error::x"],
  ["a job gets texts as they are", GITHUB, WRITTEN, WRITTEN],
  ["and the end of its lines", GITHUB, "a\r\nb\n\r\nc", "a\r\nb\n\r\nc"],
  [
    "no command at the start of a line",
    GITHUB,
    "\r\n::error::x\n \t::set-env name=a::b",
    "\r\n:\\x3aerror::x\n \t:\\x3aset-env name=a::b",
  ],
  ["no mark anywhere in it", AZURE, "x ##vso[task.x]y ##[group]z", "x #\\x23vso[task.x]y #\\x23[group]z"],
  ["no carriage return that begins a line", GITHUB, "a\r::error::x", "a\\r::error::x"],
  ["nothing that acts on who looks at the job", GITHUB, HOSTILE, "a\\x1b[2J\\x07\\rb\\x9b1m \\u{202e}c"],
])("%s", (_, reader, text, expected) => {
  for (const units of [1, 2, 3, 7, text.length]) expect(shown(text, reader, units)).toBe(expected);
});
