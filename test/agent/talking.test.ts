/** The commands that talk to a session, as processes (C321). */
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../daemon/wire.js";
import { single } from "../model/asking.js";
import { answerOf, delta, gate, modelServer, saying } from "../model/server.js";
import { BIN, type Place, place, Running, run, runApart, runProcess } from "./process.js";

interface Where {
  readonly session_id: string;
  readonly url: string;
  readonly credential_file: string;
  readonly pid: number;
}

const tokenIn = ({ credential_file }: Where): string =>
  (JSON.parse(readFileSync(credential_file, "utf8")) as { token: string }).token;

async function started(at: Place, command: readonly string[] = ["new"]): Promise<Where> {
  const start = command[0] === "new" ? at.start : at.again;
  const { code, stdout, stderr } = await runApart([...command, "--no-attach", "--format", "json", ...start]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Where;
}

function bearer(where: Where, token = tokenIn(where)): { readonly headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** The message beside answers of `protocol: test`. */
const ECHO = "agent: no model answers here: the provider has `protocol: test`, which repeats the prompt\n";

const sessionsIn = (at: Place): readonly string[] => readdirSync(join(at.state, "sessions-v1"));

test("C321 exec: the answer and nothing else on stdout, exit 0, and the session is stopped and can be continued", async () => {
  const at = place();
  const { code, stdout, stderr } = await run(["exec", "three blind mice", "--model", "echo", ...at.start]);
  expect([code, stdout, stderr]).toEqual([0, "three blind mice", ECHO]);
  const [id = ""] = sessionsIn(at);
  // Nobody has it any longer when `exec` returns.
  const again = await started(at, ["continue", id]);
  const page = await call(again.url, "/history", bearer(again));
  expect((JSON.parse(page.text) as { items: { text: string }[] }).items.map(({ text }) => text)).toEqual([
    ...["three blind mice", "three blind mice"],
  ]);
});

test("C321 exec into a pipe: the model's characters exactly, with nothing behind them; JSON shows nothing that acts", async () => {
  const at = place();
  const written =
    "all:\r\n\tc++ a.cc # std::vector::iterator, ##[1]\n::testing::Test 👩‍👩‍👧 می‌خواهم a\x1b[2J\x07\rb\x9b1m \u202ec";
  const shown = await run(["exec", written, ...at.start]);
  expect([shown.code, shown.stdout]).toEqual([0, written]);
  const json = await run(["exec", "b\x9b1m \u202ec", "--format", "json", ...at.start]);
  expect(json.stdout).not.toMatch(/[\x9b\u202e]/);
  expect(JSON.parse(json.stdout)).toMatchObject({ answer: "b\x9b1m \u202ec" });
});

test("C321 exec and prompt of `-`: the prompt is what comes on standard input", async () => {
  const at = place();
  // Longer than a word of a command line may be.
  const input = `${"é😀 ".repeat(20_000)}\nlast`;
  const { code, stdout, stderr } = await run(["exec", "-", ...at.start], { input });
  expect([code, stdout, stderr]).toEqual([0, input, ECHO]);
  const where = await started(at);
  await run(["prompt", where.session_id, "-", "--state-dir", at.state], { input: "hello" });
  const page = await call(where.url, "/history", bearer(where));
  expect((JSON.parse(page.text) as { items: { text: string }[] }).items[0]?.text).toBe("hello");
});

test("C321 exec as JSON, with a model that fails, with none, and without a configuration", async () => {
  const server = await modelServer(answerOf(500, "{}"));
  const at = place(single(`${server.url}/v1`));
  const failed = await run(["exec", "hello", "--format", "json", ...at.start]);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({ outcome: "failed", answer: "", error: { code: "provider_error" } });
  expect(failed.stderr).toContain("provider_error");
  const nobody = await run(["exec", "hello", "--model", "nobody", ...at.start]);
  expect([nobody.code, nobody.stdout]).toEqual([1, ""]);
  expect(nobody.stderr).toContain("no_model");
  server.answer(saying("a", "b"));
  const good = await run(["exec", "hello", "--format", "json", ...at.start]);
  expect(JSON.parse(good.stdout)).toMatchObject({ outcome: "completed", answer: "ab" });
  rmSync(at.config);
});

test("C321 exec whose reader goes away: the model is asked no further, and that is no failure", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    let isOpen = true;
    void one.closed.then(() => {
      isOpen = false;
    });
    // An answer without an end.
    while (isOpen) await one.send(delta("mice ".repeat(200)));
  });
  const at = place(single(`${server.url}/v1`));
  const exec = new Running(["exec", "hello", ...at.start]);
  exec.child.stdin?.end();
  await exec.until(({ stdout }) => stdout !== "");
  exec.child.stdout?.destroy();
  expect(await exec.ended()).toMatchObject({ code: 0, stderr: "" });
  await server.idle();
  const { stdout } = await run(["sessions", "--state-dir", at.state, "--format", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ state: "stopped" }] });
});

test("C321 exec with stdin, stdout and stderr closed", async () => {
  const at = place();
  const exec = new Running(["exec", "hello", ...at.start], { stdio: "ignore" });
  expect((await exec.ended()).code).toBe(0);
});

test("C325 new with every descriptor closed starts its session", async () => {
  const at = place();
  const words = ["new", "--no-attach", ...at.start].map((word) => `'${word}'`).join(" ");
  const shell = `exec "${process.execPath}" "${BIN}" ${words} <&- >&- 2>&-`;
  execFileSync("sh", ["-c", shell], { stdio: "ignore", env: { PATH: process.env["PATH"], HOME: "/dev/null/home" } });
  const { stdout } = await run(["sessions", "--state-dir", at.state]);
  expect(stdout).toContain("running");
});

test("an answer that is longer than what a stream shows: exec gives all of it, as text and as JSON", async () => {
  const pieces = Array.from({ length: 100 }, (_, each) => `${each}: ${"é😀x".repeat(2500)}\r\n`);
  const server = await modelServer(saying(...pieces));
  const at = place(single(`${server.url}/v1`));
  const text = await run(["exec", "hello", ...at.start]);
  expect([text.code, text.stdout === pieces.join(""), text.stderr]).toEqual([0, true, ""]);
  const json = await run(["exec", "hello", "--format", "json", ...at.start]);
  const { answer } = JSON.parse(json.stdout) as { answer: string };
  expect([json.code, answer === pieces.join(""), json.stderr]).toEqual([0, true, ""]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "%s during exec: the text so far is kept, its daemon stops, and it ends with %i and without a word",
  async (signal, exitCode) => {
    const server = await modelServer(async (one) => {
      one.head(200, { "content-type": "text/event-stream" });
      await one.send(delta("half an answer"));
      await one.closed;
    });
    const at = place(single(`${server.url}/v1`));
    const exec = new Running(["exec", "hello", ...at.start]);
    await exec.until(({ stdout }) => stdout.includes("half"));
    exec.child.kill(signal);
    expect(await exec.ended()).toEqual({ code: exitCode, stdout: "half an answer", stderr: "" });
    const { stdout } = await run(["sessions", "--state-dir", at.state, "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ state: "stopped" }] });
    const log = join(at.state, "sessions-v1", sessionsIn(at)[0] ?? "", "log", "000001.log");
    expect(readFileSync(log, "utf8")).toMatch(/"text":"half an answer".*"partial":true/);
  },
);

test("exec when its daemon dies in the middle: it says so and exits with 1", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    // The last character begins no token: one that may is held back.
    await one.send(delta("half "));
    await one.closed;
  });
  const at = place(single(`${server.url}/v1`));
  const exec = new Running(["exec", "hello", ...at.start]);
  await exec.until(({ stdout }) => stdout.includes("half"));
  const [id = ""] = sessionsIn(at);
  const { pid } = JSON.parse(readFileSync(join(at.state, "sessions-v1", id, "lock"), "utf8")) as { pid: number };
  process.kill(pid, "SIGKILL");
  const { code, stderr } = await exec.ended();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `agent: the session does not run; \`agent continue ${id}\` starts it, with \`--resume-turn\` also its turn\n`,
  );
});

test.each([
  ["in a turn", "hello\n", "half", ", with `--resume-turn` also its turn"],
  ["between turns", "/mcp\n", "no tool server", ""],
])("a conversation whose daemon dies %s says how to go on", async (_, line, seen, also) => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("half "));
    await one.closed;
  });
  const where = await started(place(single(`${server.url}/v1`)));
  const state = ["--state-dir", join(where.credential_file, "../../..")];
  const talk = new Running(["attach", where.session_id, ...state]);
  talk.child.stdin?.write(line);
  await talk.until(({ stdout, stderr }) => (stdout + stderr).includes(seen));
  process.kill(where.pid, "SIGKILL");
  const { code, stderr } = await talk.ended();
  expect(code).toBe(1);
  expect(stderr).toContain(
    `agent: the session does not run; \`agent continue ${where.session_id}\` starts it${also}\n`,
  );
});

test("C008 continue: a fresh token, the old one is refused; stop, sessions, prompt", async () => {
  const at = place();
  const first = await started(at);
  const old = tokenIn(first);
  const id = first.session_id;
  const state = ["--state-dir", at.state];
  expect((await run(["prompt", id, "hello", ...state])).stdout).toMatch(
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/,
  );
  const [head = "", row = ""] = (await run(["sessions", ...state])).stdout.split("\n");
  expect(head).toMatch(/^SESSION +STATE +LAST +TITLE +DIRECTORY$/);
  expect(row).toMatch(new RegExp(`^${id} {2}(?:running|busy) +(?:now|\\d+ min ago) +hello +/`));
  expect(row.indexOf("hello")).toBe(head.indexOf("TITLE"));
  const twice = await run(["continue", id, ...at.again]);
  expect([twice.code, tokenIn(first)]).toEqual([1, old]);
  expect(twice.stderr).toContain(`agent attach ${id}`);
  expect(await run(["stop", id, ...state])).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect((await run(["sessions", ...state])).stdout).toContain("stopped");
  for (const command of [
    ["stop", id],
    ["prompt", id, "x"],
    ["attach", id],
  ]) {
    const { code, stderr } = await run([...command, ...state]);
    expect(code).toBe(1);
    expect(stderr).toContain(`agent continue ${id}`);
  }
  const second = await started(at, ["continue", id]);
  expect((await call(second.url, "/health", bearer(second))).status).toBe(200);
  expect((await call(second.url, "/health", bearer(second, old))).status).toBe(401);
  process.kill(second.pid, "SIGKILL");
  while ((await run(["sessions", ...state])).stdout.includes("running"));
  expect((await run(["sessions", ...state])).stdout).toContain("crashed");
  expect((await run(["stop", id, ...state])).stderr).toContain(`agent continue ${id}`);
  const third = await started(at, ["continue", id]);
  expect((await call(third.url, "/health", bearer(third))).status).toBe(200);
  const close = await run(["attach", `${id.slice(0, -1)}x`, ...state]);
  expect([close.code, close.stderr.includes(id)]).toEqual([1, true]);
});

test("C293 of many that continue one session at once one starts it, and all name it and its token", async () => {
  const at = place();
  await run(["exec", "hello", ...at.start]);
  const [id = ""] = sessionsIn(at);
  const all = await Promise.all(
    Array.from({ length: 5 }, () => runProcess(["continue", id, "--no-attach", "--format", "json", ...at.again])),
  );
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  const met = all.map(({ stdout }) => JSON.parse(stdout) as Where);
  expect(new Set(met.map(({ pid, url }) => `${pid} ${url}`)).size).toBe(1);
  expect(all.filter(({ stderr }) => !stderr.includes("runs already")).length).toBe(1);
  for (const where of met) expect((await call(where.url, "/health", bearer(where))).status).toBe(200);
});

test("who waits for another starter that fails starts by itself, and says why that fails", async () => {
  const at = place();
  await run(["exec", "hello", ...at.start]);
  const [id = ""] = sessionsIn(at);
  const again = ["--global", join(at.path, "nosuch.yaml"), "--no-project", "--state-dir", at.state];
  const all = await Promise.all(
    Array.from({ length: 3 }, () => run(["continue", id, "--no-attach", "--format", "json", ...again])),
  );
  for (const { code, stdout, stderr } of all) {
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("nosuch.yaml");
  }
});

test("as text a session that another process has just started names the command that talks to it", async () => {
  const at = place();
  await run(["exec", "hello", ...at.start]);
  const [id = ""] = sessionsIn(at);
  const all = await Promise.all(Array.from({ length: 3 }, () => run(["continue", id, "--no-attach", ...at.again])));
  const codes = all.map(({ code }) => code).toSorted();
  expect(codes).toEqual([0, 1, 1]);
  for (const { code, stderr } of all) if (code === 1) expect(stderr).toMatch(/`agent attach|is starting the session/);
});

test("a conversation: every line of input is a prompt, one after the other, and all answers are there when it ends", async () => {
  const at = place();
  const lines = Array.from({ length: 8 }, (_, each) => `line ${each}`);
  const { code, stdout, stderr } = await run(["new", ...at.start], { input: lines.join("\n") });
  expect([code, stdout]).toEqual([0, lines.map((line) => `${line}\n`).join("")]);
  expect(stderr.replace(/^session \S+\n/, "")).toBe(ECHO);
  const [id = ""] = sessionsIn(at);
  const two = await Promise.all(
    ["a", "b"].map((input) => run(["attach", id, "--state-dir", at.state], { input: `${input}\n` })),
  );
  expect(two.map((each) => each.code)).toEqual([0, 0]);
  expect(two[0]?.stdout).toContain("a\n");
  expect(two[1]?.stdout).toContain("b\n");
});

test("a conversation ends when its session does, and when somebody interrupts, though the input is open", async () => {
  const at = place();
  const talk = new Running(["new", ...at.start]);
  await talk.until(({ stderr }) => stderr.includes("session"));
  const [id = ""] = sessionsIn(at);
  talk.child.stdin?.write("hello\n");
  await talk.until(({ stdout }) => stdout === "hello\n");
  const other = new Running(["attach", id, "--state-dir", at.state]);
  other.child.stdin?.write("there\n");
  await talk.until(({ stdout }) => stdout === "hello\nthere\n");
  await other.until(({ stdout }) => stdout === "there\n");
  other.child.kill("SIGINT");
  expect(await other.ended()).toMatchObject({ code: 130, stderr: expect.stringContaining(`agent attach ${id}\n`) });
  await run(["stop", id, "--state-dir", at.state]);
  expect((await talk.ended()).code).toBe(0);
});

test("a conversation whose reader goes away ends, says so, and its session goes on", async () => {
  const at = place();
  const running = new Running(["new", ...at.start]);
  running.child.stdin?.write("one\n");
  await running.until(({ stdout }) => stdout.includes("one\n"));
  running.child.stdout?.destroy();
  running.child.stdin?.write("two\n");
  const { code, stderr } = await running.ended();
  const [id = ""] = sessionsIn(at);
  expect([code, stderr]).toEqual([0, expect.stringMatching(`agent: the session goes on: agent attach ${id}\n$`)]);
});

test("whoever comes to a session sees the end of what was said in it, beside the conversation", async () => {
  const at = place();
  const lines = Array.from({ length: 7 }, (_, each) => `line ${each}`);
  await run(["new", ...at.start], { input: lines.join("\n") });
  const [id = ""] = sessionsIn(at);
  const earlier = `… 4 items before these\n${lines
    .slice(2)
    .map((line) => `> ${line}\n${line}\n`)
    .join("")}${ECHO}`;
  const attached = await run(["attach", id, "--state-dir", at.state], { input: "a\x1bb" });
  expect(attached).toEqual({ code: 0, stdout: "a\x1bb\n", stderr: earlier });
  await run(["stop", id, "--state-dir", at.state]);
  const continued = await run(["continue", id, ...at.again], { input: "mice" });
  expect(continued).toMatchObject({ code: 0, stdout: "mice\n" });
  expect(continued.stderr).toMatch(/\n> line 6\nline 6\n> a\\x1bb\na\\x1bb\nagent: no model [^\n]*\n$/);
});

test("attach in the middle of an answer shows all of it, once", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three "));
    await one.send(delta("blind "));
    await go.passed;
    await saying("mice")({ ...one, head: () => {} });
  });
  const at = place(single(`${server.url}/v1`));
  const where = await started(at);
  await run(["prompt", where.session_id, "hello", "--state-dir", at.state]);
  const attached = new Running(["attach", where.session_id, "--state-dir", at.state]);
  attached.child.stdin?.end();
  await attached.until(({ stdout }) => stdout.includes("three"));
  go.open();
  expect(await attached.ended()).toMatchObject({ code: 0, stdout: "three blind mice\n" });
});

test.each(["sync-event-schema", "fleet-event-schema", "exec-event-schema", "daemon-openapi", "hub-openapi"])(
  "C267 %s in three formats says the same",
  async (what) => {
    const { parse } = await import("yaml");
    const all = await Promise.all(
      ["json", "json-pretty", "yaml"].map((format) => run(["print", what, "--format", format])),
    );
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, ""]));
    const [json = "", pretty = "", yaml = ""] = all.map(({ stdout }) => stdout);
    expect(JSON.parse(pretty)).toEqual(JSON.parse(json));
    expect(parse(yaml)).toEqual(JSON.parse(json));
    expect(json.trimEnd()).not.toContain("\n");
  },
);

test("C272 an unknown format, an unknown document: exit 2, and those that there are", async () => {
  const format = await run(["print", "daemon-openapi", "--format", "xml"]);
  expect([format.code, format.stdout]).toEqual([2, ""]);
  expect(format.stderr).toMatch(/json, json-pretty, yaml/);
  const what = await run(["print", "nonsense"]);
  expect(what.code).toBe(2);
  expect(what.stderr).toMatch(
    /`sync-event-schema`, `fleet-event-schema`, `exec-event-schema`, `daemon-openapi`, `hub-openapi` or `daemon-state`/,
  );
});

test.each(["bash", "zsh", "fish"])("completion of %s is the script that completes this program", async (shell) => {
  const { code, stdout, stderr } = await run(["completion", shell]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`\`agent completion ${shell}\``);
  expect(stdout).toContain("project-trust");
});

test("a file as output, and one that takes nothing: that is said, and fails", async () => {
  const at = place();
  const file = join(at.path, "out.txt");
  const descriptor = openSync(file, "w");
  const exec = new Running(["exec", "mice", ...at.start], { stdio: ["ignore", descriptor, "ignore"] });
  expect((await exec.ended()).code).toBe(0);
  closeSync(descriptor);
  expect(readFileSync(file, "utf8")).toBe("mice");
  if (existsSync("/dev/full")) {
    const full = openSync("/dev/full", "w");
    const lost = new Running(["exec", "mice", ...at.start], { stdio: ["ignore", full, "pipe"] });
    const stderr = "agent: cannot write the output: there is no space left\n";
    expect(await lost.ended()).toEqual({ code: 2, stdout: "", stderr });
    closeSync(full);
  }
  writeFileSync(file, "");
});
