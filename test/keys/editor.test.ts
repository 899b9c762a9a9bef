/** The next line that a person enters: deleting and undoing, several lines, earlier lines, and the search among them. */
import { expect, test } from "vitest";
import { Editor } from "../../src/agent/machine/keys/editor.js";
import { keysOf } from "../../src/agent/machine/keys/keys.js";

const [UP, DOWN, LEFT, ENTER, HOME] = ["\x1b[A", "\x1b[B", "\x1b[D", "\r", "\x01"];
const [UNDO, YANK, SEARCH, GIVE_UP] = ["\x1f", "\x19", "\x12", "\x07"];
const ESCAPE = "\x1b";

/** An editor after reads of a terminal; Enter enters the line. */
function after(
  reads: readonly string[],
  earlier: readonly string[] = [],
): { editor: Editor; entered: readonly string[] } {
  const editor = new Editor();
  editor.history.addEarlier(earlier);
  const entered: string[] = [];
  for (const read of reads)
    for (const one of keysOf(read)) {
      if ("text" in one) editor.type(one.text);
      else editor.press(one.key);
      if ("key" in one && one.key === "enter") entered.push(editor.take());
    }
  return { editor, entered };
}

/** The text before the cursor and that after it, with `|` between. */
function shown({ draft }: Editor): string {
  return `${draft.textBefore}|${draft.after.map(({ text }) => text).join("")}`;
}

test.each<readonly [string, readonly string[], string]>([
  ["Ctrl-Y inserts the word that Ctrl-W has deleted", ["one two\x17\x17", YANK], "one two|"],
  ["words that are deleted one after the other are one text", ["one two three\x17\x17x", YANK], "one xtwo three|"],
  ["Ctrl-K and Ctrl-Y move the end of a line", ["one two", HOME, "\x1bf", "\x0b", HOME, YANK], " two|one"],
  ["Alt-D deletes the word after the cursor", ["one two", HOME, "\x1bd", YANK, YANK], "oneone| two"],
  ["Alt-D twice", ["one two three", HOME, "\x1bd", "\x1bd", "\x05", YANK], " threeone two|"],
  ["Ctrl-U, and another line", ["one\x15two ", YANK], "two one|"],
  ["nothing was deleted", ["a", YANK, "b"], "ab|"],
  ["nothing to delete keeps what was deleted before", ["one\x15\x15\x17", YANK], "one|"],
  ["Ctrl-_ takes back a word", ["one two", UNDO], "one|"],
  ["and the word before it", ["one two", UNDO, UNDO], "|"],
  ["more than there is", ["one", UNDO, UNDO, UNDO, "x"], "x|"],
  ["deletions, together", ["one two\x17\x17", UNDO], "one two|"],
  ["backspaces, together", ["one\x7f\x7f\x7f", UNDO], "one|"],
  ["a backspace without a character counts for nothing", ["one", UNDO, "\x7f", "\x7f", "x", UNDO], "|"],
  ["an insertion", ["a\x15b", YANK, UNDO], "b|"],
  ["the cursor is where it was", ["abc", LEFT, LEFT, "x", UNDO], "a|bc"],
  ["a new line", ["a\x1b\rb", UNDO], "a|"],
])("deleting and undoing: %s", (_, reads, text) => {
  expect(shown(after(reads).editor)).toBe(text);
});

test("a hundred changes can be undone, and an entered line is none of them", () => {
  const words = Array.from({ length: 150 }, (_, at) => `${at} `);
  const { editor } = after(words);
  for (let times = 0; times < 200; times += 1) editor.press("undo");
  expect(editor.draft.text.split(" ")).toHaveLength(51);
  expect(shown(after(["one", ENTER, UNDO]).editor)).toBe("|");
});

test.each<readonly [string, readonly string[], string]>([
  ["up keeps the column", ["abc\x1b\rdef", LEFT, UP], "ab|c\ndef"],
  ["up to a shorter line", ["a\x1b\rbcd", UP], "a|\nbcd"],
  ["down to a shorter line", ["abc\x1b\rd", UP, "\x05", DOWN], "abc\nd|"],
  ["down keeps the column", ["abc\x1b\rdef", UP, HOME, DOWN], "abc\n|def"],
  ["over an empty line", ["ab\x1b\r\x1b\rcd", UP, UP, "x"], "x|ab\n\ncd"],
])("several lines: %s", (_, reads, text) => {
  expect(shown(after(reads, ["earlier"]).editor)).toBe(text);
});

test.each<readonly [string, readonly string[], string]>([
  ["up is the newest line", [UP], "three|"],
  ["up again is the one before", [UP, UP], "two\n2|"],
  ["up in its first line is the one before that", [UP, UP, UP, UP], "one|"],
  ["up at the oldest changes nothing", [UP, UP, UP, UP, UP, UP], "one|"],
  ["down goes back", [UP, UP, UP, UP, DOWN], "two\n2|"],
  ["down at the own line changes nothing", ["mine", LEFT, DOWN], "min|e"],
  ["the own line comes back as it was", ["mine", LEFT, UP, DOWN], "min|e"],
  ["the own lines come back as well", ["a\x1b\rb", UP, UP, DOWN], "a|\nb"],
  ["a line that is changed is the next line", [UP, "\x7f!"], "thre!|"],
  ["Ctrl-P and Ctrl-N", ["\x10\x10\x0e", "\x0e"], "|"],
  ["a change is not kept", [UP, "x", UP, UP, DOWN, DOWN], "three|"],
])("earlier lines: %s", (_, reads, text) => {
  expect(shown(after(reads, ["one", "two\n2", "three"]).editor)).toBe(text);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["the lines of this conversation", ["a", ENTER, "b", ENTER, UP, UP, ENTER, UP, ENTER], ["a", "b", "a", "a"]],
  ["the same line twice is there once", ["a", ENTER, "b", ENTER, "b", ENTER, UP, UP, ENTER], ["a", "b", "b", "a"]],
  ["an empty line is none", ["a", ENTER, "  ", ENTER, UP, ENTER], ["a", "  ", "a"]],
  [
    "an entered line begins at the newest again",
    ["a", ENTER, "b", ENTER, UP, UP, ENTER, UP, UP, ENTER],
    ["a", "b", "a", "b"],
  ],
])("earlier lines: %s", (_, reads, lines) => {
  expect(after(reads).entered).toEqual(lines);
});

test.each<readonly [string, readonly string[], string]>([
  ["the newest line with a text", [SEARCH, "te"], "search `te`: run the tests|"],
  ["the next older one", [SEARCH, "te", SEARCH], "search `te`: write tests|"],
  ["none any more", [SEARCH, "te", SEARCH, SEARCH], "not found `te`: write tests|"],
  ["more of the text", [SEARCH, "te", "sts "], "not found `tests `: run the tests|"],
  ["less of the text", [SEARCH, "the x\x7f\x7f"], "search `the`: run the tests|"],
  ["without a text", [SEARCH], "search ``: |"],
  ["nothing is found", ["mine", SEARCH, "zzz"], "not found `zzz`: mine|"],
  ["Esc takes what was found", [SEARCH, "wri", ESCAPE], "write tests|"],
  ["an arrow takes it and moves", [SEARCH, "wri", LEFT], "write test|s"],
  ["Ctrl-G gives up", ["mine", LEFT, SEARCH, "wri", GIVE_UP], "min|e"],
  ["Ctrl-C gives up", ["mine", SEARCH, "wri", "\x03"], "mine|"],
  ["up goes on from what was found", [SEARCH, "run", UP], "write tests|"],
  ["down as well", [SEARCH, "wri", DOWN], "run the tests|"],
  ["back to the own line", ["mine", SEARCH, "run", ESCAPE, DOWN], "mine|"],
  ["the search of a text that acts", [SEARCH, "\u202e"], "not found `\\u{202e}`: |"],
])("a search: %s", (_, reads, text) => {
  const { editor } = after(reads, ["write tests", "run the tests"]);
  expect(`${editor.label ?? ""}${shown(editor)}`).toBe(text);
});

test("Enter enters the line that was found, and a paste goes into it", () => {
  const { editor, entered } = after([SEARCH, "wri", ENTER, SEARCH, "te"], ["write tests", "run"]);
  expect(entered).toEqual(["write tests"]);
  editor.paste("!\n?");
  expect([editor.isSearching, shown(editor)]).toEqual([false, "write tests!\n?|"]);
});

test("lines that are read later come before those of this conversation, and a thousand are kept", () => {
  const { editor } = after(["new", ENTER, UP]);
  editor.history.addEarlier(Array.from({ length: 1500 }, (_, at) => `${at}`));
  editor.press("up");
  expect(editor.draft.text).toBe("1499");
  for (let times = 0; times < 2000; times += 1) editor.press("up");
  expect(editor.draft.text).toBe("501");
});

test("a completion replaces whole characters before the cursor", () => {
  const { editor } = after(["see @sr😀x", LEFT]);
  editor.draft.replaceBefore("@sr😀".length, "@src/");
  expect(shown(editor)).toBe("see @src/|x");
  editor.press("undo");
  expect(shown(editor)).toBe("see @sr😀|x");
});
