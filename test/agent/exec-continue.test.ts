/** `agent exec --continue`: the sessions that go on, and those that do not (P-S110). */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExecResult } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { delta, modelServer, saying } from "../model/server.js";
import { type Place, place, Running, run, runProcess } from "./process.js";

/** An answer with the number of messages that the model was told. */
async function counting() {
  const server = await modelServer((one) => {
    const { messages } = JSON.parse(one.asked.body) as { messages: { role: string }[] };
    return saying(`I know ${messages.filter(({ role }) => role !== "system").length}.`)(one);
  });
  const at = place(single(`${server.url}/v1`));
  return { at, server };
}

function exec(at: Place, words: readonly string[], directory = at.path, input = "") {
  return run(["exec", ...words, ...at.again, "--working-dir", directory], { input });
}

async function resultOf(at: Place, words: readonly string[], directory = at.path): Promise<ExecResult> {
  const { stdout, stderr } = await exec(at, [...words, "--format", "json"], directory);
  if (stdout === "") expect.unreachable(stderr);
  return JSON.parse(stdout) as ExecResult;
}

const sessionsIn = (at: Place): readonly string[] => readdirSync(join(at.state, "sessions-v1"));

test("it goes on with the latest session of this directory, and with the one that is named", async () => {
  const { at } = await counting();
  const [first, second] = [await resultOf(at, ["one"]), await resultOf(at, ["two"])];
  const third = await resultOf(at, ["three", "--continue"]);
  expect([third.session_id, third.answer]).toEqual([second.session_id, "I know 3."]);
  const fourth = await resultOf(at, ["--continue", first.session_id, "four"]);
  expect([fourth.session_id, fourth.answer]).toEqual([first.session_id, "I know 3."]);
  // Now that one is the latest.
  const fifth = await resultOf(at, ["--continue", "five"]);
  expect([fifth.session_id, fifth.answer]).toEqual([first.session_id, "I know 5."]);
  expect(sessionsIn(at)).toHaveLength(2);
});

test("a directory has its own latest session, also through a link; elsewhere there is none", async () => {
  const { at } = await counting();
  const [here, other] = [join(at.path, "here"), join(at.path, "other dir")];
  for (const directory of [here, other]) mkdirSync(directory);
  symlinkSync(here, join(at.path, "link"));
  const first = await resultOf(at, ["one"], here);
  await resultOf(at, ["two"], other);
  expect((await resultOf(at, ["--continue", "three"], join(at.path, "link"))).session_id).toBe(first.session_id);
  expect(await exec(at, ["--continue", "hi"])).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: no session has worked in ${realpathSync(at.path)} yet; without \`--continue\` a new one begins\n`,
  });
  const named = await exec(at, ["--continue", first.session_id, "hi"], other);
  expect(named).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: the session ${first.session_id} works in ${here}: go there, or give \`--working-dir ${here}\`\n`,
  });
  expect((await exec(at, ["--continue", first.session_id, "hi"], here)).code).toBe(0);
});

test.each([
  [["--continue", "go on, please"], "", "I know 3."],
  [["--continue", "continue"], "", "I know 3."],
  [["--continue", "-"], "from the input", "I know 3."],
  [["-", "--continue"], "from the input", "I know 3."],
])("the prompt of %j may stand behind the option", async (words, input, answer) => {
  const { at } = await counting();
  await exec(at, ["one"]);
  expect(await exec(at, words, at.path, input)).toMatchObject({ code: 0, stdout: answer });
});

test("an id without a prompt, no prompt at all, and an id that none has", async () => {
  const { at, server } = await counting();
  const { session_id: id } = await resultOf(at, ["one"]);
  const missing = { code: 2, stderr: `agent: the prompt is missing: \`agent exec --continue ${id} "…"\`\n` };
  expect(await exec(at, ["--continue", id])).toMatchObject(missing);
  expect((await exec(at, ["--continue", id.slice(-8)])).code).toBe(2);
  for (const words of [[], ["--continue"]])
    expect(await exec(at, words)).toMatchObject({ code: 2, stderr: "agent: the prompt is missing\n" });
  for (const wrong of ["no-such", "../x", "A", "x".repeat(1000), "é\u001b"]) {
    const { code, stderr } = await exec(at, [`--continue=${wrong}`, "hi"]);
    expect([wrong, code]).toEqual([wrong, 1]);
    expect(stderr).toMatch(/^agent: there is no session of this name[ -~]*`agent sessions` lists them\n$/);
  }
  expect(await exec(at, ["--continue=", "hi"])).toMatchObject({
    ...{ code: 2, stderr: "agent: the id of `--continue` is empty\n" },
  });
  expect(server.asked).toHaveLength(1);
});

test("a session that runs is not taken away from its daemon, and the message says what sends it a prompt", async () => {
  const at = place();
  const started = await run(["new", "--name", "fix-login", "--no-attach", ...at.start]);
  expect(started.code).toBe(0);
  const refusal = {
    ...{ code: 1, stdout: "" },
    stderr:
      "agent: the session fix-login runs: `agent prompt fix-login` sends it a prompt, and `agent stop fix-login` ends it\n",
  };
  expect(await exec(at, ["--continue", "fix-login", "hi"])).toEqual(refusal);
  expect(await exec(at, ["--continue", "two words"])).toEqual(refusal);
  await run(["stop", "fix-login", "--state-dir", at.state]);
  expect((await exec(at, ["--continue", "fix-login", "hi"])).code).toBe(0);
});

test.each<[string, (folder: string) => void, RegExp]>([
  ["session.json", (folder) => writeFileSync(join(folder, "session.json"), "{"), /session\.json is damaged/],
  ["final.json", (folder) => writeFileSync(join(folder, "final.json"), "[]"), /final\.json is damaged/],
  ["the log", (folder) => truncateSync(join(folder, "log/000001.log"), 300), /log/],
  ["a missing log", (folder) => rmSync(join(folder, "log"), { recursive: true }), /log/],
])("damage of %s: exit code 1, the reason, and not one byte is changed", async (_, damage, reason) => {
  const { at } = await counting();
  const { session_id: id } = await resultOf(at, ["one"]);
  const folder = join(at.state, "sessions-v1", id);
  damage(folder);
  const bytes = () =>
    ["session.json", "final.json", "log/000001.log"].map((name) => {
      try {
        return readFileSync(join(folder, name), "utf8");
      } catch {
        return undefined;
      }
    });
  const before = bytes();
  const { code, stdout, stderr } = await exec(at, ["--continue", id, "hi"]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/without `--continue` a new one begins\n$/);
  expect(bytes()).toEqual(before);
});

test("a session in the layout of an earlier version is named as such", async () => {
  const at = place();
  mkdirSync(join(at.state, "sessions", "old-one"), { recursive: true });
  expect(await exec(at, ["--continue", "old-one", "hi"])).toEqual({
    ...{ code: 1, stdout: "" },
    stderr:
      "agent: the session old-one is in the layout of an earlier version, which this one cannot read; begin a new one\n",
  });
});

test("a session whose daemon was killed goes on, and its interrupted turn is part of it", async () => {
  const { at, server } = await counting();
  server.answer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three blind mice!"));
    await one.closed;
  });
  const killed = new Running(["exec", "one", ...at.start]);
  await killed.until(({ stdout }) => stdout.includes("three"));
  const [id = ""] = sessionsIn(at);
  const { pid } = JSON.parse(readFileSync(join(at.state, "sessions-v1", id, "lock"), "utf8")) as { pid: number };
  process.kill(pid, "SIGKILL");
  expect((await killed.ended()).code).toBe(1);
  server.answer(saying("I go on."));
  expect(await exec(at, ["--continue", "go on"])).toMatchObject({ code: 0, stdout: "I go on." });
});

test("of two at once one goes on, and the other is refused", async () => {
  const { at } = await counting();
  await exec(at, ["one"]);
  const words = ["exec", "--continue", "two or three", ...at.start];
  const ends = await Promise.all([runProcess(words), runProcess(words)]);
  const refused = ends.filter(({ code }) => code === 1);
  expect(refused.length).toBeLessThan(2);
  for (const { stdout, stderr } of refused)
    expect([stdout, stderr]).toEqual(["", expect.stringMatching(/^agent: (the session \S+ runs|another process)/)]);
  const items = ends.filter(({ code }) => code === 0);
  // One after the other, both go on.
  expect(items.map(({ stdout }) => stdout).toSorted()).toEqual(["I know 3.", "I know 5."].slice(0, items.length));
});
