/** With a lowest severity, rules that have nothing above it do not run; what is asked for is found all the same. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { type LintOptions, type LintText, lint, lintRun } from "../../src/toolkit/lint.js";
import { isAtLeast, type Severity } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { sampled, slowCases } from "../cases.js";
import { isOnMachine, optionsOf } from "../rules/case.js";

const SEVERITIES = ["info", "warning", "error"] as const;

/** Findings below the lowest severity may be there; all others must be the same. */
function check(options: LintOptions, turn: number): void {
  const all = lint(options).diagnostics;
  for (const least of sampled(SEVERITIES, SEVERITIES.length, turn)) {
    const isAsked = ({ severity }: { readonly severity: Severity }): boolean => isAtLeast(severity, least);
    expect(lintRun(options, least).result.diagnostics.filter(isAsked)).toEqual(all.filter(isAsked));
  }
}

test.each(rules.map(({ id }) => id))("the cases of %s", (id) => {
  const { cases: all } = parsePage(readFileSync(`docs/rules/${id}.md`, "utf8"));
  expect(all.length).toBeGreaterThan(0);
  for (const [turn, one] of all.entries()) if (!isOnMachine(one)) check(optionsOf(one), turn);
});

test.each(["ok", "err"])("the fixtures in %s", (folder) => {
  const names = readdirSync(`fixtures/${folder}`).filter((name) => !name.endsWith(".expected"));
  expect(names.length).toBeGreaterThan(0);
  for (const [turn, name] of names.entries())
    check({ texts: [{ file: name, text: readFileSync(`fixtures/${folder}/${name}`) }] }, turn);
});

describe("whatever is written", () => {
  test("in both layers", () => {
    fc.assert(
      fc.property(pairArbitrary, fc.nat(), ({ global, project }, turn) => {
        check({ texts: [inLayer("global", global), inLayer(".agent/config", project)] }, turn);
      }),
      { numRuns: slowCases(2000) },
    );
  });

  test("with mistakes", () => {
    fc.assert(
      fc.property(fc.constantFrom("global", ".agent/config"), mistakenTextArbitrary, fc.nat(), (name, text, turn) => {
        check({ texts: [inLayer(name, text)] }, turn);
      }),
      { numRuns: slowCases(2000) },
    );
  });
});

function inLayer(name: string, { text, format }: Spelling): LintText {
  return { file: `${name}.${format}`, text };
}

const ASKED = { rule: "schema/wrong-type", severity: "error" };
const FILE = ".agent/config.yaml";

test("of the findings below, none is made", () => {
  const text = "version: 3\ntui: { theme: 7 }\nmcp_servers: { s: { transport: stdio, command: s-mcp } }\n";
  const options = { texts: [{ file: FILE, text }] };
  expect(lint(options).summary).toEqual({ errors: 1, warnings: 0, infos: 1 });
  expect(lintRun(options, "warning").result.diagnostics).toMatchObject([ASKED]);
});

test("a comment that suppresses such a finding is not unused", () => {
  const text =
    "version: 3\ndaemon: { retry: { max_retries: 0, base_delay_ms: 5 } } # agentcfg-ignore effect -- later\n";
  const rule = text.replace("effect", "effect/delay-without-retries");
  const options = { texts: [{ file: FILE, text: rule }] };
  const { diagnostics, suppressed } = lintRun(options, "error").result;
  expect([diagnostics, suppressed]).toEqual([[], 1]);
});
