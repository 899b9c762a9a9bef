/** Pastes and type-ahead at a terminal: a paste sends nothing, and only what is typed at a question answers it (P-S92). */
import { expect, test } from "vitest";
import { Emulator } from "../keys/emulator.js";
import { HandClock } from "../ports/hand-clock.js";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker, type TalkerOptions } from "./talker.js";

const ASK = "[y]es once, [a]lways in this session, [n]o: ";
const PASTE = "a paste is no answer: it waits in the line of your next prompt";
const LINES = "several lines at once are no answer: they wait in the line of your next prompt";
const NOTES = "Here are my notes:\na\nthe end";

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

/** A daemon that keeps its prompts; the turn of one that begins with `wait` goes on, and that of one that begins with `run` asks first. */
class Keeping extends ScriptedDaemon {
  readonly prompts: string[] = [];

  constructor() {
    super();
    this.onPrompt = (content, promptId) => {
      this.prompts.push(content);
      if (content.startsWith("run"))
        this.ask(`q${this.prompts.length}`, { kind: "permission", tool: "shell", text: content });
      else if (content.startsWith("when")) this.ask("q1", { kind: "question", text: "When? [now]", default: "now" });
      else if (content.startsWith("which")) this.ask("q1", { kind: "question", text: "Which?" });
      else if (!content.startsWith("wait")) this.finish(promptId);
    };
  }
}

interface Talk {
  readonly daemon: Keeping;
  readonly talker: Talker;
}

async function talk(options: TalkerOptions = {}): Promise<Talk> {
  const daemon = new Keeping();
  const talker = new Talker(daemon, options);
  await talker.sees("> ");
  return { daemon, talker };
}

async function atQuestion(prompt = "run", options: TalkerOptions = {}): Promise<Talk> {
  const said = await talk(options);
  said.talker.type(`${prompt}\r`);
  await said.talker.sees(
    { run: ASK, when: "your answer, or Enter for what stands in brackets: " }[prompt] ?? "your answer: ",
  );
  return said;
}

/** Everything that is on its way has arrived. */
async function settled(): Promise<void> {
  for (let each = 0; each < 50; each += 1) await new Promise(setImmediate);
}

test("a paste at a prompt is one text with its lines, and Enter sends it", async () => {
  const { daemon, talker } = await talk();
  talker.paste("one\ntwo\n\n  indented");
  await talker.sees("one\n  two\n  \n    indented");
  await settled();
  expect(daemon.prompts).toEqual([]);
  talker.type("\r");
  await talker.sees("> ");
  talker.paste("more");
  talker.type(" text");
  talker.paste("\tand more\n");
  await settled();
  talker.type("\r");
  await settled();
  expect(daemon.prompts).toEqual(["one\ntwo\n\n  indented", "more text\tand more\n"]);
});

test("a paste while a turn runs waits for its end, and for Enter", async () => {
  const { daemon, talker } = await talk();
  talker.type("wait\r");
  talker.paste("one\ntwo");
  await settled();
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> one\n  two");
  await settled();
  expect(daemon.prompts).toEqual(["wait"]);
  talker.type("\r");
  await settled();
  expect(daemon.prompts).toEqual(["wait", "one\ntwo"]);
});

test("a paste before the session has answered waits too", async () => {
  const daemon = new Keeping();
  let answer = (): void => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  daemon.script = async ({ line }) => {
    if (line === "GET /sync") await late;
    return undefined;
  };
  const talker = new Talker(daemon);
  talker.paste("one\ntwo");
  await settled();
  answer();
  await talker.sees("> one\n  two");
  expect(daemon.prompts).toEqual([]);
});

/** Reads of a terminal at the question whether a command may run, and the text that is kept. None of them may allow it. */
test.each<readonly [string, readonly string[], string, string]>([
  ["a paste with an answer among its lines", [`${BEGIN}${NOTES}${END}`], PASTE, NOTES],
  ["a paste that is an answer", [`${BEGIN}a${END}`], PASTE, "a"],
  ["a paste that is an answer with its line feed", [`${BEGIN}y\r${END}`], PASTE, "y"],
  ["the same, and Enter at once", [`${BEGIN}a${END}\r`], PASTE, "a"],
  ["a paste after the first letter of an answer", ["a", `${BEGIN}nd so on${END}`], PASTE, "and so on"],
  ["a paste whose end mark is divided", [`${BEGIN}y\r\x1b[2`, "01~"], PASTE, "y"],
  ["a paste without an end mark", [`${BEGIN}a\ry\r`], PASTE, "a\ny"],
  ["a paste that holds its end mark", [`${BEGIN}x${END}a\r${END}`], PASTE, "xa"],
  ["a paste that holds its end mark, and no other comes", [`${BEGIN}x${END}a\r`], PASTE, "x\na"],
  ["lines without marks", ["Here are my notes:\ra\rthe end"], LINES, NOTES],
  ["lines without marks that end with an answer", ["notes\ra\r"], LINES, "notes\na"],
  ["lines without marks that begin with an answer", ["a\rnotes"], LINES, "a\nnotes"],
  ["two answers at once", ["y\ra\r"], LINES, "y\na"],
  ["two answers in two reads at once", ["y\r", "a\r"], LINES, "y\na"],
  ["an answer, and a paste at once", ["y\r", `${BEGIN}a${END}`], PASTE, "y\na"],
])("at a question: %s", async (_, reads, said, kept) => {
  const { daemon, talker } = await atQuestion();
  for (const read of reads) talker.type(read);
  await talker.sees(`agent: ${said}\n`);
  await settled();
  talker.type("\r");
  await talker.sees(`agent: ${said}\nagent: the answers are y, a and n`);
  await settled();
  expect([daemon.answers, daemon.prompts]).toEqual([[], ["run"]]);
  talker.type("n\r");
  await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "permission_answer", granted: false }]]);
  daemon.finish(daemon.promptId ?? "");
  await talker.sees(`> ${kept.replaceAll("\n", "\n  ")}`);
  talker.type("\r");
  await settled();
  expect(daemon.prompts).toEqual(["run", kept]);
});

test("lines that are still coming when the question appears answer nothing", async () => {
  const clock = new HandClock();
  const { daemon, talker } = await talk({ clock });
  talker.type("run\ry\ra\r");
  // Reads of one paste that a terminal without marks sends, while the turn begins and asks.
  for (let each = 0; each < 20; each += 1) {
    await settled();
    clock.pass(50);
    talker.type("y\ra\r");
  }
  expect(talker.screen).not.toContain(ASK);
  await settled();
  clock.pass(500);
  await talker.sees(ASK);
  expect(daemon.answers).toEqual([]);
});

test.each([
  [150, 120],
  [300, 10],
  [499, 499],
])("an answer that a person types ahead, %i and %i ms after the key before, answers nothing", async (first, second) => {
  const clock = new HandClock();
  const { daemon, talker } = await talk({ clock });
  for (const [key, after] of [
    ["run\r", first],
    ["y", second],
    ["\r", 499],
  ] as const) {
    talker.type(key);
    await settled();
    clock.pass(after);
    await settled();
  }
  expect(talker.screen).not.toContain(ASK);
  clock.pass(1);
  await talker.sees(ASK);
  expect(daemon.answers).toEqual([]);
});

test("a question waits until somebody with a half-typed line looks up, and the line is there afterwards", async () => {
  const clock = new HandClock();
  const { daemon, talker } = await talk({ clock });
  talker.type("run\r");
  talker.type("m");
  await settled();
  for (const key of "y idea: ") {
    clock.pass(499);
    await settled();
    talker.type(key);
  }
  expect(talker.screen).not.toContain(ASK);
  clock.pass(500);
  await talker.sees(ASK);
  talker.type("n\r");
  clock.pass(100);
  await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "permission_answer", granted: false }]]);
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> my idea: ");
});

test("an answer that was typed for a question that has ended answers no other one", async () => {
  const clock = new HandClock();
  const { daemon, talker } = await talk({ clock });
  talker.type("run\r");
  await settled();
  clock.pass(500);
  await talker.sees(ASK);
  daemon.ask("q2", { kind: "permission", tool: "shell", text: "rm" });
  await settled();
  talker.type("y");
  talker.type("\r");
  daemon.resolve("q1", "permission_answer");
  await talker.sees("answered elsewhere");
  clock.pass(499);
  await settled();
  clock.pass(1);
  await talker.sees(`    rm\n${ASK}`);
  talker.type("\r");
  clock.pass(100);
  await talker.sees("the answers are");
  expect(daemon.answers).toEqual([]);
});

test("lines that come at once while their question ends are kept", async () => {
  const clock = new HandClock();
  const { daemon, talker } = await talk({ clock });
  talker.type("run\r");
  await settled();
  clock.pass(500);
  await talker.sees(ASK);
  talker.type("y\rmore\r");
  daemon.resolve("q1", "permission_answer");
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> y\n  more");
  expect([daemon.answers, daemon.prompts]).toEqual([[], ["run"]]);
});

test("a question for words takes typed ones, and keeps a paste like any other question", async () => {
  const { daemon, talker } = await atQuestion("which");
  talker.paste("https://example.com");
  await talker.sees(PASTE);
  talker.type("\r");
  await talker.sees("an empty line is no answer");
  await talker.sees("your answer: ");
  talker.type("two\\\rlines\r");
  await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "clarification_text", text: "two\nlines" }]]);
});

test("a question with a default takes Enter, but not behind a paste", async () => {
  const { daemon, talker } = await atQuestion("when");
  talker.paste("https://example.com");
  await talker.sees(PASTE);
  talker.type("\r");
  await talker.sees(PASTE);
  await talker.sees("in brackets: ");
  expect(daemon.answers).toEqual([]);
  talker.type("\r");
  while (daemon.questions.size > 0) await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "clarification_text", text: "" }]]);
});

test("nothing that is pasted acts on the terminal", async () => {
  const emulator = new Emulator(80);
  const { talker } = await talk();
  talker.paste("\x1b[2J\x1b]0;title\x07\x03\x04\r\u009b2J\u202egpj.exe\x00");
  await talker.sees("gpj.exe");
  // It throws at what it does not know.
  emulator.write(talker.screen);
  expect(emulator.text).toBe("> \\x1b[2J\\x1b]0;title\\x07\\x03\\x04\n  \\x9b2J\\u{202e}gpj.exe\\x00");
  expect(talker.code).toBeUndefined();
});

test("a paste of a megabyte is sent whole", async () => {
  const { daemon, talker } = await talk();
  const text = `${"é".repeat(999)}\n`.repeat(1000);
  talker.type(BEGIN);
  for (let at = 0; at < text.length; at += 4096) talker.type(text.slice(at, at + 4096));
  talker.type(END);
  await talker.sees("[pasted: 1001 lines]");
  talker.type("\r");
  await settled();
  expect(daemon.prompts.map((said) => said === text)).toEqual([true]);
});

test("a prompt that the daemon refuses is in the line again", async () => {
  const { daemon, talker } = await talk();
  let isFull = true;
  daemon.script = ({ line }) => {
    if (line !== "POST /prompt" || !isFull) return undefined;
    isFull = false;
    return Response.json(
      { code: "storage_unavailable", message: "no room", status: 503, request_id: "r" },
      { status: 503 },
    );
  };
  talker.paste("one\ntwo");
  await settled();
  talker.type("\r");
  await talker.sees("agent: no room (storage_unavailable)\n> one\n  two");
  talker.type("\r");
  await settled();
  expect(daemon.prompts).toEqual(["one\ntwo"]);
});

test("Enter after a backslash, and Alt-Enter, begin a new line; several lines are never a command", async () => {
  const { daemon, talker } = await talk();
  talker.type("a\\\rb\x1b\rc\r");
  await talker.sees("> ");
  talker.type("/quit\\\r//now\r");
  await settled();
  expect(daemon.prompts).toEqual(["a\nb\nc", "/quit\n//now"]);
});

test("on a terminal of 40 columns the line stays whole while others are written above it", async () => {
  const emulator = new Emulator(40);
  const { daemon, talker } = await talk({ columns: 40 });
  talker.type("wait\r");
  await settled();
  talker.type("0123456789".repeat(5));
  daemon.item("tool_call", { tool: { name: "shell", call_id: "1", input: { command: "npm test" } } });
  await settled();
  talker.type("\x1b[D\x7f!");
  daemon.item("tool_result", { tool: { name: "shell", call_id: "1", is_error: false }, text: "fine" });
  await settled();
  emulator.write(talker.screen);
  const line = `> ${"0123456789".repeat(5).slice(0, 48)}!9`;
  expect(emulator.text).toBe(`> wait\nshell: npm test\n    fine\n${line.slice(0, 40)}\n${line.slice(40)}`);
  expect(emulator.cursor).toEqual([4, 11]);
});

test("a terminal that knows no escape sequences is sent none, and keeps the same rules", async () => {
  const { daemon, talker } = await atQuestion("run", { term: "dumb" });
  talker.type("notes\ra\r");
  await talker.sees(LINES);
  talker.type("x\x7fn\r");
  await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "permission_answer", granted: false }]]);
  expect(talker.screen).not.toContain("\x1b");
});

test.each<readonly [string, TalkerOptions, string, string]>([
  ["standard output is a file", { screens: ["stderr"] }, "", "may shell run this?"],
  ["standard error is a file", { screens: ["stdout"] }, "may shell run this?", ""],
  ["both are files", { screens: [] }, "", "may shell run this?"],
])("a question is seen where %s", async (_, options, stdout, stderr) => {
  const daemon = new Keeping();
  const talker = new Talker(daemon, options);
  talker.type("run\r");
  await talker.sees("may shell run this?");
  await settled();
  talker.type("notes\ra\r");
  await settled();
  expect(daemon.answers).toEqual([]);
  expect(talker.stdout).toContain(stdout);
  expect(talker.stderr).toContain(stderr);
  talker.type("n\r");
  await settled();
  expect(daemon.answers).toEqual([["q1", { kind: "permission_answer", granted: false }]]);
});
