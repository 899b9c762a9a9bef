/**
 * The history of stopped sessions: its two routes (spec 2.4, 2.6, 4.2). A session is judged by its folder at the moment of the request; all
 * bytes that are answered come from a capture.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { chunkOf } from "../../http/chunk.js";
import type { Handled, Handler } from "../../http/handlers.js";
import { sendLong } from "../../http/long-body.js";
import type { PageLimits } from "../../http/page-room.js";
import { rangeIn } from "../../http/range.js";
import type { Clock } from "../../ports/clock.js";
import { piecesOf } from "../../run/store/artifacts.js";
import type { CaptureLimits } from "../../wire/core/captures.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import type { TokenCodec } from "../../wire/protocol/token.js";
import { ITEMS, pagePlace } from "./captured.js";
import { Finder, type Refused } from "./found.js";
import { type Found, KeptCaptures } from "./kept.js";
import { pageBody } from "./page.js";
import { refusalOf } from "./refusals.js";
import type { Source } from "./source.js";
import { DiskSpool, type SpoolHost } from "./spool.js";
import { CaptureTokens } from "./tokens.js";

/** Bytes of one read of an attachment: a multiple of three, as for `chunkOf`. */
const PIECE_BYTES = 3 * 262_144;

export interface StoppedHistoryParts extends SpoolHost {
  readonly clock: Clock;
  /** The state directory. */
  readonly state: string;
  readonly codec: TokenCodec;
  /** The fleet's. */
  readonly epoch: string;
  /** Default: those of the contract. */
  readonly limits?: CaptureLimits & PageLimits;
}

export class StoppedHistory {
  readonly #clock: Clock;
  readonly #limits: CaptureLimits & PageLimits;
  readonly #spool: DiskSpool;
  readonly #kept: KeptCaptures;
  readonly #tokens: CaptureTokens;
  readonly #finder: Finder;

  constructor(parts: StoppedHistoryParts) {
    const { clock, log, state, codec, epoch } = parts;
    this.#clock = clock;
    this.#limits = parts.limits ?? limits;
    this.#spool = new DiskSpool(parts, state, epoch);
    const made = { host: parts, clock, log, state, spool: this.#spool };
    this.#kept = new KeptCaptures({ ...made, limits: this.#limits });
    this.#tokens = new CaptureTokens(codec, epoch);
    this.#finder = new Finder({ host: parts, state, kept: this.#kept, tokens: this.#tokens });
  }

  /** Makes the spool, and removes those of hubs that are gone. Rejects with a `FileError`. */
  start(): Promise<void> {
    return this.#spool.start();
  }

  /** Removes all captures. Rejects with a `FileError`. */
  async stop(): Promise<void> {
    this.#spool.end();
    await this.#kept.stop();
    await this.#spool.stop();
  }

  /** A page of a session's history (P-S39). */
  readonly history: Handler<HubRoutes["history"]> = ({ parameters: { session_id }, query: { checkpoint, page } }) =>
    this.#answered(session_id, async (source) => {
      if (checkpoint === undefined && page !== undefined) return { refusal: refuse("invalid_checkpoint") };
      const found =
        checkpoint === undefined
          ? await this.#finder.first(session_id, source)
          : this.#finder.at(session_id, source, checkpoint);
      if ("refusal" in found) return found;
      const shown = checkpoint ?? this.#tokens.checkpoint(session_id, found.capture);
      const start = page === undefined ? 0 : this.#tokens.pageStart(session_id, shown, page);
      return start === undefined ? { refusal: refuse("invalid_checkpoint") } : this.#page(found, shown, start);
    });

  /** A range of an attachment that the items of a checkpoint list (P-S43). */
  readonly attachment: Handler<HubRoutes["attachment"]> = ({ parameters, query: { checkpoint, ...asked } }) =>
    this.#answered(parameters.session_id, async (source) => {
      const { session_id, artifact_id } = parameters;
      if (checkpoint === undefined) return { refusal: refuse("invalid_checkpoint") };
      const found = this.#finder.at(session_id, source, checkpoint);
      if ("refusal" in found) return found;
      const listed = found.captured.attachments.get(artifact_id);
      if (listed === undefined) return { refusal: refuse("attachment_not_found") };
      const { state, mediaType: media_type, length: total_length } = listed;
      const range = rangeIn(total_length, asked);
      if ("code" in range) return { refusal: refuse(range.code) };
      if (state !== "kept") return { refusal: refuse(state === "gone" ? "history_unavailable" : "history_corrupt") };
      const about = { artifact_id, media_type, total_length, offset: range.offset };
      const there = await this.#finder.read(found, artifact_id, async () => range);
      if ("refusal" in there) return there;
      return {
        stream: (exchange) =>
          this.#kept.read(found.capture, artifact_id, (file) =>
            sendLong(exchange, chunkOf(about, range.length, piecesOf(file, range, PIECE_BYTES)), this.#clock),
          ),
      };
    });

  async #answered<Answer>(sessionId: string, answer: (source: Source) => Promise<Answer>): Promise<Answer | Refused> {
    try {
      const source = await this.#finder.source(sessionId);
      return source.kind === "unknown" ? { refusal: refuse("history_unavailable") } : await answer(source);
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  }

  async #page(found: Found, checkpoint: string, start: number): Promise<Handled<HubRoutes["history"]>> {
    const { sessionId: session_id, title, ends } = found.captured;
    const { next, offset, length } = pagePlace(found.captured, start, this.#limits);
    const items = await this.#finder.read(found, ITEMS, async (file) => {
      const bytes = await file.readAt(offset, length);
      return bytes.length === length ? bytes : undefined;
    });
    if ("refusal" in items) return items;
    const next_page = next < ends.length ? this.#tokens.page(session_id, checkpoint, next) : null;
    const head = { version: 1 as const, session_id, title, checkpoint, total_items: ends.length, next_page };
    return { stream: (exchange) => sendLong(exchange, pageBody(head, items), this.#clock) };
  }
}
