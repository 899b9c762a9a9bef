/** The history of a session as messages for a model, always read from the disk. */
import { limits } from "../../../generated/protocol/tables.js";
import type { HistoryItem, ItemAttachment } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import { endsIn, previewOf } from "../../wire/core/preview.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { Image, Message } from "../model/event.js";
import { SessionError } from "../store/failure.js";
import { type SessionStore, whole } from "../store/session.js";
import { offeredName } from "../tools/toolbox.js";
import { Messages } from "./messages.js";

/** Items of one read. */
const AT_ONCE = 64;

interface Conversation {
  readonly messages: readonly Message[];
  /** Ids of the images in them. */
  readonly shown: { readonly ofResults: readonly string[]; readonly ofPrompts: readonly string[] };
}

/** Rejects with a `FileError`, or with `history_corrupt`. */
export async function conversationOf(store: SessionStore, sight: Sight): Promise<Conversation> {
  const messages = new Messages();
  const shown = { ofResults: new Set<string>(), ofPrompts: new Set<string>() };
  let isCut = false;
  for (let from = 0; from < store.totalItems; from += AT_ONCE) {
    for (const item of await store.items(from, from + AT_ONCE)) {
      if (store.hasFailed(item.index)) continue;
      const isResult = item.kind === "tool_result";
      const heard = await heardOf(item.attachments ?? [], store, isResult ? { ...sight, most: LARGEST } : sight);
      for (const { id } of heard.images) shown[isResult ? "ofResults" : "ofPrompts"].add(id);
      if (await tell(item, messages, { store, heard, isCut })) isCut = item.partial === true;
    }
  }
  return { messages: messages.end(), shown: { ofResults: [...shown.ofResults], ofPrompts: [...shown.ofPrompts] } };
}

const LARGEST = limits.resultImageBytes;

interface Telling {
  readonly store: SessionStore;
  /** The attachments of the item. */
  readonly heard: Heard;
  /** Whether the message before was cut, so that one of its role continues it. */
  readonly isCut: boolean;
}

/** Whether the item is a part of the conversation. */
async function tell(item: HistoryItem, messages: Messages, { store, heard, isCut }: Telling): Promise<boolean> {
  const { kind, tool } = item;
  if (kind === "tool_call" && tool !== undefined) {
    const input = "input" in tool ? JSON.stringify(tool.input) : objectOf(await whole(item, store));
    messages.call({ id: tool.call_id, name: offeredName(tool.name), input });
    return true;
  }
  if (kind !== "user_message" && kind !== "assistant_message" && kind !== "tool_result") return false;
  const own = kind === "tool_result" ? resultIn(item) : await whole(item, store);
  const said = [own, heard.text].filter((text) => text !== "").join("\n\n");
  if (kind === "tool_result") {
    messages.result(tool?.call_id ?? "", said, heard.images);
    return true;
  }
  if (said === "" && heard.images.length === 0) return false;
  if (kind === "user_message") messages.user(said, heard.images);
  else messages.assistant(said, isCut);
  return true;
}

/** Arguments as a provider takes them: some refuse anything but an object, and with it every later request. The result says what is wrong. */
function objectOf(input: string): string {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? input : "{}";
  } catch {
    return "{}";
  }
}

/** What a model is told of a result (P-S33). Items of earlier versions show no end. */
function resultIn({ text = "", elided }: HistoryItem): string {
  const isWhole = elided === undefined || utf8Bytes(text) === elided.bytes;
  if (isWhole || endsIn(text, elided.bytes) !== undefined) return text;
  return `${text}\n[its beginning; all of it has ${elided.bytes} bytes]`;
}

interface Heard {
  readonly text: string;
  readonly images: readonly HeardImage[];
}

interface HeardImage extends Image {
  /** The id of its artifact. */
  readonly id: string;
}

/** Which images a model is shown; a line stands for any other. */
interface Sight {
  /** Whether the model takes images. */
  readonly sees: boolean;
  /** Ids of images that its provider has refused. */
  readonly refused: ReadonlySet<string>;
  /** Most bytes of one image; default: any number. */
  readonly most?: number;
}

/** The types of images that providers take. */
const IMAGES = new Set(["image/gif", "image/jpeg", "image/png", "image/webp"]);

/**
 * What a model is told of the attachments of a prompt (P-S65): texts, images where it sees, and of everything else a line. One that cannot be
 * read is named, and fails nothing.
 */
async function heardOf(attachments: readonly ItemAttachment[], store: SessionStore, sight: Sight): Promise<Heard> {
  const heard: Heard[] = [];
  for (const attachment of attachments) heard.push(await heardOfOne(attachment, store, sight));
  return {
    text: heard.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n\n"),
    images: heard.flatMap(({ images }) => images),
  };
}

async function heardOfOne(attachment: ItemAttachment, store: SessionStore, sight: Sight): Promise<Heard> {
  if ("unavailable" in attachment) return line("an attachment that is no longer there");
  const { artifact_id, media_type, name, total_length, scrubbed } = attachment;
  const title = `${name === undefined ? "" : `${name}, `}${media_type}, ${total_length} bytes`;
  const type = media_type.toLowerCase().split(";")[0]?.trim() ?? "";
  const isImage = sight.sees && !scrubbed && IMAGES.has(type);
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

async function readable(id: string, store: SessionStore): Promise<Uint8Array | undefined> {
  try {
    return await store.artifact(id);
  } catch (error) {
    if (error instanceof FileError || error instanceof SessionError) return undefined;
    throw error;
  }
}
