/** P-S55: what a model hears has roles that alternate, whatever became of the turns before, and after a restart too. */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import {
  answerOf,
  delta,
  event,
  finish,
  type ModelServer,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { type Bench, running } from "./bench.js";

const heard = ({ asked }: ModelServer): readonly string[] => {
  const { messages } = JSON.parse(asked.at(-1)?.body ?? "{}") as { messages: { role: string; content: string }[] };
  const [system, ...others] = messages;
  expect(system?.role).toBe("system");
  return others.map(({ role, content }) => `${role}: ${content}`);
};

/** Says nothing, and waits for the cancel. */
const silent: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.closed;
};

async function cancelled(bench: Bench, content: string, isThere: (kind: string) => boolean): Promise<void> {
  const stream = await bench.follow();
  await bench.post("/prompt", { content });
  await stream.until(({ records }) => records.some(({ kind }) => isThere(kind)));
  await bench.post("/turn/cancel");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  stream.leave();
}

const cut: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.send(delta("half"));
  one.cut();
};

const thought = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] });

/** What becomes of the turn of `two`, between a good one of `one` and a good one of `three`. */
const BETWEEN: readonly (readonly [
  string,
  (bench: Bench, server: ModelServer) => Promise<unknown>,
  readonly string[],
])[] = [
  [
    "it failed before a word: its prompt is left out",
    (bench, server) => {
      server.answer(answerOf(500, "{}"));
      return bench.turn("two");
    },
    ["user: one", "assistant: A", "user: three"],
  ],
  [
    "several failed",
    async (bench, server) => {
      server.answer(answerOf(429, "{}"));
      for (const content of ["two", "two and a half"]) await bench.turn(content);
    },
    ["user: one", "assistant: A", "user: three"],
  ],
  [
    "it failed while it thought",
    (bench, server) => {
      server.answer(streaming(thought, "data: {\n\n"));
      return bench.turn("two");
    },
    ["user: one", "assistant: A", "user: three"],
  ],
  [
    "it failed in the midst of its answer: both stay",
    (bench, server) => {
      server.answer(cut);
      return bench.turn("two");
    },
    ["user: one", "assistant: A", "user: two", "assistant: half", "user: three"],
  ],
  [
    "it was cancelled before a word: its prompt and the next one are one message",
    (bench, server) => {
      server.answer(silent);
      return cancelled(bench, "two", (kind) => kind === "turn_started");
    },
    ["user: one", "assistant: A", "user: two\n\nthree"],
  ],
  [
    "nothing was answered",
    (bench, server) => {
      server.answer(streaming(finish()));
      return bench.turn("two");
    },
    ["user: one", "assistant: A", "user: two\n\nthree"],
  ],
  [
    "the model goes on, from an answer that was cut",
    async (bench, server) => {
      server.answer(streaming(delta("half a w"), finish("length")));
      await bench.turn("two");
      server.answer(saying("ord"));
      const stream = await bench.follow();
      await bench.post("/prompt");
      await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
    },
    ["user: one", "assistant: A", "user: two", "assistant: half a word", "user: three"],
  ],
];

test.each(BETWEEN)("%s", async (_, between, expected) => {
  for (const isRestarted of [false, true]) {
    const server = await modelServer(saying("A"));
    let bench = await running({ config: single(`${server.url}/v1`) });
    await bench.turn("one");
    await between(bench, server);
    if (isRestarted) {
      await bench.daemon.stop("terminate");
      bench = await bench.again();
    }
    server.answer(saying("B"));
    await bench.turn("three");
    expect(heard(server)).toEqual(expected);
    // The history keeps what was asked, whatever the model hears.
    expect((await bench.history()).filter(({ kind }) => kind === "user_message").length).toBeGreaterThan(2);
  }
});

test("the first turn fails: the conversation begins with the next prompt", async () => {
  const server = await modelServer(answerOf(401, "{}"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  await bench.turn("one");
  server.answer(saying("B"));
  await bench.turn("two");
  expect(heard(server)).toEqual(["user: two"]);
});

test("a prompt_id that another run of the daemon used again is another prompt", async () => {
  const server = await modelServer(answerOf(401, "{}"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  await bench.turn("one", { prompt_id: "p" });
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  server.answer(saying("B"));
  await again.turn("two", { prompt_id: "p" });
  await again.turn("three");
  expect(heard(server)).toEqual(["user: two", "assistant: B", "user: three"]);
});
