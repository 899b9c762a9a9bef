/** Cancelling the turn of a conversation, which says so, and the question whether there is one (P-S92). */
import type { Terminal } from "../../../terminal/terminal.js";
import { type Clock, within } from "../../machine/interfaces/clock.js";
import { ClientError, type Daemon, DaemonError } from "../../wire/client/index.js";
import { PATIENCE } from "../common/client.js";
import { complain } from "../common/complain.js";
import type { Asking } from "./asking.js";
import type { Heard } from "./heard.js";
import type { Prompts } from "./prompts.js";

interface Around {
  readonly terminal: Pick<Terminal, "stderr">;
  readonly client: Pick<Daemon, "cancel">;
  readonly heard: Heard;
  readonly asking: Pick<Asking, "isOpen">;
  readonly prompts: Prompts;
  readonly clock: Clock;
  /** Takes back what has not been sent. */
  readonly giveBack: (texts: readonly string[]) => void;
}

export class Cancelling {
  readonly #around: Around;
  #isAsked = false;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Whether a turn runs, or a prompt is under way to one. */
  get isBusy(): boolean {
    const { heard, asking, prompts } = this.#around;
    return !prompts.isFree || prompts.waiting > 0 || !heard.watch.isIdle || asking.isOpen;
  }

  /** Whether this turn was cancelled here and has not ended yet. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** A turn has ended: the next one is not cancelled. */
  turnEnded(): void {
    this.#isAsked = false;
  }

  /** Cancels the turn. Prompts that are not accepted yet are given back. Resolves when the daemon has heard of it; never rejects for a daemon. */
  async cancel(): Promise<void> {
    const { terminal, heard, prompts, clock, client, giveBack } = this.#around;
    if (this.#isAsked) return;
    this.#isAsked = true;
    giveBack(prompts.withdraw());
    await complain(terminal, "cancelling the turn");
    // A prompt that is being accepted begins a turn.
    await prompts.settled();
    try {
      await within(clock, PATIENCE, (signal) => client.cancel({ signal }));
    } catch (error) {
      this.#isAsked = false;
      if (error instanceof DaemonError && error.code === "turn_not_running") {
        if (heard.watch.isIdle) prompts.forget();
      } else if (error instanceof ClientError) await complain(terminal, `${error.message} (${error.code})`);
      else await complain(terminal, "the daemon does not answer: it is unknown whether the turn goes on");
    } finally {
      heard.tell();
    }
  }
}
