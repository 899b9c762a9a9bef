/** No picture that a provider refuses ruins a session (P-S65, P-S85). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  event,
  inTurn,
  type ModelServer,
  modelServer,
  type Script,
  saying,
} from "../model/server.js";
import { strictly } from "../model/strict.js";
import { type Bench, running, settled } from "./bench.js";
import { resultServer, whenConnected } from "./tool-results.js";

const image = (bytes = 20, words = ""): string =>
  callOf("mcp__far__result", { content: [...(words === "" ? [] : [{ type: "text", text: words }]), { bytes }] });

const PICTURE = {
  media_type: "image/png",
  name: "me.png",
  data_base64: Buffer.alloc(30, "\x89PNG", "latin1").toString("base64"),
};

async function seeing(script: Script, more = ""): Promise<{ bench: Bench; server: ModelServer }> {
  const server = await modelServer(strictly(script));
  const bench = await running({
    config: `${single(`${server.url}/v1`, "", "supports_vision: true")}${more}default_permission_matcher: bypass
mcp_servers: { far: ${await resultServer()} }
`,
  });
  await whenConnected(bench);
  return { bench, server };
}

/** Takes what holds no image, or none of those `bytes` long. */
function refusing(refusal: Script, then: Script, bytes?: number): Script {
  const some = bytes === undefined ? "data:image/png" : Buffer.alloc(bytes, "\x89PNG", "latin1").toString("base64");
  return (one) => (one.asked.body.includes(some) ? refusal : then)(one);
}

/** The number of images in each request. */
const images = ({ asked }: ModelServer): readonly number[] =>
  asked.map(({ body }) => body.match(/data:image\/png;base64,/g)?.length ?? 0);

const end = (records: readonly { kind: string }[]): TurnFinished => records.at(-1) as TurnFinished;

const REFUSED = '"content":"[attachment: image/png, 20 bytes] (the provider refuses this image)"';

test.each<readonly [string, Script]>([
  ["400", answerOf(400, '{"error":{"message":"could not process image"}}')],
  ["413", answerOf(413, "too large")],
  ["415", answerOf(415, "{}")],
  ["422", answerOf(422, "{}")],
  [
    "an error of 400 in an answer",
    answerOf(200, event({ error: { code: 400, message: "no image" } }), "text/event-stream"),
  ],
])("the image of a result is refused with %s: a line stands for it, then and later", async (_, refusal) => {
  const { bench, server } = await seeing(inTurn(calling(image()), refusing(refusal, saying("I see nothing."))));
  expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "completed" });
  expect(images(server)).toEqual([0, 1, 0]);
  expect(server.asked.at(-1)?.body).toContain(REFUSED);
  await bench.turn("and now?");
  expect(images(server)).toEqual([0, 1, 0, 0]);
  expect((await bench.history()).map(({ kind, text = "" }) => (kind === "notice" ? text : kind))).toEqual([
    ...["user_message", "tool_call", "tool_result"],
    "The provider `lab` refuses an image: the model does not see it.",
    ...["assistant_message", "user_message", "assistant_message"],
  ]);
  expect(bench.log.join("")).toContain("requests go without images that the provider refuses");
  // Another run of the daemon learns it again, and no turn fails.
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  for (const content of ["still?", "really?"])
    expect(end((await again.turn(content)).records)).toMatchObject({ outcome: "completed" });
  expect(images(server).slice(4)).toEqual([1, 0, 0]);
});

test.each([401, 403, 404, 429, 500])(
  "a request that is refused with %i is not sent again, and its images stay",
  async (status) => {
    const { bench, server } = await seeing(inTurn(calling(image()), answerOf(status, "{}"), saying("I see.")));
    expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "failed", error: { status } });
    await bench.turn("and now?");
    expect(images(server)).toEqual([0, 1, 1]);
  },
);

test("a request without images that is refused is sent once", async () => {
  const { bench, server } = await seeing(answerOf(400, "{}"));
  expect(end((await bench.turn("go")).records)).toMatchObject({ outcome: "failed", error: { status: 400 } });
  expect(server.asked).toHaveLength(1);
});

test("images of a request that is refused without them, too, are shown again later", async () => {
  const { bench, server } = await seeing(
    inTurn(calling(image()), answerOf(400, "{}"), answerOf(400, "{}"), saying("A fox.")),
  );
  expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "failed", error: { status: 400 } });
  await bench.turn("and now?");
  expect(images(server)).toEqual([0, 1, 0, 1]);
  const notices = (await bench.history()).filter(({ kind }) => kind === "notice");
  expect(notices.map(({ error }) => error?.status)).toEqual([400]);
});

test("the picture of a prompt is refused: the prompt goes through without it", async () => {
  const { bench, server } = await seeing(refusing(answerOf(400, "{}"), saying("I do not see it.")));
  const { records } = await bench.turn("who is this?", { attachments: [PICTURE] });
  expect(end(records)).toMatchObject({ outcome: "completed" });
  expect(server.asked.at(-1)?.body).toContain(
    "who is this?\\n\\n[attachment: me.png, image/png, 30 bytes] (the provider refuses this image)",
  );
  await bench.turn("go on");
  expect(images(server)).toEqual([1, 0, 0]);
});

test("images of results go first, and those of prompts only when that does not help", async () => {
  const both = { content: "compare", attachments: [PICTURE] };
  const small = await seeing(inTurn(calling(image()), refusing(answerOf(413, ""), saying("ok"), 20)));
  await small.bench.turn(both.content, both);
  expect(images(small.server)).toEqual([1, 2, 1]);
  const none = await seeing(inTurn(calling(image()), refusing(answerOf(413, ""), saying("ok"), 30)));
  await none.bench.turn(both.content, both);
  expect(images(none.server)).toEqual([1, 2, 1, 0]);
  expect((await none.bench.history()).find(({ kind }) => kind === "notice")?.text).toMatch(/refuses 2 images/);
});

test("an image that comes later is shown, words beside a refused one stay, and another model is shown all", async () => {
  const { bench, server } = await seeing(
    inTurn(
      ...[calling(image(20, "the page at noon")), answerOf(400, "{}")],
      ...[calling(image(40)), refusing(answerOf(400, "{}"), saying("Better."), 20)],
    ),
    "  n: { provider: lab, class: full, context_window: 8000, supports_vision: true }\n",
  );
  await bench.turn("look");
  expect(images(server)).toEqual([0, 1, 0, 1]);
  expect(server.asked.at(-1)?.body).toContain(
    '"the page at noon\\n\\n[attachment: image/png, 20 bytes] (the provider refuses this image)"',
  );
  server.answer(saying("All of it."));
  await bench.turn("look", { model: "n" });
  await bench.turn("look", { model: "m" });
  expect(images(server).slice(4)).toEqual([2, 1]);
});

/** Milliseconds; each limit of a call is longer. */
const SHORT = 1000;

test.each([
  [0, 1],
  [1, 0],
])("an image of the most bytes and %i more", async (more, shown) => {
  const bytes = limits.resultImageBytes + more;
  const { bench, server } = await seeing(inTurn(calling(image(bytes)), saying("ok")));
  const turn = bench.turn("look");
  // A long message of a tool server is read at a pace of the clock. Its short waits pass, and the limits of calls do not.
  while (server.asked.length < 2) {
    const { next = SHORT } = bench.clock;
    if (next < SHORT) bench.clock.pass(next);
    await settled(1);
  }
  await turn;
  expect(images(server)).toEqual([0, shown]);
  const line = `[attachment: image/png, ${bytes} bytes] (this image is too large to be shown)`;
  expect(server.asked.at(-1)?.body.includes(line)).toBe(shown === 0);
});

test("a turn that is cancelled while it is asked again is cancelled, and the next one goes through", async () => {
  const silent: Script = async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    void bench.post("/turn/cancel");
    await one.closed;
  };
  const { bench, server } = await seeing(
    inTurn(calling(image()), answerOf(400, "{}"), silent, refusing(answerOf(400, "{}"), saying("ok"))),
  );
  expect(end((await bench.turn("look")).records)).toMatchObject({ outcome: "cancelled" });
  expect(end((await bench.turn("again")).records)).toMatchObject({ outcome: "completed" });
  expect(images(server)).toEqual([0, 1, 0, 1, 0]);
});
