/** The end of a program that Node.js has started: its outputs are read to their end, and what it left behind is killed. */
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { ChildEnd, ChildSignal } from "./children.js";
import { isSessionAlive, signalSession } from "./node-session.js";

/** Milliseconds without output after which an output that is still open counts as held by something that was left behind. */
const QUIET = 200;

/** Milliseconds that the other processes of a program have that was asked to stop, and milliseconds from one look at them to the next. */
const STOPPING = 10_000;
const LOOK = 50;

export class ChildEnding {
  readonly ended: Promise<ChildEnd>;
  isPaused = false;
  readonly #child: ChildProcess;
  readonly #outputs: readonly Readable[];
  #open: number;
  #exit: ChildEnd | undefined;
  /** Moments by the clock that never goes back. */
  #heard = 0;
  #exited = 0;
  #wasAsked = false;
  #wasSwept = false;
  #isOver = false;
  #isWatched = false;
  #tell: (end: ChildEnd) => void = () => {};

  constructor(child: ChildProcess, outputs: readonly Readable[]) {
    this.#child = child;
    this.#outputs = outputs;
    this.#open = outputs.length;
    this.ended = new Promise((tell) => {
      this.#tell = tell;
    });
    for (const output of outputs) {
      output.on("error", () => {});
      output.on("data", () => this.#hear());
      output.once("close", () => {
        this.#open -= 1;
        this.#look();
      });
      // Node.js resumes all outputs of a program that has ended.
      output.on("resume", () => {
        if (this.isPaused) output.pause();
        else this.#hear();
      });
    }
    child.once("exit", (code, signal) => {
      this.#exit = { code: code ?? undefined, signal: signal ?? undefined };
      this.#exited = performance.now();
      this.#hear();
      this.#look();
    });
  }

  kill(signal: ChildSignal): void {
    if (this.#isOver) return;
    this.#wasAsked = signal !== "SIGKILL";
    if (signal === "SIGKILL") this.#wasSwept = this.#exit !== undefined;
    const { pid } = this.#child;
    if (pid !== undefined && process.platform !== "win32") signalSession(pid, signal);
    else this.#child.kill(signal);
    if (this.#wasSwept) this.#hear();
  }

  #hear(): void {
    this.#heard = performance.now();
  }

  /** Looks until it is over, from the program's own end on. */
  #look(): void {
    if (this.#exit === undefined || this.#isOver) return;
    const isClosed = this.#open === 0;
    const isQuiet = isClosed || (!this.isPaused && performance.now() - this.#heard >= QUIET);
    if (isQuiet && !this.#wasSwept && !this.#isStopping()) this.kill("SIGKILL");
    else if (isQuiet && this.#wasSwept) this.#end(this.#exit);
    if (isClosed && this.#wasSwept) this.#end(this.#exit);
    if (!this.#isOver && !this.#isWatched) this.#watch();
  }

  /** Whether something that was asked to stop may still do so. */
  #isStopping(): boolean {
    const { pid } = this.#child;
    const isInTime = this.#wasAsked && performance.now() - this.#exited < STOPPING;
    return isInTime && pid !== undefined && isSessionAlive(pid);
  }

  #watch(): void {
    this.#isWatched = true;
    setTimeout(() => {
      this.#isWatched = false;
      this.#look();
    }, LOOK);
  }

  #end(end: ChildEnd): void {
    this.#isOver = true;
    for (const output of this.#outputs) output.destroy();
    this.#child.stdin?.destroy();
    this.#tell(end);
  }
}
