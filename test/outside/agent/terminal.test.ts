/** Conversations in a real pseudo-terminal (P-S92). They need python3; where it is not there, that is said. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Place, place, run } from "../../agent/process.js";
import { isThere } from "../../machine/required.js";
import { single } from "../../model/asking.js";
import { delta, event, finish, modelServer, type Script, saying } from "../../model/server.js";
import { MARKED, promptsOf, Screen } from "./screen.js";

const hasPython = isThere("python3", "--version");
if (!hasPython) console.warn("no conversation was tried in a pseudo-terminal: there is no python3");

const ASK = "[y]es once, [a]lways in this session, [f]orever, [n]o: ";

/** A model that runs `touch ran` in a shell for a prompt that begins with `run`, never ends for `wait`, and else says what it was asked. */
const model: Script = async (one) => {
  const { messages } = JSON.parse(one.asked.body) as {
    readonly messages: readonly { role: string; content: string }[];
  };
  const { role = "", content = "" } = messages.at(-1) ?? {};
  if (role === "user" && content.startsWith("run")) {
    one.head(200, { "content-type": "text/event-stream" });
    const call = { name: "shell", arguments: JSON.stringify({ command: content.slice(4) }) };
    const tool_calls = [{ index: 0, id: "c1", type: "function", function: call }];
    await one.send(event({ choices: [{ index: 0, delta: { tool_calls } }] }));
    await one.send(`${finish("tool_calls")}${event("[DONE]")}`);
    return one.end();
  }
  if (content.startsWith("wait")) {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("half an answer "));
    return one.closed;
  }
  return saying(`<${content}>`)(one);
};

async function talk(env: Readonly<Record<string, string>> = {}): Promise<{ at: Place; screen: Screen; id: string }> {
  const server = await modelServer(model);
  const at = place(single(`${server.url}/v1`));
  const screen = new Screen(["new", ...at.start], at, env);
  await screen.sees("> ");
  const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
  return { at, screen, id };
}

const left = (id: string): string => `agent: the session goes on: agent attach ${id}\r\n`;

describe.runIf(hasPython)("in a pseudo-terminal", () => {
  test("a paste is one text with its lines; characters may come in parts", async () => {
    const { at, screen, id } = await talk();
    expect(screen.running.stdout.startsWith(MARKED)).toBe(true);
    screen.type("\x1b[200~one\rtwo\r\r  indented\x1b[201~");
    await screen.sees("    indented");
    for (const byte of Buffer.from(" é😀")) screen.type(new Uint8Array([byte]));
    await screen.sees("😀");
    expect(promptsOf(at, id)).toEqual([]);
    screen.type("\r");
    await screen.sees("<one\r\ntwo\r\n\r\n  indented é😀>");
    await screen.sees("> ");
    screen.type("\x04");
    await screen.sees(left(id));
    expect([await screen.ended(), promptsOf(at, id)]).toEqual([0, ["one\ntwo\n\n  indented é😀"]]);
  });

  test.each([
    ["marked", "\x1b[200~Here are my notes:\ra\rthe end\x1b[201~", "a paste is no answer"],
    ["unmarked", "Here are my notes:\ra\rthe end", "several lines at once are no answer"],
  ])("no paste allows a command, and a typed answer does: %s", async (_, paste, said) => {
    const { at, screen } = await talk();
    screen.type("run touch ran\r");
    await screen.sees(ASK);
    screen.type(paste);
    await screen.sees(said);
    await screen.sees(ASK);
    screen.type("\r");
    await screen.sees("the answers are y, a, f and n");
    await screen.sees(ASK);
    expect(existsSync(join(at.path, "ran"))).toBe(false);
    screen.type("y\r");
    await screen.sees("> Here are my notes:\r\n  a\r\n  the end");
    expect(existsSync(join(at.path, "ran"))).toBe(true);
    screen.type("\x03");
    screen.type("\x03");
    expect(await screen.ended()).toBe(130);
  });

  test("Ctrl-C ends a command that runs, and the next one leaves", async () => {
    const { at, screen, id } = await talk();
    screen.type("run sleep 60; touch ran\r");
    await screen.sees(ASK);
    screen.type("y\r");
    await screen.sees("y\r\n");
    screen.type("\x03");
    await screen.sees("agent: cancelling the turn\r\n");
    await screen.sees("agent: the turn was cancelled\r\n");
    await screen.sees("k/60k");
    await screen.sees("> ");
    expect((await run(["cancel", id, "--state-dir", at.state])).code).toBe(1);
    screen.type("\x03");
    await screen.sees(left(id));
    expect([await screen.ended(), existsSync(join(at.path, "ran"))]).toEqual([130, false]);
  });

  test("Esc cancels, and the beginning of an arrow does not", async () => {
    const { screen } = await talk();
    screen.type("wait\r");
    await screen.sees("half an answer ");
    screen.type("\x1b[C\x1b[D");
    screen.type("next");
    screen.type("\x1b");
    await screen.sees("agent: cancelling the turn\r\n");
    await screen.sees("agent: the turn was cancelled\r\n> next");
    expect(screen.running.stdout.match(/cancelling/g)).toHaveLength(1);
    screen.type(" one\r");
    await screen.sees("<next one>");
    await screen.sees("> ");
    screen.type("/stop\r");
    await screen.sees("agent: the session has stopped");
    expect(await screen.ended()).toBe(0);
  });

  test("attach and continue take keys in the same way, and cancel ends a turn from elsewhere", async () => {
    const { at, screen, id } = await talk();
    screen.type("wait\r");
    await screen.sees("half an answer ");
    screen.type("/quit\r");
    await screen.sees(`agent: the turn goes on\r\n${left(id)}`);
    expect(await screen.ended()).toBe(0);
    const state = ["--state-dir", at.state];
    const attached = new Screen(["attach", id, ...state], at);
    await attached.sees("half an answer ");
    expect(await run(["cancel", id, ...state])).toEqual({ code: 0, stdout: "", stderr: "" });
    await attached.sees("agent: the turn was cancelled\r\n");
    await attached.sees("> ");
    attached.type("\x04");
    expect(await attached.ended()).toBe(0);
    await run(["stop", id, ...state]);
    const continued = new Screen(["continue", id, ...at.again], at);
    await continued.sees("> wait\r\nhalf an answer");
    await continued.sees("> ");
    continued.type("\x1b[200~a\rb\x1b[201~");
    await continued.sees("a\r\n  b");
    continued.type("\r");
    await continued.sees("<a\r\nb>");
    await continued.sees("> ");
    continued.type("\x03");
    await continued.sees(left(id));
    expect(await continued.ended()).toBe(130);
  });

  test("keys from before the session has started count, and an interrupt then ends the start", async () => {
    const server = await modelServer(model);
    const at = place(single(`${server.url}/v1`));
    const screen = new Screen(["new", ...at.start], at);
    screen.type("\x1b[200~one\rtwo\x1b[201~");
    await screen.sees("> one\r\n  two");
    screen.type("\r");
    await screen.sees("<one\r\ntwo>");
    screen.running.child.stdin?.end();
    const early = new Screen(["new", ...at.start], at);
    await early.sees(MARKED);
    early.type("\x03");
    expect(await early.ended()).toBe(130);
  });

  test("a terminal that goes away ends the conversation by SIGHUP, and the turn goes on", async () => {
    const { at, screen, id } = await talk();
    screen.type("wait\r");
    await screen.sees("half an answer ");
    screen.running.child.stdin?.end();
    expect((await screen.running.ended()).code).toBe(129);
    expect((await run(["cancel", id, "--state-dir", at.state])).code).toBe(0);
  });

  test("a terminal that knows no escape sequences gets none", async () => {
    const { screen } = await talk({ TERM: "dumb" });
    screen.type("hi\x7f\x7fhello\r");
    await screen.sees("<hello>");
    await screen.sees("> ");
    screen.type("half\x03");
    screen.type("\x03");
    expect((await screen.running.ended()).code).toBe(130);
    expect(screen.running.stdout).not.toContain("\x1b");
  });
});
