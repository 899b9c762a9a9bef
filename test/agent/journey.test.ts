/** From an empty home to a first answer by messages alone, and everything that goes wrong on the way. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerOf, callOf, delta, finish, modelServer, type Script, saying, streaming } from "../model/server.js";
import { type Ended, endDaemons, run, runToolkit } from "./process.js";

const KEY = "journey-canary-key-0123456789";

interface Home {
  readonly path: string;
  readonly config: string;
  readonly env: Record<string, string>;
  readonly agent: (...words: readonly string[]) => Promise<Ended>;
  readonly agentcfg: (...words: readonly string[]) => Promise<Ended>;
  readonly sessions: () => readonly string[];
}

/** Nothing in it, and no variables but these. */
function emptyHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "agent-journey-"));
  onTestFinished(() => {
    endDaemons(join(path, ".local/state/agent"));
    rmSync(path, { recursive: true, force: true });
  });
  const env: Record<string, string> = { HOME: path };
  const sessions = join(path, ".local/state/agent/sessions-v1");
  return {
    ...{ path, env, config: join(path, ".config/agent/config.yaml") },
    agent: (...words) => run(words, { cwd: path, env }),
    agentcfg: (...words) => runToolkit(words, { cwd: path, env }),
    sessions: () => (existsSync(sessions) ? readdirSync(sessions) : []),
  };
}

/** What is said to people: where to look next, and nothing of ours or of the key. */
function expectForPeople({ stdout, stderr }: Ended): void {
  expect(stderr).not.toMatch(/\n\s+at |internal error|undefined|\[object/);
  expect(stdout + stderr).not.toContain(KEY);
}

test("with a provider: each message names the next step, and the last one is an answer", async () => {
  const server = await modelServer(saying("three ", "blind mice"));
  const at = emptyHome();
  const none = await at.agent("exec", "hi");
  expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining("`agentcfg init --global`") });
  const begun = await at.agentcfg("init", "--global");
  expect(begun).toMatchObject({ code: 0 });
  expect(begun.stderr).toContain("`your-model`");
  expect(begun.stderr).toContain("`agentcfg set --global providers.beta.url URL`");
  expect(begun.stderr).toContain("set BETA_API_KEY");

  const unset = await at.agent("exec", "hi");
  expect(unset.code).toBe(1);
  expect(unset.stderr).toContain("BETA_API_KEY");
  expect(unset.stderr).toContain("`agentcfg doctor`");
  expect(at.sessions()).toEqual([]);
  at.env["BETA_API_KEY"] = KEY;
  const doctor = await at.agentcfg("doctor");
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain("`your-model` is a placeholder");
  expect(doctor.stdout).toContain("it has no address; set its `url`");

  const nowhere = await at.agent("exec", "hi");
  expect(nowhere).toMatchObject({ code: 1, stdout: "" });
  expect(nowhere.stderr).toContain("`providers.beta.url`");
  expect(await at.agentcfg("set", "--global", "providers.beta.url", `${server.url}/v1`)).toMatchObject({ code: 0 });
  writeFileSync(at.config, readFileSync(at.config, "utf8").replaceAll("your-model", "big-1.5"));
  expect(await at.agentcfg("doctor")).toMatchObject({ code: 0, stderr: "nothing to fix\n" });
  expect(await at.agent("exec", "hi")).toEqual({ code: 0, stdout: "three blind mice", stderr: "" });
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.parse(server.asked[0]?.body ?? "")).toMatchObject({ model: "big-1.5" });
  for (const said of [none, begun, unset, doctor, nowhere]) expectForPeople(said);
});

test("without a network: two commands", async () => {
  const at = emptyHome();
  await at.agentcfg("init", "--global", "--provider", "echo");
  expect(await at.agentcfg("doctor")).toMatchObject({ code: 0, stderr: "nothing to fix\n" });
  const said = await at.agent("exec", "hi");
  expect(said).toMatchObject({ code: 0, stdout: "hi" });
  expect(said.stderr).toBe(
    "agent: no model answers here: the provider has `protocol: test`, which repeats the prompt\n",
  );
});

const HTML = "<html><body>Sign in</body></html>";

test.each<readonly [string, Script | "down", readonly string[]]>([
  [
    "the provider refuses the key",
    answerOf(401, `{"error":{"message":"bad ${KEY}"}}`),
    ["401", "`providers.beta.auth`"],
  ],
  ["the provider forbids it", answerOf(403, "{}"), ["403", "`providers.beta.auth`"]],
  ["nobody knows the model", answerOf(404, "{}"), ["404", "model's name", "`providers.beta.url`"]],
  ["the request is not taken", answerOf(400, "{}"), ["400", "model's name"]],
  ["there are too many", answerOf(429, "{}"), ["429", "try again later"]],
  [
    "there is no such model",
    answerOf(404, `{"error":{"message":"The model 'big' does not exist","code":"model_not_found"}}`),
    [
      "does not offer the model `big`",
      `"The model 'big' does not exist" (model_not_found)`,
      "`models.big.provider_name`",
    ],
  ],
  [
    "there is no credit",
    answerOf(429, `{"error":{"message":"You exceeded your current quota, ${KEY}","code":"insufficient_quota"}}`),
    ["has no credit", '"You exceeded your current quota, [redacted]" (provider_quota)', "add credit"],
  ],
  [
    "the conversation is too long",
    answerOf(400, '{"error":{"message":"prompt is too long: 9 tokens > 8"}}'),
    ["longer than the model", "(context_overflow)", "begin a new session"],
  ],
  ["the provider fails", answerOf(502, "{}"), ["502", "try again later"]],
  ["a page comes instead of an answer", answerOf(200, HTML, "text/html"), ["`url` may lead elsewhere"]],
  ["nobody is there", "down", ["cannot be reached", "`providers.beta.url`"]],
])("%s: said, with the place to look at", async (_, script, says) => {
  const server = await modelServer(script === "down" ? (one) => one.cut() : script);
  const at = emptyHome();
  // A port that nobody listens on.
  const url = script === "down" ? "http://127.0.0.1:9/v1" : `${server.url}/v1`;
  await at.agentcfg("init", "--global", "--provider", "beta", "--url", url, "--model", "big");
  // Each of them fails at once.
  await at.agentcfg("set", "--global", "daemon.retry.max_retries", "0");
  at.env["BETA_API_KEY"] = KEY;
  const format = says.includes("401") ? "json" : "text";
  const ended = await at.agent("exec", "hi", "--format", format);
  expect(ended.code).toBe(1);
  for (const said of says) expect(ended.stderr).toContain(said);
  expectForPeople(ended);
});

const CUT = "max_output_tokens_per_turn";

test.each<readonly [string, readonly string[], string, string, string, number]>([
  ["is cut at a limit", [delta("half"), finish("length")], "half", "length", CUT, 1],
  ["is cut with a call in it", [callOf("shell", '{"command":"ec'), finish("length")], "", "length", CUT, 1],
  ["is filtered", [delta("half"), finish("content_filter")], "half", "content_filter", "the content filter", 1],
  ["ends for a reason of its own", [delta("half"), finish("bored")], "half", "unknown", "may be cut off", 0],
  ["asks for tools", [finish("tool_calls")], "", "tool_calls", "asked for tools", 0],
  ["says nothing", [finish("stop")], "", "stop", "without a text", 0],
])(
  "an answer that %s: said on stderr, also in a conversation, and `exec` fails when it is cut off",
  async (_, pieces, text, end, says, code) => {
    const server = await modelServer(streaming(...pieces));
    const at = emptyHome();
    await at.agentcfg("init", "--global", "--provider", "beta", "--url", `${server.url}/v1`, "--model", "big");
    at.env["BETA_API_KEY"] = KEY;
    expect(await at.agent("exec", "hi")).toEqual({ code, stdout: text, stderr: expect.stringContaining(says) });
    const json = await at.agent("exec", "hi", "--format", "json");
    expect(json.stderr).toContain(says);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "completed", finish: end, answer: text });
    const talk = await run(["new"], { cwd: at.path, env: at.env, input: "hi\n" });
    expect(talk).toMatchObject({ code: 0, stderr: expect.stringContaining(says) });
    for (const id of at.sessions()) await at.agent("stop", id);
  },
);

test("a model that is not configured: where to look, and which there are", async () => {
  const at = emptyHome();
  await at.agentcfg("init", "--global", "--provider", "echo");
  const ended = await at.agent("exec", "hi", "--model", "big");
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("`big`");
  expect(ended.stderr).toContain("`agentcfg models`");
});
