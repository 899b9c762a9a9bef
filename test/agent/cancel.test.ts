/** `agent cancel`: ends the turn of a session, and says where there is nothing to end (P-S92). */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { delta, modelServer } from "../model/server.js";
import { place, Running, run } from "./process.js";

test("a turn ends with its text so far, the session goes on, and without a turn the exit code is 1", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("half an answer "));
    await one.closed;
  });
  const at = place(single(`${server.url}/v1`));
  const { stdout } = await run(["new", "--no-attach", "--format", "json", ...at.start]);
  const { session_id: id } = JSON.parse(stdout) as { session_id: string };
  const state = ["--state-dir", at.state];
  const none = { code: 1, stdout: "", stderr: "agent: no turn runs in this session\n" };
  expect(await run(["cancel", id, ...state])).toEqual(none);
  const attached = new Running(["attach", id, ...state]);
  attached.child.stdin?.end("hello\n");
  await attached.until((each) => each.stdout.includes("half an answer"));
  expect(await run(["cancel", id.slice(-6), ...state])).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await attached.ended()).toEqual({
    code: 0,
    stdout: "half an answer \n",
    stderr: "agent: the turn was cancelled\n",
  });
  await server.idle();
  expect(await run(["cancel", id, ...state])).toEqual(none);
  await run(["stop", id, ...state]);
  expect(await run(["cancel", id, ...state])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("agent continue"),
  });
  expect(await run(["cancel", "nobody", ...state])).toMatchObject({ code: 1, stdout: "" });
  expect((await run(["cancel"])).code).toBe(2);
});

test("an interrupt of a conversation in a pipe cancels its turn and ends with 130", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("half an answer "));
    await one.closed;
  });
  const at = place(single(`${server.url}/v1`));
  const talk = new Running(["new", ...at.start]);
  talk.child.stdin?.write("hello\n");
  await talk.until((each) => each.stdout.includes("half an answer"));
  talk.child.kill("SIGINT");
  const { code, stderr } = await talk.ended();
  const [, id = ""] = /^session (\S+)\n/.exec(stderr) ?? [];
  expect([code, stderr]).toEqual([
    130,
    `session ${id}\nagent: cancelling the turn\nagent: the turn was cancelled\nagent: the session goes on: agent attach ${id}\n`,
  ]);
  await server.idle();
  expect((await run(["cancel", id, "--state-dir", at.state])).code).toBe(1);
});
