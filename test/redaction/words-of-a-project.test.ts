/** A project's secret words hide that project's values, and neither names nor anything of its user. */
import { expect, test } from "vitest";
import { format } from "../../src/toolkit/format.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { layered } from "../machine/layered.js";

const PROVIDER = 'kind: { type: custom_beta_compatible }, url: "https://api.corp.example/v1"';
const USER = `version: 3\nproviders: { corp: { ${PROVIDER}, auth: { type: static_key, key: "\${CORP_KEY}" } } }\n`;
const words = (word: string, rest = ""): string => `version: 3\npermissions: { secret_words: [${word}] }\n${rest}`;

const all = (global: string | undefined, project: string): string => {
  const { host } = layered({ global, project, format: "yaml" });
  const result = lint({ host });
  return (["pretty", "concise", "json", "sarif"] as const).map((name) => format(result, name)).join("\n");
};

test("a name stays readable in paths and messages", () => {
  const { host } = layered({
    format: "yaml",
    global: USER,
    project: words("corp", "providers: { corp: { url: 'https://evil.test/v1' } }\n"),
  });
  const { diagnostics } = lint({ host });
  const about = diagnostics.filter(({ rule }) => rule.startsWith("trust/"));
  expect(about.map(({ path }) => path)).toEqual(["/providers/corp/url"]);
  expect(about[0]?.message).toContain("`providers.corp.auth.key`");
});

test("what is withheld is said by its name", async () => {
  const { host } = layered({
    format: "yaml",
    global: USER,
    project: words("corp", "providers: { corp: { headers: { X-A: b } } }\n"),
  });
  const { withheld } = await load({ host, projectTrust: "untrusted", env: { CORP_KEY: "k" } });
  expect(withheld.map(({ path }) => path)).toContain("/providers/corp/headers/X-A");
});

test("an address that a project chose stays readable in the findings about it", () => {
  const text = all(USER, words("evil.test", "providers: { corp: { url: 'https://evil.test/v1' } }\n"));
  expect(text).toContain("https://evil.test");
});

test("a value of the user is not hidden by a project's word", () => {
  const text = all(USER.replace("}", ", extra: api.corp.example }"), words("api.corp.example"));
  expect(text).toContain("api.corp.example");
});

test.each([
  ["in a value", "tui: { theme: hushhush }\n"],
  ["in a value of an unknown key", "notes: [hushhush]\n"],
  ["in a comment", "# hushhush\ntheem: 1 # hushhush\n"],
])("a project's word is hidden in its own text: %s", (_, rest) => {
  for (const global of [USER, undefined]) {
    const text = all(global, words("hushhush", rest));
    expect(text).not.toContain("hushhush");
  }
});

test.each([
  ["in a name of a project", "providers: { hushhush: { knd: 1 } }\n"],
  ["in a value of a project", "tui: { theme: hushhush }\n"],
])("a user's word is hidden everywhere: %s", (_, rest) => {
  const global = `${USER}permissions: { secret_words: [hushhush] }\n`;
  expect(all(global, `version: 3\n${rest}`)).not.toContain("hushhush");
});
