/** The history of a session, page after page (P-S39, P-S41). */
import type { HistoryItem, HistoryPage } from "../../../generated/protocol/types.js";
import { DaemonError } from "./errors.js";

export interface HistoryOptions {
  /** A checkpoint of this run of the daemon; by default the history up to now. */
  readonly checkpoint?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Query = Readonly<Record<string, string>>;

type Part = Pick<HistoryPage, "items" | "total_items" | "checkpoint" | "next_page">;

interface Which {
  /** By default the present history. */
  readonly checkpoint?: string | undefined;
  /** Items of the checkpoint, if known. */
  readonly total?: number | undefined;
}

/** The pages of a checkpoint, one after another. After a failure the same page is requested again. */
export class Pages<Page extends Part> {
  readonly #ask: (query: Query) => Promise<Page>;
  #query: Query;
  #total: number | undefined;
  /** Items of the pages so far. */
  #items = 0;
  #isOver = false;

  constructor(ask: (query: Query) => Promise<Page>, { checkpoint, total }: Which) {
    this.#ask = ask;
    this.#query = checkpoint === undefined ? {} : { checkpoint };
    this.#total = total;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Rejects as `ask` does, and for a page whose items are not the next ones. */
  async next(): Promise<Page> {
    const page = await this.#ask(this.#query);
    const { items, total_items, checkpoint, next_page } = page;
    const [from, total] = [this.#items, this.#total ?? total_items];
    const end = from + items.length;
    const isInOrder = items.every(({ index }, place) => index === from + place);
    // A page without items would never end.
    const isRight = next_page === null ? end === total : items.length > 0 && end < total;
    if (total_items !== total || !isInOrder || !isRight)
      throw new DaemonError({ code: "unreadable_answer", status: 200, message: "the pages are not of one history" });
    [this.#items, this.#total, this.#isOver] = [end, total, next_page === null];
    if (next_page !== null) this.#query = { checkpoint, page: next_page };
    return page;
  }
}

/** The same, until one fails. */
export async function* pagesOf<Page extends Part>(
  ask: (query: Query) => Promise<Page>,
  checkpoint?: string | undefined,
): AsyncGenerator<Page, void, undefined> {
  const pages = new Pages(ask, { checkpoint });
  while (!pages.isOver) yield await pages.next();
}

/** Their items, one by one. */
export async function* itemsOf(
  pages: AsyncIterable<Pick<HistoryPage, "items">>,
): AsyncGenerator<HistoryItem, void, undefined> {
  for await (const { items } of pages) yield* items;
}
