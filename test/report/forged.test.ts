/** Whatever a stranger writes into names and values: in every format one finding stays one finding, and no other one is forged. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { exchanges } from "../../src/toolkit/judge/report/exchange.js";
import { EXCHANGE_FORMATS, type ExchangeFormat } from "../../src/toolkit/judge/report/reporters.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { CHARACTER } from "../arbitrary/character.js";
import { slowCases } from "../cases.js";
import { exchanged, inOrder, MEANS, READERS, told } from "./exchanges.js";

const HOSTILE = [
  ...["::error::x", "\n::error::x", "\r::stop-commands::x", "##[error]x", "##vso[task.complete]", "]]>", "\u0000"],
  ...[
    "\ufffe",
    "\uffff",
    "\ud800",
    "\udc00x",
    "\u202e",
    "\u2028",
    "\u0085",
    "\u001b[2J",
    ",line=9,",
    "a:1:2: ",
    ": error[a/b]: ",
  ],
  ...[
    "</script>",
    "<!--",
    "-->",
    "&#10;",
    "&lt;",
    '"',
    "'",
    "\\",
    "|",
    "`",
    "%0A::error::x",
    "%",
    "](http://x)",
    "[a](0)",
  ],
  ...["{0}", "${A}", "..", "/", "~/", "=", "#", " ", "é", "𐐀", "constructor", "</testcase>", "\nnext: agentcfg x"],
];

const name = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: CHARACTER, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));

const config = fc.record({ a: name, b: name, c: name, d: name }).map(({ a, b, c, d }) => ({
  version: 3,
  [a]: b,
  tui: { theme: c, [d]: a },
  models: { [b]: { provider: c, context_window: "x", [a]: d } },
  mcp_servers: { [d]: { transport: a, command: `$(${b})` } },
  permissions: { block_list: [c], [b]: d },
}));

const input: fc.Arbitrary<LintText> = fc
  .record({
    config,
    file: name,
    format: fc.constantFrom("json" as const, "yaml" as const),
    as: fc.constantFrom("global" as const, "project" as const),
  })
  .map(({ config: value, file, format, as }) => {
    // YAML cannot spell half of a character; in JSON it is an escape.
    const text = format === "json" ? JSON.stringify(value, null, 1) : stringify(value).toWellFormed();
    return { file, format, as, text: text.toWellFormed() };
  });

/** What acts on a reader of a log, beyond the commands that `github` is made of. */
const ACTS = /^\s*::(?!: )|##(?:vso|teamcity)?\[|[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\p{Cs}]/imu;

function expectHonest(result: LintResult, format: ExchangeFormat, text: string): void {
  expect(READERS[format](text).toSorted(inOrder)).toEqual(told(result.diagnostics));
  const log = format === "github" ? text.replace(/^::(?:error|warning|notice) /gm, "") : text;
  expect(ACTS.exec(log)).toBeNull();
}

test.each(EXCHANGE_FORMATS)("%s", (format) => {
  let found = 0;
  fc.assert(
    fc.property(input, (one) => {
      const result = lint({ texts: [one] });
      found += result.diagnostics.length;
      expectHonest(
        result,
        format,
        exchanges[format].render(result, result.diagnostics, { suppressed: new Map(), ...MEANS }),
      );
    }),
    { numRuns: slowCases(300) },
  );
  expect(found).toBeGreaterThan(slowCases(300));
});

describe("names of files", () => {
  test.each([
    "/etc/agent/x.yaml",
    "//host/x.yaml",
    "C:/Users/x.yaml",
    "/",
    "~/x.yaml",
    "../x.yaml",
    "a:b.yaml",
    "",
    ".",
  ])("%j is nowhere absolute", (file) => {
    const result = lint({ texts: [{ file, text: "nonsense: 1\n", format: "yaml", as: "project" }] });
    expect(result.diagnostics.length).toBeGreaterThan(0);
    const { agent: _, ...texts } = exchanged(result);
    for (const text of Object.values(texts))
      expect(text).not.toMatch(/["= >(](?:\/|[A-Za-z]:\/|file:)(?:etc|host|Users)/);
    const { runs } = JSON.parse(texts.sarif);
    for (const { locations } of runs[0].results) {
      const { uri, uriBaseId } = locations[0].physicalLocation.artifactLocation;
      expect(new URL(uri, "base:/down/here/").href).toMatch(/^base:\/down\//);
      expect(Object.keys(runs[0].originalUriBaseIds)).toContain(uriBaseId);
    }
    for (const { location } of JSON.parse(texts.gitlab)) expect(location.path).toMatch(/^[^/]/);
  });
});
