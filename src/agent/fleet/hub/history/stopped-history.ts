/**
 * The history of stopped sessions: its two routes (spec 2.4, 2.6, 4.2). The folder of a session at the moment of the request decides; all
 * bytes of the answer come from a capture.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Finalized, HistoryPage } from "../../../../generated/protocol/types.js";
import { FileError, type Files } from "../../../machine/interfaces/files.js";
import { piecesOf } from "../../../session/store/artifacts.js";
import { corrupt, SessionError } from "../../../session/store/failure.js";
import { readFinal } from "../../../session/store/finalize.js";
import type { CaptureLimits } from "../../../wire/core/captures.js";
import { type Refusal, refuse } from "../../../wire/protocol/codes.js";
import type { HubRoutes } from "../../../wire/protocol/routes.js";
import { chunkOf } from "../../../wire/server/chunk.js";
import type { Handled, Handler } from "../../../wire/server/handlers.js";
import { type LongBody, sendLong } from "../../../wire/server/long-body.js";
import { type PageLimits, PageRoom } from "../../../wire/server/page-room.js";
import { rangeIn } from "../../../wire/server/range.js";
import type { HubRun } from "../run.js";
import { type CaptureContents, ITEMS, SEPARATOR, SourceChanged } from "./capture.js";
import { type CapturesHost, CaptureTokens, NoRoom, type NumberedCapture, SessionCaptures } from "./captures.js";
import { type Source, type StoppedSource, sourceOf } from "./source.js";
import { DiskSpool, type SpoolHost, type SpoolReader } from "./spool.js";

/** Bytes of one read of an attachment: a multiple of three, as for `chunkOf`. */
const PIECE_BYTES = 3 * 262_144;

/** Bytes of one write of a page. */
const WRITE_BYTES = 262_144;

/** Every stored capture is in use: seconds until one may be free. */
const NO_ROOM_NOW = refuse("snapshot_capacity_exceeded", { retryAfterSeconds: 1 });

type StoppedHistoryOptions = HubRun &
  SpoolHost & {
    /** Default: those of the contract. */
    readonly limits?: CaptureLimits & PageLimits;
  };

type Refused = { readonly refusal: Refusal };

/** A source that can be captured. */
interface CapturableSource {
  readonly source: StoppedSource;
  readonly final: Finalized;
}

export class StoppedHistory {
  readonly #host: CapturesHost;
  readonly #state: string;
  readonly #limits: CaptureLimits & PageLimits;
  readonly #spool: DiskSpool;
  readonly #captures: SessionCaptures;
  readonly #tokens: CaptureTokens;

  constructor(options: StoppedHistoryOptions) {
    const { state, codec, epoch } = options;
    [this.#host, this.#state, this.#limits] = [options, state, options.limits ?? limits];
    this.#spool = new DiskSpool(options, state, epoch);
    this.#captures = new SessionCaptures(options, state, this.#spool, this.#limits);
    this.#tokens = new CaptureTokens(codec, epoch);
  }

  /** Makes the spool, and removes those of hubs that have ended. Rejects with a `FileError`. */
  start(): Promise<void> {
    return this.#spool.start();
  }

  /** Removes all captures. Rejects with a `FileError`. */
  async stop(): Promise<void> {
    this.#spool.end();
    await this.#captures.stop();
    await this.#spool.stop();
  }

  /** A page of a session's history (P-S39). */
  readonly history: Handler<HubRoutes["history"]> = ({ parameters: { session_id }, query: { checkpoint, page } }) =>
    this.#answered(session_id, async (source) => {
      if (checkpoint === undefined && page !== undefined) return { refusal: refuse("invalid_checkpoint") };
      const numbered =
        checkpoint === undefined
          ? await this.#capture(session_id, source)
          : this.#captureAt(session_id, source, checkpoint);
      if ("refusal" in numbered) return numbered;
      const shown = checkpoint ?? this.#tokens.checkpoint(session_id, numbered.capture);
      const start = page === undefined ? 0 : this.#tokens.pageStart(session_id, shown, page);
      return start === undefined ? { refusal: refuse("invalid_checkpoint") } : this.#page(numbered, shown, start);
    });

  /** A range of an attachment that the items of a checkpoint list (P-S43). */
  readonly attachment: Handler<HubRoutes["attachment"]> = ({ parameters, query: { checkpoint, ...rangeQuery } }) =>
    this.#answered(parameters.session_id, async (source) => {
      const { session_id, artifact_id } = parameters;
      if (checkpoint === undefined) return { refusal: refuse("invalid_checkpoint") };
      const numbered = this.#captureAt(session_id, source, checkpoint);
      if ("refusal" in numbered) return numbered;
      const listed = numbered.contents.attachments.get(artifact_id);
      if (listed === undefined) return { refusal: refuse("attachment_not_found") };
      const { state, mediaType: media_type, length: total_length } = listed;
      const range = rangeIn(total_length, rangeQuery);
      if ("code" in range) return { refusal: refuse(range.code) };
      if (state !== "kept") return { refusal: refuse(state === "gone" ? "history_unavailable" : "history_corrupt") };
      const about = { artifact_id, media_type, total_length, offset: range.offset };
      const there = await this.#read(numbered, artifact_id, async () => range);
      if ("refusal" in there) return there;
      return {
        stream: (exchange) =>
          this.#captures.read(numbered.capture, artifact_id, (file) =>
            sendLong(exchange, chunkOf(about, range.length, piecesOf(file, range, PIECE_BYTES)), this.#host.clock),
          ),
      };
    });

  async #answered<Answer>(sessionId: string, answer: (source: Source) => Promise<Answer>): Promise<Answer | Refused> {
    try {
      const source = await this.#source(sessionId);
      return source.kind === "unknown" ? { refusal: refuse("history_unavailable") } : await answer(source);
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  }

  async #page(numbered: NumberedCapture, checkpoint: string, start: number): Promise<Handled<HubRoutes["history"]>> {
    const { sessionId: session_id, title, ends } = numbered.contents;
    const { next, offset, length } = pagePlace(numbered.contents, start, this.#limits);
    const items = await this.#read(numbered, ITEMS, async (file) => {
      const bytes = await file.readAt(offset, length);
      return bytes.length === length ? bytes : undefined;
    });
    if ("refusal" in items) return items;
    const next_page = next < ends.length ? this.#tokens.page(session_id, checkpoint, next) : null;
    const head = { version: 1 as const, session_id, title, checkpoint, total_items: ends.length, next_page };
    return { stream: (exchange) => sendLong(exchange, pageBody(head, items), this.#host.clock) };
  }

  /** The present source of a session. Rejects with a `FileError`. */
  #source(sessionId: string): Promise<Source> {
    return sourceOf(this.#host, this.#state, sessionId);
  }

  /** A new capture of a session. Rejects with `history_corrupt`, a `FileError` or `NoRoom`. */
  async #capture(sessionId: string, source: Source): Promise<NumberedCapture | Refused> {
    const capturable = await this.#judge(source);
    if ("refusal" in capturable) return capturable;
    try {
      return await this.#captures.make(sessionId, capturable.source, capturable.final);
    } catch (error) {
      if (!(error instanceof SourceChanged)) throw error;
      const now = await this.#judge(await this.#source(sessionId));
      return "refusal" in now ? now : { refusal: refuse("history_source_changed") };
    }
  }

  #captureAt(sessionId: string, source: Source, checkpoint: string): NumberedCapture | Refused {
    const read = this.#tokens.read(sessionId, checkpoint);
    if ("code" in read) return { refusal: refuse(read.code) };
    const contents = this.#captures.find(read.capture);
    if (contents === undefined) return { refusal: refuse("snapshot_expired") };
    const isSame = source.kind === "stopped" && source.mark === contents.mark;
    return isSame ? { ...read, contents: contents } : { refusal: refuse("history_source_changed") };
  }

  /** Reads a part of a capture. A capture without its bytes in the spool has expired. Rejects with any other `FileError`. */
  async #read<Value extends object>(
    { capture }: NumberedCapture,
    part: string,
    read: (file: SpoolReader) => Promise<Value | undefined>,
  ): Promise<Value | Refused> {
    try {
      const value = await this.#captures.read(capture, part, read);
      if (value !== undefined) return value;
    } catch (error) {
      if (!(error instanceof FileError) || error.failure !== "missing") throw error;
    }
    await this.#captures.drop(capture);
    return { refusal: refuse("snapshot_expired") };
  }

  async #judge(source: Source): Promise<CapturableSource | Refused> {
    if (source.kind === "unknown") return { refusal: refuse("history_unavailable") };
    if (source.kind === "running") return { refusal: refuse("history_requires_stopped") };
    const final = await finalAt(this.#host.files, source.paths.final);
    return final === undefined ? { refusal: refuse("history_not_finalized") } : { source, final };
  }
}

async function finalAt(files: Files, path: string): Promise<Finalized | undefined> {
  try {
    return await readFinal(files, path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "not-a-file") throw corrupt("final.json is no file");
    throw error;
  }
}

/** Throws an unexpected error. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof SessionError) return refuse("history_corrupt");
  if (error instanceof FileError) return refuse("storage_unavailable");
  if (!(error instanceof NoRoom)) throw error;
  return error.reason === "too-large" ? refuse("fleet_capacity_exceeded", { status: 413 }) : NO_ROOM_NOW;
}

/** A page: the index after its last item, and the place of its items' JSON, including separators. */
interface PagePlace {
  readonly next: number;
  readonly offset: number;
  readonly length: number;
}

/** The page that begins at an item. */
function pagePlace({ ends }: CaptureContents, from: number, limits: PageLimits): PagePlace {
  const room = new PageRoom(limits);
  const endOf = (index: number): number => ends[index] ?? 0;
  let next = from;
  while (next < ends.length && room.takes(endOf(next) - endOf(next - 1) - SEPARATOR.length)) next += 1;
  const [offset, end] = [endOf(from - 1), endOf(next - 1)];
  return { next, offset, length: Math.max(0, end - offset - SEPARATOR.length) };
}

/** The body of a page: its items are copied from the spool without parsing (P-S39). */
function pageBody({ next_page, ...head }: Omit<HistoryPage, "items">, items: Uint8Array): LongBody {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  const after = Buffer.from(`],"next_page":${JSON.stringify(next_page)}}`);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    for (let at = 0; at < items.length; at += WRITE_BYTES) yield items.subarray(at, at + WRITE_BYTES);
    yield after;
  }
  return { length: before.length + items.length + after.length, pieces: pieces() };
}
