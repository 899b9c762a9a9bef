/**
 * A prompt on its way into the history, and the turn that it begins: all that holds from admission to end. A later change of the configuration is
 * for the next turn (C312); tools may come later.
 */
import type { Attribution, ItemAttachment, ItemKind, MissingServer } from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { Sizes } from "../compaction/size.js";
import type { Found } from "../model/reference.js";
import type { PatientOptions } from "../model/retry/patience.js";
import type { ModelTarget } from "../model/target.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { Delegate } from "../tools/tool.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { Summariser } from "./compact.js";
import type { Concessions } from "./concessions.js";
import type { MaybeCorrelation } from "./operation.js";
import type { Monitor, Permission } from "./permission.js";
import type { NewItem, TurnSession, TurnStore } from "./session.js";

export interface Turn extends Equipment {
  readonly session: TurnSession;
  readonly promptId: string;
  readonly generation: number;
  /** The operation that ends with this turn. */
  readonly correlation: MaybeCorrelation;
  /** Facet and model of its items; the model that the prompt asks for where there is none to ask. */
  readonly attribution: Extract<Attribution, { readonly kind: "captured" }>;
  /** The scrubber at its admission. */
  readonly scrubber: Scrubber;
  readonly permission: Permission;
  /** The name of the subagent that works; undefined for the agent itself. */
  readonly subagent?: string;
  /** Undefined in a subagent. */
  readonly delegate?: Delegate;
  readonly concessions: Concessions;
  /** How its requests to models are made. */
  readonly asking: PatientOptions;
  readonly sizes: Sizes;
  /** Resolves when no compaction runs that a client has asked for. Rejects with the reason of the signal. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
  /** Ends the turn early; the text so far is kept. */
  readonly signal: AbortSignal;
}

/** The beginning of an item of a turn. */
export function newItem(kind: ItemKind, { session, attribution, promptId }: Turn): NewItem {
  return { item_id: session.journal.newId(), kind, attribution, prompt_id: promptId };
}

/** Adds a notice to the history. Rejects with a `FileError`. */
export async function notice(said: Pick<NewItem, "text" | "tools">, turn: Turn): Promise<void> {
  await turn.session.journal.commit({ items: [{ ...newItem("notice", turn), ...said }] });
}

/** What a turn works with. */
export interface Equipment {
  /** The model to ask, or the error that prevents it. */
  readonly target: Found<ModelTarget>;
  readonly summariser: Summariser;
  readonly facet: string | null;
  /** The system prompt of now: it holds the words of the tool servers that are connected. */
  readonly system?: () => string;
  readonly tools: TurnTools;
  readonly monitor: Monitor;
  readonly toolTurns: ToolTurns;
  /** What the subagent of a name works with; undefined where none has it. */
  readonly ofSubagent: (name: string) => Equipment | undefined;
}

/** Most rounds of tools, and the end of a turn whose model wants one more. */
export interface ToolTurns {
  readonly most: number;
  readonly finish: "max_tool_turns" | "max_turns";
}

export interface TurnTools {
  /** Waits for the servers that no turn has waited for yet, a bounded time; resolves with those that are missing then, and when the signal aborts. */
  ready(signal: AbortSignal): Promise<readonly MissingServer[]>;
  /** Those of now, for the next request. */
  now(): Toolbox;
}

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

/** Bytes of the text and the attachments. */
export function sizeOf({ content = "", attachments }: SentPrompt): number {
  return attachments.reduce((sum, { bytes }) => sum + bytes.length, utf8Bytes(content));
}

/** Scrubs a prompt and writes its attachments. Rejects with a `FileError`. */
export async function taken(
  { content, model, facet, attachments, ...ids }: SentPrompt,
  store: TurnStore,
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
  store: TurnStore,
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
