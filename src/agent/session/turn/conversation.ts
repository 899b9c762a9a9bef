/** The history of a session as messages for a model, always read from the disk. */
import { limits } from "../../../generated/protocol/tables.js";
import type { HistoryItem } from "../../../generated/protocol/types.js";
import { endsIn, previewOf } from "../../wire/core/preview.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import { memoryOf } from "../compaction/memory.js";
import type { AssistantMessage, Message } from "../model/event.js";
import { whole } from "../store/long-text.js";
import type { Maker } from "../store/opaque.js";
import { offeredName } from "../tools/toolbox.js";
import { type Heard, heardOf, namesOf } from "./attachments.js";
import type { Concession } from "./concessions.js";
import { Messages, type Reasoning } from "./messages.js";
import type { TurnStore } from "./session.js";

/** Items of one read. */
const AT_ONCE = 64;

/** The history, as a model hears it. */
export interface HeardHistory {
  readonly messages: readonly Message[];
  /** Index of the item that each of them begins with. */
  readonly items: readonly number[];
  /** The beginning of the first message that stands for what came before (P-S103). */
  readonly memory: string | undefined;
  /** All prompts of the user. */
  readonly prompts: readonly { readonly item: number; readonly text: string }[];
  /** Bytes of their texts and calls. */
  readonly bytes: number;
  /** Ids of the images in results. */
  readonly ofResults: readonly string[];
  /** Ids of the images in prompts. */
  readonly ofPrompts: readonly string[];
  /** Results that could be told in short, the oldest first. */
  readonly large: readonly LargeResult[];
  /** Whether a message has reasoning. */
  readonly hasState: boolean;
  /** Whether an answer with calls has no opaque state. */
  readonly lacksState: boolean;
}

export interface LargeResult {
  readonly id: string;
  /** The index of its item. */
  readonly item: number;
  readonly bytes: number;
}

/** Who hears the history, and what its provider has refused. */
export interface Hearing extends Concession {
  /** Whether the model takes images. */
  readonly sees: boolean;
  /** Hears the opaque state that it made itself. */
  readonly maker: Maker;
  /** Tokens for the prompts of the time that a summary stands for. */
  readonly promptRoom: number;
}

/** Rejects with a `FileError`, or with `history_corrupt`. */
export async function conversationOf(store: TurnStore, hearing: Hearing): Promise<HeardHistory> {
  const messages = new Messages();
  const ids = { ofResults: new Set<string>(), ofPrompts: new Set<string>() };
  const large: LargeResult[] = [];
  const prompts: { readonly item: number; readonly text: string }[] = [];
  const compaction = store.compaction;
  const begin = compaction?.items ?? 0;
  let isCut = false;
  let thought = "";
  let thoughtAt: number | undefined;
  for (let from = 0; from < store.totalItems; from += AT_ONCE) {
    for (const item of await store.items(from, from + AT_ONCE)) {
      if (store.hasFailed(item.index)) continue;
      const prompt = item.kind === "user_message" ? await promptIn(item, store) : "";
      if (prompt !== "") prompts.push({ item: item.index, text: prompt });
      if (item.index < begin) continue;
      if (item.kind === "reasoning") thought += hearing.reasoning === "public" ? await whole(item, store) : "";
      if (item.kind !== "reasoning") {
        messages.at(thoughtAt ?? item.index);
        thoughtAt = undefined;
      } else thoughtAt ??= item.index;
      const isResult = item.kind === "tool_result";
      const sight = { sees: hearing.sees, refused: hearing.images };
      const heard = await heardOf(item.attachments ?? [], store, isResult ? { ...sight, most: LARGEST } : sight);
      for (const { id } of heard.images) ids[isResult ? "ofResults" : "ofPrompts"].add(id);
      const said = await tell(item, messages, { store, heard, isCut, hearing, thought });
      if (said === undefined) continue;
      isCut = item.partial === true;
      thought = "";
      if (isResult && said > limits.longResultBytes && !hearing.results.has(item.item_id))
        large.push({ id: item.item_id, item: item.index, bytes: said });
    }
  }
  const memory =
    compaction === undefined
      ? undefined
      : memoryOf({
          summary: await whole(compaction, store),
          prompts: prompts.flatMap(({ item, text }) => (item < begin ? [text] : [])),
          room: hearing.promptRoom,
        });
  const { messages: all, items } = messages.end(memory);
  return {
    ...{ messages: all, items, memory, prompts },
    bytes: all.reduce((sum, message) => sum + bytesOf(message), 0),
    ofResults: [...ids.ofResults],
    ofPrompts: [...ids.ofPrompts],
    large,
    hasState: all.some((message) => message.role === "assistant" && hasState(message)),
    lacksState: all.some(
      (message) => message.role === "assistant" && message.calls !== undefined && !hasState(message),
    ),
  };
}

/** Its text, with a line for each attachment. */
async function promptIn(item: HistoryItem, store: TurnStore): Promise<string> {
  const own = await whole(item, store);
  return [...(own.trim() === "" ? [] : [own]), ...namesOf(item.attachments ?? [])].join("\n");
}

function bytesOf(message: Message): number {
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  return calls.reduce((sum, { input }) => sum + utf8Bytes(input), utf8Bytes(message.text));
}

function hasState({ state, thought, calls = [] }: AssistantMessage): boolean {
  return state !== undefined || thought !== undefined || calls.some((call) => call.state !== undefined);
}

const LARGEST = limits.resultImageBytes;

interface Telling {
  readonly store: TurnStore;
  /** The attachments of the item. */
  readonly heard: Heard;
  /** Whether the message before was cut, so that one of its role continues it. */
  readonly isCut: boolean;
  readonly hearing: Hearing;
  /** The public reasoning before the item, where it is wanted. */
  readonly thought: string;
}

/** Bytes of the text of an item; undefined for one that is no part of the conversation. */
async function tell(item: HistoryItem, messages: Messages, telling: Telling): Promise<number | undefined> {
  const { store, heard, isCut } = telling;
  const { kind, tool } = item;
  if (kind === "tool_call" && tool !== undefined) {
    const input = "input" in tool ? JSON.stringify(tool.input) : objectOf(await whole(item, store));
    messages.call({ id: tool.call_id, name: offeredName(tool.name), input }, await reasoningOf(item, telling));
    return 0;
  }
  if (kind !== "user_message" && kind !== "assistant_message" && kind !== "tool_result") return undefined;
  const own = kind === "tool_result" ? resultIn(item, telling.hearing) : await whole(item, store);
  const said = [own, heard.text].filter((text) => text !== "").join("\n\n");
  if (kind === "tool_result") {
    messages.result(tool?.call_id ?? "", said, heard.images);
    return utf8Bytes(own);
  }
  if (said === "" && heard.images.length === 0) return undefined;
  if (kind === "user_message") messages.user(said, heard.images);
  else messages.assistant(said, isCut, await reasoningOf(item, telling));
  return 0;
}

/** The opaque state of an item for the model that made it (P-S93), or the public reasoning before it. */
async function reasoningOf({ item_id }: HistoryItem, { store, hearing, thought }: Telling): Promise<Reasoning> {
  const state = hearing.reasoning === "none" ? [] : await store.opaqueOf(item_id, hearing.maker);
  if (state.length > 0) return { state };
  return hearing.reasoning === "public" ? { thought } : {};
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

/** What a model is told of a result (P-S33, P-S94). Items of earlier versions show no end. */
function resultIn({ item_id, text = "", elided }: HistoryItem, { results }: Hearing): string {
  const bytes = utf8Bytes(text);
  if (results.has(item_id)) {
    const missing = elided === undefined ? 0 : elided.bytes - bytes;
    return previewOf(text, { shows: "ends", most: limits.shortResultBytes, missing });
  }
  const isWhole = elided === undefined || bytes === elided.bytes;
  if (isWhole || endsIn(text, elided.bytes) !== undefined) return text;
  return `${text}\n[its beginning; all of it has ${elided.bytes} bytes]`;
}
