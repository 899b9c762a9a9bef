/** What a log says, as far as it must be known to go on: numbers, names and where the items lie. Their texts stay on the disk. */
import type { HistoryItem } from "../generated/protocol/types.js";
import type { Files, OpenFile } from "../ports/files.js";
import { corrupt } from "./failure.js";
import { decodeLine } from "./line.js";
import type { NewEntry, Place } from "./log.js";
import { segmentName } from "./segment.js";

/** A prompt whose turn has not ended. */
export interface OpenPrompt {
  readonly promptId: string;
  readonly generation: number;
}

/** The most that is read at once, unless one line is longer. */
const SPAN = 1_048_576;

export class History {
  /** The last prompt, when no end of its turn is in the log. */
  openPrompt: OpenPrompt | undefined;
  /** Of the last prompt; undefined before the first one. */
  generation: number | undefined;
  title: string | null = null;
  /** What the session worked with last. */
  model: string | null = null;
  facet: string | null = null;
  /** The last run of a daemon. */
  epoch: string | undefined;
  readonly #places: Place[] = [];

  /** Items of history. */
  get totalItems(): number {
    return this.#places.length;
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
        if (entry.item !== undefined) this.#places.push(place);
        break;
      case "item":
        this.#places.push(place);
        break;
      case "turn":
        if (this.openPrompt?.promptId === entry.prompt_id) this.openPrompt = undefined;
        break;
      case "session":
        if (entry.title !== undefined) this.title = entry.title;
        if (entry.model !== undefined) this.model = entry.model;
        if (entry.facet !== undefined) this.facet = entry.facet;
        break;
    }
  }

  /**
   * Items from one index to before another one; those that there are. Rejects with a `FileError`, or with `history_corrupt` when what is
   * read is not what was written.
   */
  async read(files: Files, directory: string, from: number, to: number): Promise<HistoryItem[]> {
    const items: HistoryItem[] = [];
    let open: { readonly segment: number; readonly file: OpenFile } | undefined;
    try {
      for (const span of spans(this.#places.slice(Math.max(0, from), Math.max(0, to)))) {
        if (open?.segment !== span.segment) {
          await open?.file.close();
          open = undefined;
          const file = await files.open(files.join(directory, segmentName(span.segment)), "read");
          open = { segment: span.segment, file };
        }
        const bytes = await open.file.readAt(span.offset, span.length);
        for (const { offset, length } of span.places)
          items.push(itemIn(bytes.subarray(offset - span.offset, offset - span.offset + length)));
      }
    } finally {
      await open?.file.close();
    }
    return items;
  }
}

/** Places that are read together, as they lie close to each other. */
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

function itemIn(line: Uint8Array): HistoryItem {
  const item = decodeLine(line)?.["item"];
  if (typeof item !== "object" || item === null) throw corrupt("an item of the log cannot be read any longer");
  return item as HistoryItem;
}
