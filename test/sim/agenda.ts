/**
 * Everything that is going to happen in a simulated world, by its moment. Nothing else lets time pass: the world takes one entry after the
 * other, and all code runs between two of them until it waits for another one.
 */

/** Somebody to whom things happen: a process or a part of the machine. */
export interface Actor {
  readonly name: string;
  /** The moment until which nothing happens to it: a suspended process. */
  asleepUntil: number;
}

export function actor(name: string): Actor {
  return { name, asleepUntil: 0 };
}

interface Entry {
  at: number;
  readonly order: number;
  readonly of: Actor;
  readonly run: () => void;
}

export class Agenda {
  #now = 0;
  #order = 0;
  /** Sorted, the next one last. */
  readonly #entries: Entry[] = [];

  /** Milliseconds since the beginning of the world. */
  get now(): number {
    return this.#now;
  }

  /** How many things are to happen to an actor. */
  waiting(of: Actor): number {
    return this.#entries.filter((entry) => entry.of === of).length;
  }

  /** Lets something happen in `ms` milliseconds; returns a function that prevents it. Equal moments keep the order of the calls. */
  after(ms: number, of: Actor, run: () => void): () => void {
    this.#order += 1;
    const entry = { at: this.#now + Math.max(0, ms), order: this.#order, of, run };
    this.#insert(entry);
    return () => {
      const at = this.#entries.indexOf(entry);
      if (at !== -1) this.#entries.splice(at, 1);
    };
  }

  /** Lets the next thing happen; false when there is none. */
  step(): boolean {
    for (;;) {
      const entry = this.#entries.pop();
      if (entry === undefined) return false;
      if (entry.of.asleepUntil > entry.at) {
        entry.at = entry.of.asleepUntil;
        this.#insert(entry);
        continue;
      }
      this.#now = entry.at;
      entry.run();
      return true;
    }
  }

  #insert(entry: Entry): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#entries[middle];
      if (other !== undefined && isBefore(entry, other)) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
