/** SARIF's findings about the user's own file outside of the repository. */
import { expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { exchanged } from "./exchanges.js";

interface Located {
  readonly physicalLocation: { readonly artifactLocation: object };
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly object[] } };
  readonly results: readonly { readonly locations: readonly Located[] }[];
  readonly invocations: readonly { readonly toolExecutionNotifications: readonly Notification[] }[];
  readonly originalUriBaseIds: object;
}

const runOf = (result: LintResult): Run => JSON.parse(exchanged(result).sarif).runs[0];

const WRONG = "version: 3\nnonsense: 1\n";

interface Notification {
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Located[];
  readonly associatedRule: { readonly id: string; readonly index: number };
}

const notificationsOf = (run: Run): readonly Notification[] =>
  run.invocations.flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications);
const filesOf = (of: readonly { readonly locations: readonly Located[] }[]): readonly object[] =>
  of.flatMap(({ locations }) => locations.map(({ physicalLocation }) => physicalLocation.artifactLocation));

const both: LintText[] = [
  { file: "~/.config/agent/config.yaml", text: WRONG, as: "global" },
  { file: ".agent/config.yaml", text: WRONG, as: "project" },
];

test("the user's own file outside of the repository has notifications, and no results that a consumer would place in the repository", () => {
  const run = runOf(lint({ texts: both }));
  expect(filesOf(run.results)).toEqual([{ uri: ".agent/config.yaml", uriBaseId: "SRCROOT" }]);
  expect(notificationsOf(run)).toEqual([
    {
      level: "note",
      message: {
        text: "~/.config/agent/config.yaml:2:1: warning[schema/unknown-key]: unknown key `nonsense`.",
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: ".config/agent/config.yaml", uriBaseId: "USERHOME" },
            region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 9 },
          },
        },
      ],
      associatedRule: { id: "schema/unknown-key", index: 0 },
    },
  ]);
  expect(Object.keys(run.originalUriBaseIds)).toEqual(["USERHOME", "SRCROOT"]);
  expect(run.invocations).toMatchObject([{ executionSuccessful: true }]);
});

test.each<[string, "global" | "project", "notification" | "result"]>([
  ["~/config.yaml", "global", "notification"],
  ["/etc/agent/config.yaml", "global", "notification"],
  ["C:/Users/me/config.yaml", "global", "notification"],
  ["../config.yaml", "global", "notification"],
  ["a/../../config.yaml", "global", "notification"],
  // The repository of somebody's own settings.
  ["config.yaml", "global", "result"],
  ["a/../config.yaml", "global", "result"],
  ["..config.yaml", "global", "result"],
  ["~/other/.agent/config.yaml", "project", "result"],
  ["/other/.agent/config.yaml", "project", "result"],
  ["../other/.agent/config.yaml", "project", "result"],
])("%s as a %s file is a %s", (file, as, kind) => {
  const run = runOf(lint({ texts: [{ file, text: WRONG, as }] }));
  expect([run.results.length, notificationsOf(run).length]).toEqual(kind === "result" ? [1, 0] : [0, 1]);
});

test("a notification names its rule and its place, and a suppressed finding has none", () => {
  const text =
    "nonsense: 1 # agentcfg-ignore schema/unknown-key -- on purpose\ntui: { theme: '[x](http://evil.example)' }\ntui: {}\n";
  const run = runOf(lint({ texts: [{ file: "~/a.yaml", text, as: "global" }] }));
  expect(run.results).toEqual([]);
  const told = notificationsOf(run);
  expect(told.length).toBeGreaterThan(0);
  for (const { message, associatedRule } of told) {
    expect(run.tool.driver.rules[associatedRule.index]).toMatchObject({ id: associatedRule.id });
    expect(message.text).toContain(`[${associatedRule.id}]: `);
    expect(message.text).not.toMatch(/nonsense|\]\(/);
  }
  expect(told.map(({ message }) => message.text).join("\n")).toContain("~/a.yaml:2:1: ");
});
