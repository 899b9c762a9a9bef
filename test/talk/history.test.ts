/** Prompts that were typed on a terminal come back in the next conversation, without answers, commands and credentials (P-S118). */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { PromptHistory } from "../../src/agent/program/talk/prompt-history.js";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const UP = "\x1b[A";

/** A daemon whose history has each prompt, without the word `sesame`. */
function recording(): ScriptedDaemon {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = (content, promptId) => {
    daemon.item("user_message", { text: content.replaceAll("sesame", "[redacted]") });
    daemon.finish(promptId);
  };
  return daemon;
}

function stateDirectory(): string {
  const state = mkdtempSync(join(tmpdir(), "agent-history-"));
  mkdirSync(join(state, "sessions-v1", "s"), { recursive: true });
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

function historyIn(state: string): PromptHistory {
  return new PromptHistory(nodeFiles, { directory: join(state, "sessions-v1", "s") });
}

test("what was typed in one conversation is there in the next one, scrubbed", async () => {
  const first = new Talker(recording());
  for (const line of ["open sesame\r", "two\x1b\rlines\r", "/model\r", " \r", "two\x1b\rlines\r"]) {
    first.type(line);
    if (line !== " \r") await first.sees("> ");
  }
  first.type("\x04");
  expect(await first.ended).toBe(0);
  const file = join(first.state, "prompts.jsonl");
  expect(readFileSync(file, "utf8")).toBe('"open [redacted]"\n"two\\nlines"\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = new Talker(recording(), { state: first.state });
  await second.sees("> ");
  second.type(UP);
  await second.sees("two\n  lines");
  second.type(`${UP}${UP}`);
  await second.sees("open [redacted]");
});

test("an answer to a question is in no history, nor is a prompt of another client", async () => {
  const daemon = recording();
  daemon.onPrompt = (content) => {
    daemon.item("user_message", { text: content });
    daemon.ask("q1", { kind: "question", text: "Which?" });
  };
  const talker = new Talker(daemon);
  talker.type("go\r");
  await talker.sees("your answer: ");
  talker.type("the answer\r");
  await talker.sees("the answer");
  daemon.promptId = "of-another";
  daemon.item("user_message", { text: "from elsewhere" });
  await talker.sees("> from elsewhere");
  talker.type("\x04");
  await talker.sees("");
  expect(readFileSync(join(talker.state, "prompts.jsonl"), "utf8")).toBe('"go"\n');
});

test("a line of a pipe is in no history", async () => {
  const talker = new Talker(recording(), { isTTY: false });
  talker.type("go\n");
  talker.end();
  expect(await talker.ended).toBe(0);
  expect(existsSync(join(talker.state, "prompts.jsonl"))).toBe(false);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ["texts", ["a", "b\nc", "\u2028 \x1b ü😀"], ["a", "b\nc", "\u2028 \x1b ü😀"]],
  ["twice the same", ["a", "a", "b", "a"], ["a", "b", "a"]],
  ["nothing", ["", " \n "], []],
  ["a text that is too long", ["x".repeat(8193), "b", "y".repeat(8192)], ["b", "y".repeat(8192)]],
])("a file keeps %s", async (_, texts, read) => {
  const state = stateDirectory();
  const history = historyIn(state);
  for (const text of texts) await history.add(text);
  expect(await historyIn(state).read()).toEqual(read);
});

test.each<readonly [string, string, readonly string[]]>([
  ["nothing", "", []],
  ["other lines", '"a"\nnot JSON\n5\n{"text":"b"}\nnull\n\n"c"\n', ["a", "c"]],
  ["a line without an end", '"a"\n"b', ["a"]],
  ["bytes that are no text", '"a"\n\xff\xfe\n"b"\n', ["a", "b"]],
])("a file with %s costs nothing but that", async (_, text, read) => {
  const state = stateDirectory();
  writeFileSync(join(state, "prompts.jsonl"), Buffer.from(text, "latin1"));
  expect(await historyIn(state).read()).toEqual(read);
});

test("a file that others can read is replaced by one that only its user can read", async () => {
  const state = stateDirectory();
  const file = join(state, "prompts.jsonl");
  writeFileSync(file, '"a"\n');
  chmodSync(file, 0o644);
  await historyIn(state).add("b");
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(['"a"\n"b"\n', 0o600]);
});

test.each(["a link", "a directory"])("%s in the place of the file is left alone", async (what) => {
  const state = stateDirectory();
  const file = join(state, "prompts.jsonl");
  const other = join(state, "other");
  writeFileSync(other, '"secret"\n');
  if (what === "a link") symlinkSync(other, file);
  else mkdirSync(file);
  const history = historyIn(state);
  await history.add("b");
  expect([await history.read(), readFileSync(other, "utf8")]).toEqual([[], '"secret"\n']);
});

test("a file does not grow without end, and its newest lines stay", async () => {
  const state = stateDirectory();
  const history = historyIn(state);
  const texts = Array.from({ length: 300 }, (_, at) => `${at} ${"x".repeat(8000)}`);
  for (const text of texts) await history.add(text);
  expect(statSync(join(state, "prompts.jsonl")).size).toBeLessThan(1_200_000);
  const read = await history.read();
  expect(read).toEqual(texts.slice(-read.length));
  expect(read.length).toBeGreaterThan(50);
});

test("several conversations at once add whole lines", async () => {
  const state = stateDirectory();
  const all = Array.from({ length: 8 }, () => historyIn(state));
  await historyIn(state).add("first");
  await Promise.all(all.map((history, at) => history.add(`prompt ${at}`)));
  expect((await historyIn(state).read()).toSorted()).toEqual(["first", ...all.map((_, at) => `prompt ${at}`)]);
});

test("without a directory nothing is kept, and nothing fails", async () => {
  const history = historyIn(join(stateDirectory(), "gone"));
  await history.add("a");
  expect(await history.read()).toEqual([]);
});
