/** What a model is told of the attachments of an item. */
import { limits } from "../../../generated/protocol/tables.js";
import type { ItemAttachment } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import { previewOf } from "../../wire/core/preview.js";
import type { Image } from "../model/event.js";
import { SessionError } from "../store/failure.js";
import type { TurnStore } from "./session.js";

export interface Heard {
  readonly text: string;
  readonly images: readonly HeardImage[];
}

interface HeardImage extends Image {
  /** The id of its artifact. */
  readonly id: string;
}

/** Which images a model is shown; a line stands for any other. */
export interface Sight {
  /** Whether the model takes images. */
  readonly sees: boolean;
  /** Ids of images that its provider has refused. */
  readonly refused: ReadonlySet<string>;
  /** Most bytes of one image; default: any number. */
  readonly most?: number;
}

/** The types of images that providers take, by the names that people write. */
const IMAGES: Readonly<Record<string, string>> = {
  "image/gif": "image/gif",
  "image/jpeg": "image/jpeg",
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/png": "image/png",
  "image/x-png": "image/png",
  "image/webp": "image/webp",
};

/**
 * What a model is told of the attachments of a prompt (P-S65): texts, images where it sees, and of everything else a line. One that cannot be
 * read is named, and fails nothing.
 */
export async function heardOf(attachments: readonly ItemAttachment[], store: TurnStore, sight: Sight): Promise<Heard> {
  const heard: Heard[] = [];
  for (const attachment of attachments) heard.push(await heardOfOne(attachment, store, sight));
  return {
    text: heard.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n\n"),
    images: heard.flatMap(({ images }) => images),
  };
}

/** The same as lines alone, each for one of them. */
export function namesOf(attachments: readonly ItemAttachment[]): readonly string[] {
  return attachments.map((attachment) =>
    "unavailable" in attachment ? "[an attachment that is no longer there]" : `[attachment: ${titleOf(attachment)}]`,
  );
}

function titleOf({ media_type, name, total_length }: KnownAttachment): string {
  return `${name === undefined ? "" : `${name}, `}${media_type}, ${total_length} bytes`;
}

type KnownAttachment = Exclude<ItemAttachment, { readonly unavailable: true }>;

async function heardOfOne(attachment: ItemAttachment, store: TurnStore, sight: Sight): Promise<Heard> {
  if ("unavailable" in attachment) return line("an attachment that is no longer there");
  const { artifact_id, media_type, total_length, scrubbed } = attachment;
  const title = titleOf(attachment);
  const named = media_type.toLowerCase().split(";")[0]?.trim() ?? "";
  const type = Object.hasOwn(IMAGES, named) ? IMAGES[named] : undefined;
  const isImage = sight.sees && !scrubbed && type !== undefined;
  if (!scrubbed && !isImage) return line(`attachment: ${title}`);
  if (isImage && sight.refused.has(artifact_id)) return line(`attachment: ${title}`, "the provider refuses this image");
  if (isImage && total_length > (sight.most ?? total_length))
    return line(`attachment: ${title}`, "this image is too large to be shown");
  const bytes = await readable(artifact_id, store);
  if (bytes === undefined) return line(`attachment that cannot be read: ${title}`);
  if (isImage) {
    const base64 = Buffer.from(bytes).toString("base64");
    return { text: "", images: [{ id: artifact_id, mediaType: type, base64 }] };
  }
  const text = new TextDecoder().decode(bytes);
  const shown = previewOf(text, { shows: "beginning", most: limits.heardTextBytes });
  const cut = shown.length < text.length ? `\n[its beginning; the rest is left out]` : "";
  return { text: `[attachment: ${title}]\n${shown}${cut}`, images: [] };
}

function line(text: string, why = ""): Heard {
  return { text: `[${text}]${why && ` (${why})`}`, images: [] };
}

async function readable(id: string, store: TurnStore): Promise<Uint8Array | undefined> {
  try {
    return await store.artifact(id);
  } catch (error) {
    if (error instanceof FileError || error instanceof SessionError) return undefined;
    throw error;
  }
}
