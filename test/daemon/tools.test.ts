/** The loop of a turn: a model calls tools, people are asked, results go back (P-S26, P-S33, P-S34, P-S77, P-S83, P-S85). */
import { expect, test } from "vitest";
import type { HistoryItem, Interrogative, ProtocolError, TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, type Script, saying } from "../model/server.js";
import { type Bench, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const ASK = callOf("ask_user", { question: "Which one?", choices: ["red", "blue"] });

async function talking(
  script: Script,
  config = "",
  daemon = "",
): Promise<{ bench: Bench; server: ModelServer; stream: TestExchange }> {
  const server = await modelServer(script);
  const bench = await running({ config: `${single(`${server.url}/v1`, "", "", daemon)}${config}` });
  return { server, bench, stream: await bench.follow() };
}

const BYPASS = "default_permission_matcher: bypass\n";

async function opened(stream: TestExchange, count = 1): Promise<Interrogative> {
  const questions = (): readonly Interrogative[] =>
    stream.records.flatMap((record) => (record.kind === "interrogative_opened" ? [record.interrogative] : []));
  await stream.until(() => questions().length >= count);
  return questions().at(-1) as Interrogative;
}

async function ended(stream: TestExchange, count = 1): Promise<TurnFinished> {
  const ends = (): readonly TurnFinished[] =>
    stream.records.filter((one): one is TurnFinished => one.kind === "turn_finished");
  await stream.until(() => ends().length >= count);
  return ends().at(-1) as TurnFinished;
}

const told = (items: readonly HistoryItem[]): readonly string[] =>
  items.map(({ kind, text, tool }) => {
    const input = tool?.input === undefined ? "" : ` ${JSON.stringify(tool.input)}`;
    return `${kind}${tool === undefined ? "" : ` ${tool.name}${tool.is_error === true ? " failed" : ""}${input}`}: ${text ?? ""}`;
  });

const code = (exchange: TestExchange): string => exchange.json<ProtocolError>().code;

interface Sent {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: unknown;
}

const sent = ({ asked }: ModelServer): readonly Sent[] => asked.map(({ body }) => JSON.parse(body) as Sent);

test("a question goes to the person, the answer to the model, and all of it into the history", async () => {
  const { bench, server, stream } = await talking(inTurn(calling(ASK), saying("Blue it is.")));
  await bench.post("/prompt", { content: "paint it" });
  const question = await opened(stream);
  expect(question).toMatchObject({ kind: "question", text: "Which one?", choices: ["red", "blue"] });
  expect(await bench.sync()).toMatchObject({
    ...{ attention: true, busy: true, turn: { state: "awaiting_input" } },
    interrogatives: [question],
    actions: { respond: { available: true } },
  });
  const answered = await bench.post(`/interrogative/${question.id}/respond`, {
    kind: "clarification_choice",
    choice: "blue",
  });
  expect([answered.status, answered.json()]).toEqual([
    200,
    { status: "answered", id: question.id, resolution: "clarification_choice" },
  ]);
  expect(await ended(stream)).toMatchObject({ outcome: "completed", usage: { input_tokens: 14, output_tokens: 6 } });
  expect(told(await bench.history())).toEqual([
    "user_message: paint it",
    'tool_call ask_user {"question":"Which one?","choices":["red","blue"]}: ',
    "tool_result ask_user: blue",
    "assistant_message: Blue it is.",
  ]);
  const [, second] = sent(server);
  expect(second?.messages.slice(1)).toEqual([
    { role: "user", content: "paint it" },
    {
      ...{ role: "assistant", content: null },
      tool_calls: [
        {
          ...{ id: "call-0", type: "function" },
          function: { name: "ask_user", arguments: '{"question":"Which one?","choices":["red","blue"]}' },
        },
      ],
    },
    { role: "tool", tool_call_id: "call-0", content: "blue" },
  ]);
  expect(await bench.sync()).toMatchObject({ attention: false, interrogatives: [], turn: { state: "idle" } });
});

test("C083 C116 an answer of the wrong kind is 400, a late one 404, and a repeated operation gets the first result", async () => {
  const { bench, stream } = await talking(inTurn(calling(ASK), saying("ok")));
  await bench.post("/prompt", { content: "go" });
  const { id } = await opened(stream);
  const respond = (body: unknown): Promise<TestExchange> => bench.post(`/interrogative/${id}/respond`, body);
  for (const [wrong, details] of [
    [
      { kind: "permission_answer", granted: true },
      { mistake: "wrong_value", field: "kind" },
    ],
    [
      { kind: "clarification_choice", choice: "green" },
      { mistake: "wrong_value", field: "choice" },
    ],
    [{ kind: "clarification_choice" }, { mistake: "missing_field", field: "choice" }],
    [{ kind: "nonsense" }, { mistake: "wrong_value", field: "kind" }],
    [{}, { mistake: "missing_field", field: "kind" }],
  ] as const) {
    const refused = await respond(wrong);
    expect([refused.status, refused.json()]).toMatchObject([400, { code: "invalid_request", details }]);
  }
  const { daemon_epoch, operation_window } = await bench.sync();
  const context = { daemon_epoch, window: operation_window?.window, operation: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  const answer = { kind: "clarification_text", text: "green", operation_context: context };
  const first = await respond(answer);
  expect([first.status, first.json()]).toMatchObject([
    200,
    { status: "completed", outcome: { interrogative_id: id, resolution: "clarification_text" } },
  ]);
  await ended(stream);
  expect((await respond(answer)).json()).toEqual(first.json());
  expect(code(await respond({ ...answer, text: "other" }))).toBe("operation_payload_conflict");
  const late = await respond({ kind: "clarification_text", text: "late" });
  expect([late.status, code(late)]).toEqual([404, "interrogative_not_open"]);
  expect(told(await bench.history())[2]).toBe("tool_result ask_user: green");
});

test("cancelling the turn resolves the question, and the next turn tells the model that the call was not run", async () => {
  const { bench, server, stream } = await talking(inTurn(calling(ASK), saying("hello")));
  await bench.post("/prompt", { content: "go" });
  const { id } = await opened(stream);
  expect((await bench.post("/turn/cancel")).status).toBe(202);
  expect(await ended(stream)).toMatchObject({ outcome: "cancelled" });
  expect(stream.records).toContainEqual(
    expect.objectContaining({ kind: "interrogative_resolved", id, resolution: "cancelled" }),
  );
  await bench.turn("again");
  const messages = sent(server).at(-1)?.messages.slice(1) ?? [];
  expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
    "user: go",
    "assistant: null",
    "tool: the person gave no answer",
    "user: again",
  ]);
});

test.each([
  ["an unknown tool", callOf("nothing", {}), "there is no tool of this name"],
  ["no JSON", callOf("ask_user", '{"question":'), "the arguments are not a JSON object"],
  ["a list", callOf("ask_user", "[1]"), "the arguments are not a JSON object"],
  [
    "too deep",
    callOf("ask_user", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
    "the arguments are not a JSON object",
  ],
  ["another input", callOf("ask_user", { question: 7 }), "`question` has to be a text"],
  ["no arguments at all", callOf("ask_user", ""), "`question` has to be a text"],
])("C319 a call with %s is a result that says so, and the turn goes on", async (_, call, said) => {
  const { bench, stream } = await talking(inTurn(calling(call), saying("I see.")));
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed", finish: "stop" });
  const items = await bench.history();
  expect(items.map(({ kind }) => kind)).toEqual(["user_message", "tool_call", "tool_result", "assistant_message"]);
  expect(items[2]).toMatchObject({ text: said, tool: { is_error: true } });
});

test("C302 after `max_tool_turns` rounds the turn is completed with a notice; 0 means unset", async () => {
  const { bench, server, stream } = await talking(calling(callOf("nothing", {})), "", "max_tool_turns: 2");
  await bench.post("/prompt", { content: "go" });
  expect(await ended(stream)).toMatchObject({ outcome: "completed", finish: "max_tool_turns" });
  expect(server.asked).toHaveLength(3);
  const items = await bench.history();
  expect(items.at(-2)).toMatchObject({
    kind: "tool_result",
    text: "not run: 2 rounds of tools are the most of one turn",
  });
  expect(items.at(-1)).toMatchObject({ kind: "notice", text: "The turn ended after 2 rounds of tools." });
});

test("C319 calls beyond a batch run after it, and the model hears results in the order of the calls; a model without tools is offered none", async () => {
  const calls = [callOf("shell", { command: "echo hi" }, 0), ...[1, 2, 3, 4].map((at) => callOf("nothing", {}, at))];
  const server = await modelServer(inTurn(calling(...calls), saying("ok")));
  const config = single(`${server.url}/v1`, "", "max_tool_batch_size: 2");
  const bench = await running({ config: `${config}default_permission_matcher: bypass\n` });
  await bench.turn("go");
  const items = await bench.history();
  const ids = (kind: string): readonly string[] =>
    items.flatMap((item) => (item.kind === kind ? [item.tool?.call_id ?? ""] : []));
  expect(ids("tool_call")).toEqual(["call-0", "call-1", "call-2", "call-3", "call-4"]);
  expect(ids("tool_result").slice(0, 2).toSorted()).toEqual(["call-0", "call-1"]);
  expect(ids("tool_result").slice(2).toSorted()).toEqual(["call-2", "call-3", "call-4"]);
  expect(items.some(({ text }) => text?.startsWith("not run"))).toBe(false);
  const heard = sent(server)[1]?.messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
  expect(heard).toEqual(["call-0", "call-1", "call-2", "call-3", "call-4"]);
  const ours = ["read", "edit", "search", "list", "shell", "ask_user"];
  expect(sent(server)[0]?.tools?.map(({ function: { name } }) => name)).toEqual(ours);
  const bare = await modelServer(saying("ok"));
  const other = await running({ config: single(`${bare.url}/v1`, "", "tool_loading: no_tools") });
  await other.turn("go");
  expect(sent(bare)[0]).not.toHaveProperty("tools");
});

test("calls of one id are told apart, and a call without one gets one", async () => {
  const calls = [callOf("nothing", {}, 0, "same"), callOf("nothing", {}, 1, "same"), callOf("nothing", {}, 2, "")];
  const { bench, server, stream } = await talking(inTurn(calling(...calls), saying("ok")));
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [, { messages } = { messages: [] }] = sent(server);
  const ids = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
  expect(messages.flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual(ids);
});

test("C308 `standard` asks before the shell runs: a denial is told to the model", async () => {
  const { bench, stream } = await talking(inTurn(calling(callOf("shell", { command: "echo hi" })), saying("I see.")));
  await bench.post("/prompt", { content: "go" });
  const question = await opened(stream);
  expect(question).toMatchObject({ kind: "permission", tool: "shell", text: "echo hi" });
  await bench.post(`/interrogative/${question.id}/respond`, { kind: "permission_answer", granted: false });
  await ended(stream);
  const [, , result] = await bench.history();
  expect(result).toMatchObject({
    text: "not run: the person who works with you does not allow it",
    tool: { is_error: true },
  });
});

test("a command that a person could not see whole is not asked about, and not run", async () => {
  const { bench, stream } = await talking(
    inTurn(calling(callOf("shell", { command: `echo ${"x".repeat(9000)}; rm -rf /nothing` })), saying("I see.")),
  );
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [, , result] = await bench.history();
  expect(result?.text).toBe("not run: it is too long to be shown to a person");
  expect(stream.records.some(({ kind }) => kind === "interrogative_opened")).toBe(false);
});

const VERDICT = (allow: boolean): Script => calling(callOf("verdict", { allow, reason: "it says so" }));
const SHELL = calling(callOf("shell", { command: "exit 3" }));

test("C308 `autonomous`: a model judges by a forced tool, denials count, and then a person is asked", async () => {
  const { bench, server, stream } = await talking(
    inTurn(SHELL, VERDICT(false), SHELL, VERDICT(false), SHELL, saying("ok")),
    "default_permission_matcher: autonomous\nautonomous_permission_matcher: { max_consecutive_denials: 2, classifier_rules: be kind }\n",
  );
  await bench.post("/prompt", { content: "go" });
  const question = await opened(stream);
  expect(question).toMatchObject({ kind: "permission", text: "exit 3" });
  await bench.post(`/interrogative/${question.id}/respond`, { kind: "permission_answer", granted: false });
  await ended(stream);
  const results = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  expect(results.map(({ text }) => text)).toEqual([
    "not run: it says so",
    "not run: it says so",
    "not run: the person who works with you does not allow it",
  ]);
  const judged = sent(server)[1];
  expect(judged?.tool_choice).toEqual({ type: "function", function: { name: "verdict" } });
  expect(judged?.messages[0]?.content).toContain("be kind");
  expect(judged?.messages[1]?.content).toContain('"command":"exit 3"');
});

test.each([
  ["words", saying("yes, allow it")],
  ["two verdicts", calling(callOf("verdict", { allow: true }, 0), callOf("verdict", { allow: true }, 1))],
  ["another tool", calling(callOf("shell", { command: "true" }))],
  ["`allow` as a text", calling(callOf("verdict", { allow: "true", reason: "" }))],
  ["an error", (one: { cut(): void }) => one.cut()],
] as const)("C308 a judge that answers with %s denies", async (_, answer) => {
  const { bench, stream } = await talking(
    inTurn(SHELL, answer, saying("ok")),
    "default_permission_matcher: autonomous\n",
  );
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [, , result] = await bench.history();
  expect(result?.text).toMatch(/^not run: /);
});

test("C308 the monitor is switched: `bypass` asks nobody, and a secret file is asked about nevertheless", async () => {
  const { bench, stream } = await talking(
    inTurn(calling(callOf("shell", { command: "cat .env" })), saying("ok")),
    "permissions: { secret_files: [.env] }\n",
  );
  expect((await bench.post("/permission-monitor", { monitor: "bypass" })).json()).toEqual({ status: "changed" });
  expect((await bench.post("/permission-monitor", { monitor: "bypass" })).json()).toEqual({ status: "unchanged" });
  expect(await bench.sync()).toMatchObject({ permission_monitor: "bypass" });
  expect((await bench.post("/permission-monitor", { monitor: "none" })).status).toBe(400);
  await bench.post("/prompt", { content: "go" });
  const question = await opened(stream);
  expect(question.text).toMatch(/^This names a secret file \(\.env, .*\ncat \.env$/);
  await bench.post(`/interrogative/${question.id}/respond`, { kind: "cancel" });
  await ended(stream);
});

test("P-S81 model and facet of the next turns: unknown names are 400, and a restart keeps the choice", async () => {
  const { bench, server } = await talking(saying("ok"), "# more\n");
  expect(code(await bench.post("/model", { model: "none" }))).toBe("invalid_request");
  expect(code(await bench.post("/facet", { facet: "none" }))).toBe("invalid_request");
  expect((await bench.post("/facet", { facet: "plan" })).json()).toEqual({ status: "changed" });
  expect((await bench.post("/facet", { facet: "plan" })).json()).toEqual({ status: "unchanged" });
  expect((await bench.sync()).turn.facet).toBe("plan");
  await bench.turn("go");
  expect((await bench.history())[0]?.attribution).toMatchObject({ facet: "plan", model: "m" });
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  await again.turn("go on");
  expect((await again.history()).at(-1)?.attribution).toMatchObject({ facet: "plan" });
  const systems = sent(server).map(({ messages }) => messages[0]?.content);
  expect(systems[0]).toBe(systems[1]);
});

test("an output of more than 64 KiB is an attachment with a preview", async () => {
  const long = "y".repeat(70_000);
  const { bench, server, stream } = await talking(
    inTurn(calling(callOf("shell", { command: `printf '${long}'` })), saying("ok")),
    BYPASS,
  );
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  const [, call, result] = await bench.history();
  expect(call?.tool).not.toHaveProperty("input");
  expect(call?.elided).toMatchObject({ artifact_id: expect.any(String) });
  expect(result?.text).toMatch(/^y+\n… \d+ bytes left out …\ny+$/);
  expect(result?.elided).toMatchObject({ bytes: 70_000, artifact_id: expect.any(String) });
  expect(sent(server).at(-1)?.messages.at(-1)?.content).toBe(result?.text);
});
