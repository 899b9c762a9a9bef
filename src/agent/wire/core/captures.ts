/**
 * The captures of stopped sessions in a hub (spec 3, 8, P-S42): their number, age and bytes. It knows no disk: its owner stores each
 * capture within the granted bytes, and removes captures on request.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { Elapsed } from "./elapsed.js";

/**
 * `remove`: the owner removes this capture, calls `removed`, and claims again. `too-large`: no removal would make enough room. `in-use`:
 * captures in use take the room.
 */
export type Claim =
  | { readonly kind: "granted" }
  | { readonly kind: "remove"; readonly capture: number }
  | { readonly kind: "refused"; readonly reason: "too-large" | "in-use" };

export interface CaptureLimits {
  readonly captures: number;
  readonly spoolBytes: number;
  /** Milliseconds. */
  readonly captureLife: number;
}

interface Entry<Content> {
  /** Granted bytes. They count until the capture is removed. */
  bytes: number;
  pins: number;
  /** Undefined while the capture is being made. */
  content: Content | undefined;
  /** The moment when it was complete. */
  born: number;
  /** Whether `find` no longer returns it. */
  isLeaving: boolean;
}

const GRANTED: Claim = { kind: "granted" };

export class Captures<Content> {
  readonly #elapsed: Pick<Elapsed, "now">;
  readonly #limits: CaptureLimits;
  /** By their numbers, the oldest first. */
  readonly #entries = new Map<number, Entry<Content>>();
  #last = 0;

  constructor(elapsed: Pick<Elapsed, "now">, own: CaptureLimits = limits) {
    [this.#elapsed, this.#limits] = [elapsed, own];
  }

  /** The number of a new capture; undefined if all that the limit allows are in use. */
  begin(): number | undefined {
    if (this.#sum((entry) => (isInUse(entry) ? 1 : 0)) >= this.#limits.captures) return undefined;
    this.#last += 1;
    this.#entries.set(this.#last, { bytes: 0, pins: 0, content: undefined, born: 0, isLeaving: false });
    return this.#last;
  }

  /** Claims a total number of bytes for a capture in progress. Fewer than before are always granted. */
  claim(capture: number, bytes: number): Claim {
    const own = this.#entry(capture);
    const { spoolBytes } = this.#limits;
    if (bytes > own.bytes) {
      if (bytes > spoolBytes) return { kind: "refused", reason: "too-large" };
      const others = this.#sum((entry) => (entry === own ? 0 : entry.bytes));
      if (others + bytes > spoolBytes) {
        const fixed = this.#sum((entry) => (entry !== own && isInUse(entry) ? entry.bytes : 0));
        return fixed + bytes > spoolBytes ? { kind: "refused", reason: "in-use" } : this.#oldestLeaves();
      }
    }
    own.bytes = bytes;
    return GRANTED;
  }

  /** Stores a complete capture for ten minutes from now. */
  keep(capture: number, content: Content): Claim {
    const own = this.#entry(capture);
    const stored = this.#sum((entry) => (entry.content !== undefined && !entry.isLeaving ? 1 : 0));
    if (stored >= this.#limits.captures) return this.#oldestLeaves();
    [own.content, own.born] = [content, this.#elapsed.now()];
    return GRANTED;
  }

  /** Undefined for a capture that has expired or made room for others. */
  find(capture: number): Content | undefined {
    const entry = this.#entries.get(capture);
    return entry === undefined || entry.isLeaving || this.#isOver(entry) ? undefined : entry.content;
  }

  /** Keeps a capture in place for a reader; returns the function to call once at its end. */
  pin(capture: number): () => void {
    const entry = this.#entry(capture);
    entry.pins += 1;
    return () => {
      entry.pins -= 1;
    };
  }

  /** Drops a capture that failed, or whose bytes are gone. */
  drop(capture: number): void {
    const entry = this.#entries.get(capture);
    if (entry !== undefined) entry.isLeaving = true;
  }

  /** The captures that the owner has to remove: expired or dropped ones without readers. */
  leaving(): readonly number[] {
    for (const entry of this.#entries.values()) entry.isLeaving ||= this.#isOver(entry);
    return [...this.#entries].flatMap(([capture, { isLeaving, pins }]) => (isLeaving && pins === 0 ? [capture] : []));
  }

  /** The owner has removed its bytes. */
  removed(capture: number): void {
    this.#entries.delete(capture);
  }

  /** The oldest unused one leaves; one that is leaving already comes first. */
  #oldestLeaves(): Claim {
    const free = [...this.#entries].filter(([, entry]) => !isInUse(entry));
    const [capture, entry] = free.find(([, { isLeaving }]) => isLeaving) ?? free[0] ?? [];
    if (capture === undefined || entry === undefined) return { kind: "refused", reason: "in-use" };
    entry.isLeaving = true;
    return { kind: "remove", capture };
  }

  #isOver({ content, born }: Entry<Content>): boolean {
    return content !== undefined && this.#elapsed.now() - born >= this.#limits.captureLife;
  }

  #sum(of: (entry: Entry<Content>) => number): number {
    let sum = 0;
    for (const entry of this.#entries.values()) sum += of(entry);
    return sum;
  }

  #entry(capture: number): Entry<Content> {
    const entry = this.#entries.get(capture);
    if (entry === undefined) throw new RangeError("no such capture");
    return entry;
  }
}

/** Whether it is in progress or has readers. */
function isInUse({ content, isLeaving, pins }: Entry<unknown>): boolean {
  return pins > 0 || (content === undefined && !isLeaving);
}
