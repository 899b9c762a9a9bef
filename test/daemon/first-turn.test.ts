/** The first turn of a daemon waits for its tool servers; each request offers the tools of its moment, in an order that only grows (P-S91). */
import { expect, test } from "vitest";
import { type HandChild, handChildren, speaking, tool } from "../mcp/hand-child.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, type Script, saying } from "../model/server.js";
import { type Bench, running, settled } from "./bench.js";

interface Started {
  readonly bench: Bench;
  readonly model: ModelServer;
  /** The server of this name speaks from now on. */
  speak(name: string): void;
  /** Its process ends. */
  end(name: string): void;
}

const NAMES = ["a", "z"] as const;
const COMMANDS = "default_permission_matcher: bypass\nmcp_servers:\n";

/** Two silent servers; each has one tool with its own name. */
async function started(script: Script, more = "", model = ""): Promise<Started> {
  const server = await modelServer(script);
  const held = new Map<string, (() => void)[]>();
  const speaks = new Set<string>();
  const running_ = new Map<string, HandChild>();
  const children = handChildren(
    (child, line) => {
      const { program } = child.options;
      const say = (): void =>
        speaking((method) =>
          method === "tools/list" ? { tools: [tool("t")] } : { content: [{ type: "text", text: "done" }] },
        )(child, line);
      if (speaks.has(program)) say();
      else held.set(program, [...(held.get(program) ?? []), say]);
    },
    { begin: (child) => void running_.set(child.options.program, child) },
  );
  const servers = NAMES.map((name) => `  ${name}: { transport: stdio, command: ${name} }\n`).join("");
  const bench = await running({
    config: `${single(`${server.url}/v1`, "", model)}${COMMANDS}${servers}${more}`,
    host: { startChild: children.start },
  });
  return {
    ...{ bench, model: server },
    speak(name) {
      speaks.add(name);
      for (const say of held.get(name) ?? []) say();
      held.delete(name);
    },
    end: (name) => running_.get(name)?.end({ code: 1, signal: undefined }),
  };
}

interface Sent {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** The names of the tools that each request offers; undefined where it offers none. */
function offered({ asked }: ModelServer): readonly (readonly string[] | undefined)[] {
  return asked.map(({ body }) => (JSON.parse(body) as Sent).tools?.map((one) => one.function.name));
}

const is =
  (name: string, state: string) =>
  async ({ bench }: Started): Promise<void> => {
    while (!(await bench.get("/daemon-state")).text.includes(`"name":"${name}","transport":"stdio","state":"${state}"`))
      await settled(1);
  };

const OWN = ["read", "edit", "search", "list", "shell", "ask_user"];
const [A, Z] = ["mcp__a__t", "mcp__z__t"];

test("the first turn is busy until the servers have answered, and offers the tools of all", async () => {
  const own = await started(saying("ok"));
  const { bench, model } = own;
  const turn = bench.turn("go");
  own.speak("z");
  await is("z", "connected")(own);
  await settled();
  expect(await bench.sync()).toMatchObject({ busy: true, turn: { state: "running" } });
  expect(model.asked).toEqual([]);
  own.speak("a");
  await turn;
  expect(offered(model)).toEqual([[...OWN, A, Z]]);
  expect((await bench.history()).map(({ kind }) => kind)).toEqual(["user_message", "assistant_message"]);
});

test("after the time of the wait the turn goes on, and a notice names the servers that are missing", async () => {
  const own = await started(saying("ok"));
  const { bench, model } = own;
  own.speak("z");
  await is("z", "connected")(own);
  const turn = bench.turn("go");
  while (!(await bench.sync()).busy) await settled(1);
  await settled();
  bench.clock.pass(29_999);
  await settled();
  expect(model.asked).toEqual([]);
  while (model.asked.length === 0) {
    bench.clock.pass(1);
    await settled(1);
  }
  await turn;
  expect(offered(model)).toEqual([[...OWN, Z]]);
  const [, notice] = await bench.history();
  expect(notice).toMatchObject({
    ...{ kind: "notice", text: "The tools of the server `a` are missing: it did not answer in 30 s." },
    tools: { missing: [{ server: "a", problem: "it did not answer in 30 s" }] },
  });
  // No model is told of it, and no later turn waits.
  await bench.turn("again");
  expect(model.asked.at(-1)?.body).not.toContain("missing");
  expect((await bench.history()).filter(({ kind }) => kind === "notice")).toHaveLength(1);
});

test("a server that ends while the history gets the notice is still offered: the first request lacks what the notice says, and nothing else", async () => {
  const own = await started(saying("ok"));
  const { bench, model } = own;
  own.speak("z");
  await is("z", "connected")(own);
  const turn = bench.turn("go");
  while (!(await bench.sync()).busy) await settled(1);
  await settled();
  bench.disk.decide = async ({ kind }) => {
    if (kind === "append") own.end("z");
    await settled();
    return undefined;
  };
  own.end("a");
  await turn;
  expect(offered(model)).toEqual([[...OWN, Z]]);
  const [, notice] = await bench.history();
  expect(notice).toMatchObject({ tools: { missing: [{ server: "a", problem: "it ended with code 1" }] } });
});

test("tools of a server that comes later stand behind the others, from the next request on, and keep their place", async () => {
  let asked = (): Promise<void> => Promise.resolve();
  const call = inTurn(calling(callOf("mcp__z__t", {})), saying("one"), saying("two"), saying("three"));
  const own = await started(async (one) => {
    await asked();
    await call(one);
  });
  const { bench, model } = own;
  own.speak("z");
  await is("z", "connected")(own);
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "go" });
  asked = () => {
    own.speak("a");
    return is("a", "connected")(own);
  };
  while (model.asked.length === 0) {
    bench.clock.pass(1_000);
    await settled(1);
  }
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  const [first, second] = offered(model);
  expect(first).toEqual([...OWN, Z]);
  expect(second).toEqual([...OWN, Z, A]);
  own.end("z");
  await is("z", "reconnecting")(own);
  await bench.turn("without");
  expect(offered(model)[2]).toEqual([...OWN, A]);
  bench.clock.pass(1_000);
  await is("z", "connected")(own);
  await bench.turn("with");
  expect(offered(model)[3]).toEqual([...OWN, Z, A]);
});

test("a turn that is cancelled during the wait ends at once, asks no model, and the next one waits", async () => {
  const own = await started(saying("ok"));
  const { bench, model } = own;
  const turn = bench.turn("go");
  while (!(await bench.sync()).busy) await settled(1);
  expect((await bench.post("/turn/cancel")).status).toBe(202);
  expect((await turn).records.at(-1)).toMatchObject({ kind: "turn_finished", outcome: "cancelled" });
  expect(model.asked).toEqual([]);
  const next = bench.turn("again");
  for (const name of NAMES) own.speak(name);
  await next;
  expect(offered(model)).toEqual([[...OWN, A, Z]]);
});

test("a daemon that is stopped during the wait ends in order", async () => {
  const { bench, model } = await started(saying("ok"));
  const turn = bench.turn("go");
  while (!(await bench.sync()).busy) await settled(1);
  const stopped = bench.daemon.stop("terminate");
  while ((await Promise.race([stopped.then(() => "stopped"), settled(1).then(() => "not yet")])) !== "stopped")
    bench.clock.pass(100);
  await turn;
  expect(model.asked).toEqual([]);
});

test("a turn whose model takes no tools waits for no server", async () => {
  const own = await started(saying("ok"), "", "tool_loading: no_tools");
  await own.bench.turn("go");
  expect(offered(own.model)).toEqual([undefined]);
  expect((await own.bench.history()).map(({ kind }) => kind)).toEqual(["user_message", "assistant_message"]);
});

test("a continued session waits again", async () => {
  const own = await started(saying("ok"));
  for (const name of NAMES) own.speak(name);
  await own.bench.turn("go");
  await own.bench.daemon.stop("terminate");
  const again = await own.bench.again();
  await again.turn("go on");
  expect(offered(own.model)).toEqual([
    [...OWN, A, Z],
    [...OWN, A, Z],
  ]);
});

test("C128 a secret in the last line of a server is in no notice", async () => {
  const model = await modelServer(saying("ok"));
  const children = handChildren(() => {}, {
    begin: (child) => {
      child.err(`bad key ${child.options.env["KEY"]}\n`);
      setImmediate(() => child.end({ code: 1, signal: undefined }));
    },
  });
  const bench = await running({
    config: `${single(`${model.url}/v1`)}mcp_servers: { own: { transport: stdio, command: own, env: { KEY: "\${KEY}" } } }\n`,
    load: { env: { HOME: "/dev/null/home", KEY: "canary-of-the-key" } },
    host: { startChild: children.start },
  });
  await bench.turn("go");
  expect((await bench.history())[1]).toMatchObject({
    text: "The tools of the server `own` are missing: it ended with code 1: bad key [redacted].",
  });
});
