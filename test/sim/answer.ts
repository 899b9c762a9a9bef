/** The answer to one request as it comes to its client: the head, then bytes, then the end or a failure. */

export interface Head {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Reading {
  /** Called with the number of bytes that the client has taken. */
  readonly taken: (length: number) => void;
  /** Called when it reads no further. */
  readonly left: () => void;
}

export class Answer {
  /** Rejects when there will be none. */
  readonly head: Promise<Head>;
  begin: (head: Head) => void = () => {};
  #refuse: (error: Error) => void = () => {};
  readonly #received: Uint8Array[] = [];
  #isEnded = false;
  #error: Error | undefined;
  #wake = (): void => {};

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.begin = resolve;
      this.#refuse = reject;
    });
  }

  take(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#received.push(bytes);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** What has come before can still be read. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#refuse(error);
    this.#wake();
  }

  /** The body, piece by piece. */
  body({ taken, left }: Reading): AsyncIterable<Uint8Array> {
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      for (;;) {
        const value = this.#received.shift();
        if (value !== undefined) {
          taken(value.length);
          return { value, done: false };
        }
        if (this.#isEnded) return end();
        if (this.#error !== undefined) throw this.#error;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    };
    const end = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      left();
      return { value: undefined, done: true };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  }
}
