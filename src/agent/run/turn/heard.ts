/** What a model is told of the attachments of a prompt (P-S65): texts, images where it sees, and of everything else a line. */
import { limits } from "../../../generated/protocol/tables.js";
import type { ItemAttachment } from "../../../generated/protocol/types.js";
import { FileError } from "../../ports/files.js";
import { previewOf } from "../../wire/core/preview.js";
import type { Image } from "../model/event.js";
import { SessionError } from "../store/failure.js";
import type { SessionStore } from "../store/session.js";

export interface Heard {
  readonly text: string;
  readonly images: readonly Image[];
}

/** The types of images that providers take. */
const IMAGES = new Set(["image/gif", "image/jpeg", "image/png", "image/webp"]);

/** `sees`: whether the model takes images. An attachment that cannot be read is named, and fails nothing. */
export async function heardOf(
  attachments: readonly ItemAttachment[],
  store: SessionStore,
  sees: boolean,
): Promise<Heard> {
  const heard: Heard[] = [];
  for (const attachment of attachments) heard.push(await heardOfOne(attachment, store, sees));
  return {
    text: heard.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n\n"),
    images: heard.flatMap(({ images }) => images),
  };
}

async function heardOfOne(attachment: ItemAttachment, store: SessionStore, sees: boolean): Promise<Heard> {
  if ("unavailable" in attachment) return line("an attachment that is no longer there");
  const { artifact_id, media_type, name, total_length, scrubbed } = attachment;
  const title = `${name === undefined ? "" : `${name}, `}${media_type}, ${total_length} bytes`;
  const type = media_type.toLowerCase().split(";")[0]?.trim() ?? "";
  const isImage = sees && !scrubbed && IMAGES.has(type);
  if (!scrubbed && !isImage) return line(`attachment: ${title}`);
  const bytes = await readable(artifact_id, store);
  if (bytes === undefined) return line(`attachment that cannot be read: ${title}`);
  if (isImage) return { text: "", images: [{ mediaType: type, base64: Buffer.from(bytes).toString("base64") }] };
  const text = new TextDecoder().decode(bytes);
  const shown = previewOf(text, { shows: "beginning", most: limits.heardTextBytes });
  const cut = shown.length < text.length ? `\n[its beginning; the rest is left out]` : "";
  return { text: `[attachment: ${title}]\n${shown}${cut}`, images: [] };
}

function line(text: string): Heard {
  return { text: `[${text}]`, images: [] };
}

async function readable(id: string, store: SessionStore): Promise<Uint8Array | undefined> {
  try {
    return await store.artifact(id);
  } catch (error) {
    if (error instanceof FileError || error instanceof SessionError) return undefined;
    throw error;
  }
}
