/** Prompts on their way into the history: scrubbed, with their attachments on the disk. */
import type { Correlation, ItemAttachment } from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../ports/hash.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { SessionStore } from "../store/session.js";

interface SentAttachment {
  readonly media_type: string;
  readonly name?: string;
  readonly bytes: Uint8Array;
}

/** A prompt as its client sent it. */
export interface SentPrompt {
  readonly prompt_id: string;
  readonly generation: number;
  /** Without it the model goes on from the history. */
  readonly content?: string;
  /** The model that it asks for. */
  readonly model?: string;
  /** The facet that it asks for. */
  readonly facet?: string;
  readonly attachments: readonly SentAttachment[];
}

/** A prompt without a credential in it. */
export interface Prompt extends Omit<SentPrompt, "attachments"> {
  readonly attachments: readonly ItemAttachment[];
}

/** A command's operation, as the log keeps it; undefined for a command that came without one. */
export type MaybeCorrelation = Correlation | undefined;

/** Bytes of the text and the attachments. */
export function sizeOf({ content = "", attachments }: SentPrompt): number {
  return attachments.reduce((sum, { bytes }) => sum + bytes.length, utf8Bytes(content));
}

/** Scrubs a prompt and writes its attachments. Rejects with a `FileError`. */
export async function taken(
  { content, model, facet, attachments, ...ids }: SentPrompt,
  store: SessionStore,
  scrubber: Scrubber,
): Promise<Prompt> {
  return {
    ...ids,
    ...(content === undefined ? {} : { content: scrubber.scrub(content.toWellFormed()) }),
    ...(model === undefined ? {} : { model: scrubber.scrub(model) }),
    ...(facet === undefined ? {} : { facet: scrubber.scrub(facet) }),
    attachments: await Promise.all(attachments.map((attachment) => keptAttachment(attachment, store, scrubber))),
  };
}

async function keptAttachment(
  { media_type, name, bytes: sent }: SentAttachment,
  store: SessionStore,
  scrubber: Scrubber,
): Promise<ItemAttachment> {
  const { bytes, scrubbed } = scrubber.scrubBytes(sent);
  const artifactId = sha256Hex(bytes);
  await store.keepArtifact(artifactId, bytes);
  return {
    artifact_id: artifactId,
    media_type: scrubber.scrub(media_type),
    ...(name === undefined ? {} : { name: scrubber.scrub(name) }),
    total_length: bytes.length,
    scrubbed,
  };
}
