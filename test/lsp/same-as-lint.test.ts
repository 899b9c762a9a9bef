/** Whatever is edited, the findings of the server are those of `agentcfg lint` on the same texts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { lint } from "../../src/index.js";
import { isForReview } from "../../src/toolkit/judge/report/for-review.js";
import { slowCases } from "../cases.js";
import { home, machineAt, served, uriIn } from "./server.js";
import { GLOBAL, PROJECT } from "./texts.js";

const BEGINNINGS = ["workstation", "twelve-mistakes"].map((name) => ({
  global: readFileSync(join("fixtures/examples", name, "global.yaml"), "utf8"),
  project: readFileSync(join("fixtures/examples", name, "project.yaml"), "utf8"),
}));

/** An edit of one text: a share of its length, how many characters go, and what comes. */
const edit = fc.record({
  layer: fc.constantFrom("global" as const, "project" as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
  come: fc.oneof(
    fc.constantFrom(
      "",
      "a",
      "x: ",
      "\n",
      "\n  ",
      "  - ",
      '"',
      "{",
      "]",
      "# ",
      ": 7",
      "\ntui: {theme: 7}\n",
      "\r\n",
      "é",
      "🦊",
      "${A}",
      "null",
    ),
    fc.string({ maxLength: 4 }),
  ),
});

/** A finding in lines and characters from 0. */
function inLines(
  { range, rule, message, label }: ReturnType<typeof lint>["diagnostics"][number],
  document: TextDocument,
): unknown {
  const { start, end } = range;
  const suggestion = label?.startsWith("did you mean") ? `; ${label}` : "";
  return [rule, `${message}${suggestion}`, document.positionAt(start.offset), document.positionAt(end.offset)];
}

function shownBy({ code, message, range }: Diagnostic): unknown {
  return [code, String(message).split("\n")[0], range.start, range.end];
}

test("random edits of both layers", { timeout: 600_000 }, async () => {
  const directory = home({ [GLOBAL]: "", [PROJECT]: "" });
  const machine = machineAt(directory);
  const sequence = fc.record({
    beginning: fc.nat(BEGINNINGS.length - 1),
    edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(sequence, async ({ beginning, edits }) => {
      const client = served(machine);
      await client.initialize();
      const names = { global: GLOBAL, project: PROJECT };
      const documents = Object.fromEntries(
        (["global", "project"] as const).map((layer) => {
          const text = BEGINNINGS[beginning]?.[layer] ?? "";
          const uri = uriIn(directory, names[layer]);
          client.open(uri, text);
          return [layer, TextDocument.create(uri, "yaml", 1, text)];
        }),
      );
      for (const { layer, at, gone, come } of edits) {
        const document = documents[layer];
        if (document === undefined) continue;
        const from = Math.floor(at * document.getText().length);
        const range = { start: document.positionAt(from), end: document.positionAt(from + gone) };
        const contentChanges = [{ range, text: come }];
        const version = document.version + 1;
        client.notify("textDocument/didChange", { textDocument: { uri: document.uri, version }, contentChanges });
        TextDocument.update(document, contentChanges, version);
      }
      for (const [layer, document] of Object.entries(documents))
        writeFileSync(join(directory, names[layer as keyof typeof names]), document.getText());
      const result = lint({ host: machine.hostAt(join(directory, "work")) });
      const broken = new Set(
        result.diagnostics.filter(({ rule }) => rule.startsWith("syntax/")).map(({ layer }) => layer),
      );
      for (const [layer, document] of Object.entries(documents)) {
        const { diagnostics } = await client.findingsOf(document.uri, document.version);
        const expected = result.diagnostics
          .filter((one) => one.layer === layer && !isForReview(one))
          .map((one) => inLines(one, document));
        const found = diagnostics.map(shownBy);
        // While a text cannot be read, the server knows more than `lint`: the findings of other lines, and the other file's.
        if (broken.size === 0) expect(found).toEqual(expected);
        else if (broken.has(layer as keyof typeof names)) expect(found).toEqual(expect.arrayContaining(expected));
      }
      expect(await client.close()).toBe(0);
    }),
    { numRuns: slowCases(500) },
  );
});
