/** Phrases and names that were replaced by the words of docs/architecture.md: none comes back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What was replaced, and what to write instead. */
const REPLACED: readonly (readonly [old: RegExp, instead: string])[] = [
  [/more than benign/, "risky"],
  [/(?:is|are) otherwise than/, "differs from"],
  [/for those who only press Enter/i, "the default answer"],
  [/looked for on the disk as ever/, "read from the disk"],
  [/that cannot be read is said/, "is reported"],
  [/\bWishes\b/, "StarterOptions, or the choices of a run"],
  [/say one of them/, "use one of them"],
  [/is something else than/, "is not"],
  [/belongs? into/, "belongs in"],
  [/where it lies\b/, "in place"],
  [/\bhas (?:nothing|something) to say\b/, "reports"],
  [/than anybody can look at/, "too long to review"],
  [/how data walks/i, "how data flows"],
  [/nobody configured/, "is not configured"],
  [/what is said to the model/, "the requests for the model"],
  [/says again what/, "repeats"],
  [/which is not how it reads/, "although it looks like another one"],
  [/for some readers and not for others/, "some programs … and others do not"],
  [/which mistake it is that/i, "names the mistake"],
  [/\bstandingAt\b|\bstandingInEffect\b/, "locationAt, locationInEffect"],
];

const files = ["README.md", "CONTRIBUTING.md", ...["docs", "src"].flatMap(textsBelow)];

function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(md|ts|[15])$/.test(name) && !/^generated\b/.test(name))
    .map((name) => join(folder, name));
}

/** Each on one line. */
const texts = files.map((file) => [file, readFileSync(file, "utf8").replace(/\s+(?:\*\s+)?/g, " ")] as const);

test.each(REPLACED)("nothing says %s", (old, instead) => {
  const found = texts.flatMap(([file, text]) => (old.test(text) ? [file] : []));
  expect(found, `write: ${instead}`).toEqual([]);
});
