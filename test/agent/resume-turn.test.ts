/** `agent continue --resume-turn` (P-S105): the turn that a crash has ended goes on, whoever watches it. */
import { expect, test } from "vitest";
import { call } from "../daemon/wire.js";
import { single } from "../model/asking.js";
import { inTurn, modelServer, type Script, saying } from "../model/server.js";
import { daemon, type Place, place, run, whenever } from "./process.js";

const endless: Script = async ({ head, closed }) => {
  head(200, { "content-type": "text/event-stream" });
  await closed;
};

/** A session whose daemon was killed while its model thought about a prompt. */
async function crashed(answer: string): Promise<{ readonly at: Place; readonly asked: () => readonly string[] }> {
  const server = await modelServer(inTurn(endless, saying(answer)));
  const at = place(single(`${server.url}/v1`));
  const { url, running } = await daemon(at, ["--session", "s"]);
  await call(url, "/prompt", { method: "POST", body: JSON.stringify({ content: "name a colour" }) });
  await whenever(() => server.asked.length > 0);
  running.child.kill("SIGKILL");
  await running.ended();
  return { at, asked: () => server.asked.map(({ body }) => JSON.stringify(JSON.parse(body).messages)) };
}

test("the model is asked again with the prompt that it had, and its answer is printed", async () => {
  const { at, asked } = await crashed("Blue.");
  const { code, stdout } = await run(["continue", "s", "--resume-turn", ...at.again]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Blue.\n") });
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toBe(asked()[0]);
});

test("without a conversation the turn goes on in the session", async () => {
  const { at, asked } = await crashed("Blue.");
  const { code, stdout } = await run(["continue", "s", "--resume-turn", "--no-attach", ...at.again]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "session s\n" });
  await whenever(() => asked().length === 2);
});

test("after a turn that was not interrupted it says so, and asks nothing", async () => {
  const at = place();
  const begun = await run(["new", "--no-attach", "--format", "json", ...at.start]);
  const { session_id: id } = JSON.parse(begun.stdout) as { readonly session_id: string };
  await run(["attach", id, ...at.again.slice(3)], { input: "hello\n" });
  await run(["stop", id, ...at.again.slice(3)]);
  const { code, stdout, stderr } = await run(["continue", id, "--resume-turn", ...at.again]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("the last turn was not interrupted: there is none to resume");
});
