/**
 * What is true of a session: a reader that misses nothing follows each run of the daemon from its beginning, in its process. What clients and
 * other connections are told is compared with it.
 */
import type { Answering, Exchange } from "../../src/agent/machine/interfaces/listen.js";
import { fold, type SessionState } from "../../src/agent/wire/core/session.js";
import { stateOf } from "../../src/agent/wire/core/snapshot.js";
import { canonicalJson } from "../../src/agent/wire/protocol/canonical.js";
import { NdjsonReader } from "../../src/agent/wire/protocol/stream-reader.js";
import type { SyncMessage, SyncRecordV1, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { Moments } from "./moments.js";

/** A moment of an epoch. */
interface Known {
  /** The record that led here, as JSON; undefined for a place that only a snapshot has told of. */
  readonly record: string | undefined;
  readonly state: string;
  readonly before: string | undefined;
}

export class Epoch {
  readonly name: string;
  readonly #moments = new Moments<Known>();
  #state: SessionState;
  #head: string;
  isOver = false;

  readonly #fail: (message: string) => void;

  constructor(snapshot: SyncSnapshot, fail: (message: string) => void) {
    this.#fail = fail;
    this.name = snapshot.daemon_epoch;
    this.#state = stateOf(snapshot);
    this.#head = snapshot.cursor;
    this.#learn(snapshot.cursor, undefined, undefined);
  }

  /** The cursor of the last record. */
  get head(): string {
    return this.#head;
  }

  get state(): SessionState {
    return this.#state;
  }

  takeRecord(record: SyncRecordV1): void {
    // Text that readers were told of is kept, or they are told to begin anew.
    if (
      record.kind === "turn_finished" &&
      this.#state.openItems.some(({ prompt_id }) => prompt_id === record.prompt_id)
    )
      this.#fail("a turn has ended with an item that has no end");
    this.#state = fold(this.#state, record);
    this.#learn(record.cursor, canonicalJson(record), this.#head);
    this.#head = record.cursor;
  }

  /** After a reset: records are missing that nobody has seen. */
  takeSnapshot(snapshot: SyncSnapshot): void {
    this.#state = stateOf(snapshot);
    this.#head = snapshot.cursor;
    this.#learn(snapshot.cursor, undefined, undefined);
  }

  when(cursor: string, check: (known: Known) => void): void {
    this.#moments.when(cursor, check);
  }

  get unknown(): readonly string[] {
    return this.#moments.unknown;
  }

  #learn(cursor: string, record: string | undefined, before: string | undefined): void {
    const known = { record, before, state: canonicalJson(this.#state) };
    this.#moments.learn(cursor, known);
  }
}

/** Follows a daemon in its process. Resolves with what it learns, as soon as the first snapshot is there. */
export async function witness(answering: Answering, token: string, fail: (message: string) => void): Promise<Epoch> {
  const sync = async (): Promise<SyncSnapshot> => {
    let text = "";
    await new Promise<void>((resolve) =>
      answering.answer(
        exchangeOf("/sync", token, {
          written: (bytes) => {
            text += Buffer.from(bytes).toString();
          },
          ended: resolve,
        }),
      ),
    );
    return JSON.parse(text) as SyncSnapshot;
  };
  const epoch = new Epoch(await sync(), fail);
  const follow = (): void => {
    const lines = new NdjsonReader();
    const take = (message: SyncMessage): void => {
      if (message.event === "frame") for (const record of message.records) epoch.takeRecord(record);
      if (message.event !== "reset") return;
      void sync().then((snapshot) => {
        epoch.takeSnapshot(snapshot);
        follow();
      });
    };
    const written = (bytes: Uint8Array): void => {
      for (const line of lines.push(bytes)) take(JSON.parse(line) as SyncMessage);
    };
    answering.answer(exchangeOf(`/events?after=${epoch.head}`, token, { written, ended: () => {} }));
  };
  follow();
  return epoch;
}

interface Heard {
  readonly written: (bytes: Uint8Array) => void;
  readonly ended: () => void;
}

/** A request whose answer is taken at once. */
export function exchangeOf(target: string, token: string, { written, ended }: Heard): Exchange {
  const onClose: (() => void)[] = [];
  const close = (): void => {
    for (const run of onClose.splice(0)) run();
    ended();
  };
  return {
    ...{ method: "GET", target },
    headers: [
      ["host", "127.0.0.1"],
      ["authorization", `Bearer ${token}`],
      ["accept", /\/events\?/.test(target) ? "application/x-ndjson" : "application/json"],
    ],
    know: () => {},
    body: async () => new Uint8Array(),
    pieces: () => ({ resume: () => {}, discard: () => {} }),
    head: () => {},
    write: (bytes) => {
      written(bytes);
      return true;
    },
    onDrain: () => {},
    onClose: (run) => onClose.push(run),
    end: (rest = "") => {
      written(Buffer.from(rest));
      close();
    },
    destroy: close,
  };
}
