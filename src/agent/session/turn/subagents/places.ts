/** Places for a few at once; whoever finds none waits for one, in order. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to the function that gives the place back; to undefined when the signal aborts before there is one. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#handed(signal))) return undefined;
    return () => this.#giveBack();
  }

  #handed(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        resolve(false);
      };
      const take = (): void => {
        signal.removeEventListener("abort", end);
        resolve(true);
      };
      signal.addEventListener("abort", end, { once: true });
      this.#waiting.push(take);
    });
  }

  /** A place that somebody waits for is handed over. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
