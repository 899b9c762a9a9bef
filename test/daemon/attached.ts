/** Attachments of tests: bytes that are no text, and what a daemon answers about them. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { AttachmentChunk, ProtocolError } from "../../src/generated/protocol/types.js";
import { isAttachmentChunk } from "../../src/generated/protocol/validators.js";
import type { Bench } from "./bench.js";
import type { TestExchange } from "./exchange.js";

export const ATTACHMENTS = "/state/sessions-v1/session-1/attachments";

/** Bytes that are no text, and that differ everywhere. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17) & 0xff;
  return bytes;
}

export const sent = (bytes: Uint8Array, media_type = "application/octet-stream", name?: string) => ({
  ...{ media_type, data_base64: Buffer.from(bytes).toString("base64") },
  ...(name === undefined ? {} : { name }),
});

export const digest = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

export const code = (exchange: TestExchange): readonly unknown[] => [
  exchange.status,
  exchange.json<ProtocolError>().code,
];

export async function checkpointOf(bench: Bench): Promise<string> {
  return (await bench.sync()).history_checkpoint;
}

/** A range by the checkpoint of now. */
export async function asked(bench: Bench, id: string, query = ""): Promise<TestExchange> {
  return bench.get(`/attachments/${id}?checkpoint=${await checkpointOf(bench)}${query}`);
}

export async function chunkOf(
  bench: Bench,
  id: string,
  query = "",
): Promise<AttachmentChunk & { readonly bytes: Buffer }> {
  const answer = await asked(bench, id, query);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  const chunk = answer.json<AttachmentChunk>();
  expect(isAttachmentChunk(chunk)).toBe(true);
  return { ...chunk, bytes: Buffer.from(chunk.data_base64, "base64") };
}
