/** Rules of `permissions.yaml` in a daemon: they allow, ask and deny calls, and an answer adds one (P-S34, P-S83, P-S108). */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { HistoryItem, Interrogative } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { type Bench, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const GRANT = { kind: "permission_answer", granted: true } as const;

interface Talking {
  readonly bench: Bench;
  readonly stream: TestExchange;
  /** The user's file of rules. */
  readonly file: string;
}

interface Around {
  readonly rules?: string;
  /** The rules of the project. */
  readonly project?: string;
  readonly config?: string;
}

/** A turn in which the model runs these commands, one after the other. */
async function talking(commands: readonly string[], { rules, project, config = "" }: Around = {}): Promise<Talking> {
  const calls = commands.map((command) => calling(callOf("shell", { command })));
  const server = await modelServer(inTurn(...calls, saying("done")));
  const root = mkdtempSync(join(tmpdir(), "agent-rules-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, ".agent"));
  if (project !== undefined) writeFileSync(join(root, ".agent", "permissions.yaml"), project);
  const bench = await running({
    config: `${single(`${server.url}/v1`)}${config}`,
    workingDirectory: root,
    load: { projectTrust: "untrusted", ...(project === undefined ? {} : { projectFile: root }) },
  });
  const file = join(dirname(bench.file), "permissions.yaml");
  if (rules !== undefined) writeFileSync(file, rules);
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "go" });
  return { bench, stream, file };
}

const questions = (stream: TestExchange): readonly Interrogative[] =>
  stream.records.flatMap((record) => (record.kind === "interrogative_opened" ? [record.interrogative] : []));

async function opened(stream: TestExchange, count = 1): Promise<Interrogative> {
  await stream.until(() => questions(stream).length >= count);
  return questions(stream).at(-1) ?? expect.unreachable();
}

async function results({ bench, stream }: Talking): Promise<readonly HistoryItem[]> {
  await stream.until(() => stream.records.some(({ kind }) => kind === "turn_finished"));
  return (await bench.history()).filter(({ kind }) => kind === "tool_result");
}

const DENY = "deny:\n  - { tool: shell, command: git push * }\n";
const BROAD = `${DENY}allow:\n  - { tool: shell }\n`;

test("`standard` runs what a rule allows, and the model hears which rule denies", async () => {
  const talk = await talking(["echo hi | cat", "true && git push"], { rules: BROAD });
  const [allowed, denied] = await results(talk);
  expect(allowed?.text).toBe("hi\n");
  expect(denied).toMatchObject({
    text: `not run: a rule of the user denies it ("git push"): \`shell: git push *\` in ${talk.file}:2`,
    tool: { is_error: true, is_denied: true },
  });
  expect(questions(talk.stream)).toEqual([]);
});

test("a rule that asks is shown, however broad others are, and its question offers no rule", async () => {
  const rules = "ask: [{ tool: shell, command: printf * }]\nallow: [{ tool: shell }]\n";
  const talk = await talking(["printf x"], { rules });
  const question = await opened(talk.stream);
  expect(question.text).toBe(`Asked because a rule asks (printf x): \`shell: printf *\` in ${talk.file}:1\nprintf x`);
  expect(question).not.toHaveProperty("always");
  await talk.bench.post(`/interrogative/${question.id}/respond`, GRANT);
  expect((await results(talk))[0]?.text).toBe("x");
});

test("`bypass_plus` runs all but what is denied, and asks about what may be", async () => {
  const talk = await talking(["echo hi", "git push", "$(echo echo) x"], {
    rules: DENY,
    config: "default_permission_matcher: bypass_plus\n",
  });
  const question = await opened(talk.stream);
  expect(question.text).toMatch(/^Asked because only the shell knows which program runs, and a rule may deny it: /);
  await talk.bench.post(`/interrogative/${question.id}/respond`, GRANT);
  expect((await results(talk)).map(({ text }) => text?.slice(0, 8))).toEqual(["hi\n", "not run:", "x\n"]);
  expect(questions(talk.stream)).toHaveLength(1);
});

test.each([
  ["a mistake of YAML before the rules", `[[[\n${DENY}`],
  ["a rule that is no mapping", "deny: git push\n"],
  ["a key that is misspelt", "denny:\n  - { tool: shell, command: echo * }\n"],
  ["another encoding", "\u0000d\u0000e"],
  ["half of a list", "deny:\n  - { tool: shell, command: git pu"],
])("`bypass_plus` asks about what no rule denies while the file has %s", async (_, rules) => {
  const talk = await talking(["echo hi"], { rules, config: "default_permission_matcher: bypass_plus\n" });
  const question = await opened(talk.stream);
  expect(question.text).toBe("Asked because a file of permissions has errors, and a rule may deny it:\necho hi");
  await talk.bench.post(`/interrogative/${question.id}/respond`, GRANT);
  expect((await results(talk))[0]?.text).toBe("hi\n");
});

test("`bypass_plus` runs what no rule denies where a project only allows", async () => {
  const talk = await talking(["echo hi"], {
    project: "allow: [{ tool: shell }]\n",
    config: "default_permission_matcher: bypass_plus\n",
  });
  expect((await results(talk))[0]?.text).toBe("hi\n");
  expect(questions(talk.stream)).toHaveLength(0);
});

test("`bypass` runs what is denied", async () => {
  const talk = await talking(["git push --help >/dev/null; echo hi"], {
    rules: DENY,
    config: "default_permission_matcher: bypass\n",
  });
  expect((await results(talk))[0]?.text).toContain("hi\n");
});

test("a project's rules deny and ask, and allow nothing, also when its user does not vouch for it", async () => {
  const talk = await talking(["echo no", "echo hi"], {
    project: "deny: [{ tool: shell, command: echo no }]\nallow: [{ tool: shell }]\n",
  });
  const question = await opened(talk.stream);
  expect(question.text).toBe("echo hi");
  await talk.bench.post(`/interrogative/${question.id}/respond`, GRANT);
  expect((await results(talk)).map(({ text }) => text?.slice(0, 8))).toEqual(["not run:", "hi\n"]);
});

test("a file of rules with an error allows nothing, denies what can be read, and is said in log and reload", async () => {
  const talk = await talking(["echo hi", "git push"], { rules: `${BROAD}asks: 3\nallow: [\n` });
  const question = await opened(talk.stream);
  expect(question.text).toBe("echo hi");
  expect(question).not.toHaveProperty("always");
  await talk.bench.post(`/interrogative/${question.id}/respond`, GRANT);
  expect((await results(talk)).map(({ text }) => text?.slice(0, 8))).toEqual(["hi\n", "not run:"]);
  const said = talk.bench.log.filter((line) => line.includes("a file of permissions has errors, so it allows nothing"));
  expect(said).toHaveLength(1);
  const reloaded = (await talk.bench.post("/reload", {})).json<{ readonly permission_errors?: unknown }>();
  expect(reloaded.permission_errors).toMatchObject({ count: expect.any(Number), first: [{ file: talk.file }] });
});

test("the answer `always` adds the rules of the question to the user's file, which hold at once", async () => {
  const talk = await talking(["echo hi; pwd >/dev/null; cat /dev/null", "cat /dev/null"], {
    rules: `# mine\n${DENY}`,
  });
  const question = await opened(talk.stream);
  expect(question.always).toEqual({ file: talk.file, rules: ["shell: cat /dev/null"] });
  await talk.bench.post(`/interrogative/${question.id}/respond`, { ...GRANT, scope: "always" });
  expect(await results(talk)).toHaveLength(2);
  expect(questions(talk.stream)).toHaveLength(1);
  expect(readFileSync(talk.file, "utf8")).toBe(
    `# mine\n${DENY}allow:\n  - { tool: shell, command: "cat /dev/null" }\n`,
  );
});

test.each([
  ["a command that is not understood", "$X", ""],
  ["a secret file", "cat .env", "permissions: { secret_files: [.env] }\n"],
  ["a file that is written", "echo x > out.txt", ""],
])("no rule is offered for %s, and the answer `always` is refused", async (_, command, config) => {
  const talk = await talking([command], { config });
  const question = await opened(talk.stream);
  expect(question).not.toHaveProperty("always");
  const answer = await talk.bench.post(`/interrogative/${question.id}/respond`, { ...GRANT, scope: "always" });
  expect(answer.status).toBe(400);
  await talk.bench.post(`/interrogative/${question.id}/respond`, { kind: "cancel" });
  await results(talk);
  expect(existsSync(talk.file)).toBe(false);
});

test("`autonomous` judges by its model what no rule is about", async () => {
  const talk = await talking(["git push", "echo hi"], {
    rules: BROAD,
    config: "default_permission_matcher: autonomous\n",
  });
  expect((await results(talk)).map(({ text }) => text?.slice(0, 8))).toEqual(["not run:", "hi\n"]);
});
