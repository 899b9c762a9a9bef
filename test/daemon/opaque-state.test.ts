/** P-S93: the opaque state of a provider goes back to the model that made it, byte for byte, and to nobody else. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  delta,
  event,
  finish,
  inTurn,
  type ModelServer,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { strictly } from "../model/strict.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running } from "./bench.js";

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly extra_content?: unknown }[];
}

const FILE = "/state/sessions-v1/session-1/opaque.jsonl";

const messages = ({ asked }: ModelServer, at = -1): readonly Message[] =>
  (JSON.parse(asked.at(at)?.body ?? "{}") as { messages: readonly Message[] }).messages;

const said = (delta: object): string => event({ choices: [{ index: 0, delta }] });

const called = (id: string, more: object = {}, index = 0): string =>
  said({ tool_calls: [{ index, id, function: { name: "nothing", arguments: "{}" }, ...more }] });

const ended = (records: readonly { kind: string }[]): TurnFinished => records.at(-1) as TurnFinished;

async function talking(
  script: Script,
  disk = new Disk(1),
  daemon = "",
): Promise<{ bench: Bench; server: ModelServer }> {
  const server = await modelServer(strictly(script));
  const config = single(`${server.url}/v1`, "", "", daemon).replace("60000", "1000000");
  const bench = await running({ disk, config });
  return { bench, server };
}

const signature = (extra: unknown) => ({ extra_content: { google: { thought_signature: extra } } });

/** What a provider sends, and the fields of the message that it wants back. */
const STATES: Readonly<
  Record<string, readonly [pieces: readonly string[], message: object, calls: readonly object[]]>
> = {
  "reasoning_content before a call": [
    [
      said({ reasoning_content: "I " }),
      said({ reasoning_content: "think\n\ud83d" }),
      said({ reasoning_content: "\ude00 " }),
      called("a"),
    ],
    { reasoning_content: "I think\n\ud83d\ude00 " },
    [{}],
  ],
  "reasoning_content before a text": [
    [said({ reasoning_content: "hm" }), said({ content: "Let me look." }), called("a")],
    { content: "Let me look.", reasoning_content: "hm" },
    [{}],
  ],
  "an empty text of reasoning": [[said({ reasoning_content: "" }), called("a")], { reasoning_content: "" }, [{}]],
  "reasoning before and after the text": [
    [said({ reasoning_content: "one " }), said({ content: "x" }), said({ reasoning_content: "two" }), called("a")],
    { reasoning_content: "one two" },
    [{}],
  ],
  "a blank text between": [
    [said({ reasoning_content: "hm" }), said({ content: "\n\n" }), called("a")],
    { content: null, reasoning_content: "hm" },
    [{}],
  ],
  "a signature in a call": [[called("a", signature("c2ln+/=="))], {}, [signature("c2ln+/==")]],
  "a signature in the second call alone": [[called("a"), called("b", signature("x"), 1)], {}, [{}, signature("x")]],
  "a signature in a later piece of a call": [
    [called("a"), said({ tool_calls: [{ index: 0, ...signature("late") }] })],
    {},
    [signature("late")],
  ],
  "details, whole": [
    [said({ reasoning_details: [{ type: "reasoning.encrypted", data: "AAEC", id: "r", index: 0 }] }), called("a")],
    { reasoning_details: [{ type: "reasoning.encrypted", data: "AAEC", id: "r", index: 0 }] },
    [{}],
  ],
  "details in pieces": [
    [
      said({ reasoning_details: [{ type: "reasoning.text", text: "I ", index: 0, signature: null }] }),
      said({ reasoning_details: [{ type: "reasoning.text", text: "think", index: 0 }] }),
      said({ content: "x" }),
      said({ reasoning_details: [{ type: "reasoning.text", index: 0, signature: "s==" }] }),
      said({ reasoning_details: [{ type: "reasoning.encrypted", data: "d", index: 1 }] }),
      called("a"),
    ],
    {
      reasoning_details: [
        { type: "reasoning.text", text: "I think", index: 0, signature: "s==" },
        { type: "reasoning.encrypted", data: "d", index: 1 },
      ],
    },
    [{}],
  ],
  "details without an index": [
    [
      said({ reasoning_details: [{ type: "t", text: "a" }] }),
      said({ reasoning_details: [{ type: "t", text: "b" }] }),
      called("a"),
    ],
    {
      reasoning_details: [
        { type: "t", text: "a" },
        { type: "t", text: "b" },
      ],
    },
    [{}],
  ],
  "what looks like a credential": [
    [said({ reasoning_content: "use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789" }), called("a")],
    { reasoning_content: "use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789" },
    [{}],
  ],
  "names that objects have": [
    [called("a", { extra_content: JSON.parse('{"__proto__":{"x":1},"constructor":2}') as object })],
    {},
    [{ extra_content: JSON.parse('{"__proto__":{"x":1},"constructor":2}') as object }],
  ],
};

test.each(Object.entries(STATES))(
  "%s: it goes back with its message, after a kill and later too",
  async (_, [pieces, message, calls]) => {
    const { bench, server } = await talking(inTurn(streaming(...pieces, finish("tool_calls")), saying("done")));
    expect(ended((await bench.turn("one")).records)).toMatchObject({ outcome: "completed" });
    const expectState = (): void => {
      const answer = messages(server).find(({ role }) => role === "assistant");
      expect(answer).toMatchObject(message);
      const fields = Object.keys(answer ?? {}).filter((name) => name.startsWith("reasoning"));
      expect(fields).toEqual(Object.keys(message).filter((name) => name !== "content"));
      const sent = (answer?.tool_calls ?? []).map(({ extra_content }) =>
        extra_content === undefined ? {} : { extra_content },
      );
      expect(JSON.stringify(sent)).toBe(JSON.stringify(calls));
    };
    expectState();
    await bench.turn("two");
    expectState();
    bench.disk.crash();
    await (await bench.again()).turn("three");
    expectState();
  },
);

test("the state of an answer without a call goes back with its text; that of a thought alone does not", async () => {
  const thought = streaming(said({ reasoning_content: "only this" }), finish());
  const { bench, server } = await talking(
    inTurn(streaming(said({ reasoning_content: "hm" }), delta("A"), finish()), thought, saying("B")),
  );
  for (const prompt of ["one", "two", "three"]) await bench.turn(prompt);
  expect(messages(server).map(({ role, reasoning_content }) => [role, reasoning_content])).toEqual([
    ["system", undefined],
    ["user", undefined],
    ["assistant", "hm"],
    ["user", undefined],
  ]);
});

test("calls of an answer that is cut off are not run: their state goes back with its text", async () => {
  const details = [{ type: "reasoning.encrypted", data: "late" }];
  const cut = streaming(delta("x"), said({ reasoning_details: details }), called("a"), finish("length"));
  const { bench, server } = await talking(inTurn(cut, saying("B")));
  for (const prompt of ["one", "two"]) await bench.turn(prompt);
  expect(messages(server)[2]).toEqual({ role: "assistant", content: "x", reasoning_details: details });
});

const MODELS = `version: 3
defaults: { full: m }
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "URL/v1" }
  other: { kind: { type: custom_beta_compatible }, url: "URL/v1" }
models:
  m: { provider: lab, class: full, context_window: 1000000 }
  n: { provider: lab, class: full, context_window: 1000000 }
  again: { provider: lab, provider_name: m, class: full, context_window: 1000000 }
  foreign: { provider: other, provider_name: m, class: full, context_window: 1000000 }
`;

test("another model and another provider do not get it; a second name of the same model does", async () => {
  const server = await modelServer(
    inTurn(
      streaming(said({ reasoning_content: "hm" }), called("a", signature("s")), finish("tool_calls")),
      saying("A"),
    ),
  );
  const bench = await running({ config: MODELS.replaceAll("URL", server.url) });
  await bench.turn("one");
  for (const [model, isThere] of [
    ["n", false],
    ["foreign", false],
    ["again", true],
    ["m", true],
  ] as const) {
    await bench.turn("next", { model });
    const body = server.asked.at(-1)?.body ?? "";
    expect([model, body.includes("reasoning_content"), body.includes("thought_signature")]).toEqual([
      model,
      isThere,
      isThere,
    ]);
  }
});

test("no client, no log and no other file has it, and it goes when the session is finalized", async () => {
  const CANARY = "canary-4711-xyzzy";
  const pieces = [
    called("a", signature(CANARY)),
    said({ reasoning_details: [{ type: "reasoning.encrypted", data: CANARY }] }),
  ];
  const { bench, server } = await talking(
    inTurn(streaming(...pieces, finish("tool_calls")), saying("done")),
    new Disk(1),
    "log_level: trace",
  );
  const { records } = await bench.turn("one");
  const paths = ["/sync", "/sync/summary", "/history", "/catalog"];
  const answers = await Promise.all(paths.map(async (path) => (await bench.get(path)).text));
  const shown = [JSON.stringify(records), ...answers, ...bench.log].join("\n");
  expect(shown).not.toContain(CANARY);
  expect(server.asked.at(-1)?.body).toContain(CANARY);
  const holding = (): readonly string[] =>
    [...bench.disk.image()].flatMap(([path, bytes]) => (bytes.includes(CANARY) ? [path] : []));
  expect(holding()).toEqual([FILE]);
  expect((await bench.disk.files().status(FILE))?.mode).toBe(0o600);
  await bench.daemon.stop("terminate");
  expect(holding()).toEqual([]);
  expect([...bench.disk.image().keys()]).not.toContain(FILE);
});

test("more than fits is dropped with a line; what fits is kept", async () => {
  const most = limits.opaqueStateBytes;
  const whole = "x".repeat(most - JSON.stringify({ reasoning_content: "" }).length);
  const { bench, server } = await talking(
    inTurn(
      streaming(said({ reasoning_content: whole }), called("a"), finish("tool_calls")),
      streaming(said({ reasoning_content: `${whole}y` }), called("b"), finish("tool_calls")),
      saying("done"),
    ),
  );
  expect(ended((await bench.turn("one")).records)).toMatchObject({ outcome: "completed" });
  const kept = messages(server).map(({ reasoning_content }) => reasoning_content);
  expect(kept.filter((one) => one !== undefined)).toEqual([whole]);
  expect(bench.log.join("")).toContain(`an opaque state of the provider is too large to be kept bytes=${most + 1}`);
});

const HALF = "\ud800";

test.each([
  ["a reasoning", { reasoning_content: `I ${HALF} think` }, {}],
  ["a detail", { reasoning_details: [{ type: "t", index: 0, text: `${HALF}\\` }] }, {}],
  ["the name of a field", { reasoning_details: [{ [HALF]: 1 }] }, {}],
  ["a call", {}, { extra_content: { s: `\\${HALF}` } }],
])("%s with half a pair of UTF-16 is dropped with a line, and the turn goes on", async (_, fields, ofCall) => {
  const { bench, server } = await talking(
    inTurn(streaming(said(fields), called("a", ofCall), finish("tool_calls")), saying("done")),
  );
  expect(ended((await bench.turn("one")).records)).toMatchObject({ outcome: "completed" });
  const body = server.asked.at(-1)?.body ?? "";
  expect(body).toContain('"tool_calls"');
  expect(body).not.toMatch(/reasoning_|extra_content|\\ud800/);
  expect(bench.log.join("")).toContain("an opaque state of the provider is no well-formed text bytes=");
});

test.each([
  ["a pair", ["I \u{10348} think"]],
  ["a pair whose halves come in two pieces", ["I \ud800", "\udf48 think"]],
  ["a text that looks like half a pair", ["I \\ud800 think \\\\\\ud800"]],
])("%s goes back as it came", async (_, pieces) => {
  const streamed = pieces.map((reasoning_content) => said({ reasoning_content }));
  const { bench, server } = await talking(
    inTurn(streaming(...streamed, called("a"), finish("tool_calls")), saying("done")),
  );
  await bench.turn("one");
  expect(messages(server).flatMap(({ reasoning_content }) => reasoning_content ?? [])).toEqual([pieces.join("")]);
  expect(bench.log.join("")).not.toContain("opaque state");
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["its end is cut off", (bytes) => bytes.subarray(0, -5)],
  ["a byte is another", (bytes) => Buffer.from(bytes.toString().replace("hm", "HM"))],
  ["it is empty", () => Buffer.alloc(0)],
  ["it is no text", () => Buffer.alloc(100_000, 0xff)],
])("a damaged file (%s) loses its states and no turn", async (_, damage) => {
  const thinking = (text: string, id: string): Script =>
    streaming(said({ reasoning_content: text }), called(id), finish("tool_calls"));
  const { bench, server } = await talking(inTurn(thinking("hm", "a"), saying("A"), thinking("new", "b"), saying("B")));
  await bench.turn("one");
  const files = bench.disk.files();
  const file = await files.open(FILE, "append");
  const bytes = damage(Buffer.from(await file.readAt(0, 1_000_000)));
  await file.truncate(0);
  await file.append(bytes);
  await file.sync();
  bench.disk.kill();
  const again = await bench.again();
  expect(ended((await again.turn("two")).records)).toMatchObject({ outcome: "completed" });
  await again.turn("three");
  expect(messages(server).flatMap(({ reasoning_content }) => reasoning_content ?? [])).toEqual(["new"]);
});

/** Wants back what it said with each answer that has calls, as it said it. */
function wanting(state: Map<string, string>): Script {
  let answers = 0;
  return (one) => {
    const { messages: sent } = JSON.parse(one.asked.body) as { messages: readonly Message[] };
    for (const { tool_calls = [], reasoning_content } of sent) {
      const [first] = tool_calls;
      if (first === undefined) continue;
      const expected = state.get(first.id);
      const signatures = tool_calls.map(({ extra_content }) => JSON.stringify(extra_content));
      if (reasoning_content !== expected || signatures.some((one) => one !== JSON.stringify({ s: expected })))
        return answerOf(
          400,
          '{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API."}}',
        )(one);
    }
    if (sent.at(-1)?.role === "tool") return saying("done")(one);
    answers += 1;
    const [id, text] = [
      `call-${answers}`,
      `thought ${answers} of \\ud800 \u{10348} "$KEY" \u2028 ${"é".repeat(answers * 40)}`,
    ];
    state.set(id, text);
    const extra_content = { s: text };
    const pieces = [...text].map((reasoning_content) => said({ reasoning_content }));
    const calls = [called(id, { extra_content }), called(`${id}b`, { extra_content }, 1)];
    return streaming(...pieces, ...calls, finish("tool_calls"))(one);
  };
}

test("over 50 turns, with a kill or a crash of the machine after each third, every state is there", async () => {
  const { bench: first, server } = await talking(wanting(new Map()));
  let bench = first;
  for (let turn = 1; turn <= 50; turn += 1) {
    const { records } = await bench.turn(`prompt ${turn}`);
    expect([turn, ended(records)]).toEqual([turn, expect.objectContaining({ outcome: "completed" })]);
    if (turn % 3 !== 0) continue;
    if (turn % 2 === 0) bench.disk.kill();
    else bench.disk.crash();
    bench = await bench.again();
  }
  expect(server.asked).toHaveLength(100);
  expect(messages(server).filter(({ tool_calls }) => tool_calls !== undefined)).toHaveLength(50);
});

const WANTED = '{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API."}}';

test("a session that was finalized goes on with a provider that wants its reasoning: the public one stands for it", async () => {
  const thinking = streaming(said({ reasoning_content: "I think" }), called("a"), finish("tool_calls"));
  const strict: Script = (one) => {
    const { messages: sent } = JSON.parse(one.asked.body) as { messages: readonly Message[] };
    const lacks = sent.some(
      ({ tool_calls, reasoning_content }) => tool_calls !== undefined && reasoning_content === undefined,
    );
    return (lacks ? answerOf(400, WANTED) : saying("done"))(one);
  };
  const { bench, server } = await talking(inTurn(thinking, strict));
  await bench.turn("one");
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(ended((await again.turn("two")).records)).toMatchObject({ outcome: "completed" });
  expect(messages(server).find(({ tool_calls }) => tool_calls !== undefined)).toMatchObject({
    reasoning_content: "I think",
  });
  const asked = server.asked.length;
  await again.turn("three");
  expect(server.asked).toHaveLength(asked + 1);
});

test("a provider that refuses its own reasoning gets none", async () => {
  const thinking = streaming(said({ reasoning_content: "I think" }), delta("A"), finish());
  const refusing: Script = (one) =>
    (one.asked.body.includes("reasoning_content")
      ? answerOf(400, '{"error":{"message":"Unexpected field reasoning_content"}}')
      : saying("B"))(one);
  const { bench, server } = await talking(inTurn(thinking, refusing));
  for (const prompt of ["one", "two", "three"])
    expect(ended((await bench.turn(prompt)).records)).toMatchObject({ outcome: "completed" });
  expect(server.asked).toHaveLength(4);
});
