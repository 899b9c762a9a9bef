/** The whole of a long answer, from the folder of its session: exactly what was said, or nothing. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sayPart, wholeText } from "../../src/agent/program/talk/long-answer.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";

const TEXT = "\ufeffall of it é😀\r\n";
const SUM = createHash("sha256").update(TEXT).digest("hex");

const item = (artifact_id?: string): HistoryItem => ({
  ...{ item_id: "i", index: 1, kind: "assistant_message", at: "2026-11-23T08:45:12.000Z", text: "all" },
  ...{ attribution: { kind: "historical_unknown" }, secret_coverage: "captured" },
  elided: { bytes: Buffer.byteLength(TEXT), sha256: SUM, ...(artifact_id === undefined ? {} : { artifact_id }) },
});

test("the bytes of its digest, or nothing, and then where it should be", async () => {
  const state = mkdtempSync(join(tmpdir(), "agent-long-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const paths = sessionPaths(join, state, "one");
  const file = join(paths.attachments, SUM);
  expect(await wholeText(paths, item(SUM))).toBeUndefined();
  mkdirSync(paths.attachments, { recursive: true });
  writeFileSync(file, TEXT);
  expect(await wholeText(paths, item(SUM))).toBe(TEXT);
  writeFileSync(file, `${TEXT}x`);
  expect(await wholeText(paths, item(SUM))).toBeUndefined();
  expect(await wholeText(paths, item())).toBeUndefined();
  expect(sayPart(paths, item(SUM))).toContain(file);
});
