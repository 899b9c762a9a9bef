/** The settings of `lint` in the library: a program's own, or those of the user, as in the command. */
import { expect, test } from "vitest";
import { fix, type LintChoice, type LintSettings, lint, lintSettings } from "../../src/index.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const SETTINGS = "~/.config/agentcfg/lint.yaml";
const TEXT = "version: 3\ntui: {theme: 7}\ndaemon: {retry: {max_retries: 0, base_delay_ms: 5}}\n";

function found(settings: LintSettings): readonly string[] {
  const { diagnostics, summary } = lint({ texts: [{ file: ".agent/config.yaml", text: TEXT }], settings });
  expect(summary.errors).toBe(diagnostics.filter(({ severity }) => severity === "error").length);
  return diagnostics.map(({ rule, severity }) => `${severity} ${rule}`);
}

test.each([
  [{}, ["error schema/wrong-type", "warning effect/delay-without-retries"]],
  [{ select: ["effect"] }, ["warning effect/delay-without-retries"]],
  [{ select: ["effect/"] }, ["warning effect/delay-without-retries"]],
  [{ ignore: ["schema"] }, ["warning effect/delay-without-retries"]],
  [{ select: ["schema"], ignore: ["schema/wrong-type"] }, []],
  [{ severity: { effect: "info" } } as const, ["error schema/wrong-type", "info effect/delay-without-retries"]],
])("a program chooses %j", (choice, expected) => {
  expect(found(lintSettings(choice))).toEqual(expected);
});

test("a name that is none leaves all findings, and is a problem", () => {
  const settings = lintSettings({ ignore: ["schmea"] });
  expect(settings.problems).toEqual([expect.stringContaining("did you mean `schema`")]);
  expect(found(settings)).toHaveLength(2);
});

test("the user's settings are those that the command uses", async () => {
  const place = machine({
    [GLOBAL]: "version: 3\n",
    [PROJECT]: TEXT,
    [SETTINGS]: "ignore: [schema]\nseverity: {effect: info}\n",
  });
  const { diagnostics } = lint({ host: place.host, settings: lintSettings("user", place.host) });
  const { stdout } = await place.run(["lint", "--format", "json"]);
  const reported: readonly { readonly rule: string; readonly severity: string }[] = JSON.parse(stdout).diagnostics;
  expect(diagnostics.map(({ rule, severity }) => [rule, severity])).toEqual(
    reported.map(({ rule, severity }) => [rule, severity]),
  );
  expect(diagnostics).toMatchObject([{ rule: "effect/delay-without-retries", severity: "info" }]);
});

test.each([
  ["nothing", undefined, 0],
  ["a key that is none", "ignor: [schema]\n", 1],
  ["a text that is no YAML", "a: [\n", 1],
  ["a list", "- a\n", 1],
  ["a format that is none", "format: prety\n", 1],
  ["words that are none, and a name", "color: yes\nfail-on: eror\nselect: [nonsense]\n", 3],
])("settings of the user with %s", (_, text, problems) => {
  const place = machine({ [GLOBAL]: TEXT, ...(text !== undefined && { [SETTINGS]: text }) });
  const settings = lintSettings("user", place.host);
  expect(settings.problems).toHaveLength(problems);
  expect(lint({ host: place.host, settings }).diagnostics).toHaveLength(2);
});

test.each(["format: prety\n", "color: yes\nignor: [schema]\n", "fail-on: eror\n", "quiet: 1\n", "a: [\n"])(
  "what the command refuses in the user's settings is a problem in the same words: %j",
  async (text) => {
    const place = machine({ [GLOBAL]: TEXT, [SETTINGS]: text });
    const { code, stderr } = await place.run(["lint"]);
    expect(code).toBe(2);
    const { problems } = lintSettings("user", place.host);
    expect(problems.map((problem) => `agentcfg: ${problem}\n`).join("")).toBe(stderr);
  },
);

test("fixes are those of the findings that are chosen", () => {
  const text = "version: 3\ntui: {them: light}\n";
  const texts = [{ file: ".agent/config.yaml", text }];
  expect(fix({ texts }).fixed).toHaveLength(1);
  expect(fix({ texts, settings: lintSettings({ ignore: ["schema"] }) }).fixed).toEqual([]);
});

test("the reports before and after fixes are those of `lint` with the same settings", () => {
  const text = "version: 3\ntui: {them: light}\ndaemon: {retry: {max_retries: 0, base_delay_ms: 5}}\n";
  const texts = [{ file: ".agent/config.yaml", text }];
  const settings = lintSettings({ ignore: ["schema"], severity: { effect: "error" } });
  const all = fix({ texts, settings, wanted: ({ diagnostics }) => diagnostics });
  expect(all.fixed).toEqual([]);
  const { diagnostics, summary } = lint({ texts, settings });
  expect(summary).toMatchObject({ errors: 1, warnings: 0 });
  for (const result of [all.before, all.after, all.afterOnly([])])
    expect(result).toMatchObject({
      diagnostics: diagnostics.map(({ rule, severity }) => ({ rule, severity })),
      summary,
    });
  const some = fix({
    texts,
    settings: lintSettings({ ignore: ["effect"] }),
    wanted: ({ diagnostics: [one] }) => (one ? [one] : []),
  });
  expect(some.fixed).toHaveLength(1);
  expect(some.before.diagnostics).toMatchObject([{ rule: "schema/unknown-key" }]);
  expect([some.after, some.afterOnly(some.fixed)].map((result) => result.diagnostics)).toEqual([[], []]);
});

test("a severity that is none is a problem", () => {
  const choice = { severity: { schema: "loud" } } as unknown as LintChoice;
  expect(lintSettings(choice).problems).toEqual([expect.stringContaining("not `loud`")]);
});

test.each([
  [{ selct: ["schema"] }, "there is no setting `selct`; did you mean `select`?"],
  [{ select: "schema" }, "`select` is a list of rules and families"],
  [{ select: ["schema"], ignore: "schema,trust" }, "`ignore` is a list of rules and families"],
  [{ ignore: null }, "`ignore` is a list of rules and families"],
  [{ ignore: [3] }, "a rule is named by a text"],
  [{ severity: "info" }, "`severity` gives rules and families a severity each"],
  [{ severity: ["info"] }, "`severity` gives rules and families a severity each"],
  [{ severity: { schema: 3 } }, "a severity is `error`, `warning` or `info`, not `3`"],
])("a choice of another form is one problem: %j", (choice, problem) => {
  const settings = lintSettings(choice as unknown as LintChoice);
  expect(settings.problems).toEqual([problem]);
  expect(found(settings)).toHaveLength(2);
});

test.each([lint, fix])("a choice that `lintSettings` did not check is refused by %s", (verb) => {
  const settings = { ignore: ["schema"] } as unknown as LintSettings;
  expect(() => verb({ texts: [], settings })).toThrow("`settings` has to be what `lintSettings` makes");
});

test("settings in the repository of a file that is linted from elsewhere do not count", () => {
  const place = machine({
    "other/.git/HEAD": "ref: refs/heads/main\n",
    [`other/${PROJECT}`]: TEXT,
    "other/conf/agentcfg/lint.yaml": "ignore: [schema]\n",
  });
  const host = { ...place.host, cwd: place.host.join(place.host.cwd, "..") };
  const repository = place.host.resolve("other");
  const elsewhere = { ...host, env: { ...host.env, XDG_CONFIG_HOME: host.join(repository, "conf") } };
  const files = [host.join(repository, PROJECT)];
  expect(lintSettings("user", elsewhere, files).problems).toEqual([
    expect.stringContaining("it lies in the repository"),
  ]);
});
