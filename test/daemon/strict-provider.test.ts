/** P-S55: after a turn that did not end well, the next one goes through with the strictest provider, after a restart too. */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
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
import { type Bench, running } from "./bench.js";
import { resultServer, whenConnected } from "./tool-results.js";

/** What becomes of the turn of `two`. */
interface Kind {
  /** Answers its requests; `act` is the second field. */
  readonly script: (act: () => unknown) => Script;
  /** Ends the turn from outside. */
  readonly act?: (bench: Bench) => unknown;
  /** Whether it calls a tool of a server. */
  readonly isServed?: true;
  /** It acts when this kind of record comes. */
  readonly on?: string;
  /** The next request after the turn of `one`: roles and the beginnings of their texts. */
  readonly heard: readonly string[];
}

const broken: Script = (one) => one.cut();
const midway: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.send(delta("half"));
  one.cut();
};
/** Says nothing until the caller goes. */
const silent =
  (act: () => unknown): Script =>
  async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    act();
    await one.closed;
  };
const failing = answerOf(500, "{}");
const thought = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] });
const ECHO = callOf("shell", { command: "echo hi" });
const SLEEP = callOf("shell", { command: "sleep 60" });
const IMAGE = callOf("mcp__far__result", { content: [{ bytes: 20 }] });

const stop = (bench: Bench): Promise<unknown> => bench.post("/turn/cancel");

const KINDS: Readonly<Record<string, Kind>> = {
  "500 before a word": { script: () => failing, heard: ["user: three"] },
  "the connection breaks before a word": { script: () => broken, heard: ["user: three"] },
  "the connection breaks in the midst of a text": {
    script: () => midway,
    heard: ["user: two", "assistant: half", "user: three"],
  },
  "500 after a call": {
    script: () => inTurn(calling(ECHO), failing),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "the connection breaks after a call": {
    script: () => inTurn(calling(ECHO), broken),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "the provider is silent after a call": {
    script: (act) => inTurn(calling(ECHO), silent(act)),
    act: ({ clock }) => clock.pass(120_000),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "a foreign answer after a call": {
    script: () => inTurn(calling(ECHO), answerOf(200, "<html>")),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "half a text after a call": {
    script: () => inTurn(calling(ECHO), midway),
    heard: ["user: two", "assistant: shell", "tool: hi", "assistant: half", "user: three"],
  },
  "a text, a call, and 500": {
    script: () => inTurn(streaming(delta("Let me look."), ECHO, finish("tool_calls")), failing),
    heard: ["user: two", "assistant: Let me look. shell", "tool: hi", "user: three"],
  },
  "a blank text, a call, and 500": {
    script: () => inTurn(streaming(delta("\n\n"), ECHO, finish("tool_calls")), failing),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "several calls in one answer, and 500": {
    script: () =>
      inTurn(
        calling(
          ECHO,
          callOf("nothing", {}, 1),
          callOf("shell", '{"command":', 2),
          callOf("shell", { command: "true" }, 3),
        ),
        failing,
      ),
    heard: ["user: two", "assistant: shell nothing shell shell", ...["tool", "tool", "tool", "tool"], "user: three"],
  },
  "arguments that are no JSON object, and 500": {
    script: () =>
      inTurn(
        calling(
          ...['{"command":"echo', "[1]", '"echo hi"', "null", "7", `{"command":"${"x".repeat(70_000)}`].map(
            (input, at) => callOf("shell", input, at),
          ),
        ),
        failing,
      ),
    heard: [
      "user: two",
      "assistant: shell shell shell shell shell shell",
      ...Array.from({ length: 6 }, () => "tool"),
      "user: three",
    ],
  },
  "names that no tool has, and 500": {
    script: () =>
      inTurn(calling(...["", " ", "über", "a.b/c", "x".repeat(300)].map((name, at) => callOf(name, {}, at))), failing),
    heard: ["user: two", "assistant: ", ...Array.from({ length: 5 }, () => "tool"), "user: three"],
  },
  "calls of two answers with one id, and 500": {
    script: () => inTurn(calling(ECHO), calling(ECHO), failing),
    heard: ["user: two", ...["assistant: shell", "tool: hi", "assistant: shell", "tool: hi"], "user: three"],
  },
  "it is cancelled while the provider is silent": {
    script: silent,
    act: stop,
    heard: ["user: two\n\nthree"],
  },
  "it is cancelled after a call": {
    script: (act) => inTurn(calling(ECHO), silent(act)),
    act: stop,
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "it is cancelled while a call runs": {
    script: () => calling(SLEEP),
    on: "tool_call",
    act: stop,
    heard: ["user: two", "assistant: shell", "tool: [", "user: three"],
  },
  "the daemon is killed while a call runs": {
    script: () => calling(SLEEP, callOf("nothing", {}, 1)),
    on: "tool_result",
    act: ({ disk }) => disk.crash(),
    heard: ["user: two", "assistant: shell nothing", "tool: The turn ended before", "tool: there is no", "user: three"],
  },
  "it only thinks": { script: () => streaming(thought, "data: {\n\n"), heard: ["user: three"] },
  "it thinks, calls, and 500": {
    script: () => inTurn(streaming(thought, ECHO, finish("tool_calls")), failing),
    heard: ["user: two", "assistant: shell", "tool: hi", "user: three"],
  },
  "a result is an image, and 500": {
    isServed: true,
    script: () => inTurn(calling(IMAGE), failing),
    heard: ["user: two", "assistant: mcp__far__result", "tool", "user: [images of the results] + image + three"],
  },
  "one result of two is an image, and 500": {
    isServed: true,
    script: () => inTurn(calling(IMAGE, callOf("shell", { command: "printf ' '" }, 1)), failing),
    heard: [
      ...["user: two", "assistant: mcp__far__result shell", "tool", "tool"],
      "user: [images of the results] + image + three",
    ],
  },
  "a result is empty, and 500": {
    isServed: true,
    script: () => inTurn(calling(callOf("mcp__far__result", { content: [{ type: "text", text: " \n" }] })), failing),
    heard: ["user: two", "assistant: mcp__far__result", "tool: (the result is empty)", "user: three"],
  },
  "the answer is cut with a call in it": {
    script: () => streaming(ECHO, finish("length")),
    heard: ["user: two\n\nthree"],
  },
  "the answer is empty": { script: () => streaming(finish()), heard: ["user: two\n\nthree"] },
  "the answer is blank": { script: () => saying(" \n"), heard: ["user: two\n\nthree"] },
  "500 after a blank text": { script: () => streaming(delta("\n"), "data: {\n\n"), heard: ["user: three"] },
  "too many rounds of tools": {
    script: () => calling(ECHO),
    heard: [
      ...["user: two", "assistant: shell", "tool: hi", "assistant: shell", "tool: hi"],
      ...["assistant: shell", "tool: not run: 2 rounds", "user: three"],
    ],
  },
};

interface Sent {
  readonly role: string;
  readonly content: string | null | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}

function heardBy({ asked }: ModelServer): readonly string[] {
  const { messages } = JSON.parse(asked.at(-1)?.body ?? "{}") as { messages: readonly Sent[] };
  return messages.slice(3).map(({ role, content, tool_calls = [] }) => {
    const parts = typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text ?? "image");
    const names = tool_calls.map((call) => call.function.name).join(" ");
    return `${role}: ${[parts.join(" + "), names].filter((text) => text !== "").join(" ")}`;
  });
}

async function badTurn(bench: Bench, { on, act = () => {} }: Kind): Promise<void> {
  const stream = await bench.follow();
  const isThere = (kind: string): Promise<void> =>
    stream.until(({ records }) =>
      records.some((record) => (record.kind === "item_finished" ? record.item.kind : record.kind) === kind),
    );
  await bench.post("/prompt", { content: "two" });
  if (on !== undefined) {
    await isThere(on);
    await act(bench);
  }
  if (on !== "tool_result") await isThere("turn_finished");
  stream.leave();
}

test.each(Object.entries(KINDS))("%s", async (_, kind) => {
  for (const isRestarted of kind.on === "tool_result" ? [true] : [false, true]) {
    const server = await modelServer(strictly(saying("A")));
    let bench = await running({
      config: `${single(`${server.url}/v1`, "", "supports_vision: true", "max_tool_turns: 2")}default_permission_matcher: bypass
${kind.isServed ? `mcp_servers: { far: ${await resultServer()} }` : ""}
`,
    });
    if (kind.isServed) await whenConnected(bench);
    await bench.turn("one");
    server.answer(strictly(kind.script(() => kind.act?.(bench))));
    await badTurn(bench, kind);
    if (isRestarted) {
      if (kind.on !== "tool_result") await bench.daemon.stop("terminate");
      bench = await bench.again();
    }
    server.answer(strictly(saying("B")));
    const { records } = await bench.turn("three");
    const heard = heardBy(server);
    expect(heard.map((text, at) => text.slice(0, kind.heard[at]?.length))).toEqual(kind.heard);
    expect(records.at(-1)).toMatchObject({ kind: "turn_finished", outcome: "completed" });
  }
});
