/** The line that a person types: editing, and what is seen of it on terminals of any width. */
import { expect, test } from "vitest";
import { Draft } from "../../src/agent/machine/keys/draft.js";
import { keysOf } from "../../src/agent/machine/keys/keys.js";
import { type LineView, movingView, plainView } from "../../src/agent/machine/keys/line-view.js";
import { dice } from "../ports/chance.js";
import { Emulator } from "./emulator.js";

const LEFT = "\x1b[D";
const RIGHT = "\x1b[C";

const KEYS = ["a", "日", " ", LEFT, RIGHT, "\x7f", "\x1b\r", "\x01", "\x05", "\x17", "0123456789012345"];

/** 300 texts of up to 25 of these keys, the same ones in every run. */
function randomTexts(keys: readonly string[], seed: number): readonly string[] {
  const roll = dice(seed);
  return Array.from({ length: 300 }, () =>
    Array.from({ length: 1 + roll(25) }, () => keys[roll(keys.length)] ?? "").join(""),
  );
}

/** What keys make of a draft; each key is shown when it is pressed, as it is when a person types. */
function typed(keys: string, columns = 20, rows = 10, view: LineView = movingView()) {
  const screen = new Emulator(columns);
  const draft = new Draft();
  const size = { columns, rows };
  const show = (): void => screen.write(view.show({ label: "> ", draft }, size));
  show();
  for (const one of keysOf(keys)) {
    if ("text" in one) draft.type(one.text);
    else draft.press(one.key);
    show();
  }
  return { screen, draft, view, size, show };
}

test.each([
  ["abc", "abc"],
  ["abc\x7f", "ab"],
  [`abc${LEFT}${LEFT}x`, "axbc"],
  [`abc${LEFT}\x1b[3~`, "ab"],
  [`abc\x01x\x05y`, "xabcy"],
  [`abc\x02\x02\x06x`, "abxc"],
  ["one two  three\x17", "one two  "],
  ["one two\x1b[1;5D\x1b[1;5Dx", "xone two"],
  ["one two\x01\x1b[1;5Cx", "onex two"],
  ["one two\x1b\x7fx", "one x"],
  [`abc${LEFT}\x15`, "c"],
  [`abc${LEFT}\x0b`, "ab"],
  ["a\x1b\rb\x01x", "a\nxb"],
  ["a\x1b\rb\x15\x7fc", "ac"],
  ["😀é\x7f", "😀"],
  [`${LEFT}${RIGHT}\x7f\x1b[3~\x17\x15`, ""],
])("%j makes %j", (keys, text) => {
  const { draft } = typed(keys);
  expect(draft.text).toBe(text);
});

test.each<readonly [string, string, number, string, readonly [number, number]]>([
  ["a short line", "abc", 20, "> abc", [0, 5]],
  ["a line that goes on in the next row", "0123456789abcdefghij", 12, "> 0123456789\nabcdefghij", [1, 10]],
  ["a line that fills its row exactly", "0123456789", 12, "> 0123456789", [1, 0]],
  ["the same, and one character less", "0123456789\x7f", 12, "> 012345678", [0, 11]],
  ["wide characters that do not fit at the end of a row", "0123456789日本", 13, "> 0123456789\n日本", [1, 4]],
  ["two lines", "one\x1b\rtwo", 20, "> one\n  two", [1, 5]],
  ["two lines, the first of which fills its row", "0123456789\x1b\rtwo", 12, "> 0123456789\n  two", [1, 5]],
  ["a cursor in the middle", `abcdef${LEFT.repeat(3)}x`, 20, "> abcxdef", [0, 6]],
  ["a cursor in the row before", `0123456789abc${LEFT.repeat(5)}x`, 12, "> 01234567x8\n9abc", [0, 11]],
  ["a cursor at the beginning of a row", `0123456789abc${LEFT.repeat(3)}`, 12, "> 0123456789\nabc", [1, 0]],
  ["a narrow terminal", "0123456789", 5, "> 012\n34567\n89", [2, 2]],
])("on the screen: %s", (_, keys, columns, text, cursor) => {
  const { screen } = typed(keys, columns);
  expect([screen.text, screen.cursor]).toEqual([text, cursor]);
});

test("whatever is typed, each picture is the one that a new terminal would show", () => {
  const keys = [...KEYS, "e\u0301", "\x1b[3~"];
  for (const [each, said] of randomTexts(keys, 7).entries()) {
    const columns = 4 + (each % 17);
    const { screen, draft, size } = typed(said, columns, 100);
    const fresh = new Emulator(columns);
    fresh.write(movingView().show({ label: "> ", draft }, size));
    expect([said, screen.text, screen.cursor]).toEqual([said, fresh.text, fresh.cursor]);
  }
});

test("text goes above the line when that is hidden, and the line stays when it is finished", () => {
  const { screen, view, show } = typed("0123456789abc", 12);
  screen.write(`${view.hide()}above\n`);
  show();
  expect(screen.text).toBe("above\n> 0123456789\nabc");
  screen.write(`${view.finish()}below\n`);
  expect(screen.text).toBe("above\n> 0123456789\nabc\nbelow");
});

test.each([
  ["a change before the end", `abc${LEFT}x\x7f`, undefined],
  ["a line of several rows", `0123456789abc${LEFT}${LEFT}x\x01y`, undefined],
  ["a status below", `abc${LEFT}x`, () => "m"],
  ["nothing but a status", "", () => "m"],
])("at the top of the screen no copy of the line scrolls away: %s", (_, keys, status) => {
  const { screen, draft, view, size } = typed(keys, 12);
  const label = keys === "" ? "" : "> ";
  for (const shown of [status, () => "other", status]) screen.write(view.show({ label, draft, status: shown }, size));
  screen.write(view.hide());
  expect([screen.text, screen.cursor, screen.above]).toEqual(["", [0, 0], []]);
});

test("a text that is higher than the screen shows the rows around the cursor", () => {
  const { screen, draft, size } = typed("a\x1b\rb\x1b\rc\x1b\rd\x1b\re", 20, 4);
  expect(screen.text.split("\n").slice(-3)).toEqual(["  c", "  d", "  e"]);
  for (let at = 0; at < 9; at += 1) draft.press("left");
  const fresh = new Emulator(20);
  fresh.write(movingView().show({ label: "> ", draft }, size));
  expect(fresh.text).toBe("> a\n  b\n  c");
});

test("after another width of the terminal the rows are counted anew", () => {
  const { draft, view } = typed("0123456789abc", 40);
  // The terminal itself has wrapped the line into two rows.
  const screen = new Emulator(12);
  screen.write("> 0123456789abc");
  const size = { columns: 12, rows: 10 };
  view.resized({ label: "> ", draft }, size);
  screen.write(view.hide() + view.show({ label: "> ", draft }, size));
  expect(screen.text).toBe("> 0123456789\nabc");
});

test.each([
  ["one\n\n\ttab", "> one\n\n      tab"],
  ["\x1b[2J\x07\u202e", "> \\x1b[2J\\x07\\u{202e}"],
  [Array.from({ length: 13 }, (_, at) => at).join("\n"), "> [pasted: 13 lines]"],
  ["x".repeat(1001), "> [pasted: 1001 characters]"],
])("a paste of %j is shown so that nothing of it acts, and a long one by its size", (text, shown) => {
  const { screen, draft, show } = typed("", 60);
  draft.paste(text);
  show();
  expect(screen.text).toBe(shown);
  expect(draft.text).toBe(text);
  draft.press("backspace");
  show();
  expect(draft.text.length).toBeLessThan(text.length);
});

test("texts before and after others are on lines of their own, and only a typed backslash is taken away", () => {
  const { draft } = typed("b");
  draft.putFirst("a");
  draft.putLast("c\\");
  expect([draft.text, draft.takeBackslash()]).toEqual(["a\nb\nc\\", false]);
  draft.type("\\");
  expect([draft.takeBackslash(), draft.text]).toEqual([true, "a\nb\nc\\"]);
});

test.each([
  ["abc", "> abc"],
  ["abc\x7f\x7f", "> abc\b \b\b \b"],
  [`abc${LEFT}x`, "> abc\n> abxc"],
])("a terminal that knows no sequences: %j", (keys, written) => {
  const view = plainView();
  const draft = new Draft();
  let said = view.show({ label: "> ", draft }, { columns: 20, rows: 10 });
  for (const one of keysOf(keys)) {
    if ("text" in one) draft.type(one.text);
    else draft.press(one.key);
    said += view.show({ label: "> ", draft }, { columns: 20, rows: 10 });
  }
  expect([said, view.hide(), view.hide()]).toEqual([written, "\n", ""]);
});

/** A draft with a status below it, on a new terminal. */
function withStatus(keys: string, columns: number, rows: number, status = "m · 4.7k/16k") {
  const screen = new Emulator(columns);
  const draft = new Draft();
  const view = movingView((text) => `\x1b[2m${text}\x1b[22m`);
  const size = { columns, rows };
  const line = { label: "> ", draft, status: (room: number) => status.slice(0, room) };
  const show = (): void => screen.write(view.show(line, size));
  show();
  for (const one of keysOf(keys)) {
    if ("text" in one) draft.type(one.text);
    else draft.press(one.key);
    show();
  }
  return { screen, draft, view, line, show, size };
}

test.each<readonly [string, string, number, number, string, readonly [number, number]]>([
  ["below an empty line", "", 40, 10, "> \nm · 4.7k/16k", [0, 2]],
  ["below a line", "abc", 40, 10, "> abc\nm · 4.7k/16k", [0, 5]],
  ["below several lines", "a\x1b\rb", 40, 10, "> a\n  b\nm · 4.7k/16k", [1, 3]],
  ["below a row that is full", "0123456789", 12, 10, "> 0123456789\n\nm · 4.7k/16", [1, 0]],
  [
    "below a row that is full, with the cursor in it",
    `0123456789${LEFT}`,
    12,
    10,
    "> 0123456789\nm · 4.7k/16",
    [0, 11],
  ],
  ["with wide characters", "日本", 40, 10, "> 日本\nm · 4.7k/16k", [0, 6]],
  ["no status on a screen of two rows", "abc", 40, 2, "> abc", [0, 5]],
  ["a status that says nothing", "abc", 40, 10, "> abc", [0, 5]],
])("a status: %s", (_, keys, columns, rows, text, cursor) => {
  const { screen } = withStatus(keys, columns, rows, text.includes("m") ? undefined : "");
  expect([screen.text.replace(/^> $/m, "> "), screen.cursor]).toEqual([text.replace(/^> $/m, ">"), cursor]);
});

test("a status goes when the line is hidden or finished, and what is written then stands in its place", () => {
  const { screen, view, show } = withStatus("abc", 20, 10);
  screen.write(`${view.hide()}above\n`);
  show();
  expect(screen.text).toBe("above\n> abc\nm · 4.7k/16k");
  screen.write(`${view.finish()}below\n`);
  expect(screen.text).toBe("above\n> abc\nbelow");
});

test("a status alone is one row, with the cursor at its beginning, and is drawn once", () => {
  const screen = new Emulator(20);
  const view = movingView();
  const line = { label: "", draft: new Draft(), status: () => "m · working" };
  const size = { columns: 20, rows: 10 };
  screen.write(view.show(line, size));
  expect([screen.text, screen.cursor, view.show(line, size)]).toEqual(["m · working", [0, 0], ""]);
  screen.write(`${view.hide()}answer\n${view.show(line, size)}`);
  expect(screen.text).toBe("answer\nm · working");
  screen.write(`${view.finish()}end\n`);
  expect(screen.text).toBe("answer\nend");
});

test("whatever is typed above a status, each picture is the one that a new terminal would show", () => {
  const keys = [...KEYS, "\x1f", "\x19"];
  for (const [each, said] of randomTexts(keys, 11).entries()) {
    const columns = 4 + (each % 37);
    const rows = 2 + (each % 5);
    const { screen, line, size } = withStatus(said, columns, rows);
    const fresh = new Emulator(columns);
    fresh.write(movingView().show(line, size));
    expect([said, screen.text, screen.cursor]).toEqual([said, fresh.text, fresh.cursor]);
  }
});
