/** P-S94: a conversation that is too long for the model does not end its session: long results are told in short, in requests alone. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  inTurn,
  type ModelServer,
  modelServer,
  type Script,
  saying,
} from "../model/server.js";
import { strictly } from "../model/strict.js";
import { type Bench, running } from "./bench.js";
import { resultServer, whenConnected } from "./tool-results.js";

const TOO_LONG = answerOf(
  400,
  '{"error":{"message":"This model\'s maximum context length is 8192 tokens.","code":"context_length_exceeded"}}',
);

/** Takes requests of so many characters, and refuses longer ones. */
const taking =
  (most: number, then: Script): Script =>
  (one) =>
    (one.asked.body.length > most ? TOO_LONG : then)(one);

const printing = (bytes: number, id: string): Script =>
  calling(
    callOf(
      "shell",
      { command: `printf 'begin ${id}\\n'; head -c ${bytes} /dev/zero | tr '\\0' x; printf '\\nend ${id}\\n'; exit 3` },
      0,
      id,
    ),
  );

async function working(script: Script, window = 8000): Promise<{ bench: Bench; server: ModelServer }> {
  const server = await modelServer(strictly(script));
  const config = single(`${server.url}/v1`).replace("context_window: 60000", `context_window: ${window}`);
  const bench = await running({ config: `${config}default_permission_matcher: bypass\n` });
  return { bench, server };
}

interface Message {
  readonly role: string;
  readonly content: string;
}

const results = ({ asked }: ModelServer, at = -1): readonly string[] =>
  (JSON.parse(asked.at(at)?.body ?? "{}") as { messages: readonly Message[] }).messages.flatMap(({ role, content }) =>
    role === "tool" ? [content] : [],
  );

const end = (records: readonly { kind: string }[]): TurnFinished => records.at(-1) as TurnFinished;

test.each([
  ["known before it is sent", 8000, 2],
  ["told by its provider", 100_000, 3],
])(
  "one long result, %s: it is told by its ends and its exit code, the history keeps it, and later requests have it in short at once",
  async (_, window, asked) => {
    const { bench, server } = await working(inTurn(printing(60_000, "a"), taking(40_000, saying("I see."))), window);
    expect(end((await bench.turn("go")).records)).toMatchObject({ outcome: "completed" });
    expect(server.asked).toHaveLength(asked);
    const [told = ""] = results(server);
    expect(told.length).toBeLessThanOrEqual(limits.shortResultBytes);
    expect(told).toMatch(/^begin a\nx+\n… \d+ bytes left out …\nx+\nend a\n\[exit code 3\]$/);
    const items = await bench.history();
    expect(items.find(({ kind }) => kind === "tool_result")?.text?.length).toBeGreaterThan(60_000);
    expect(items.filter(({ kind }) => kind === "notice").map(({ text }) => text)).toEqual([
      "The conversation is too long for the model: it is told the beginning and the end of a long result of its tools.",
    ]);
    await bench.turn("and now?");
    expect(server.asked).toHaveLength(asked + 1);
    expect(results(server)).toEqual([told]);
    expect(bench.log.join("").includes("requests have shorter results, as the conversation is too long")).toBe(
      asked === 3,
    );
  },
);

test("the oldest results are shortened first, the newest stays when that is enough, and short ones always stay", async () => {
  const script = inTurn(
    printing(30_000, "a"),
    printing(3000, "b"),
    printing(30_000, "c"),
    printing(30_000, "d"),
    taking(60_000, saying("ok")),
  );
  const { bench, server } = await working(script, 100_000);
  await bench.turn("go");
  expect(results(server).map((text) => text.length > 4096)).toEqual([false, false, false, true]);
  expect(results(server)[1]).not.toContain("left out");
  expect(server.asked).toHaveLength(6);
});

test("a result whose item is a part already names the bytes of the whole", async () => {
  const { bench, server } = await working(inTurn(printing(500_000, "a"), taking(40_000, saying("ok"))));
  await bench.turn("go");
  const [told = ""] = results(server);
  const [, left] = /… (\d+) bytes left out …/.exec(told) ?? [];
  const shown = Buffer.byteLength(told.replace(/\n… \d+ bytes left out …\n/, ""));
  expect(Number(left) + shown).toBeGreaterThan(500_000);
  expect(told.match(/left out/g)).toHaveLength(1);
});

test.each<[string, (bench: Bench) => Promise<unknown>]>([
  ["there is nothing to shorten", async () => undefined],
  ["it is refused all the same", async (bench) => bench.turn("first")],
])("when %s, the turn fails with `context_overflow`, and the next one is asked", async (_, before) => {
  let isFull = false;
  const script = inTurn(printing(20_000, "a"), saying("fine"));
  const { bench, server } = await working((one) => (isFull ? TOO_LONG : script)(one), 100_000);
  await before(bench);
  isFull = true;
  const asked = server.asked.length;
  expect(end((await bench.turn("more")).records)).toMatchObject({
    outcome: "failed",
    error: {
      code: "context_overflow",
      message: expect.stringMatching(
        /^the conversation is longer than the model of the provider `lab` takes; the largest parts are the tools \(about [\d,]+ tokens\)/,
      ),
      provider_message: "This model's maximum context length is 8192 tokens.",
    },
  });
  expect(server.asked.length - asked).toBe(asked === 0 ? 1 : 2);
  isFull = false;
  expect(end((await bench.turn("again")).records)).toMatchObject({ outcome: "completed" });
});

const PICTURE = callOf("mcp__far__result", { content: [{ bytes: 20 }] });

test.each<[string, Script]>([
  ["404", answerOf(404, '{"error":{"message":"No endpoints found that support image input","code":404}}')],
  [
    "500",
    answerOf(
      500,
      '{"error":{"code":500,"message":"image input is not supported - hint: you may need to provide the mmproj","type":"server_error"}}',
    ),
  ],
  ["501", answerOf(501, '{"error":"this model does not support multimodal requests"}')],
  ["400, as too long", TOO_LONG],
])("a request with an image that is refused with %s goes on without it", async (_, refusal) => {
  const refusing: Script = (one) => (one.asked.body.includes("data:image/png") ? refusal : saying("ok"))(one);
  const server = await modelServer(strictly(inTurn(calling(PICTURE), refusing)));
  const bench = await running({
    config: `${single(`${server.url}/v1`, "", "supports_vision: true")}default_permission_matcher: bypass
mcp_servers: { far: ${await resultServer()} }
`,
  });
  await whenConnected(bench);
  expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "completed" });
  await bench.turn("and now?");
  expect(server.asked.map(({ body }) => body.includes("data:image/png"))).toEqual([false, true, false, false]);
});

test.each(["a 404 that is not about images", "a 500 that is not about images"])(
  "%s fails the turn at once",
  async (name) => {
    const refusal = answerOf(name.includes("404") ? 404 : 500, '{"error":{"message":"nothing here"}}');
    const server = await modelServer(inTurn(calling(PICTURE), refusal));
    const bench = await running({
      config: `${single(`${server.url}/v1`, "", "supports_vision: true")}default_permission_matcher: bypass
mcp_servers: { far: ${await resultServer()} }
`,
    });
    await whenConnected(bench);
    expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "failed" });
    expect(server.asked).toHaveLength(2);
  },
);
