/** The list of sessions for people, on terminals of any width. */
import { expect, test } from "vitest";
import { type ShownSession, sessionTable } from "../../src/agent/program/talk/session-table.js";
import { ago } from "../../src/text/ago.js";
import { columnsOf } from "../../src/text/width.js";

const NOW = Date.parse("2026-11-25T12:00:00.000Z");

test.each([
  ["2026-11-25T12:00:00.000Z", "now"],
  ["2026-11-25T11:59:00.001Z", "now"],
  ["2026-11-25T11:59:00.000Z", "1 min ago"],
  ["2026-11-25T11:00:00.001Z", "59 min ago"],
  ["2026-11-25T11:00:00.000Z", "1 h ago"],
  ["2026-11-24T12:00:00.001Z", "23 h ago"],
  ["2026-11-24T12:00:00.000Z", "1 day ago"],
  ["2026-11-18T12:00:00.001Z", "6 days ago"],
  ["2026-11-18T12:00:00.000Z", "2026-11-18"],
  ["2026-11-25T12:00:30.000Z", "now"],
  ["2026-11-26T12:00:00.000Z", "2026-11-26"],
  ["", ""],
  ["\x1b[2J", ""],
])("%j is %j", (at, said) => {
  expect(ago(at, NOW)).toBe(said);
});

const session = (number: number, more: Partial<ShownSession> = {}): ShownSession => ({
  id: `20261125-1159${String(number).padStart(2, "0")}-9f3a1c20`,
  ...{ state: "stopped", last: "12 min ago", title: `question ${number}`, directory: `/home/me/src/project-${number}` },
  ...more,
});

test("without a terminal nothing is cut", () => {
  const title = "a title that is as long as a title can be, ".repeat(2).slice(0, 80);
  expect(sessionTable([session(1, { title }), session(2)])).toBe(
    [
      `SESSION                   STATE    LAST        ${"TITLE".padEnd(80)}  DIRECTORY`,
      `20261125-115901-9f3a1c20  stopped  12 min ago  ${title.padEnd(80)}  /home/me/src/project-1`,
      `20261125-115902-9f3a1c20  stopped  12 min ago  ${"question 2".padEnd(80)}  /home/me/src/project-2`,
      "",
    ].join("\n"),
  );
});

test("80 columns: title and the end of the directory share the room", () => {
  expect(sessionTable([session(1, { title: "x".repeat(80) }), session(2)], 80)).toBe(
    [
      "SESSION                   STATE    LAST        TITLE               DIRECTORY",
      "20261125-115901-9f3a1c20  stopped  12 min ago  xxxxxxxxxxxxxxxxx…  …/project-1",
      "20261125-115902-9f3a1c20  stopped  12 min ago  question 2          …/project-2",
      "",
    ].join("\n"),
  );
});

test("80 columns and one directory: the title has the room", () => {
  const directory = "/home/me/src/project";
  const table = sessionTable([session(1, { title: "x".repeat(80), directory }), session(2, { directory })], 80);
  expect(table).toBe(
    [
      "SESSION                   STATE    LAST        TITLE",
      `20261125-115901-9f3a1c20  stopped  12 min ago  ${"x".repeat(32)}…`,
      "20261125-115902-9f3a1c20  stopped  12 min ago  question 2",
      "",
    ].join("\n"),
  );
});

test("40 columns: each session has lines of its own, and its name is whole", () => {
  expect(sessionTable([session(1, { title: "y".repeat(80) }), session(2, { last: "", title: "" })], 40)).toBe(
    [
      "20261125-115901-9f3a1c20",
      "  stopped, 12 min ago",
      `  ${"y".repeat(37)}…`,
      "20261125-115902-9f3a1c20",
      "  stopped",
      "",
    ].join("\n"),
  );
});

const HOSTILE = [
  "\x1b[2J\x1b]0;gone\x07 \u202e evil\r\n\tline\u2028",
  "日本語のタイトルはとても長いのでここで切れるはずですよね、どう思いますか",
  "e\u0301".repeat(300),
  "\ud800 half",
  "👩‍👩‍👧".repeat(50),
];

test.each([30, 40, 60, 61, 72, 80, 100, 120, 200])(
  "%i columns: no line is wider, whatever titles and directories hold",
  (width) => {
    const all = HOSTILE.flatMap((text, index) => [
      session(index, { title: text }),
      session(index, { directory: `/${text}`, state: "damaged", last: "2026-11-18" }),
    ]);
    const lines = sessionTable(all, width).split("\n");
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([]);
    expect(lines.join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e\u2028]/);
  },
);

test("a directory of a megabyte is cut at once", () => {
  const table = sessionTable([session(1, { directory: `/${"d".repeat(1_000_000)}` }), session(2)], 100);
  expect(table.length).toBeLessThan(400);
});

test("no sessions: nothing, not even a heading", () => {
  expect(sessionTable([], 80)).toBe("");
});
