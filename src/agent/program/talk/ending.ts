/** The end of a conversation, and its exit code. Somebody who leaves hears what goes on without them. */

/** The exit code of a process that Ctrl-C ends. */
export const INTERRUPTED = 130;

/** The same where the terminal has gone. */
export const HUNG_UP = 129;

export class Ending {
  readonly #controller = new AbortController();
  #code = 0;
  #hasLeft = false;
  #next: string | undefined;
  /** Whether somebody here has told the session to stop. */
  isStopping = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get code(): number {
    return this.#code;
  }

  /** Whether somebody here has ended the conversation, in the middle of whatever goes on. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  leave(code: number): void {
    if (this.signal.aborted) return;
    this.#hasLeft = true;
    this.end(code);
  }

  /** The session that somebody here goes on with; undefined for somebody who leaves. */
  get next(): string | undefined {
    return this.#next;
  }

  goTo(sessionId: string): void {
    if (!this.signal.aborted) this.#next = sessionId;
    this.leave(0);
  }

  /** The session or the input has ended. */
  end(code = 0): void {
    if (this.signal.aborted) return;
    this.#code = code;
    this.#controller.abort();
  }
}
