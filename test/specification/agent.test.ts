/** The tables of proofs: each of their sentences is in its specification, and a test that did not pass proves nothing. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AGENT } from "./agent.js";
import { type Proved, type Ran, unproved } from "./proof.js";
import { PROTOCOL } from "./protocol.js";

const TABLES = { "docs/specification.md": AGENT, "docs/protocol-specification.md": PROTOCOL };

describe.each(Object.entries(TABLES))("%s", (specification, rows) => {
  const text = readFileSync(specification, "utf8");

  test.each(rows)("%s", (sentence, file) => {
    expect(text).toContain(sentence);
    expect(existsSync(file)).toBe(true);
  });
});

/** Sentences that this daemon does not act on, and why. */
const NOT_ACTED_ON: readonly (readonly [sentence: string, why: string])[] = [
  [
    "`standard` (apply allow/ask/deny rules)",
    "the format of the file of rules is not shown: `standard` asks about every call",
  ],
  ["`bypass_plus` (allow every call except those deny rules block)", "there are no deny rules, so that it is `bypass`"],
];

test.each(NOT_ACTED_ON)("%s: not acted on", (sentence, why) => {
  expect(readFileSync("docs/specification.md", "utf8")).toContain(sentence);
  expect(why).not.toBe("");
});

describe("a row", () => {
  const row: Proved = ["Mice sleep.", "mice.test.ts", "mice > sleep"];
  const reasonsOf = (...ran: readonly Partial<Ran>[]): readonly string[] =>
    unproved(
      [row],
      new Set(["mice.test.ts"]),
      ran.map((one) => ({ file: "mice.test.ts", title: "mice > sleep", state: "passed", ...one })),
    );

  test("is proved by its test, which passed", () => {
    expect(reasonsOf({})).toEqual([]);
    expect(reasonsOf({}, { title: "mice > eat", state: "failed" })).toEqual([]);
  });

  test.each(["skipped", "failed", "pending"])("is not proved by a test that is %s", (state) => {
    expect(reasonsOf({ state })).toEqual([`"Mice sleep.": the test "mice > sleep" of mice.test.ts ${state}`]);
    expect(reasonsOf({}, { state })).toHaveLength(1);
  });

  test.each<Partial<Ran>>([{ title: "mice > sleep well" }, { title: "sleep" }, { file: "other.test.ts" }])(
    "is not proved by %o",
    (other) => {
      expect(reasonsOf(other)).toEqual(['"Mice sleep.": the test "mice > sleep" of mice.test.ts is not there']);
    },
  );

  test("of a file that is not run is not asked about", () => {
    expect(unproved([row], new Set(["other.test.ts"]), [])).toEqual([]);
  });
});
