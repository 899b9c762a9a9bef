/** The compactions of a session (P-S103), one at a time: a turn waits for one that a client has asked for. */
import { FileError } from "../../machine/interfaces/files.js";
import { type Sizes, tokensOfRequest } from "../compaction/size.js";
import type { RetryListener, Wait } from "../model/retry/patience.js";
import type { ModelTarget } from "../model/target.js";
import { causeOf } from "./cause.js";
import { type Compacting, compact, cutWithin, type Fitting } from "./compact.js";
import type { Concessions } from "./concessions.js";
import { conversationOf } from "./conversation.js";
import { correlated, type MaybeCorrelation, operationOf } from "./operation.js";
import { hearingOf } from "./retelling.js";
import type { TurnSession } from "./session.js";
import type { Equipment } from "./turn.js";

export interface Begun {
  readonly compaction_id: string;
}

/** The code of a refusal, or that there is nothing to compact. */
export type NotBegun = "compaction_in_flight" | "no_model" | "storage_unavailable" | "nothing_to_compact";

/** What a client has asked for. */
interface Asked {
  readonly equip: () => Promise<Equipment>;
  readonly concessions: Concessions;
  readonly guidance: string | undefined;
  readonly correlation: MaybeCorrelation;
}

export class Compactions {
  readonly #session: TurnSession;
  readonly #sizes: Sizes;
  readonly #ending = new AbortController();
  #running: Promise<unknown> | undefined;
  /** The last wait of the one that runs. */
  #wait: Wait | undefined;
  /** Tells the waits to the turn that waits for it. */
  #tell: (wait: Wait) => void = () => {};

  constructor(session: TurnSession, sizes: Sizes) {
    [this.#session, this.#sizes] = [session, sizes];
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when none runs that a client has asked for; `tell` hears of its waits. Rejects with the reason of the signal. */
  async settled(signal: AbortSignal, tell: (wait: Wait) => void): Promise<void> {
    this.#tell = tell;
    if (this.#wait !== undefined && this.#wait.until.getTime() > this.#session.clock.now()) tell(this.#wait);
    const cancelled = new Promise<void>((resolve) => {
      if (this.#running !== undefined) signal.addEventListener("abort", () => resolve(), { once: true });
    });
    while (this.#running !== undefined && !signal.aborted) await Promise.race([this.#running, cancelled]);
    this.#tell = () => {};
    signal.throwIfAborted();
  }

  /** Ends the one that runs. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Begins one between turns; resolves when that is on the disk. */
  begin(asked: Asked): Promise<Begun | NotBegun> {
    if (this.#running !== undefined) return Promise.resolve("compaction_in_flight");
    return new Promise((resolve, reject) => {
      this.#running = this.#run(asked, resolve)
        .catch(reject)
        .finally(() => {
          this.#running = undefined;
          this.#wait = undefined;
        });
    });
  }

  async #run(
    { equip, concessions, guidance, correlation }: Asked,
    tell: (begun: Begun | NotBegun) => void,
  ): Promise<void> {
    const { scrubber: current, report, journal, clock, connect, random, limiter } = this.#session;
    const equipment = await equip();
    if ("error" in equipment.target) return tell("no_model");
    const { facet, summariser } = equipment;
    const target = equipment.target.found;
    const scrubber = current();
    const asking = {
      ...{ clock, connect, random, limiter, signal: this.#ending.signal, listener: this.#listener },
      hide: (text: string): string => scrubber.scrub(text),
    };
    const work: Compacting = {
      ...{ session: this.#session, target, summariser, sizes: this.#sizes, scrubber, guidance, correlation, asking },
      ...{ compactionId: journal.newId(), attribution: { kind: "captured", facet, model: target.model } },
    };
    try {
      const fitting = await this.#fitting(target, equipment, concessions);
      const cut = await this.#admit(fitting, work);
      if (cut === undefined) return tell("nothing_to_compact");
      tell({ compaction_id: work.compactionId });
      const { heard, frame } = fitting;
      const before = this.#sizes.used(target, tokensOfRequest({ ...frame, messages: heard.messages }));
      await compact(work, fitting, { cut, before }).then(
        ({ after }) => {
          this.#sizes.now = after;
        },
        (error: unknown) => this.#sayFailure(error, work),
      );
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      report.refused(error);
      tell("storage_unavailable");
    }
  }

  get #listener(): RetryListener {
    const waits = (wait: Wait): void => {
      this.#wait = wait;
      this.#tell(wait);
    };
    const failed: RetryListener["failed"] = (asked, failure, attempt, wait) =>
      this.#session.report.requestFailed({ target: asked, failure, attempt, wait });
    // Between turns nobody is asked: a long wait is given up.
    return { failed, waits, agrees: async () => false };
  }

  /** Resolves to the message that stays as the first one, if any, when the command is on the disk. */
  async #admit(
    fitting: Fitting,
    { target, sizes, compactionId, correlation }: Compacting,
  ): Promise<number | undefined> {
    const { journal } = this.#session;
    const any = { wanted: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
    const cut = cutWithin(fitting, { target, sizes }, any);
    const begins = { t: "compacting" as const, compaction_id: compactionId, ...operationOf(correlation) };
    await journal.commit({
      entries: () => (cut === undefined ? [] : [begins]),
      changes: correlated(
        journal.epoch,
        correlation,
        [],
        cut === undefined ? { status: "completed", outcome: "nothing_to_compact" } : { status: "admitted" },
      ),
    });
    return cut;
  }

  async #fitting(target: ModelTarget, { system, tools }: Equipment, concessions: Concessions): Promise<Fitting> {
    const heard = await conversationOf(this.#session.store, hearingOf(target, concessions.of(target)));
    const { offered } = tools.now();
    return { heard, frame: { ...(system === undefined ? {} : { system: system() }), tools: offered } };
  }

  /** The history says why it was not compacted. */
  async #sayFailure(error: unknown, { correlation, attribution }: Compacting): Promise<void> {
    const { journal, report } = this.#session;
    const { error: cause } = causeOf(error);
    const isEnded = cause.code === "internal" && this.#ending.signal.aborted;
    const failure = isEnded ? { code: "interrupted", message: "the daemon ended before the compaction did" } : cause;
    const changes = correlated(journal.epoch, correlation, [], { status: "failed", error: failure });
    const text = `The conversation was not compacted: ${failure.message}.`;
    try {
      await journal.commit({ items: [{ item_id: journal.newId(), kind: "notice", attribution, text }], changes });
    } catch (unkept) {
      if (!(unkept instanceof FileError)) throw unkept;
      report.refused(unkept);
      for (const change of changes) journal.publish(change);
    }
  }
}
