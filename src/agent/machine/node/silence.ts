/**
 * The silence of a program's outputs, counted in looks: a stall of this process is one look, however long. A look while a process of the session
 * waits for the processor or for the disk does not count: on a busy machine, its output comes later.
 */
import type { ListedProcess } from "./process-session.js";

/** Looks after which an open output counts as silent. */
const QUIET = 4;

/** The most looks that do not count, and the processor time in milliseconds after which a session without output is busy with something else. */
const PATIENCE = 200;
const WORK = 200;

/** States of a process that runs, or waits for the processor or for the disk. */
const ACTIVE: ReadonlySet<string> = new Set(["R", "D"]);

export class Silence {
  #looks = 0;
  #uncounted = 0;
  /** The processor time of the session at the first look. */
  #worked: number | undefined;

  get isQuiet(): boolean {
    return this.#looks >= QUIET;
  }

  /** There was output. */
  break(): void {
    this.#looks = 0;
    this.#uncounted = 0;
    this.#worked = undefined;
  }

  /** Follows a turn of the event loop that could read. `members`: the processes of the session; none if the system does not list them. */
  look(members: readonly ListedProcess[]): void {
    const worked = members.reduce((sum, member) => sum + member.worked, 0);
    this.#worked ??= worked;
    const mayPrint = worked - this.#worked < WORK && members.some(({ state }) => ACTIVE.has(state));
    if (mayPrint && this.#uncounted < PATIENCE) this.#uncounted += 1;
    else this.#looks += 1;
  }
}
