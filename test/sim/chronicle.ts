/** What happens in a world, step by step: its agenda, its history, and the first thing that must not be. */
import { Agenda } from "./agenda.js";

export interface Outcome {
  /** The first thing that must not be; undefined when all is well. */
  readonly failure: string | undefined;
  readonly history: readonly string[];
  readonly steps: number;
}

/** More than any world needs. */
const MOST_STEPS = 60_000;

/** Ends a world that has failed. */
class Broken extends Error {}

export class Chronicle implements Outcome {
  failure: string | undefined;
  readonly history: string[] = [];
  steps = 0;
  readonly agenda = new Agenda();

  /** Lives to the end, or to the first failure. */
  async live(run: () => Promise<void>): Promise<Outcome> {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
    return this;
  }

  /** Steps until it holds, which it must before a moment; `why` tells why it does not. */
  async until(holds: () => boolean, latest: number, why: () => string | undefined): Promise<void> {
    while (!holds()) {
      this.steps += 1;
      const isOver = !this.agenda.step() || this.agenda.now > latest || this.steps > MOST_STEPS;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.failure !== undefined) throw new Broken();
      if (isOver && !holds()) {
        this.fail(`they never agree: ${why() ?? "nothing happens any more"}`);
        throw new Broken();
      }
    }
  }

  readonly tell = (line: string): void => {
    this.history.push(`${(this.agenda.now / 1000).toFixed(3).padStart(9)} ${line}`);
  };

  readonly fail = (message: string): void => {
    this.tell(`MUST NOT BE: ${message}`);
    this.failure ??= message;
  };
}
