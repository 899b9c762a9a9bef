/** The state of a log in memory: numbers, names and places of items. Their texts stay on the disk. */
import type { ContextSize, HistoryItem, LastTurn, QueuedInput } from "../../../generated/protocol/types.js";
import { Advertised, type Advertisement } from "./advertised.js";
import { corrupt } from "./failure.js";
import type { NewEntry, Place } from "./log.js";
import { decodeLine } from "./segment.js";
import type { SegmentFiles } from "./segment-files.js";
import { Unsettled, type UnsettledCall } from "./unsettled.js";

/** A prompt whose turn has not ended. */
export interface OpenPrompt {
  readonly promptId: string;
  readonly generation: number;
}

/** An input that waits, and the model and the facet that it asks for. */
export interface WaitingInput {
  readonly input: QueuedInput;
  readonly model: string | null;
  readonly facet?: string | undefined;
}

/** A summary that stands for the beginning of the history in requests to models (P-S103). */
export interface Compaction extends Pick<HistoryItem, "text" | "elided"> {
  /** Items that it stands for. */
  readonly items: number;
}

/** Most bytes of one read, unless a line is longer. */
const SPAN = 1_048_576;

export class History {
  /** The last prompt, when the log holds no end of its turn. */
  openPrompt: OpenPrompt | undefined;
  /** The last turn that has ended; null before the first. */
  lastTurn: LastTurn | null = null;
  /** How much of the window the session took at the end of that turn, or after a later compaction. */
  context: ContextSize | null = null;
  /** The last compaction; undefined before the first. */
  compaction: Compaction | undefined;
  /** The generation of the last prompt; undefined before the first. */
  generation: number | undefined;
  title: string | null = null;
  /** The model of the last prompt, or of a later change. */
  model: string | null = null;
  facet: string | null = null;
  /** What clients have chosen for the turns to come. */
  chosen: { readonly model?: string; readonly facet?: string } = {};
  /** The epoch of the last daemon. */
  epoch: string | undefined;
  /** The inputs that wait for the end of a turn, the oldest first (P-S25). */
  inputs: readonly WaitingInput[] = [];
  /** The counter of the queue's changes. */
  queueRevision = 0;
  readonly #places: Place[] = [];
  readonly #advertised = new Advertised();
  readonly #unsettled = new Unsettled();
  /** The index of the item of the last prompt, until something of its answer stays in the conversation: words or a call. */
  #unanswered: number | undefined;
  /** Indexes of prompts whose turns failed without an answer. */
  readonly #failed = new Set<number>();

  /** Items of history. */
  get totalItems(): number {
    return this.#places.length;
  }

  /** Whether this is the item of a prompt whose turn failed without an answer (P-S55). */
  hasFailed(index: number): boolean {
    return this.#failed.has(index);
  }

  /** The calls that a crash has left without a result (P-S105). */
  get unsettled(): readonly UnsettledCall[] {
    return this.#unsettled.calls;
  }

  /** The artifact of an id, when one of the first `items` items lists it (P-S43). */
  advertised(id: string, items: number): Advertisement | undefined {
    return this.#advertised.find(id, items);
  }

  /** All artifacts that items list, by their ids. */
  get artifacts(): ReadonlyMap<string, Advertisement> {
    return this.#advertised.all;
  }

  /** Counts an entry, in the order of the log. */
  take(entry: NewEntry | { readonly t: "segment" }, place: Place): void {
    switch (entry.t) {
      case "epoch":
        this.epoch = entry.daemon_epoch;
        break;
      case "prompt":
        this.openPrompt = { promptId: entry.prompt_id, generation: entry.generation };
        this.generation = entry.generation;
        [this.model, this.facet] = [entry.model, entry.facet];
        this.#unanswered = entry.item === undefined ? undefined : this.#places.length;
        if (entry.item !== undefined) this.#add(entry.item, place);
        this.#leave(entry.prompt_id);
        break;
      case "input":
        this.inputs = [...this.inputs, { input: entry.input, model: entry.model, facet: entry.facet }];
        this.#count(entry.queue_revision);
        break;
      case "dequeue":
        if (entry.prompt_id !== null) this.#leave(entry.prompt_id);
        this.#count(entry.queue_revision);
        break;
      case "item":
        if (isAnswer(entry.item)) this.#unanswered = undefined;
        this.#unsettled.takeItem(entry.item);
        this.#add(entry.item, place);
        break;
      case "turn":
        if (this.openPrompt?.promptId === entry.prompt_id) this.openPrompt = undefined;
        this.lastTurn = endIn(entry);
        this.#unsettled.takeEnd(entry.outcome);
        this.context = entry.context ?? this.context;
        if (entry.outcome === "failed" && this.#unanswered !== undefined) this.#failed.add(this.#unanswered);
        break;
      case "compacted": {
        const { items, text, elided, after } = entry;
        this.compaction = { items, text, ...(elided === undefined ? {} : { elided }) };
        this.context = this.context === null ? null : { ...this.context, used: after };
        break;
      }
      case "session":
        if (entry.title !== undefined) this.title = entry.title;
        if (entry.model !== undefined) this.model = entry.model;
        if (entry.facet !== undefined) this.facet = entry.facet;
        this.chosen = { ...this.chosen, ...chosenIn(entry) };
        break;
    }
  }

  #add(item: HistoryItem, place: Place): void {
    this.#advertised.take(item, this.#places.length);
    this.#places.push(place);
  }

  /** A prompt leaves the queue, if it waited there. */
  #leave(promptId: string): void {
    const inputs = this.inputs.filter(({ input }) => input.prompt_id !== promptId);
    if (inputs.length < this.inputs.length) this.queueRevision += 1;
    this.inputs = inputs;
  }

  #count(revision: string): void {
    this.queueRevision = Math.max(this.queueRevision, Number(revision));
  }

  /**
   * The items from index `from` to before index `to`, as far as they exist. Rejects with a `FileError`, or with `history_corrupt` when a line
   * is damaged.
   */
  async read(segments: SegmentFiles, from: number, to: number): Promise<HistoryItem[]> {
    const items: HistoryItem[] = [];
    for (const span of spans(this.#places.slice(Math.max(0, from), Math.max(0, to)))) {
      const bytes = await segments.readAt(span.segment, span.offset, span.length);
      for (const { offset, length } of span.places)
        items.push(itemIn(bytes.subarray(offset - span.offset, offset - span.offset + length)));
    }
    return items;
  }
}

/** Neighbouring places of one segment, which are read together. */
interface Span {
  readonly segment: number;
  readonly offset: number;
  length: number;
  readonly places: Place[];
}

function spans(places: readonly Place[]): readonly Span[] {
  const spans: Span[] = [];
  for (const place of places) {
    const last = spans.at(-1);
    const length = last === undefined ? 0 : place.offset + place.length - last.offset;
    if (last === undefined || last.segment !== place.segment || length > SPAN) {
      spans.push({ ...place, places: [place] });
    } else {
      last.length = length;
      last.places.push(place);
    }
  }
  return spans;
}

/** Whether a model is told of the item as its own answer. */
function isAnswer({ kind, text = "" }: HistoryItem): boolean {
  return kind === "tool_call" || (kind === "assistant_message" && text.trim() !== "");
}

function itemIn(line: Uint8Array): HistoryItem {
  const item = decodeLine(line)?.["item"];
  if (typeof item !== "object" || item === null) throw corrupt("an item of the log cannot be read any longer");
  return item as HistoryItem;
}

function endIn({ prompt_id, outcome, error }: LastTurn): LastTurn {
  return { prompt_id, outcome, ...(error === undefined ? {} : { error }) };
}

function chosenIn({ model, facet }: { readonly model?: string | null; readonly facet?: string | null }) {
  return { ...(typeof model === "string" ? { model } : {}), ...(typeof facet === "string" ? { facet } : {}) };
}
