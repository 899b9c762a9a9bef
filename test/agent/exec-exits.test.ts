/** The exit codes of `agent exec` and its limits: `--max-turns`, `--timeout`; and the file of `--output-last` (P-S110). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EXEC_EXITS } from "../../src/agent/program/commands/exec.js";
import type { ExecResult } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  delta,
  finish,
  inTurn,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { BIN, place, Running, run } from "./process.js";

async function there(script: Script, more = "", daemon = "") {
  const server = await modelServer(script);
  const at = place(`${single(`${server.url}/v1`, "", "", daemon)}${more}`);
  return { server, at, exec: (...words: readonly string[]) => run(["exec", "hi", ...at.start, ...words]) };
}

const BYPASS = "default_permission_matcher: bypass\n";
const call = calling(callOf("shell", { command: "echo hi" }));

/** Says a little, and then nothing more. */
const hanging: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.send(delta("three blind mice!"));
  await one.closed;
};

test.each<[string, number, Script, string, string, readonly string[]]>([
  ["a whole turn", 0, saying("Hello."), "", "", []],
  ["an answer without a known reason for its end", 0, streaming(delta("Hi")), "", "", []],
  ["a denied call", 0, inTurn(call, saying("No.")), "", "", []],
  ["a failed turn", 1, answerOf(400, "{}"), "", "", []],
  ["a cut answer", 1, streaming(delta("He"), finish("length")), "", "", []],
  ["a filtered answer", 1, streaming(delta("He"), finish("content_filter")), "", "", []],
  ["a turn that reached `daemon.max_tool_turns`", 1, call, BYPASS, "max_tool_turns: 1", []],
  ["a denied call under --fail-on-denied", 1, inTurn(call, saying("No.")), "", "", ["--fail-on-denied"]],
  ["a model that does not exist", 1, saying("Hello."), "", "", ["--model", "none/such"]],
  ["an empty prompt", 2, saying("Hello."), "", "", ["-"]],
  ["--max-turns 2", 4, call, BYPASS, "", ["--max-turns", "2"]],
  ["--max-turns 2, smaller than the configuration's", 4, call, BYPASS, "max_tool_turns: 5", ["--max-turns", "2"]],
  ["--max-turns 9, larger than the configuration's", 1, call, BYPASS, "max_tool_turns: 1", ["--max-turns", "9"]],
  ["--max-turns 2 that suffices", 0, inTurn(call, saying("Done.")), BYPASS, "", ["--max-turns", "2"]],
  ["--max-turns 1 with a denied call", 4, call, "", "", ["--max-turns", "1", "--fail-on-denied"]],
  ["--timeout", 4, hanging, "", "", ["--timeout", "0.5s"]],
  ["--timeout that suffices", 0, saying("Hello."), "", "", ["--timeout", "1h"]],
])("%s: exit code %i", async (_, expected, script, more, daemon, words) => {
  const { exec } = await there(script, more, daemon);
  const text = words[0] === "-" ? words.slice(1) : words;
  const { code } = words[0] === "-" ? await runEmpty() : await exec(...text);
  expect(code).toBe(expected);
});

const runEmpty = () => run(["exec", "-", ...place().start]);

test.each([["0"], ["-1"], ["abc"], ["1e9"], ["1.5"], [""], ["1000000"], ["٣"]])(
  "--max-turns %s: exit code 2, and nothing has begun",
  async (count) => {
    const { exec, at, server } = await there(saying("Hello."));
    const { code, stdout, stderr } = await exec("--max-turns", count);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("agent: `--max-turns` takes a whole number from 1 to 999999\n");
    expect([existsSync(at.state), server.asked.length]).toEqual([false, 0]);
  },
);

test.each([["0"], ["0s"], ["-5"], ["soon"], ["never"], ["1e3"], ["99999d"]])(
  "--timeout %s: exit code 2",
  async (time) => {
    const { exec, at } = await there(saying("Hello."));
    expect(await exec("--timeout", time)).toEqual({
      ...{ code: 2, stdout: "" },
      stderr: "agent: `--timeout` takes a time such as 90s, 15m, 2h or 1d\n",
    });
    expect(existsSync(at.state)).toBe(false);
  },
);

test("no configuration: exit code 3, one with errors: 1, and neither begins a session", async () => {
  const at = place();
  const none = await run(["exec", "hi", "--no-project", "--state-dir", at.state, "--working-dir", at.path]);
  expect([none.code, none.stdout]).toEqual([3, ""]);
  writeFileSync(at.config, "version: 3\ndefaults: 7\n");
  expect((await run(["exec", "hi", ...at.start])).code).toBe(1);
  expect(readdirSync(join(at.state, "sessions-v1"))).toEqual([]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s: exit code %i", async (signal, expected) => {
  const { at } = await there(hanging);
  const exec = new Running(["exec", "hi", ...at.start]);
  await exec.until(({ stdout }) => stdout.includes("three blind mice!"));
  exec.child.kill(signal);
  expect((await exec.ended()).code).toBe(expected);
});

test("after --timeout the turn is cancelled in order, and its text so far is the answer", async () => {
  const { exec, at, server } = await there(hanging);
  const file = join(at.path, "last.txt");
  const within = (seconds: number): ReturnType<typeof exec> =>
    exec("--timeout", `${seconds}s`, "--format", "json", "--output-last", file).then((ended) =>
      // A busy machine has not begun the answer by then.
      ended.stdout.includes("three blind mice!") ? ended : within(2 * seconds),
    );
  const { code, stdout, stderr } = await within(1);
  expect([code, stderr]).toEqual([4, "agent: the turn was cancelled: it took longer than `--timeout`\n"]);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "cancelled", limit: "timeout", answer: "three blind mice!" });
  expect(readFileSync(file, "utf8")).toBe("three blind mice!");
  await server.idle();
  const { sessions } = JSON.parse((await run(["sessions", "--state-dir", at.state, "--format", "json"])).stdout);
  expect(sessions[0]).toMatchObject({ state: "stopped", last_turn: { outcome: "cancelled" } });
});

test("after --max-turns the answers so far stay, and the session can go on", async () => {
  const { exec, server } = await there(call, BYPASS);
  const { code, stdout, stderr } = await exec("--max-turns", "2", "--format", "json", "--quiet");
  expect([code, stderr]).toEqual([
    4,
    "agent: the model wanted to go on: the turn reached `--max-turns`; any prompt goes on\n",
  ]);
  const { limit, outcome, finish: end, calls } = JSON.parse(stdout) as ExecResult;
  expect([limit, outcome, end]).toEqual(["max_turns", "completed", "max_turns"]);
  expect(calls.map((one) => one.outcome)).toEqual(["done", "error"]);
  server.answer(saying("Done."));
  expect((await exec("--continue")).stdout).toBe("Done.");
});

test("--timeout counts from the beginning: while standard input has no end, and while a tool server starts", async () => {
  const { at } = await there(saying("Hello."));
  const silent = new Running(["exec", "-", ...at.start, "--timeout", "1s"]);
  expect(await silent.ended()).toEqual({
    ...{ code: 4, stdout: "" },
    stderr: "agent: the time of `--timeout` was over before the turn began\n",
  });
  const server = "mcp_servers: { s: { transport: stdio, command: sleep, args: ['1000'] } }\n";
  const waiting = await there(saying("Hello."), server);
  const { code } = await waiting.exec("--timeout", "1s");
  expect(code).toBe(4);
});

test.each([
  ["--timeout", ["--timeout", "2s"], 4],
  ["SIGINT", [], 130],
] as const)("a reader that reads nothing keeps no command from its end: %s", async (_, words, expected) => {
  const { at } = await there(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    let isOpen = true;
    void one.closed.then(() => {
      isOpen = false;
    });
    while (isOpen) await one.send(delta("mice\n".repeat(10_000)));
  });
  const child = spawn(process.execPath, [BIN, "exec", "hi", ...at.start, "--format", "jsonl", ...words], {
    ...{ stdio: ["ignore", "pipe", "ignore"], env: { PATH: process.env["PATH"], HOME: "/dev/null/home" } },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "readable");
  if (expected === 130) child.kill("SIGINT");
  expect((await once(child, "exit"))[0]).toBe(expected);
});

test("--output-last has the last text of the model, whole, however long", async () => {
  const long = `${"é".repeat(200_000)}\n`;
  const first = streaming(delta("Let me look."), callOf("shell", { command: "echo hi" }), finish("tool_calls"));
  const { exec, at } = await there(inTurn(first, saying(long)), BYPASS);
  const file = join(at.path, "last.txt");
  writeFileSync(file, "of an earlier run");
  chmodSync(file, 0o640);
  expect((await exec("--output-last", file)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(long);
  expect(readdirSync(at.path).filter((name) => name.includes("last"))).toEqual(["last.txt"]);
});

test("--output-last through a link writes the file that the link leads to", async () => {
  const { exec, at } = await there(saying("Hello."));
  writeFileSync(join(at.path, "real.txt"), "old");
  symlinkSync("real.txt", join(at.path, "link.txt"));
  expect((await exec("--output-last", join(at.path, "link.txt"))).code).toBe(0);
  expect(readFileSync(join(at.path, "real.txt"), "utf8")).toBe("Hello.");
});

test.each<[string, Script, number, string]>([
  ["a turn that fails", answerOf(400, "{}"), 1, ""],
  ["a turn without a text", saying(), 0, ""],
  ["an answer that is cut", streaming(delta("He"), finish("length")), 1, "He"],
])("--output-last of %s has what was said, nothing of an earlier run", async (_, script, expected, text) => {
  const { exec, at } = await there(script);
  const file = join(at.path, "last.txt");
  writeFileSync(file, "of an earlier run");
  expect((await exec("--output-last", file)).code).toBe(expected);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("--output-last into the file that was the prompt", async () => {
  const { at } = await there(saying("Hello."));
  const file = join(at.path, "prompt.txt");
  writeFileSync(file, "a prompt");
  const input = readFileSync(file, "utf8");
  expect((await run(["exec", "-", ...at.start, "--output-last", file], { input })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe("Hello.");
});

test.each([
  ["a directory", "place", /: it is not a regular file\n/],
  ["a device", "/dev/null", /./],
  ["below a file", "file/x", /./],
  ["an empty name", "", /empty/],
  ["a name with a NUL", "a\0b", /NUL/],
  ["a link that leads nowhere", "nowhere", /link/],
])("--output-last %s: exit code 2 before anything begins", async (_, name, reason) => {
  const { exec, at, server } = await there(saying("Hello."));
  mkdirSync(join(at.path, "place"));
  writeFileSync(join(at.path, "file"), "");
  symlinkSync("/no/such/file", join(at.path, "nowhere"));
  const { code, stderr } = await exec(
    "--output-last",
    name.startsWith("/") || name === "" ? name : join(at.path, name),
  );
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
  expect([existsSync(at.state), server.asked.length]).toEqual([false, 0]);
});

test("every exit code of the table has a test here, and the documentation has the same table", () => {
  const page = readFileSync("docs/agent.md", "utf8");
  expect(EXEC_EXITS.map(([code]) => code)).toEqual([0, 1, 2, 3, 4, 130]);
  for (const [code, meaning] of EXEC_EXITS) expect(page).toContain(`| ${code} | ${meaning} |`);
});
