/** The calls of the tools of files in a terminal: the file in a line, and a change as the lines that go and come. */
import { expect, test } from "vitest";
import { callLine, resultLines } from "../../src/agent/program/talk/tool-lines.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";

const item = (tool: Omit<NonNullable<HistoryItem["tool"]>, "call_id">, text = ""): HistoryItem => ({
  ...{ item_id: "i", index: 0, kind: "tool_result", at: "2026-01-01T00:00:00.000Z", secret_coverage: "captured", text },
  ...{ attribution: { kind: "captured", facet: null, model: null }, tool: { ...tool, call_id: "c" } },
});

test.each([
  ["read", { path: "src/a.ts" }, "read: src/a.ts"],
  ["read", { path: "src/a.ts", from: 10 }, "read: src/a.ts:10"],
  ["read", { path: "src/a.ts", from: 10, to: 20 }, "read: src/a.ts:10-20"],
  ["edit", { path: "src/a.ts", old: "a", new: "b" }, "edit: src/a.ts"],
  ["write", { path: "src/a.ts", content: "b\nc" }, "write: src/a.ts"],
  ["search", { pattern: "add" }, "search: add"],
  ["search", { pattern: "add", path: "src", glob: "*.ts" }, "search: add in src"],
  ["list", {}, "list: {}"],
] as const)("%s %j", (name, input, line) => expect(callLine(item({ name, input }), {})).toBe(line));

const diff = { path: "/work/a.ts", old: "a\nb\nc\n", new: "a\nx\nc\n", line: 7 };

test.each([
  [diff, ["/work/a.ts:7", "  a", "- b", "+ x", "  c"]],
  [{ ...diff, old: null, new: "x\n" }, ["/work/a.ts (new)", "+ x"]],
  [{ ...diff, new: "a\n\u001b[31mx\nc\n" }, ["/work/a.ts:7", "  a", "- b", "+ \\x1b[31mx", "  c"]],
  [
    { ...diff, old: null, new: "x\n".repeat(20) },
    ["/work/a.ts (new)", ...Array.from({ length: 12 }, () => "+ x"), "… 8 more lines"],
  ],
])("%j", (one, lines) => {
  const shown = resultLines(item({ name: "edit", is_error: false, diff: one }, "changed `a.ts`: line 8"), {
    isTTY: true,
  });
  expect(shown).toBe(lines.map((line) => `    ${line}\n`).join(""));
});
