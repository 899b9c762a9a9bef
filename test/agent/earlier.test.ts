/** The end of what was said, before a conversation begins: right for long histories, and inert on a terminal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { sayEarlier } from "../../src/agent/program/talk/listening.js";
import { openSession } from "../../src/agent/session/store/open.js";
import { type SessionPaths, sessionPaths } from "../../src/agent/session/store/paths.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";
import { item } from "../store/bench.js";

/** A session with these items, in segments of this size. */
async function sessionOf(items: readonly Partial<HistoryItem>[], segmentBytes = 1_000_000): Promise<SessionPaths> {
  const state = mkdtempSync(join(tmpdir(), "agent-earlier-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const store = await openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: nodeClock, segmentBytes },
    ...{ state, sessionId: "one", how: { kind: "new", workingDirectory: state } },
  });
  await Promise.all(items.map((own, index) => store.append({ t: "item", item: { ...item(index), ...own } })));
  await store.finalize();
  return sessionPaths(join, state, "one");
}

async function said(paths: SessionPaths, total: number): Promise<string> {
  let text = "";
  const stderr = {
    write: (piece: string, done?: () => void) => {
      text += piece;
      done?.();
    },
  };
  await sayEarlier({ stderr }, paths, total);
  return text;
}

/** Prompts and answers in turn. */
const talk = (count: number): readonly Partial<HistoryItem>[] =>
  Array.from({ length: count }, (_, each) => ({
    kind: each % 2 === 0 ? "user_message" : "assistant_message",
    text: `said ${each}`,
  }));

test.each([1_000_000, 2000])("the last ten of 3000 items, in segments of %i bytes", async (segmentBytes) => {
  const paths = await sessionOf(talk(3000), segmentBytes);
  const last = Array.from({ length: 10 }, (_, each) => `${each % 2 === 0 ? "> " : ""}said ${2990 + each}\n`).join("");
  expect(await said(paths, 3000)).toBe(`… 2990 items before these\n${last}`);
});

test("what is finished after the snapshot is left to the stream", async () => {
  const paths = await sessionOf(talk(6));
  expect(await said(paths, 3)).toBe("> said 0\nsaid 1\n> said 2\n");
  expect(await said(paths, 0)).toBe("");
});

test("of many thoughts between the messages none is shown, and the messages are found", async () => {
  const thoughts: readonly Partial<HistoryItem>[] = Array.from({ length: 500 }, () => ({
    kind: "reasoning",
    text: "hm ".repeat(1000),
  }));
  const paths = await sessionOf([...talk(2), ...thoughts, { kind: "assistant_message", text: "done" }]);
  expect(await said(paths, 503)).toBe("> said 0\nsaid 1\ndone\n");
});

test("long, elided and unfinished texts end with an ellipsis, and pairs stay whole", async () => {
  const elided = { bytes: 300_000, sha256: "0".repeat(64) };
  const paths = await sessionOf([
    { kind: "user_message", text: `${"x".repeat(1999)}😀` },
    { kind: "assistant_message", text: "the beginning", elided },
    { kind: "assistant_message", text: "half an ans", partial: true },
    { kind: "user_message", text: "whole\n\n" },
  ]);
  expect(await said(paths, 4)).toBe(`> ${"x".repeat(1999)}…\nthe beginning…\nhalf an ans…\n> whole\n`);
});

test("a turn that failed or was interrupted says why, as at its end; other notices are left out", async () => {
  const words = { provider: "p", provider_message: "no money\x1b[2J" };
  const paths = await sessionOf([
    { kind: "user_message", text: "first" },
    { kind: "notice", text: "x", error: { code: "provider_quota", message: "the account has no credit", ...words } },
    { kind: "notice", text: "results were shortened" },
    { kind: "user_message", text: "second" },
    { kind: "notice", text: "x", error: { code: "interrupted", message: "the daemon ended before the turn did" } },
  ]);
  expect((await said(paths, 5)).split("\n")).toEqual([
    "> first",
    expect.stringMatching(/^agent: the account has no credit: "no money\\x1b\[2J" \(provider_quota\); add credit/),
    "> second",
    "agent: the daemon ended before the turn did (interrupted)",
    "",
  ]);
});

test("a text acts on no terminal, and a prompt does not pass for an answer", async () => {
  const paths = await sessionOf([
    { kind: "user_message", text: "one\n\x1b]0;gone\x07two\r\u202e" },
    { kind: "assistant_message", text: "\x1b[2J\x9b1m" },
    { kind: "user_message", attachments: [{ unavailable: true, reason: "gone" }], text: "" },
  ]);
  expect(await said(paths, 3)).toBe("> one\n> \\x1b]0;gone\\x07two\\r\\u{202e}\n\\x1b[2J\\x9b1m\n> (attachments: 1)\n");
});

test("a log that cannot be read shows nothing, and stops no conversation", async () => {
  const paths = await sessionOf(talk(3));
  rmSync(paths.log, { recursive: true });
  expect(await said(paths, 3)).toBe("");
});
