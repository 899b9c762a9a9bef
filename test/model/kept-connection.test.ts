/** Requests to one provider go over one connection, as long as their answers are whole. */
import { expect, test } from "vitest";
import { settled } from "../daemon/bench.js";
import { configOf, HELLO, heard, single, targetIn } from "./asking.js";
import {
  answerOf,
  cutAfter,
  DONE,
  delta,
  finish,
  inTurn,
  type ModelServer,
  modelServer,
  type Script,
} from "./server.js";

/** An answer of a known length. */
function whole(text: string): Script {
  const body = delta(text) + finish() + DONE;
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream", "content-length": `${body.length}` });
    await one.send(body);
    one.end();
  };
}

/** Counts connections; a server of Node keeps them for five seconds. */
async function counted(script: Script): Promise<ModelServer & { readonly ask: () => ReturnType<typeof heard> }> {
  const server = await modelServer(script);
  const target = targetIn(await configOf(single(`${server.url}/v1`)));
  return {
    ...server,
    ask: async () => {
      const told = await heard(target, HELLO);
      // The connection is free a moment after the answer.
      await settled();
      return told;
    },
  };
}

test("ten whole answers, refusals among them: one connection", async () => {
  const scripts = Array.from({ length: 10 }, (_, at) => (at % 3 === 2 ? answerOf(400, "{}") : whole("a")));
  const { ask, opened } = await counted(inTurn(...scripts));
  for (const _ of scripts) await ask();
  expect(opened()).toBe(1);
});

test("after an answer that breaks off the next request has another one", async () => {
  const { ask, opened } = await counted(inTurn(cutAfter(delta("a")), whole("b")));
  expect((await ask()).error).toMatchObject({ code: "provider_unreachable" });
  expect((await ask()).text).toBe("b");
  expect(opened()).toBe(2);
});

test("a kept connection that the provider ends at the next request: it is sent again over another one", async () => {
  let requests = 0;
  const script: Script = async (one) => {
    requests += 1;
    // The second request comes over the connection of the first.
    if (requests === 2) return one.cut();
    await whole(`answer ${requests}`)(one);
  };
  const { ask, opened } = await counted(script);
  expect((await ask()).text).toBe("answer 1");
  expect((await ask()).text).toBe("answer 3");
  expect(opened()).toBe(2);
});

test("a first request over a new connection that breaks is not sent again by the connection", async () => {
  const { ask, asked } = await counted((one) => one.cut());
  expect((await ask()).error).toMatchObject({ code: "provider_unreachable" });
  expect(asked).toHaveLength(1);
});
