/** Questions during `agent exec`: each is answered with no, and said once (P-S34). */
import { expect, test } from "vitest";
import { Declining } from "../../src/agent/program/talk/declining.js";
import { refusal, ScriptedDaemon } from "./scripted-daemon.js";

function errors() {
  let all = "";
  const stderr = {
    write(text: string, done?: () => void): void {
      all += text;
      done?.();
    },
  };
  return { stderr, said: () => all };
}

test("lines that introduce a call are shown with its first line", async () => {
  const daemon = new ScriptedDaemon();
  const { stderr, said } = errors();
  const declining = new Declining({ stderr }, daemon.client);
  const texts = ["The subagent `general` asks:\nThis names a secret file (.env):\ncat .env\nmore", "one:\ntwo:", "a"];
  for (const [at, text] of texts.entries()) daemon.ask(`q${at}`, { kind: "permission", tool: "shell", text });
  const snapshot = await daemon.client.sync();
  await declining.take({ kind: "snapshot", snapshot }, new AbortController().signal);
  expect(said().trimEnd().split("\n")).toEqual(
    ["The subagent `general` asks: This names a secret file (.env): cat .env", "one:", "a"].map(
      (shown) => `agent: nobody can be asked here: shell may not run: ${shown}`,
    ),
  );
});

test("a permission is refused and a question gets no answer; each is said once, also after a break", async () => {
  const daemon = new ScriptedDaemon();
  const { stderr, said } = errors();
  const declining = new Declining({ stderr }, daemon.client);
  daemon.script = ({ line }) =>
    line === "POST /interrogative/q3/respond" ? refusal(404, "interrogative_not_open") : undefined;
  daemon.ask("q1", { kind: "permission", tool: "shell", text: `rm\x1b[2J${"x".repeat(1_000_000)}\nmore` });
  daemon.ask("q2", { kind: "question", text: "Which?" });
  daemon.ask("q3", { kind: "question", text: "Who?" });
  const snapshot = await daemon.client.sync();
  const { signal } = new AbortController();
  await declining.take({ kind: "snapshot", snapshot }, signal);
  await declining.take({ kind: "snapshot", snapshot: { ...snapshot, interrogatives: [] } }, signal);
  expect(daemon.answers).toEqual([
    ["q1", { kind: "permission_answer", granted: false }],
    ["q2", { kind: "cancel" }],
    ["q3", { kind: "cancel" }],
  ]);
  const [first = "", ...others] = said().trimEnd().split("\n");
  expect(first).toMatch(/^agent: nobody can be asked here: shell may not run: rm\\x1b\[2Jx+…$/);
  expect(others).toEqual([
    "agent: nobody can be asked here: no answer to: Which?",
    "agent: nobody can be asked here: no answer to: Who?",
  ]);
});

test.each<[string, readonly string[] | undefined, string]>([
  ["one rule", ["edit: lines.js"], "; `--allow 'edit: lines.js'` allows it"],
  ["the name of a tool", ["delegate"], "; `--allow delegate` allows it"],
  [
    "several rules",
    ["shell: npm ci", "shell: npm test"],
    "; `--allow 'shell: npm ci' --allow 'shell: npm test'` allows it",
  ],
  ["a quote", ["shell: echo 'a b'"], "; `--allow 'shell: echo '\\''a b'\\'''` allows it"],
  ["a control character, which nobody can copy", ["shell: echo \x1b[2J"], ""],
  ["a rule that is too long to read", [`shell: ${"x".repeat(300)}`], ""],
  ["no rule that may allow it", undefined, ""],
])("a call that is refused says which rule allows it: %s", async (_, rules, hint) => {
  const daemon = new ScriptedDaemon();
  const { stderr, said } = errors();
  const always = rules === undefined ? {} : { always: { file: "/home/permissions.yaml", rules: [...rules] } };
  daemon.ask("q", { kind: "permission", tool: "edit", text: "edit lines.js\nmore", ...always });
  const snapshot = await daemon.client.sync();
  await new Declining({ stderr }, daemon.client).take({ kind: "snapshot", snapshot }, new AbortController().signal);
  expect(said()).toBe(`agent: nobody can be asked here: edit may not run: edit lines.js${hint}\n`);
});
