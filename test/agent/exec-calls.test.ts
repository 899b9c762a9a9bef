/** `agent exec` is honest: its calls, those that were not allowed, its exit codes; the exit code of piped prompts; the name of a session (P-S95). */
import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { httpServer } from "../mcp/http-server.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { place, run, runProcess } from "./process.js";

const COMMANDS = ["echo one", "exit 3", "kill -9 $$", "printf 'a\\nb'"];

async function there(matcher = "bypass") {
  const server = await modelServer(
    inTurn(
      ...COMMANDS.map((command, index) => calling(callOf("shell", { command }, 0, `call-${index % 2}`))),
      saying("Fixed."),
    ),
  );
  const at = place(`${single(`${server.url}/v1`)}default_permission_matcher: ${matcher}\n`);
  return (...words: readonly string[]) => run(["exec", "hi", ...at.start, ...words]);
}

const outcomes = (text: string): readonly string[] =>
  (JSON.parse(text) as { calls: { outcome: string }[] }).calls.map(({ outcome }) => outcome);

test("a line says when a call begins and how it ends, and `--quiet` prints none", async () => {
  const { code, stdout, stderr } = await (await there())();
  expect([code, stdout]).toEqual([0, "Fixed."]);
  expect(stderr.split("\n").slice(0, -1)).toEqual([
    "shell: echo one",
    "shell: echo one: done",
    "shell: exit 3",
    "shell: exit 3: exit code 3",
    "shell: kill -9 $$",
    "shell: kill -9 $$: killed by SIGKILL",
    "shell: printf 'a\\nb'",
    "shell: printf 'a\\nb': done",
  ]);
  expect(await (await there())("--quiet")).toEqual({ code: 0, stdout: "Fixed.", stderr: "" });
});

test("the JSON has the calls, and none that was denied", async () => {
  const { code, stdout } = await (await there())("--format", "json", "--fail-on-denied");
  expect(code).toBe(0);
  expect(outcomes(stdout)).toEqual(["done", "exit code 3", "killed by SIGKILL", "done"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ tools: { missing: [] }, denied: [] },
    calls: [{ call_id: "call-0", tool: "shell", input: { command: "echo one" } }, {}, {}, {}],
  });
});

test("calls that are not allowed are counted at the end, listed, and an error under `--fail-on-denied`", async () => {
  const text = await (await there("standard"))();
  expect(text.code).toBe(0);
  expect(text.stderr).toContain("shell: exit 3: not allowed\n");
  expect(text.stderr).toMatch(/\nagent: 4 calls were not allowed\n$/);
  const json = await (await there("standard"))("--format", "json", "--fail-on-denied", "--quiet");
  expect(json.code).toBe(1);
  expect(outcomes(json.stdout)).toEqual(Array(4).fill("not allowed"));
  expect((JSON.parse(json.stdout) as { denied: unknown[] }).denied).toHaveLength(4);
  expect(json.stderr).toMatch(/\nagent: 4 calls were not allowed\n$/);
});

test("calls of a subagent that are not allowed count like any other", async () => {
  const look = calling(callOf("shell", { command: "true" }, 0), callOf("shell", { command: "false" }, 1));
  const server = await modelServer(
    inTurn(
      calling(callOf("delegate", { subagent: "general", task: "look" })),
      look,
      saying("I may not."),
      saying("Well."),
    ),
  );
  const at = place(single(`${server.url}/v1`));
  const { code, stdout, stderr } = await run(["exec", "hi", ...at.start, "--format", "json", "--fail-on-denied"]);
  expect(code).toBe(1);
  expect(outcomes(stdout)).toEqual(["done, 2 calls not allowed"]);
  expect((JSON.parse(stdout) as { denied: unknown[] }).denied).toHaveLength(1);
  expect(stderr).toMatch(/\nagent: 2 calls were not allowed\n$/);
});

test.each([
  ["shell", '{"command":', "error"],
  ["no_such_tool", "{}", "error"],
])("a call of %s with %s ends as it ends, and is no denial", async (name, input, outcome) => {
  const server = await modelServer(inTurn(calling(callOf(name, input)), saying("Fixed.")));
  const at = place(single(`${server.url}/v1`));
  const { stdout, stderr } = await run(["exec", "hi", ...at.start, "--format", "json"]);
  expect([outcomes(stdout), stderr.includes("not allowed")]).toEqual([[outcome], false]);
});

test("piped prompts of which one failed exit with 1, and else with 0", async () => {
  const server = await modelServer((one) => {
    if (!one.asked.body.includes("please-break")) return saying("fine")(one);
    one.head(400);
    one.end();
    return undefined;
  });
  const at = place(single(`${server.url}/v1`));
  expect((await run(["new", ...at.start], { input: "one\ntwo\n" })).code).toBe(0);
  expect((await run(["new", ...at.start], { input: "one\nplease-break\n" })).code).toBe(1);
});

test("the same name answers with the same session, running or stopped, and a name that is none is refused", async () => {
  const at = place();
  const state = ["--state-dir", at.state];
  const begin = () => run(["new", "--name", "fix-login", "--no-attach", "--format", "json", ...at.start]);
  const [first, second] = [await begin(), await begin()];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(JSON.parse(first.stdout)).toMatchObject({ session_id: "fix-login" });
  expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout));
  expect((await run(["stop", "fix-login", ...state])).code).toBe(0);
  expect(JSON.parse((await begin()).stdout)).toMatchObject({ session_id: "fix-login" });
  for (const name of ["", "Fix", "../x", "-x", "x".repeat(65)])
    expect((await run(["new", `--name=${name}`, "--no-attach", ...at.start])).code).toBe(2);
});

test("of many that ask for one name at once one starts the session, and all get it", async () => {
  for (let round = 0; round < 2; round += 1) {
    const at = place();
    const words = ["new", "--name", "one", "--no-attach", ...at.start];
    const formats = ["json", "text", "json", "text", "json"];
    const all = await Promise.all(formats.map((format) => runProcess([...words, "--format", format])));
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, ""]));
    expect(new Set(all.filter((_, index) => index % 2 === 0).map(({ stdout }) => stdout)).size).toBe(1);
    const stopped = await run(["stop", "one", "--state-dir", at.state]);
    expect([stopped.code, stopped.stderr]).toEqual([0, ""]);
  }
});

test("of many starts of one name that all fail each says why, and nothing is left", async () => {
  const at = place("version: 3\nmodels: 7\n");
  const words = ["new", "--name", "one", "--no-attach", ...at.start];
  const all = await Promise.all([1, 2, 3, 4].map(() => runProcess(words)));
  for (const { code, stderr } of all) expect([code, stderr]).toEqual([1, expect.stringContaining("error[schema/")]);
  expect(readdirSync(join(at.state, "sessions-v1"))).toEqual([]);
});

test("a session of that name that works elsewhere says so, and is not taken for one in another directory", async () => {
  const at = place();
  const elsewhere = mkdtempSync(join(at.path, "elsewhere-"));
  const words = ["new", "--name", "one", "--no-attach"];
  expect((await run([...words, ...at.start])).code).toBe(0);
  for (const isRunning of [true, false]) {
    const here = await run([...words, ...at.again], { cwd: elsewhere });
    expect([isRunning, here.code, here.stderr]).toEqual([
      isRunning,
      0,
      `agent: the session of this name works in ${at.path}\n`,
    ]);
    const asked = await run([...words, ...at.again, "--working-dir", elsewhere], { cwd: at.path });
    expect([asked.code, asked.stdout, asked.stderr]).toEqual([
      1,
      "",
      `agent: the session of this name works in ${at.path}; another \`--name\` begins one elsewhere\n`,
    ]);
    expect((await run([...words, ...at.start])).code).toBe(0);
    expect((await run(["stop", "one", "--state-dir", at.state])).code).toBe(0);
  }
});

/** Asks for a name, for an address to be opened, or with a form of no fields, and tells what it got. */
const QUESTIONS = {
  "a form": {
    mode: "form",
    message: "Your order?",
    requestedSchema: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
  },
  "an address": { mode: "url", message: "Log in.", url: "https://shop.example/", elicitationId: "1" },
  "a form without fields": {
    mode: "form",
    message: "Go on?",
    requestedSchema: { type: "object", properties: {} },
  },
} as const;

test.each(Object.entries(QUESTIONS))(
  "a tool server that asks with %s is declined, and that is said",
  async (_, question) => {
    const remote = await httpServer({
      offers: (server) => {
        server.setRequestHandler("tools/list", () => ({ tools: [{ name: "order", inputSchema: { type: "object" } }] }));
        server.setRequestHandler("tools/call", async () => {
          const got = await server.elicitInput(question as Parameters<typeof server.elicitInput>[0]);
          return { content: [{ type: "text", text: JSON.stringify(got) }] };
        });
      },
    });
    const server = await modelServer(inTurn(calling(callOf("mcp__shop__order", {})), saying("Nothing ordered.")));
    const config = `${single(`${server.url}/v1`)}default_permission_matcher: bypass\n`;
    const at = place(`${config}mcp_servers: { shop: { transport: http, url: "${remote.url}" } }\n`);
    const { code, stdout, stderr } = await run(["exec", "order", ...at.start]);
    expect([code, stdout]).toEqual([0, "Nothing ordered."]);
    expect(stderr.split("\n")).toEqual([
      "mcp__shop__order: {}",
      `agent: nobody can be asked here: no answer to: The tool server \`shop\` asks: ${question.message}`,
      "mcp__shop__order: {}: done",
      "",
    ]);
    const { messages } = JSON.parse(server.asked.at(-1)?.body ?? "") as {
      messages: { role: string; content: string }[];
    };
    expect(messages.at(-1)).toMatchObject({ role: "tool", content: '{"action":"decline"}' });
  },
);
