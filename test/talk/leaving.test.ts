/** Ctrl-C, Ctrl-D, Esc and the commands that cancel and leave, at every state of a conversation (P-S92). */
import { expect, test } from "vitest";
import type { Interrogative } from "../../src/agent/wire/client/index.js";
import { HandClock } from "../ports/hand-clock.js";
import { refusal, ScriptedDaemon } from "./scripted-daemon.js";
import { Talker, type TalkerOptions } from "./talker.js";

const LEFT = "agent: the session goes on: agent attach s\n";
const CANCELLED = "agent: cancelling the turn\nagent: the turn was cancelled\n";

const INTERRUPT = "\x03";
const END = "\x04";
const ESCAPE = "\x1b";

async function settled(): Promise<void> {
  for (let each = 0; each < 50; each += 1) await new Promise(setImmediate);
}

interface Talk {
  readonly daemon: ScriptedDaemon;
  readonly talker: Talker;
  readonly prompts: readonly string[];
  readonly cancels: () => number;
}

/** A conversation in which each turn goes on until it is cancelled. */
async function talk(options: TalkerOptions = {}): Promise<Talk> {
  const daemon = new ScriptedDaemon();
  const prompts: string[] = [];
  daemon.onPrompt = (content, promptId) => {
    prompts.push(content);
    if (content === "ask") daemon.ask("q1", { kind: "permission", tool: "shell", text: "ls" });
    if (content === "quick") daemon.finish(promptId);
  };
  const talker = new Talker(daemon, options);
  if (options.isTTY !== false) await talker.sees("> ");
  const cancels = (): number => daemon.asked.filter(({ line }) => line === "POST /turn/cancel").length;
  return { daemon, talker, prompts, cancels };
}

/** The same while a turn runs. */
async function running(prompt = "go", options: TalkerOptions = {}): Promise<Talk> {
  const said = await talk(options);
  said.talker.type(`${prompt}\r`);
  while (said.prompts.length === 0) await new Promise(setImmediate);
  await settled();
  if (prompt === "ask" && options.isTTY !== false) await said.talker.sees("[n]o: ");
  return said;
}

test.each([
  ["Ctrl-C", INTERRUPT, 130],
  ["Ctrl-D", END, 0],
  ["/quit", "/quit\r", 0],
])("%s at an empty prompt leaves, and says how to come back", async (_, keys, code) => {
  const { talker, cancels } = await talk();
  talker.type(keys);
  expect(await talker.ended).toBe(code);
  expect([talker.stderr, talker.isOpen, cancels()]).toEqual([LEFT, false, 0]);
});

test("with a half-typed line Ctrl-C clears it, Ctrl-D takes the next character, Esc does nothing; none leaves", async () => {
  const { talker, prompts } = await talk();
  talker.type("half");
  talker.type(INTERRUPT);
  talker.type("other\x1b[D\x1b[D");
  talker.type(END);
  talker.type(END);
  talker.type(END);
  talker.type(ESCAPE);
  await settled();
  talker.type("\r");
  await settled();
  expect([prompts, talker.code]).toEqual([["oth"], undefined]);
});

test.each([
  ["Ctrl-C", INTERRUPT],
  ["Esc", ESCAPE],
  ["/cancel", "/cancel\r"],
])("%s cancels the turn once, says so, and the conversation goes on", async (_, keys) => {
  const { talker, prompts, cancels } = await running();
  talker.type(keys);
  await talker.sees(`${CANCELLED}> `);
  expect([cancels(), talker.code]).toEqual([1, undefined]);
  talker.type("quick\r");
  await settled();
  expect(prompts).toEqual(["go", "quick"]);
});

test.each([
  ["Ctrl-C", INTERRUPT],
  ["Esc", ESCAPE],
])("%s at a question cancels its turn, whatever is typed of the answer", async (_, keys) => {
  const { daemon, talker } = await running("ask");
  talker.type("y");
  talker.type(keys);
  await talker.sees("agent: cancelling the turn\n");
  await talker.sees("agent: the question is over: its turn has ended\n");
  await talker.sees("> ");
  talker.type("\r");
  await settled();
  expect([daemon.answers, talker.code]).toEqual([[], undefined]);
});

test.each<[string, string, Omit<Interrogative, "id">]>([
  ["a permission", "[n]o: ", { kind: "permission", tool: "shell", text: "ls" }],
  ["a question", "your answer: ", { kind: "question", text: "which one?" }],
  ["a choice", "your own words: ", { kind: "question", text: "which one?", choices: ["red", "green"] }],
])("/cancel, /quit and /stop are no answers to %s", async (_, label, question) => {
  const at = async (line: string) => {
    const said = await running();
    said.daemon.ask("q1", question);
    await said.talker.sees(label);
    said.talker.type(`${line}\r`);
    return said;
  };
  const cancelled = await at("/cancel");
  await cancelled.talker.sees("agent: the turn was cancelled\n> ");
  const left = await at("/quit");
  expect([await left.talker.ended, left.talker.stderr]).toEqual([
    0,
    expect.stringContaining(`the turn goes on\n${LEFT}`),
  ]);
  const stopped = await at("/stop");
  while (!stopped.daemon.asked.some(({ line }) => line === "POST /terminate")) await new Promise(setImmediate);
  for (const { daemon } of [cancelled, left, stopped]) expect(daemon.answers).toEqual([]);
});

test("with a space before it, or with more words, the name of a command is an answer", async () => {
  const { daemon, talker } = await running();
  for (const [at, line, text] of [
    [1, " /stop", "/stop"],
    [2, "/stop here", "/stop here"],
    [3, "/mcp", "/mcp"],
  ] as const) {
    daemon.ask(`q${at}`, { kind: "question", text: "which one?" });
    await talker.sees("your answer: ");
    talker.type(`${line}\r`);
    while (daemon.answers.length < at) await new Promise(setImmediate);
    expect(daemon.answers.at(-1)).toEqual([`q${at}`, { kind: "clarification_text", text }]);
  }
});

test("an answer whose Enter came at once with Ctrl-C is none", async () => {
  const { daemon, talker } = await running("ask");
  daemon.script = ({ line }) => (line === "POST /turn/cancel" ? refusal(503, "overloaded") : undefined);
  talker.type("a\r\x03");
  await talker.sees("(overloaded)");
  await settled();
  expect(daemon.answers).toEqual([]);
});

test("Ctrl-C and a half-typed line: first the turn, then the line, then the conversation", async () => {
  const { talker } = await running();
  talker.type("next idea");
  talker.type(INTERRUPT);
  await talker.sees("agent: the turn was cancelled\n> next idea");
  talker.type(INTERRUPT);
  await settled();
  expect(talker.code).toBeUndefined();
  talker.type(INTERRUPT);
  expect(await talker.ended).toBe(130);
});

test.each([
  ["in two reads", [INTERRUPT, INTERRUPT]],
  ["in one read", [INTERRUPT + INTERRUPT]],
])("Ctrl-C twice while the turn does not end, %s: leaves, and the daemon has heard of it", async (_, reads) => {
  const { daemon, talker, cancels } = await running();
  daemon.script = ({ line }) =>
    line === "POST /turn/cancel"
      ? Response.json({ status: "cancel_requested", prompt_id: "p" }, { status: 202 })
      : undefined;
  for (const read of reads) talker.type(read);
  expect(await talker.ended).toBe(130);
  await settled();
  expect([cancels(), talker.stderr]).toEqual([
    1,
    `agent: cancelling the turn\nagent: the turn is being cancelled\n${LEFT}`,
  ]);
});

test("Ctrl-C twice, the second time after the end of the turn: cancels, and leaves", async () => {
  const { talker } = await running();
  talker.type(INTERRUPT);
  await talker.sees("> ");
  talker.type(INTERRUPT);
  expect([await talker.ended, talker.stderr]).toEqual([130, CANCELLED + LEFT]);
});

test("prompts that wait for the turn are not sent when it is cancelled: they are in the line again", async () => {
  const { daemon, talker, prompts } = await running();
  talker.type("second\r");
  await talker.sees("agent: what you enter now is sent after the turn\n");
  talker.type("third\r");
  talker.type("fou");
  talker.type(INTERRUPT);
  await talker.sees("agent: the turn was cancelled\n> second\n  third\n  fou");
  await settled();
  expect(prompts).toEqual(["go"]);
  talker.type("rth\r");
  await settled();
  expect(prompts).toEqual(["go", "second\nthird\nfourth"]);
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> ");
});

test("a prompt that waits is shown again when it is sent", async () => {
  const { daemon, talker, prompts } = await running();
  talker.type("second\r");
  await settled();
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> second\n");
  await settled();
  expect(prompts).toEqual(["go", "second"]);
});

test("Ctrl-D during a turn waits for its end, a second one does not, and a prompt takes it back", async () => {
  const { daemon, talker } = await running();
  talker.type(END);
  await talker.sees("agent: the conversation ends after this turn; Ctrl-C cancels it\n");
  talker.type("again\r");
  daemon.finish(daemon.promptId ?? "");
  await settled();
  expect(talker.code).toBeUndefined();
  talker.type(END);
  await settled();
  daemon.finish(daemon.promptId ?? "");
  expect(await talker.ended).toBe(0);
  expect(talker.stderr).toContain(LEFT);
  const other = await running();
  other.talker.type(END + END);
  expect(await other.talker.ended).toBe(0);
  expect(other.talker.stderr).toContain(`agent: the turn goes on\n${LEFT}`);
});

test("Ctrl-D at a question leaves with 1, as nobody has answered", async () => {
  const { talker, cancels } = await running("ask");
  talker.type(END);
  expect([await talker.ended, cancels()]).toEqual([1, 0]);
  expect(talker.stderr).toContain(`agent: a question waits for an answer\nagent: the turn goes on\n${LEFT}`);
});

test("/quit during a turn leaves at once, and says that it goes on and what was not sent", async () => {
  const { talker, cancels } = await running();
  talker.type("second\r");
  talker.type("/quit\r");
  expect([await talker.ended, cancels()]).toEqual([0, 0]);
  expect(talker.stderr).toContain(`agent: a prompt was not sent\nagent: the turn goes on\n${LEFT}`);
});

test("/cancel without a turn says so", async () => {
  const { talker, cancels } = await talk();
  talker.type("/cancel\r");
  await talker.sees("no turn runs\n");
  expect(cancels()).toBe(0);
});

test("a daemon that refuses to cancel, or does not answer: said, and Ctrl-C tries again", async () => {
  const clock = new HandClock();
  const { daemon, talker, cancels } = await running("go", { clock });
  let answers = false;
  daemon.script = ({ line }) => {
    if (line !== "POST /turn/cancel" || cancels() > 2) return undefined;
    return answers ? refusal(503, "overloaded") : new Promise<never>(() => {});
  };
  talker.type(INTERRUPT);
  await settled();
  clock.pass(3000);
  await talker.sees("agent: the daemon does not answer: it is unknown whether the turn goes on\n");
  answers = true;
  talker.type(INTERRUPT);
  await talker.sees("agent: because of overloaded (overloaded)\n");
  await settled();
  talker.type(INTERRUPT);
  await talker.sees("agent: the turn was cancelled\n");
});

test("a turn that ends by itself while it is cancelled is no failure", async () => {
  const { daemon, talker } = await running();
  daemon.script = ({ line }) => {
    if (line !== "POST /turn/cancel") return undefined;
    daemon.finish(daemon.promptId ?? "");
    return refusal(409, "turn_not_running");
  };
  talker.type(INTERRUPT);
  await talker.sees("> ");
  expect(talker.stderr).not.toContain("turn_not_running");
});

test("Ctrl-C while a prompt waits for the turn of another client: that turn is cancelled, the prompt is in the line", async () => {
  const { daemon, talker, prompts } = await talk();
  daemon.start("other");
  await settled();
  talker.type("mine\r");
  await settled();
  talker.type(INTERRUPT);
  await talker.sees("agent: the turn was cancelled\n> mine");
  expect(prompts).toEqual([]);
});

test("Ctrl-C before the session has answered leaves", async () => {
  const daemon = new ScriptedDaemon();
  let answer = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  daemon.script = () => late;
  const talker = new Talker(daemon);
  talker.type(INTERRUPT);
  answer();
  expect([await talker.ended, talker.stderr]).toEqual([130, LEFT]);
});

test("/stop ends the session, which is said to be what it is", async () => {
  const { daemon, talker } = await talk();
  daemon.script = ({ line }) => {
    if (line !== "POST /terminate") return undefined;
    queueMicrotask(() => daemon.stop());
    return Response.json({ status: "terminating" }, { status: 202 });
  };
  talker.type("/stop\r");
  expect(await talker.ended).toBe(0);
  expect(talker.stderr).toContain("agent: the session has stopped; `agent continue` goes on with it\n");
  expect(talker.stderr).not.toContain("goes on: agent attach");
});

test.each([
  ["Ctrl-C", INTERRUPT, 130],
  ["Ctrl-D", END, 0],
  ["/quit", "/quit\r", 0],
])("%s while the session stops does not say that it goes on", async (_, keys, code) => {
  const { daemon, talker } = await talk();
  daemon.script = ({ line }) =>
    line === "POST /terminate" ? Response.json({ status: "terminating" }, { status: 202 }) : undefined;
  talker.type("/stop\r");
  while (!daemon.asked.some(({ line }) => line === "POST /terminate")) await new Promise(setImmediate);
  await settled();
  talker.type(keys);
  expect([await talker.ended, talker.stderr]).toEqual([code, "agent: the session is being stopped\n"]);
});

test("a session that refuses to stop goes on", async () => {
  const { daemon, talker } = await talk();
  daemon.script = ({ line }) => (line === "POST /terminate" ? refusal(503, "overloaded") : undefined);
  talker.type("/stop\r");
  await talker.sees("(overloaded)");
  await settled();
  talker.type(INTERRUPT);
  expect(await talker.ended).toBe(130);
  expect(talker.stderr).toContain(LEFT);
});

test.each([
  ["the signal of Ctrl-C cancels the turn, as the key does", 130, undefined],
  ["any other signal leaves, and says that the turn goes on", 143, 143],
])("%s", async (_, signal, code) => {
  const { talker, cancels } = await running();
  talker.signal(signal);
  if (code === undefined) await talker.sees(CANCELLED);
  else expect([await talker.ended, talker.stderr]).toEqual([code, `agent: the turn goes on\n${LEFT}`]);
  expect([cancels(), talker.code]).toEqual([code === undefined ? 1 : 0, code]);
});

test("keys whose meaning is that of the system reach it, and a terminal that has gone ends the conversation", async () => {
  const { talker } = await running();
  talker.type("\x1a");
  talker.type("\x1c");
  expect(talker.signals).toEqual(["SIGTSTP", "SIGQUIT"]);
  talker.end();
  expect([await talker.ended, talker.stderr]).toEqual([129, `agent: the turn goes on\n${LEFT}`]);
});

test("without a terminal an interrupt cancels the turn and ends with 130, and does so without a turn", async () => {
  const one = await running("go\n", { isTTY: false });
  one.talker.signal(130);
  expect([await one.talker.ended, one.talker.stderr]).toEqual([130, CANCELLED + LEFT]);
  const other = await talk({ isTTY: false });
  await settled();
  other.talker.signal(130);
  expect([await other.talker.ended, other.talker.stderr, other.cancels()]).toEqual([130, LEFT, 0]);
});

test("without a terminal a second interrupt, and a turn that does not end, are not waited for", async () => {
  for (const isTwice of [true, false]) {
    const clock = new HandClock();
    const { daemon, talker, cancels } = await running("go\n", { isTTY: false, clock });
    daemon.script = ({ line }) =>
      line === "POST /turn/cancel"
        ? Response.json({ status: "cancel_requested", prompt_id: "p" }, { status: 202 })
        : undefined;
    talker.signal(130);
    await settled();
    expect(talker.code).toBeUndefined();
    if (isTwice) talker.signal(130);
    else clock.pass(2000);
    expect([await talker.ended, cancels()]).toEqual([130, 1]);
    expect(talker.stderr).toContain(`agent: the turn is being cancelled\n${LEFT}`);
  }
});

test("commands in a pipe: /cancel says that no turn runs, /quit leaves what follows unread", async () => {
  const { talker, prompts } = await talk({ isTTY: false });
  talker.type("quick\n/cancel\n/quit\nnever\n");
  talker.end();
  expect(await talker.ended).toBe(0);
  expect([prompts, talker.stderr]).toEqual([
    ["quick"],
    `agent: the model answered without a text\nno turn runs\n${LEFT}`,
  ]);
});

test("a message in the middle of an answer stands on a line of its own, and no empty line is left", async () => {
  const { daemon, talker } = await talk();
  daemon.onPrompt = (_, promptId) => {
    daemon.push("item_started", { item_id: "i", item_kind: "assistant_message", prompt_id: promptId });
    daemon.push("item_delta", { item_id: "i", offset: 0, text: "half an " });
  };
  talker.type("go\r");
  await talker.sees("half an ");
  talker.type(INTERRUPT);
  await talker.sees(`\n${CANCELLED}> `);
  expect(talker.screen).not.toContain("\n\n");
});
