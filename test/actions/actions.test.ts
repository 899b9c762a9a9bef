/** What an editor can offer at a place: which actions, in which order, and what each of them does to the text. */
import { describe, expect, test } from "vitest";
import { type Action, actionsFor } from "../../src/service/actions/actions.js";
import type { LayerEdit } from "../../src/service/layer-edit.js";
import type { Run } from "../../src/toolkit/judge/analysis/run.js";
import { lint, lintRun } from "../../src/toolkit/lint.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";

interface Given {
  readonly as?: Scope;
  readonly format?: Format;
}

const runOf = (text: string, { as = "global", format = "yaml" }: Given = {}): Run =>
  lintRun({ texts: [{ file: `config.${format}`, text, as, format }] });

/** The actions at the first place of a word, or at the whole text. */
function offered(text: string, word = "", given: Given = {}): readonly Action[] {
  const run = runOf(text, given);
  const [layer] = run.inputs.reported;
  const start = word === "" ? 0 : text.indexOf(word);
  const end = word === "" ? text.length : start;
  return layer === undefined ? [] : actionsFor(run, layer, { start, end });
}

const titles = (actions: readonly Action[]): readonly string[] => actions.map(({ kind, title }) => `${kind}: ${title}`);

const done = (text: string, edits: readonly LayerEdit[]): string =>
  applyEdits(
    text,
    edits.map(({ span, text: now }) => ({ ...span, text: now })),
  );

const TEXT = `version: 3
providers:
  acme:
    kind: { type: custom_beta_compatible }
    url: https://api.acme.example/v1/chat/completions
    auth: { type: static_key, key: "\${ACME_KEY}" }
default_permission_matcher: autonomos # mine
agent_behavior: { shell: { command: bash } }
fulll: 1
`;

describe("offered are", () => {
  test("safe fixes first, then all of them, then comments", () => {
    expect(titles(offered(TEXT, "https"))).toEqual([
      "fix: write `https://api.acme.example/v1`",
      "fix-all: Apply all safe fixes",
      "suppress-line: Suppress `provider/url-shape` on line 5",
      "suppress-file: Suppress `provider/url-shape` in this file",
    ]);
  });

  test("no comment for an error that cannot be suppressed", () => {
    expect(titles(offered(TEXT, "autonomos"))).toEqual(["fix: write `autonomous`", "fix-all: Apply all safe fixes"]);
  });

  test("all safe fixes where another place of the file has one, and nothing away from any finding", () => {
    expect(titles(offered(TEXT, "fulll"))).toEqual([
      "fix-all: Apply all safe fixes",
      "suppress-line: Suppress `schema/unknown-key` on line 9",
      "suppress-file: Suppress `schema/unknown-key` in this file",
    ]);
    expect(titles(offered("version: 3\nfulll: 1\n", "version"))).toEqual([]);
  });

  test("one comment for two findings on a line, and one for each line", () => {
    expect(titles(offered("version: 3\nfulll: { }\nother: 1\n"))).toEqual([
      "suppress-line: Suppress `schema/unknown-key` on line 2",
      "suppress-line: Suppress `schema/unknown-key` on line 3",
      "suppress-file: Suppress `schema/unknown-key` in this file",
    ]);
    expect(titles(offered("{ version: 3, fulll: 1, other: 1 }\n"))).toEqual([
      "suppress-line: Suppress `schema/unknown-key` on line 1",
      "suppress-file: Suppress `schema/unknown-key` in this file",
    ]);
  });

  test("no comments in strict JSON, nor what a project may not suppress", () => {
    expect(titles(offered('{ "version": 3, "fulll": 1 }', "", { format: "json" }))).toEqual([]);
    expect(titles(offered('{ "version": 3, "fulll": 1 }', "", { format: "jsonc" }))).toHaveLength(2);
    const reads = "version: 3\ndefaults: { full: '$(x)' }\n";
    expect(titles(offered(reads, "", { as: "project" }))).toEqual([]);
  });

  test("no comment on a line within a block of text, and one for the file", () => {
    const text = `version: 3
config_command_substitution: true
default_permission_matcher: autonomous
autonomous_permission_matcher:
  classifier_rules: |
    Deny calls that hide a second one,
    such as echo $(id).
`;
    expect(titles(offered(text, "(id)")).filter((title) => title.includes("runs-in-prose"))).toEqual([
      "suppress-file: Suppress `substitution/runs-in-prose` in this file",
    ]);
  });

  test("no fixes in a file of a newer version", () => {
    expect(titles(offered(TEXT.replace("3", "99"))).filter((title) => title.startsWith("fix"))).toEqual([]);
  });

  test.each(["", "# only\n", "a: [", "\ufeff", "- a\n"])("at most findings of a file like %j", (text) => {
    for (const action of offered(text)) expect(() => action.edits()).not.toThrow();
    expect(actionsFor(runOf(text), runOf("version: 3\n").inputs.reported[0] ?? never(), { start: 0, end: 9 })).toEqual(
      [],
    );
  });
});

function never(): never {
  throw new Error("a text is a layer");
}

describe("an action", () => {
  const changed = (kind: Action["kind"], word: string): string =>
    done(
      TEXT,
      offered(TEXT, word)
        .find((action) => action.kind === kind)
        ?.edits() ?? [],
    );

  test("of a fix changes the wrong characters alone", () => {
    const edits =
      offered(TEXT, "https")
        .find(({ kind }) => kind === "fix")
        ?.edits() ?? [];
    expect(edits.map(({ span, text }) => [TEXT.slice(span.start, span.end), text])).toEqual([
      ["/chat/completions", ""],
    ]);
  });

  test("of all fixes changes the wrong characters alone", () => {
    const edits =
      offered(TEXT, "https")
        .find(({ kind }) => kind === "fix-all")
        ?.edits() ?? [];
    expect(edits.map(({ span, text }) => [TEXT.slice(span.start, span.end), text])).toEqual([
      ["/chat/completions", ""],
      ["", "u"],
    ]);
  });

  test("that suppresses writes no reason, so that the finding stays", () => {
    const line = changed("suppress-line", "fulll");
    expect(line).toBe(TEXT.replace("fulll", "# agentcfg-ignore schema/unknown-key\nfulll"));
    const file = changed("suppress-file", "fulll");
    expect(file).toBe(`# agentcfg-ignore-file schema/unknown-key\n${TEXT}`);
    for (const text of [line, file]) {
      const rules = lint({ texts: [{ file: "config.yaml", text }] }).diagnostics.map(({ rule }) => rule);
      expect(rules).toEqual(expect.arrayContaining(["schema/unknown-key", "suppress/no-reason"]));
    }
  });

  test("has a title of one short line, whatever the file's names are", () => {
    const name = `a\\n\\u202e${"x".repeat(10_000)}`;
    const actions = offered(`version: 3\ndefaults: { "${name}": m, 'fu\u2028ll': m }\nprovidrs: {}\n`);
    expect(actions.length).toBeGreaterThan(2);
    for (const { title } of actions) expect(title).toMatch(/^[ -~…]{1,200}$/);
  });
});
