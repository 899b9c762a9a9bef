/** `agent export`: the public history of a session as Markdown and as JSON lines (P-S112). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { openSession } from "../../src/agent/session/store/open.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";
import { isHistoryItem } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { item } from "../store/bench.js";
import { BIN, place, run, runProcess } from "./process.js";

/** A stopped session with these items. */
async function stored(items: readonly Partial<HistoryItem>[], title?: string) {
  const state = mkdtempSync(join(tmpdir(), "agent-export-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const store = await openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: nodeClock, state, sessionId: "one" },
    how: { kind: "new", workingDirectory: "/work" },
  });
  await store.append({ t: "epoch", daemon_epoch: "0".repeat(32) });
  if (title !== undefined) await store.append({ t: "session", title });
  for (const [index, fields] of items.entries())
    await store.append({ t: "item", item: { ...item(index), at: "2026-01-31T23:59:59.999Z", ...fields } });
  await store.finalize();
  await store.close();
  const words = (...more: readonly string[]) => ["export", "one", ...more, "--state-dir", state];
  return { state, folder: store.directory, words, exported: (...more: readonly string[]) => run(words(...more)) };
}

const ID = "abcdef01".repeat(8);
const CAPTURED = { kind: "captured", facet: "execute", model: "lab/m" } as const;

test("Markdown: what was said, called and put out", async () => {
  const { exported } = await stored(
    [
      { kind: "user_message", text: "Run it,\r\nplease." },
      { kind: "reasoning", text: "Hm.", attribution: CAPTURED },
      {
        kind: "tool_call",
        text: "",
        tool: { name: "shell", call_id: "c", input: { command: "ls" } },
        attribution: CAPTURED,
      },
      { kind: "tool_result", text: "a\nb\n", tool: { name: "shell", call_id: "c" }, attribution: CAPTURED },
      { kind: "tool_result", text: "no", tool: { name: "shell", call_id: "c", is_error: true, is_denied: true } },
      { kind: "assistant_message", text: "# There\n", partial: true, attribution: CAPTURED },
      {
        ...{ kind: "notice", text: "long", elided: { bytes: 70_000, sha256: "0".repeat(64), artifact_id: ID } },
        attachments: [
          { artifact_id: ID, media_type: "text/plain", name: "a.txt", total_length: 7, scrubbed: true },
          { unavailable: true, reason: "it is lost" },
        ],
      },
    ] as Partial<HistoryItem>[],
    "Run it",
  );
  const { code, stdout, stderr } = await exported();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.replaceAll("`2026-01-31T23:59:59.999Z`\n\n", "")).toBe(`# \`Run it\`

Session \`one\`, 7 items.

## 1. Prompt

\`\`\`text
Run it,
please.
\`\`\`

## 2. Reasoning of \`lab/m\`

\`\`\`text
Hm.
\`\`\`

## 3. Call of \`shell\`

\`\`\`json
{
  "command": "ls"
}
\`\`\`

## 4. Result of \`shell\`

\`\`\`text
a
b
\`\`\`

## 5. Result of \`shell\`: not allowed

\`\`\`text
no
\`\`\`

## 6. Answer of \`lab/m\`

\`\`\`markdown
# There
\`\`\`

The text ends early.

## 7. Notice

\`\`\`text
long
\`\`\`

This is a part of 70000 bytes; the whole is the attachment \`${ID}\`.

- Attachment \`a.txt\`, \`text/plain\`, 7 bytes: \`${ID}\`
- An attachment is unavailable: \`it is lost\`
`);
});

/** What leaves a block, becomes HTML, a heading, a link or a command, or acts on a terminal. */
const HOSTILE = [
  "```\n# Not a heading\n```",
  "``````````",
  "~~~\n</pre><script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "\r```\r# Not a heading\r",
  "a\u2028```\u0085```",
  "\u001b[2J\u001b]0;title\u0007\u202e",
  "::set-output name=x::y\n##[command]z",
  "[a](javascript:alert(1)) @somebody #1 https://example.com",
  "\0",
  "`",
  "``` `` ` ",
  "",
  " \n\t",
  "\ud800",
];

/** Lines outside of fences, by the rules of CommonMark for fences of backticks. */
function outsideOf(markdown: string): readonly string[] {
  let fence: string | undefined;
  return markdown.split(/\r\n|\n|\r/).filter((line) => {
    const [ticks] = /^ {0,3}`{3,}/.exec(line) ?? [];
    if (fence !== undefined) {
      if (ticks !== undefined && ticks.trimStart().length >= fence.length && line.trim() === ticks.trim())
        fence = undefined;
      return false;
    }
    if (ticks !== undefined && !line.trimStart().slice(ticks.trimStart().length).includes("`")) {
      fence = ticks.trimStart();
      return false;
    }
    return true;
  });
}

const span = (line: string): string => line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "CODE");

test.each(HOSTILE)("Markdown of %j has no line of it outside of its block", async (text) => {
  const items = ["user_message", "assistant_message", "tool_result", "notice"].map((kind) => ({ kind, text }));
  const tool = { name: text, call_id: "c", input: { [text]: text } };
  const attachment = { artifact_id: ID, media_type: text, name: text, total_length: 1, scrubbed: true };
  const { exported } = await stored(
    [
      ...items,
      { kind: "tool_call", text, tool },
      { kind: "notice", text, attachments: [attachment, { unavailable: true, reason: text }] },
    ] as Partial<HistoryItem>[],
    text.replaceAll("\n", " ").trim() || "x",
  );
  const { code, stdout } = await exported();
  expect(code).toBe(0);
  for (const line of outsideOf(stdout).map(span))
    expect(line).toMatch(
      /^(|# CODE|Session CODE, 6 items\.|## \d\. (Prompt|Answer.*|Notice|Result of (CODE|\(empty\)|a tool)|Call of (CODE|\(empty\)))|CODE|- Attachment .*|- An attachment is unavailable: (CODE|\(empty\)))$/,
    );
  expect(stdout).not.toMatch(/^::|##\[|[^\n\t\P{Cc}]|[\u202a-\u202e\u2028]/mu);
});

test("JSON lines: each item as the history has it, and the same bytes each time", async () => {
  const items = HOSTILE.map((text) => ({ kind: "assistant_message", text }) as Partial<HistoryItem>);
  const { exported } = await stored(items);
  const { code, stdout } = await exported("--format", "jsonl");
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  const read = lines.map((line) => JSON.parse(line) as HistoryItem);
  expect(read.map((one) => [isHistoryItem(one), one.text])).toEqual(HOSTILE.map((text) => [true, text]));
  expect(stdout).toMatch(/^[ -~\n]*$/);
  expect(await exported("--format", "jsonl")).toEqual({ code, stdout, stderr: "" });
  expect((await exported()).stdout).toBe((await exported("--format", "markdown")).stdout);
});

test("a session that runs and the same one stopped: what its clients read, and no credential", async () => {
  const server = await modelServer(
    inTurn(calling(callOf("shell", { command: "echo sk-live-0123456789abcdef0123" })), saying("Done.")),
  );
  const config = single(`${server.url}/v1`, 'auth: { type: static_key, key: "very-secret-key-1" }');
  const at = place(`${config}default_permission_matcher: bypass\n`);
  expect((await run(["new", "--name", "s", ...at.start], { input: "say very-secret-key-1\n" })).code).toBe(0);
  const exported = async (format: string) =>
    (await run(["export", "s", "--format", format, "--state-dir", at.state])).stdout;
  const running = [await exported("markdown"), await exported("jsonl")];
  await run(["stop", "s", "--state-dir", at.state]);
  expect([await exported("markdown"), await exported("jsonl")]).toEqual(running);
  expect(running.join("")).not.toMatch(/very-secret|0123456789abcdef0123/);
  expect(running[0]).toContain("[redacted]");
  expect(running[1]?.trimEnd().split("\n")).toHaveLength(4);
});

test.each<[string, (folder: string) => void, RegExp]>([
  ["a byte of the log", (folder) => appendFileSync(join(folder, "log/000001.log"), "x"), /damaged/],
  ["the end of the log", (folder) => writeFileSync(join(folder, "log/000001.log"), ""), /damaged/],
  ["session.json", (folder) => writeFileSync(join(folder, "session.json"), "{"), /session\.json is damaged/],
  ["a missing log", (folder) => rmSync(join(folder, "log"), { recursive: true }), /log is missing/],
])("damage of %s: exit code 1, the reason, and no part of the history", async (_, damage, reason) => {
  const { exported, folder, state } = await stored([{ text: "hello" }]);
  damage(folder);
  const file = join(state, "out.md");
  for (const words of [[], ["--format", "jsonl"], ["--output", file]])
    expect(await exported(...words)).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
  expect(existsSync(file)).toBe(false);
});

test("a crashed session has what its log has; an unknown one and one in the earlier layout are refused", async () => {
  const { exported, folder, state } = await stored([{ text: "hello" }]);
  rmSync(join(folder, "final.json"));
  appendFileSync(join(folder, "log/000001.log"), '0123abcd {"n":4');
  expect((await exported()).stdout).toContain("hello");
  mkdirSync(join(state, "sessions", "old-one"), { recursive: true });
  for (const [id, reason] of [
    ["none", /there is no session of this name/],
    ["../one", /there is no session of this name/],
    ["old-one", /earlier version/],
  ] as const)
    expect(await run(["export", id, "--state-dir", state])).toEqual({
      ...{ code: 1, stdout: "", stderr: expect.stringMatching(reason) },
    });
});

test("--output writes the file whole, for its user alone, in place of an earlier one", async () => {
  const { exported, state } = await stored([{ text: "hello" }]);
  const directory = join(state, "out");
  mkdirSync(directory);
  const file = join(directory, "session.md");
  const { stdout } = await exported();
  for (const before of [undefined, "old".repeat(10_000)]) {
    if (before !== undefined) writeFileSync(file, before);
    expect(await exported("--output", file)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([stdout, 0o600]);
  }
  expect(readdirSync(directory)).toEqual(["session.md"]);
});

test.each([
  ["a directory", "", 2],
  ["below a file", "file/x", 2],
  ["a read-only file", "read-only", 2],
  ["a directory that does not exist", "no/such/file", 1],
])("--output %s: exit code and nothing changed", async (_, name, expected) => {
  const { exported, state } = await stored([{ text: "hello" }]);
  const directory = join(state, "out");
  mkdirSync(directory);
  writeFileSync(join(directory, "file"), "old");
  writeFileSync(join(directory, "read-only"), "old");
  chmodSync(join(directory, "read-only"), 0o400);
  const { code, stdout, stderr } = await exported("--output", join(directory, name));
  expect([code, stdout]).toEqual([expected, ""]);
  expect(stderr).toMatch(/^agent: cannot write .*\n$/);
  expect(readdirSync(directory).toSorted()).toEqual(["file", "read-only"]);
});

test("a history of 60 MB needs a small memory, and a reader that has enough ends it with 0", async () => {
  const text = "three blind mice\n".repeat(15_000);
  const { words, state } = await stored(Array.from({ length: 240 }, () => ({ text })));
  const env = { NODE_OPTIONS: "--max-old-space-size=48" };
  const file = join(state, "out.jsonl");
  for (const format of ["markdown", "jsonl"])
    expect((await runProcess(words("--format", format, "--output", file), { env })).code).toBe(0);
  expect(statSync(file).size).toBeGreaterThan(60_000_000);
  const child = spawn(process.execPath, [BIN, ...words()], {
    ...{ stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env["PATH"], HOME: "/dev/null/home" } },
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect((await once(child, "close"))[0]).toBe(0);
});
