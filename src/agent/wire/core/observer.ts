/**
 * Which daemon a hub asks next (spec 8, P-S51): each every five seconds, the one whose turn is longest over first, eight at once, of which at
 * most four go to daemons whose last answer failed. Daemons that have not answered yet take more than four only while no other turn has come:
 * a hub that starts among many dead ones keeps the first answers fresh. It also knows whose last answer is still fresh. All moments by a clock
 * that never goes back, in milliseconds.
 */
import { limits } from "../../../generated/protocol/tables.js";

interface Watched {
  /** The moment of the next request. */
  dueAt: number;
  isAsked: boolean;
  hasFailed: boolean;
  /** The moment of the last good answer; undefined before the first. */
  answeredAt: number | undefined;
  /** Whether that was fresh at the last look of `faded`. */
  wasFresh: boolean;
}

export class Observer {
  readonly #watched = new Map<string, Watched>();
  /** Requests under way, and those of them to daemons that failed. Each counts until it ends, also when nobody watches its daemon any longer. */
  #asked = 0;
  #askedFailing = 0;
  /** Requests under way to daemons that failed or have not answered yet. */
  #askedUnproven = 0;

  get size(): number {
    return this.#watched.size;
  }

  /** Watches a daemon; its first request is due at once. One that is watched already begins anew. */
  watch(id: string, now: number): void {
    this.#watched.set(id, { dueAt: now, isAsked: false, hasFailed: false, answeredAt: undefined, wasFresh: false });
  }

  forget(id: string): void {
    this.#watched.delete(id);
  }

  /** The daemons to ask now. Each counts as asked until its `Asked` is told the end. */
  next(now: number): readonly Asked[] {
    const asked: Asked[] = [];
    while (this.#asked < limits.observerRequests) {
      const due = this.#longestDue(now);
      if (due === undefined) break;
      const [id, watched] = due;
      watched.isAsked = true;
      watched.dueAt = now + limits.observerInterval;
      asked.push({ id, end: this.#count(watched) });
    }
    return asked;
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

  /** The next moment at which a request is due or an answer stops being fresh; infinite when only an end of a request can change anything. */
  wakeAt(now: number): number {
    const isFull = this.#asked >= limits.observerRequests;
    const isFullOfFailing = this.#askedFailing >= limits.observerFailing;
    let wake = Number.POSITIVE_INFINITY;
    for (const { dueAt, isAsked, hasFailed, answeredAt } of this.#watched.values()) {
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
      const { dueAt, isAsked, hasFailed } = watched;
      if (isAsked || dueAt > now || (hasFailed && this.#askedFailing >= limits.observerFailing)) continue;
      if (longest === undefined || dueAt < longest[1].dueAt) longest = entry;
      if (isProven(watched) && (longestProven === undefined || dueAt < longestProven[1].dueAt)) longestProven = entry;
    }
    return this.#askedUnproven < limits.observerFailing ? longest : (longestProven ?? longest);
  }

  #count(watched: Watched): (isGood: boolean, now: number) => void {
    const failing = watched.hasFailed ? 1 : 0;
    const unproven = isProven(watched) ? 0 : 1;
    this.#asked += 1;
    this.#askedFailing += failing;
    this.#askedUnproven += unproven;
    return (isGood, now) => {
      this.#asked -= 1;
      this.#askedFailing -= failing;
      this.#askedUnproven -= unproven;
      watched.isAsked = false;
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

/** A daemon to ask. */
export interface Asked {
  readonly id: string;
  /** Takes the end of the request, once: whether the answer was good. */
  readonly end: (isGood: boolean, now: number) => void;
}
