import { beforeEach, expect, test } from "vitest";
import { Readers } from "../../src/daemon/readers.js";
import { LiveSession } from "../../src/daemon/session.js";
import type { Clock } from "../../src/ports/clock.js";
import type { Exchange } from "../../src/ports/listen.js";
import { nodeRandom } from "../../src/ports/random.js";
import { TokenCodec } from "../../src/protocol/token.js";
import { openSession } from "../../src/store/open.js";
import { Disk } from "../ports/disk.js";
import { optionsOn } from "../store/bench.js";

/** A clock that stands until it is told, and knows all that waits by it. */
class Waiting implements Clock {
  #now = 0;
  /** How often something was to wait for a moment that is not now. */
  asked = 0;
  readonly #waits = new Set<{ readonly at: number; readonly run: () => void }>();

  now(): number {
    return 1_800_000_000_000 + this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const wait = { at: this.#now + Math.max(0, ms), run };
    if (ms > 0) this.asked += 1;
    this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  get waits(): number {
    return this.#waits.size;
  }

  passTo(moment: number): void {
    for (;;) {
      const [next] = [...this.#waits].filter(({ at }) => at <= moment).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = next.at;
      this.#waits.delete(next);
      next.run();
    }
    this.#now = moment;
  }
}

/** One that reads over no connection. */
class Reading {
  readonly messages: string[] = [];
  takes = true;
  isBroken = false;
  #drain = (): void => {};
  #close = (): void => {};

  readonly exchange: Exchange = {
    method: "GET",
    target: "/events",
    headers: [],
    body: () => Promise.resolve(undefined),
    head: () => {},
    write: (bytes) => {
      this.messages.push(/^event: (.*)$/m.exec(new TextDecoder().decode(bytes))?.[1] ?? "");
      return this.takes;
    },
    onDrain: (run) => {
      this.#drain = run;
    },
    onClose: (run) => {
      this.#close = run;
    },
    end: () => {},
    destroy: () => {
      this.isBroken = true;
      this.#close();
    },
  };

  takesAgain(): void {
    this.takes = true;
    this.#drain();
  }

  leaves(): void {
    this.#close();
  }
}

let clock: Waiting;
let session: LiveSession;
let reading: Reading;

beforeEach(async () => {
  clock = new Waiting();
  const store = await openSession(optionsOn(new Disk(), { kind: "new", workingDirectory: "/work" }));
  const codec = new TokenCodec(new Uint8Array(32));
  session = new LiveSession({ store, epoch: "e".repeat(32), codec, clock, random: nodeRandom });
  reading = new Reading();
  new Readers(session, clock).add(reading.exchange, "sse", 0);
});

function announce(): void {
  session.publish({ kind: "session_changed", title: "another" });
}

test("P-S11 what is recorded in one turn is one frame, of however many readers", () => {
  announce();
  announce();
  expect(reading.messages).toEqual(["heartbeat"]);
  clock.passTo(0);
  expect(reading.messages).toEqual(["heartbeat", "frame"]);
});

test("P-S11 a reader waits by one timer, however many frames it gets, and hears 15 s after the last one", () => {
  for (let moment = 0; moment < 1000; moment += 10) {
    clock.passTo(moment);
    announce();
  }
  clock.passTo(1000);
  expect(clock).toMatchObject({ asked: 1, waits: 1 });
  expect(reading.messages).toHaveLength(101);
  clock.passTo(990 + 14_999);
  expect(reading.messages).toHaveLength(101);
  clock.passTo(990 + 15_000);
  expect(reading.messages.slice(101)).toEqual(["heartbeat"]);
  clock.passTo(990 + 30_000);
  expect(reading.messages.slice(101)).toEqual(["heartbeat", "heartbeat"]);
});

test("P-S15 who takes nothing for 60 s is cut off, and nothing waits for it any longer", () => {
  reading.takes = false;
  clock.passTo(1000);
  announce();
  clock.passTo(60_999);
  expect(reading).toMatchObject({ isBroken: false, messages: ["heartbeat", "frame"] });
  clock.passTo(61_000);
  expect(reading.isBroken).toBe(true);
  expect(clock.waits).toBe(0);
});

test("P-S11 who takes again after a while hears 15 s later", () => {
  reading.takes = false;
  announce();
  clock.passTo(20_000);
  reading.takesAgain();
  const heard = reading.messages.length;
  clock.passTo(clock.monotonic() + 15_000);
  expect(reading.messages.slice(heard)).toEqual(["heartbeat"]);
});

test("P17 nothing waits for a reader that has left", () => {
  announce();
  clock.passTo(0);
  reading.leaves();
  expect(clock.waits).toBe(0);
});
