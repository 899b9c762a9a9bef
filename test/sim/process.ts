/** One run of a program: its clock, and what it waits for. A program that has ended hears of nothing any more, as after `kill -9`. */
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import { type Actor, type Agenda, actor } from "./agenda.js";

/** The wall clock of one machine; it may be set, and a machine that sleeps moves it alone. */
export class WallClock {
  /** Milliseconds that it differs from the time since the beginning. */
  ahead = 1_800_000_000_000;

  jump(ms: number): void {
    this.ahead += ms;
  }
}

export class Process {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly #agenda: Agenda;
  readonly #onEnd = new Set<() => void>();
  #timers = 0;
  #isRunning = true;

  constructor(name: string, agenda: Agenda, wall: WallClock) {
    this.actor = actor(name);
    this.#agenda = agenda;
    this.clock = {
      now: () => Math.floor(wall.ahead + agenda.now),
      monotonic: () => agenda.now,
      after: (ms, run) => this.#timer(ms, run),
    };
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Timers that are set. */
  get timers(): number {
    return this.#timers;
  }

  /** Ends it at once. */
  kill(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    for (const run of this.#onEnd) run();
    this.#onEnd.clear();
  }

  /** Lets nothing happen to it for so long. */
  sleep(ms: number): void {
    // What is put off already must not be overtaken by what comes later.
    this.actor.asleepUntil = Math.max(this.actor.asleepUntil, this.#agenda.now + ms);
  }

  /** Calls `run` at the end; returns a function that takes this back. */
  onEnd(run: () => void): () => void {
    this.#onEnd.add(run);
    return () => this.#onEnd.delete(run);
  }

  /** Lets something happen to it later, unless it has ended by then. */
  later(ms: number, run: () => void): () => void {
    return this.#agenda.after(ms, this.actor, () => {
      if (this.#isRunning) run();
    });
  }

  /** The outcome of a promise, which nobody hears of after the end. */
  hears<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.#isRunning && resolve(value),
        (error) => this.#isRunning && reject(error),
      );
    });
  }

  #timer(ms: number, run: () => void): () => void {
    let isSet = true;
    this.#timers += 1;
    const over = (): void => {
      if (isSet) this.#timers -= 1;
      isSet = false;
    };
    const cancel = this.later(ms, () => {
      over();
      run();
    });
    return () => {
      over();
      cancel();
    };
  }
}
