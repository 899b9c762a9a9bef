/** `delegate`: subagents do tasks in contexts of their own, and only the parent's calls and their results are history (spec 2.1, P-S82, P-S109). */
import { expect, test } from "vitest";
import {
  answerOf,
  calling,
  callOf,
  delta,
  finish,
  gate,
  inTurn,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { SESSION, settled } from "./bench.js";
import {
  answer,
  asked,
  byTask,
  delegating,
  ended,
  FILE_TOOLS,
  results,
  type Sent,
  sentFor,
  sentIn,
  started,
  told,
  toolsIn,
  untilRecord,
} from "./delegating.js";
import { resultServer, whenConnected } from "./tool-results.js";

const shell = (command: string): Script => calling(callOf("shell", { command }));

const STANDARD = "default_permission_matcher: standard\n";

test("a subagent works by its own prompt and its own conversation; its last words are the result, and its tokens count", async () => {
  const script = byTask(inTurn(delegating("count the mice"), saying("They are three.")), {
    "count the mice": inTurn(shell("echo mouse mouse mouse"), saying("Three mice.")),
  });
  const { bench, server, stream } = await started(script, { files: { "AGENTS.md": "Speak plainly." } });
  await bench.post("/prompt", { content: "how many?" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed", usage: { input_tokens: 28, output_tokens: 12 } });
  expect(told(await bench.history())).toEqual([
    "user_message: how many?",
    "tool_call: delegate call-0",
    "tool_result: delegate call-0",
    "assistant_message: They are three.",
  ]);
  expect(await results(bench)).toEqual(["Three mice."]);
  const [first, second] = sentFor(server, "count the mice");
  expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(first?.messages[0]?.content).toMatch(/^You are a subagent[\s\S]*Speak plainly\.$/);
  expect(second?.messages.at(-1)).toMatchObject({ role: "tool", content: "mouse mouse mouse\n" });
  expect(stream.records.filter(({ kind }) => kind === "item_started")).toHaveLength(1);
});

test("a subagent has the tools of the session in the same order, and delegates nothing", async () => {
  const script = byTask(inTurn(delegating("look"), saying("ok")), {
    look: inTurn(delegating("deeper"), saying("I may not.")),
  });
  const { bench, server, stream } = await started(script);
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect(toolsIn(sentFor(server, "go")[0])).toEqual([...FILE_TOOLS, "shell", "ask_user", "delegate"]);
  const [first, second] = sentFor(server, "look");
  expect(toolsIn(first)).toEqual([...FILE_TOOLS, "shell", "ask_user"]);
  expect(second?.messages.at(-1)?.content).toBe("there is no tool of this name");
  expect(await results(bench)).toEqual(["I may not."]);
});

test("the questions of a subagent are the session's, and say who asks", async () => {
  const script = byTask(inTurn(delegating("look"), saying("ok")), {
    look: inTurn(
      shell("echo one"),
      shell("echo two"),
      calling(callOf("ask_user", { question: "Which?" })),
      saying("Seen."),
    ),
  });
  const { bench, server, stream } = await started(script, { more: STANDARD });
  await bench.post("/prompt", { content: "go" });
  const first = await asked(stream);
  expect(first).toMatchObject({ kind: "permission", tool: "shell", text: "The subagent `general` asks:\necho one" });
  expect(await bench.sync()).toMatchObject({
    attention: true,
    turn: { state: "awaiting_input" },
    interrogatives: [first],
  });
  await answer(bench, first, { kind: "permission_answer", granted: true });
  const second = await asked(stream, 2);
  await answer(bench, second, { kind: "permission_answer", granted: false });
  const third = await asked(stream, 3);
  expect(third).toMatchObject({ kind: "question", text: "The subagent `general` asks:\nWhich?" });
  await answer(bench, third, { kind: "clarification_text", text: "the left one" });
  await ended(stream);
  expect(sentFor(server, "look").map(({ messages }) => messages.at(-1)?.content)).toEqual([
    "look",
    "one\n",
    "not run: the person who works with you does not allow it",
    "the left one",
  ]);
  expect(await results(bench)).toEqual(["Seen.\n[a call of it was not allowed]"]);
  const result = (await bench.history()).find(({ kind }) => kind === "tool_result");
  expect(result?.tool).toMatchObject({ is_error: false, denied_calls: 1 });
});

test("two that ask at once get their own answers", async () => {
  const ask = (question: string): Script => inTurn(calling(callOf("ask_user", { question })), echo);
  const echo: Script = (one) => saying(`I heard ${sentIn(one.asked).messages.at(-1)?.content}.`)(one);
  const script = byTask(inTurn(delegating("left", "right"), saying("ok")), {
    left: ask("Left?"),
    right: ask("Right?"),
  });
  const { bench, stream } = await started(script);
  await bench.post("/prompt", { content: "go" });
  const both = [await asked(stream), await asked(stream, 2)];
  expect((await bench.sync()).interrogatives).toHaveLength(2);
  for (const one of both.toReversed())
    await answer(bench, one, { kind: "clarification_text", text: one.text.endsWith("Left?") ? "1" : "2" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect((await results(bench)).toSorted()).toEqual(["I heard 1.", "I heard 2."]);
});

test("a model that judges calls judges those of a subagent by the prompt of the user", async () => {
  const judged: Sent[] = [];
  const work = byTask(inTurn(delegating("look"), saying("ok")), {
    look: inTurn(shell("echo hi"), saying("Seen.")),
  });
  const script: Script = (one) => {
    const sent = sentIn(one.asked);
    if (!toolsIn(sent).includes("verdict")) return work(one);
    judged.push(sent);
    return calling(callOf("verdict", { allow: true, reason: "fine" }))(one);
  };
  const { bench, stream } = await started(script, { more: "default_permission_matcher: autonomous\n" });
  await bench.post("/prompt", { content: "find the mice" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(judged).toHaveLength(1);
  expect(judged[0]?.messages.at(-1)?.content).toMatch(/find the mice[\s\S]*echo hi/);
  expect(await results(bench)).toEqual(["Seen."]);
});

test("what is allowed for the session is allowed for the agent and its subagents", async () => {
  const script = byTask(inTurn(shell("echo hi"), delegating("look"), saying("ok")), {
    look: inTurn(shell("echo hi"), saying("Seen.")),
  });
  const { bench, stream } = await started(script, { more: STANDARD });
  await bench.post("/prompt", { content: "go" });
  await answer(bench, await asked(stream), { kind: "permission_answer", granted: true, scope: "session" });
  await ended(stream);
  expect(stream.records.filter(({ kind }) => kind === "interrogative_opened")).toHaveLength(1);
});

test("four work at once, the fifth waits for a place, and each result is in the history once", async () => {
  const tasks = ["one", "two", "three", "four", "five"];
  const gates = new Map(tasks.map((task) => [task, gate()]));
  const held =
    (task: string): Script =>
    async (one) => {
      await gates.get(task)?.passed;
      return saying(`${task} is done`)(one);
    };
  const script = byTask(
    inTurn(delegating(...tasks), saying("ok")),
    Object.fromEntries(tasks.map((task) => [task, held(task)])),
  );
  const { bench, server, stream } = await started(script, { model: "max_tool_batch_size: 8" });
  await bench.post("/prompt", { content: "go" });
  while (server.asked.length < 5) await settled();
  await settled(50);
  expect(server.asked).toHaveLength(5);
  gates.get("three")?.open();
  await untilRecord(stream, "item_finished", 7);
  while (server.asked.length < 6) await settled();
  expect(sentFor(server, "five")).toHaveLength(1);
  for (const { open } of gates.values()) open();
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect((await results(bench)).toSorted()).toEqual(tasks.map((task) => `${task} is done`).toSorted());
  const ids = (await bench.history()).map(({ item_id }) => item_id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each<[string, object, RegExp]>([
  [
    "an unknown name",
    { subagent: "generel", task: "x" },
    /^no subagent is called `generel`; did you mean `general`\?$/,
  ],
  [
    "a name like no other",
    { subagent: "zzz", task: "x" },
    /^no subagent is called `zzz`; there are `general` and `reviewer`$/,
  ],
  ["no name", { task: "x" }, /`subagent` has to be the name/],
  ["a number as a name", { subagent: 7, task: "x" }, /`subagent` has to be the name/],
  ["no task", { subagent: "general" }, /`task` has to be a text/],
  ["an empty task", { subagent: "general", task: " \n" }, /`task` has to be a text/],
  ["more than it takes", { subagent: "general", task: "x", model: "m" }, /only `subagent` and `task`/],
  ["a name of objects", { subagent: "constructor", task: "x" }, /^no subagent is called `constructor`/],
])("%s is a result that says so", async (_, input, said) => {
  const { bench, server, stream } = await started(inTurn(delegating(input), saying("ok")), {
    files: { ".agent/subagents/reviewer.md": "Review." },
  });
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  const [result] = await results(bench);
  expect(result?.slice("failed: ".length)).toMatch(said);
  expect(server.asked).toHaveLength(2);
});

test("the description of the tool names the subagents of both layers and the shipped one, in the order of their names", async () => {
  const { bench, server, stream } = await started(saying("ok"), {
    files: {
      ".agent/subagents/reviewer.md": "---\ndescription: Reads a diff.\n---\nReview.",
      "~/subagents/asker.md": "---\ndescription: Asks.\n---\nAsk.",
    },
  });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [sent] = sentFor(server, "go");
  const tool = sent?.tools?.find(({ function: { name } }) => name === "delegate");
  expect(tool?.function.description.split("The subagents are:\n")[1]).toBe(
    "- `asker`: Asks.\n- `general`: Does any bounded task by itself, such as a search through the code or a check, and reports.\n- `reviewer`: Reads a diff.",
  );
});

test("a subagent has the model, the prompt and the tools of its file", async () => {
  const script = byTask(inTurn(delegating({ subagent: "reviewer", task: "review" }), saying("ok")), {
    review: saying("Fine."),
  });
  const { bench, server, stream } = await started(script, {
    files: { ".agent/subagents/reviewer.md": "---\nmodel: m(low)\ntools: [shell, delegate]\n---\nYou review." },
    model: "reasoning: { type: effort, effort_set: e, can_disable: true, levels: [low, high], default_level: high }",
  });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [sent] = sentFor(server, "review");
  expect(sent?.messages[0]?.content).toBe("You review.");
  expect(toolsIn(sent)).toEqual(["shell"]);
  expect(sent).toMatchObject({ reasoning_effort: "low" });
  expect(sentFor(server, "go")[0]).toMatchObject({ reasoning_effort: "high" });
});

test("a model that is not there fails the call, and names the subagent", async () => {
  const { bench, stream } = await started(inTurn(delegating({ subagent: "reviewer", task: "review" }), saying("ok")), {
    files: { ".agent/subagents/reviewer.md": "---\nmodel: gone\n---\nYou review." },
  });
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(await results(bench)).toEqual(["failed: not run: there is no model `gone`; the subagent `reviewer` names it"]);
});

test.each<[string, Script, string]>([
  [
    "refused",
    answerOf(400, '{"error":{"message":"no"}}'),
    "failed: [it failed: the provider `lab` answered with status 400]",
  ],
  ["cut off", streaming(delta("Half"), finish("length")), "failed: Half\n[its answer was cut off: it was too long]"],
  ["filtered", streaming(delta("Half"), finish("content_filter")), "failed: Half\n[its provider cut its answer off]"],
  [
    "silent after a call",
    inTurn(
      streaming(delta("I look."), callOf("shell", { command: "true" }), finish("tool_calls")),
      streaming(finish("stop")),
    ),
    "failed: I look.\n[it ended without a word]",
  ],
  ["silent", streaming(finish("stop")), "failed: [it ended without a word]"],
  [
    "endless",
    inTurn(streaming(delta("I look."), callOf("ask_user", {}), finish("tool_calls"))),
    "failed: I look.\n[it was ended: it took too many rounds of tools]",
  ],
])("a subagent whose answer is %s: the result says so, and the turn goes on", async (_, of, result) => {
  const script = byTask(inTurn(delegating("look"), saying("ok")), { look: of });
  const { bench, stream } = await started(script, { daemon: "max_tool_turns: 3" });
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed", finish: "stop" });
  expect(await results(bench)).toEqual([result]);
  expect(bench.log.some((line) => line.includes("a subagent failed"))).toBe(result.includes("it failed"));
});

test.each([
  [2, "silent", ""],
  [3, "talking", "I look."],
])(
  "under a `--max-turns` of %i a %s subagent gives as many answers, and the result says what ended it",
  async (maxTurns, _, said) => {
    const endless = streaming(delta(said), callOf("shell", { command: "true" }), finish("tool_calls"));
    const script = byTask(inTurn(delegating("look"), saying("ok")), { look: endless });
    const { bench, server, stream } = await started(script, { wanted: { maxTurns } });
    await bench.post("/prompt", { content: "go" });
    expect(await ended(stream)).toMatchObject({ outcome: "completed", finish: "stop" });
    expect(sentFor(server, "look")).toHaveLength(maxTurns);
    const words = [...(said === "" ? [] : [said]), "[it was ended: it gave as many answers as `--max-turns` allows]"];
    expect(await results(bench)).toEqual([`failed: ${words.join("\n")}`]);
  },
);

test("a request of a subagent that fails for a while is made again: the turn says how long it waits, and for whom", async () => {
  const script = byTask(inTurn(delegating("look"), saying("ok")), {
    look: inTurn(answerOf(503, "{}"), saying("Seen.")),
  });
  const { bench, stream } = await started(script, { retry: "max_retries: 3, base_delay_ms: 1000" });
  await bench.post("/prompt", { content: "go" });
  const { why } = await untilRecord(stream, "turn_waiting");
  expect(why).toBe("the provider `lab` answered with status 503, in the subagent `general`");
  await settled();
  bench.clock.pass(1000);
  await ended(stream);
  expect(await results(bench)).toEqual(["Seen."]);
});

test("an answer that breaks off is continued, and the result is all of it", async () => {
  const broken: Script = async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("Half of "));
    one.cut();
  };
  const script = byTask(inTurn(delegating("look"), saying("ok")), { look: inTurn(broken, saying("an answer.")) });
  const { bench, server, stream } = await started(script, { retry: "max_retries: 3, base_delay_ms: 1000" });
  await bench.post("/prompt", { content: "go" });
  await untilRecord(stream, "turn_waiting");
  await settled();
  bench.clock.pass(1000);
  await ended(stream);
  expect(await results(bench)).toEqual(["Half of an answer."]);
  expect(sentFor(server, "look")[1]?.messages.at(-1)?.content).toBe("Continue from where you stopped.");
});

test("a conversation that outgrows the window of a subagent is compacted there, and nowhere else", async () => {
  const long = streaming(delta("I look on. ".repeat(500)), callOf("shell", { command: "true" }), finish("tool_calls"));
  const agent = inTurn(delegating("look"), saying("ok"));
  const subagent = inTurn(long, long, long, long, long, long, saying("Seen it all."));
  const script: Script = (one) => {
    const sent = sentIn(one.asked);
    if (sent.tools === undefined) return saying("It has looked at much.")(one);
    return (sent.messages[0]?.content?.startsWith("You are a subagent") === true ? subagent : agent)(one);
  };
  const { bench, server, stream } = await started(script, { model: "compaction_threshold: 0.1" });
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(await results(bench)).toEqual(["Seen it all."]);
  expect(server.asked.map(sentIn).some(({ tools }) => tools === undefined)).toBe(true);
  expect(stream.records.map(({ kind }) => kind)).not.toContain("compacted");
  expect((await bench.history()).filter(({ kind }) => kind === "notice")).toEqual([]);
});

test("a subagent sees the images of its tools, and leaves none of them on the disk", async () => {
  const look = callOf("mcp__files__result", { content: [{ type: "image", bytes: 300 }] });
  const script = byTask(inTurn(delegating("look"), saying("ok")), { look: inTurn(calling(look), saying("A dog.")) });
  const { bench, server, stream } = await started(script, {
    model: "supports_vision: true",
    more: `default_permission_matcher: bypass\nmcp_servers: { files: ${await resultServer()} }\n`,
  });
  await whenConnected(bench);
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect(await results(bench)).toEqual(["A dog."]);
  expect(JSON.stringify(sentFor(server, "look")[1])).toContain("data:image/png;base64,");
  const attachments = await bench.disk.files().list(`/state/sessions-v1/${SESSION}/attachments`);
  expect(attachments).toEqual([]);
});

test("a long result shows its ends to the agent, and a long task and answer reach each other whole", async () => {
  const [task, words] = [`count ${"mice ".repeat(60_000)}`, "mouse ".repeat(60_000)];
  const script = byTask(inTurn(delegating(task), saying("ok")), { [task]: saying(`first ${words}last`) });
  const { bench, server, stream } = await started(script);
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(sentFor(server, task)).toHaveLength(1);
  const result = (await bench.history()).find(({ kind }) => kind === "tool_result");
  expect(result?.elided?.bytes).toBe(`first ${words}last`.length);
  const [, second] = sentFor(server, "go");
  expect(second?.messages.at(-1)?.content).toMatch(/^first mouse [\s\S]*bytes left out[\s\S]* mouse last$/);
});

test("credentials stay out of what a subagent is told, says and leaves behind", async () => {
  const secret = "correct-horse-battery";
  const script = byTask(inTurn(delegating(`find ${secret}`), saying("ok")), {
    "find [redacted]": inTurn(shell(`echo correct-horse-''battery`), saying("It is correct-horse", "-battery.")),
  });
  const { bench, server, stream } = await started(script, {
    more: `default_permission_matcher: bypass\npermissions: { secret_words: ["${secret}"] }\n`,
  });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect(sentFor(server, "find [redacted]")).toHaveLength(2);
  expect(server.asked.map(({ body }) => body).join("\n")).not.toContain(secret);
  expect(await results(bench)).toEqual(["It is [redacted]."]);
});
