/** `agent exec --format jsonl`: the records as they come, and the result as the last line (P-S18, P-S110). */
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { ExecEvent, ExecResult } from "../../src/generated/protocol/types.js";
import { isExecEvent, isExecResult } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { answerOf, calling, callOf, delta, gate, inTurn, modelServer, type Script, saying } from "../model/server.js";
import { place, Running, run } from "./process.js";

const judge = new Ajv2020.default({ strict: true }).compile(
  JSON.parse(readFileSync("schema/exec-event.schema.json", "utf8")),
);

function linesOf(stdout: string): readonly ExecEvent[] {
  expect(stdout.endsWith("\n")).toBe(true);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExecEvent);
  for (const event of events) expect([isExecEvent(event), judge(event)]).toEqual([true, true]);
  return events;
}

function resultIn(stdout: string): ExecResult {
  const last = linesOf(stdout).at(-1);
  if (!isExecResult(last)) return expect.unreachable(stdout);
  return last;
}

async function there(script: Script, more = "") {
  const server = await modelServer(script);
  return { server, at: place(`${single(`${server.url}/v1`)}${more}`) };
}

const nameOf = (event: ExecEvent): string => ("kind" in event ? event.kind : event.event);

test("the lines are the records of the stream in order, then the fields of `--format json`", async () => {
  const script = inTurn(calling(callOf("shell", { command: "echo hi" })), saying("It says ", "hi."));
  const { at } = await there(script, "default_permission_matcher: bypass\n");
  const { code, stdout, stderr } = await run(["exec", "run it", ...at.start, "--format", "jsonl"]);
  expect([code, stderr]).toEqual([0, "shell: echo hi\nshell: echo hi: done\n"]);
  const events = linesOf(stdout);
  const names = events.map(nameOf).filter((name) => name !== "item_delta" && name !== "session_changed");
  expect(names).toEqual([
    ...["item_finished", "turn_started", "operation_updated", "operation_updated", "item_finished", "item_finished"],
    ...["item_started", "item_finished", "turn_finished", "result"],
  ]);
  const cursors = events.flatMap((event) => ("cursor" in event ? [event.cursor] : []));
  expect(new Set(cursors).size).toBe(events.length - 1);
  expect(events.at(-1)).toMatchObject({
    ...{ event: "result", outcome: "completed", finish: "stop", answer: "It says hi.", echo: false },
    ...{ tools: { missing: [] }, denied: [], usage: { input_tokens: 14, output_tokens: 6 } },
    calls: [{ tool: "shell", input: { command: "echo hi" }, outcome: "done" }],
  });
});

test("the result has the same fields as the document of `--format json`", async () => {
  const script = () => inTurn(calling(callOf("shell", { command: "echo hi" })), saying("No."));
  const { at, server } = await there(script());
  const json = await run(["exec", "run it", ...at.start, "--format", "json"]);
  server.answer(script());
  const jsonl = await run(["exec", "run it", ...at.start, "--format", "jsonl"]);
  const { event, ...fields } = resultIn(jsonl.stdout);
  const { session_id: _, prompt_id: __, ...expected } = JSON.parse(json.stdout) as ExecResult;
  expect([event, fields]).toMatchObject(["result", { ...expected, denied: [{ tool: "shell" }] }]);
});

test.each([
  ["a refusal", answerOf(400, '{"error":{"message":"no"}}'), { outcome: "failed", error: { code: "provider_error" } }],
  ["a cut answer", saying(), { outcome: "completed", answer: "" }],
])("%s is in the result", async (_, script, expected) => {
  const { at } = await there(script);
  const { stdout } = await run(["exec", "hi", ...at.start, "--format", "jsonl"]);
  expect(resultIn(stdout)).toMatchObject(expected);
});

test("characters that act on terminals and commands of CI systems are escaped, and the text is exact", async () => {
  const text = "::error::x\u001b[2J\u202e##[group] \u0085é\n::set-output";
  const { at } = await there(saying(text));
  const { stdout } = await run(["exec", "hi", ...at.start, "--format", "jsonl"]);
  expect(stdout).toMatch(/^[ -~é\n]*$/);
  expect(stdout).not.toContain("##[");
  expect(stdout.split("\n").filter((line) => line !== "" && !line.startsWith("{"))).toEqual([]);
  expect(resultIn(stdout).answer).toBe(text);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s while an answer comes: the lines are whole, the last is the result", async (signal, expected) => {
  const { at, server } = await there(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three blind mice!"));
    await one.closed;
  });
  const exec = new Running(["exec", "hi", ...at.start, "--format", "jsonl"]);
  await exec.until(({ stdout }) => stdout.includes("three blind mice!"));
  exec.child.kill(signal);
  const { code, stdout } = await exec.ended();
  expect(code).toBe(expected);
  expect(resultIn(stdout)).toMatchObject({ outcome: "interrupted" });
  await server.idle();
  const { sessions } = JSON.parse((await run(["sessions", "--state-dir", at.state, "--format", "json"])).stdout);
  expect(sessions).toMatchObject([{ state: "stopped", last_turn: { outcome: "cancelled" } }]);
});

test("a daemon that is killed: the last line is a result that does not know the end, and the exit code is 1", async () => {
  const { at } = await there(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three blind mice!"));
    await one.closed;
  });
  const exec = new Running(["exec", "hi", ...at.start, "--format", "jsonl"]);
  await exec.until(({ stdout }) => stdout.includes("three blind mice!"));
  const { sessions } = JSON.parse((await run(["sessions", "--state-dir", at.state, "--format", "json"])).stdout);
  const lock = readFileSync(`${sessions[0].session_dir}/lock`, "utf8");
  process.kill((JSON.parse(lock) as { pid: number }).pid, "SIGKILL");
  const { code, stdout, stderr } = await exec.ended();
  expect([code, resultIn(stdout).outcome]).toEqual([1, "interrupted"]);
  expect(stderr).toContain("`--resume-turn`");
});

test("a reader that is slow loses no line, and one that goes away ends the turn with 0", async () => {
  const go = gate();
  const long = "three blind mice\n".repeat(40_000);
  const { at, server } = await there(async (one) => {
    await saying(long)(one);
    go.open();
  });
  const slow = new Running(["exec", "hi", ...at.start, "--format", "jsonl"]);
  slow.child.stdout?.pause();
  await go.passed;
  slow.child.stdout?.resume();
  const { code, stdout } = await slow.ended();
  expect([code, resultIn(stdout).answer]).toEqual([0, long]);
  server.answer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    let isOpen = true;
    void one.closed.then(() => {
      isOpen = false;
    });
    while (isOpen) await one.send(delta("mice\n".repeat(100)));
  });
  const gone = new Running(["exec", "hi", ...at.start, "--format", "jsonl"]);
  await gone.until(({ stdout: text }) => text.includes("mice"));
  gone.child.stdout?.destroy();
  expect((await gone.ended()).code).toBe(0);
  await server.idle();
});
