/** Completion as an editor asks for it; what is offered where is tested in `test/complete`. */
import { expect, test } from "vitest";
import type { CompletionItem, TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import type { Begun } from "./texts.js";
import { GLOBAL, MODEL, opened, PROJECT, PROVIDER } from "./texts.js";

/** The items at the mark `|` of a text, which replaces the project's. */
async function itemsAt(
  { client, at }: Begun,
  marked: string,
): Promise<{ readonly items: readonly CompletionItem[]; readonly text: string }> {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  client.change(at(PROJECT), text, 2);
  const position = TextDocument.create("", "", 1, text).positionAt(offset);
  const items = await client.request<CompletionItem[]>("textDocument/completion", {
    textDocument: { uri: at(PROJECT) },
    position,
  });
  return { items, text };
}

test("a provider of the unsaved global file is offered in the project", async () => {
  const begun = await opened("version: 3\n", MODEL);
  begun.client.change(begun.at(GLOBAL), PROVIDER, 2);
  const { items } = await itemsAt(begun, "version: 3\nmodels:\n  big:\n    provider: |\n");
  expect(items.map(({ label }) => label)).toContain("mine");
});

test("an item is an edit around the cursor that gives a readable text", async () => {
  const begun = await opened(PROVIDER, MODEL);
  const { items, text } = await itemsAt(begun, "version: 3\nmodels:\n  big:\n    provider: mi|\n");
  const item = items.find(({ label }) => label === "mine");
  const edit = item?.textEdit as TextEdit;
  const document = TextDocument.create("", "", 1, text);
  expect(TextDocument.applyEdits(document, [edit])).toBe("version: 3\nmodels:\n  big:\n    provider: mine\n");
});

test("names that would act on a terminal are shown with escapes", async () => {
  const begun = await opened('version: 3\nmodels: {"a\\u001b[31m\\u202eb": {enabled: true}}\n', MODEL);
  const { items, text } = await itemsAt(begun, "version: 3\ndefaults:\n  full: |\n");
  const item = items.find(({ label }) => label.includes("31m"));
  expect(item?.label).toBe("a\\x1b[31m\\u{202e}b");
  expect(items.map(({ label, detail = "" }) => label + detail).join("")).toMatch(/^[ -~]*$/);
  const written = TextDocument.applyEdits(TextDocument.create("", "", 1, text), [item?.textEdit as TextEdit]);
  expect(parse(written).defaults.full).toBe("a\u001b[31m\u202eb");
});

test("items come in their order, the required ones first", async () => {
  const begun = await opened(PROVIDER, MODEL);
  const { items } = await itemsAt(begun, "version: 3\nproviders:\n  yours:\n    |\n");
  const sorted = items.toSorted((a, b) => ((a.sortText ?? "") < (b.sortText ?? "") ? -1 : 1));
  expect(sorted).toEqual(items);
  expect(items.length).toBeGreaterThan(3);
  expect(items[0]?.detail).toContain("required");
});

test("an editor without snippets gets them as plain text", async () => {
  for (const snippetSupport of [true, false]) {
    const capabilities = { textDocument: { completion: { completionItem: { snippetSupport } } } };
    const begun = await opened(PROVIDER, MODEL, { capabilities });
    const { items } = await itemsAt(begun, "version: 3\nmodels:\n  |\n");
    expect(items.some(({ insertTextFormat }) => insertTextFormat === 2)).toBe(snippetSupport);
    const written = items.map(({ textEdit }) => (textEdit as TextEdit).newText);
    expect(written.some((text) => text.includes("\n"))).toBe(true);
    expect(written.some((text) => /\$\{?\d/.test(text))).toBe(snippetSupport);
  }
});

test("lines below the cursor's are indented as it is, unless the editor does that", async () => {
  for (const valueSet of [[1, 2], [1]]) {
    const completionItem = { snippetSupport: true, insertTextModeSupport: { valueSet } };
    const begun = await opened(PROVIDER, MODEL, { capabilities: { textDocument: { completion: { completionItem } } } });
    const { items } = await itemsAt(begun, "version: 3\nmodels:\n  |\n");
    const long = items.map(({ textEdit }) => (textEdit as TextEdit).newText).find((text) => text.includes("\n")) ?? "";
    const [, second = ""] = long.split("\n");
    expect(second).toMatch(valueSet.includes(2) ? /^ {2}\S/ : /^ {4}\S/);
  }
  const begun = await opened(PROVIDER, MODEL, {});
  const { items } = await itemsAt(begun, "|\n  # indented\n");
  const long = items.map(({ textEdit }) => (textEdit as TextEdit).newText).find((text) => text.includes("\n")) ?? "";
  expect(long.split("\n")[1]).toMatch(/^ {2}(?! )/);
});
