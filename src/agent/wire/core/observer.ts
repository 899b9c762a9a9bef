/**
 * Chooses the daemons that a hub polls next (spec 8, P-S51): each every five seconds, the longest overdue first, eight at once. At most
 * four of these have failed last time. Daemons without an answer yet take more than four only if no other poll is due: a hub that starts
 * among many dead ones keeps the first answers fresh. It also knows which last answers are fresh. All moments by a monotonic clock, in
 * milliseconds.
 */
import { limits } from "../../../generated/protocol/tables.js";

interface Watched {
  /** The moment of the next request. */
  dueAt: number;
  isPolled: boolean;
  hasFailed: boolean;
  /** The moment of the last good answer; undefined before the first. */
  answeredAt: number | undefined;
  /** Whether that was fresh at the last call of `faded`. */
  wasFresh: boolean;
}

export class Observer {
  readonly #watched = new Map<string, Watched>();
  /** Polls in progress, and those of daemons that failed. Each counts until it ends, even after `forget`. */
  #polls = 0;
  #failingPolls = 0;
  /** Polls in progress of daemons that failed or have not answered yet. */
  #unprovenPolls = 0;

  get size(): number {
    return this.#watched.size;
  }

  /** Watches a daemon; its first poll is due at once. Restarts one that is watched already. */
  watch(id: string, now: number): void {
    this.#watched.set(id, { dueAt: now, isPolled: false, hasFailed: false, answeredAt: undefined, wasFresh: false });
  }

  forget(id: string): void {
    this.#watched.delete(id);
  }

  /** The daemons to poll now. Each counts as in progress until its `Asked` ends. */
  next(now: number): readonly Asked[] {
    const polls: Asked[] = [];
    while (this.#polls < limits.observerRequests) {
      const due = this.#longestDue(now);
      if (due === undefined) break;
      const [id, watched] = due;
      watched.isPolled = true;
      watched.dueAt = now + limits.observerInterval;
      polls.push({ id, end: this.#count(watched) });
    }
    return polls;
  }

  /** Whether the last good answer of a daemon is less than 15 seconds old. */
  isFresh(id: string, now: number): boolean {
    const { answeredAt } = this.#watched.get(id) ?? {};
    return answeredAt !== undefined && now - answeredAt < limits.observerFresh;
  }

  /** The daemons whose answers have stopped being fresh since the last call. */
  faded(now: number): readonly string[] {
    const faded: string[] = [];
    for (const [id, watched] of this.#watched) {
      const isFresh = this.isFresh(id, now);
      if (watched.wasFresh && !isFresh) faded.push(id);
      watched.wasFresh = isFresh;
    }
    return faded;
  }

  /** The next moment at which a poll is due or an answer stops being fresh; infinite if only the end of a poll can change anything. */
  wakeAt(now: number): number {
    const isFull = this.#polls >= limits.observerRequests;
    const isFullOfFailing = this.#failingPolls >= limits.observerFailing;
    let wake = Number.POSITIVE_INFINITY;
    for (const { dueAt, isPolled: isAsked, hasFailed, answeredAt } of this.#watched.values()) {
      if (!isAsked && !isFull && !(hasFailed && isFullOfFailing)) wake = Math.min(wake, dueAt);
      const staleAt = (answeredAt ?? Number.NEGATIVE_INFINITY) + limits.observerFresh;
      if (staleAt > now) wake = Math.min(wake, staleAt);
    }
    return wake;
  }

  #longestDue(now: number): readonly [string, Watched] | undefined {
    let longest: readonly [string, Watched] | undefined;
    let longestProven: readonly [string, Watched] | undefined;
    for (const entry of this.#watched) {
      const [, watched] = entry;
      const { dueAt, isPolled: isAsked, hasFailed } = watched;
      if (isAsked || dueAt > now || (hasFailed && this.#failingPolls >= limits.observerFailing)) continue;
      if (longest === undefined || dueAt < longest[1].dueAt) longest = entry;
      if (isProven(watched) && (longestProven === undefined || dueAt < longestProven[1].dueAt)) longestProven = entry;
    }
    return this.#unprovenPolls < limits.observerFailing ? longest : (longestProven ?? longest);
  }

  #count(watched: Watched): (isGood: boolean, now: number) => void {
    const failing = watched.hasFailed ? 1 : 0;
    const unproven = isProven(watched) ? 0 : 1;
    this.#polls += 1;
    this.#failingPolls += failing;
    this.#unprovenPolls += unproven;
    return (isGood, now) => {
      this.#polls -= 1;
      this.#failingPolls -= failing;
      this.#unprovenPolls -= unproven;
      watched.isPolled = false;
      watched.hasFailed = !isGood;
      if (isGood) {
        watched.answeredAt = now;
        watched.wasFresh = true;
      }
    };
  }
}

function isProven({ hasFailed, answeredAt }: Watched): boolean {
  return !hasFailed && answeredAt !== undefined;
}

/** A daemon to poll. */
export interface Asked {
  readonly id: string;
  /** Takes the end of the poll, once: whether the answer was good. */
  readonly end: (isGood: boolean, now: number) => void;
}
