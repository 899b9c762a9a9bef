/** Answers of a client to questions, and its calls for what a daemon has loaded (P-S21, P-S26, P-S81). */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { ClientError } from "../../src/agent/wire/client/index.js";
import { refusal, ScriptedDaemon, TOKEN } from "../talk/scripted-daemon.js";

const NO = { kind: "permission_answer", granted: false } as const;

/** A daemon with operations, whose first answer to a command is lost. */
function correlated(): { readonly daemon: ScriptedDaemon; readonly sent: unknown[] } {
  const daemon = new ScriptedDaemon();
  const sent: unknown[] = [];
  daemon.script = ({ line, body }) => {
    if (line === "GET /sync") {
      const at = "2026-01-31T23:59:59.999Z";
      const window = { window: "w", issued_at: at, expires_at: at };
      return Response.json({
        ...daemon.snapshot(),
        features: ["session.targeted-mutations.v1"],
        operation_window: window,
      });
    }
    if (!line.endsWith("/respond")) return undefined;
    sent.push(body);
    if (sent.length === 1) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    const { operation } = (body as { operation_context: { operation: string } }).operation_context;
    return Response.json({ daemon_epoch: "e", window_id: "w", operation, status: "completed" });
  };
  return { daemon, sent };
}

test("C083 an answer takes a context, and is sent again with the same one when its answer was lost", async () => {
  const { daemon, sent } = correlated();
  const { operation } = await daemon.client.respond("q 1", NO);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]).toEqual({
    ...NO,
    operation_context: { daemon_epoch: "e", window: "w", operation: operation?.operation },
  });
  expect(daemon.asked.at(-1)?.line).toBe("POST /interrogative/q 1/respond");
});

test("C116 an answer that comes too late is refused with its code, and sent once", async () => {
  const daemon = new ScriptedDaemon();
  await expect(daemon.client.respond("gone", NO)).rejects.toMatchObject({
    code: "interrogative_not_open",
    status: 404,
  });
  expect(daemon.answers).toEqual([["gone", NO]]);
});

test("each call has its route and its body", async () => {
  const daemon = new ScriptedDaemon();
  const { client } = daemon;
  daemon.script = () => refusal(404, "not_found");
  const calls: readonly [() => Promise<unknown>, string, object][] = [
    [() => client.catalog(), "GET /daemon-state", {}],
    [() => client.model("m"), "POST /model", { model: "m" }],
    [() => client.facet("plan"), "POST /facet", { facet: "plan" }],
    [() => client.permissionMonitor("bypass"), "POST /permission-monitor", { monitor: "bypass" }],
    [() => client.reload(), "POST /reload", {}],
    [() => client.toolServer("a/b", "enable"), "POST /mcp/a/b/enable", {}],
    [() => client.toolServer("a", "disable"), "POST /mcp/a/disable", {}],
    [() => client.toolServer("a", "reconnect"), "POST /mcp/a/reconnect", {}],
    [() => client.login("a"), "POST /mcp/a/oauth/start", {}],
    [
      () => client.loginCallback("a", { state: "s", code: "c" }),
      "POST /mcp/a/oauth/callback",
      { state: "s", code: "c" },
    ],
  ];
  for (const [call, line, body] of calls) {
    await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect(daemon.asked.at(-1)).toEqual({ line, body });
  }
});

test("C027 no error of an answer or a login holds the token, the code or the words of the answer", async () => {
  const daemon = new ScriptedDaemon();
  const failure = (call: Promise<unknown>): Promise<ClientError> =>
    call.then(
      () => expect.unreachable(),
      (error) => error,
    );
  const errors = [
    await failure(daemon.client.respond("q", { kind: "clarification_text", text: "words-of-mine" })),
    await failure(daemon.client.loginCallback("a", { state: "state-of-it", code: "code-of-it" })),
  ];
  for (const shown of [daemon.client, ...errors])
    expect(`${inspect(shown, { depth: 9, showHidden: true })}${JSON.stringify(shown)}${shown}`).not.toMatch(
      new RegExp(`${TOKEN}|words-of-mine|state-of-it|code-of-it`),
    );
});

test.each(["", ".", "..", undefined, 5])("nothing is sent for a question with the id %j", async (id) => {
  const daemon = new ScriptedDaemon();
  await expect(daemon.client.respond(id as string, NO)).rejects.toMatchObject({ code: "invalid_id" });
  expect(daemon.asked).toEqual([]);
});

test.each(["zap", "constructor", undefined])("nothing is sent for the change %j of a tool server", async (change) => {
  const daemon = new ScriptedDaemon();
  await expect(daemon.client.toolServer("x", change as "enable")).rejects.toMatchObject({
    name: "ClientError",
    code: "invalid_request",
  });
  expect(daemon.asked).toEqual([]);
});
