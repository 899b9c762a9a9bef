/** Child programs, started and ended by Node.js. */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import type { Child, ChildEnd, ChildSignal, StartChild } from "../interfaces/children.js";
import { ofChild } from "../interfaces/search-path.js";
import { ChildRecord } from "./child-record.js";
import { isSessionAlive, membersOf, signalSession } from "./process-session.js";
import { Silence } from "./silence.js";

/** Windows has no process groups, and would open a window for a new session. */
const HAS_GROUPS = process.platform !== "win32";

export const nodeChildren: StartChild = ({ program, words, cwd, env, input = "pipe", record: path, take }) =>
  new Promise((resolve, reject) => {
    let record: ChildRecord | undefined;
    const fail = (error: unknown): void => {
      record?.remove();
      reject(new Error(codeOf(error, cwd)));
    };
    try {
      record = path === undefined ? undefined : new ChildRecord(path);
      const child = spawn(program, words, {
        ...{ cwd, env: ofChild(env), detached: HAS_GROUPS, windowsHide: true },
        stdio: [input === "none" ? "ignore" : "pipe", "pipe", "pipe", ...(record?.marks ?? [])],
      });
      if (child.pid !== undefined) nameOrEnd(child.pid, record);
      child.on("error", fail);
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) return fail(undefined);
      stdout.on("data", (bytes: Uint8Array) => take("stdout", bytes));
      stderr.on("data", (bytes: Uint8Array) => take("stderr", bytes));
      const ending = new ChildEnding(child, [stdout, stderr]);
      void ending.ended.then(() => record?.remove());
      child.once("spawn", () => {
        if (child.pid === undefined) return fail(undefined);
        resolve(started(child, child.pid, [stdout, stderr], ending));
      });
    } catch (error) {
      fail(error);
    }
  });

/** A child without a record does not run. Throws as the record does. */
function nameOrEnd(pid: number, record: ChildRecord | undefined): void {
  try {
    record?.name(pid);
  } catch (error) {
    signalSession(pid, "SIGKILL");
    throw error;
  }
}

function started(child: ChildProcess, pid: number, outputs: readonly Readable[], ending: ChildEnding): Child {
  const { stdin } = child;
  // A program may close its input at any time.
  stdin?.on("error", () => {});
  return {
    pid,
    ended: ending.ended,
    write: (bytes) => stdin?.writable === true && stdin.write(bytes),
    endInput: () => void stdin?.end(),
    pause() {
      ending.isPaused = true;
      for (const output of outputs) output.pause();
    },
    resume() {
      ending.isPaused = false;
      for (const output of outputs) output.resume();
    },
    kill: (signal) => ending.kill(signal),
  };
}

/** The system gives the same code for a missing program, for one below a file, and for a missing folder. */
function codeOf(error: unknown, cwd: string): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "unknown";
  if (code !== "ENOENT" && code !== "ENOTDIR") return code;
  return isDirectory(cwd) ? "ENOENT" : "ENOTDIR";
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Milliseconds for the other processes of a program after a request to stop, and the fewest milliseconds between two looks. */
const STOPPING = 10_000;
const LOOK = 50;

/** The end of a started program: reads its outputs to their end, and kills its remaining processes. */
class ChildEnding {
  readonly ended: Promise<ChildEnd>;
  isPaused = false;
  readonly #child: ChildProcess;
  readonly #outputs: readonly Readable[];
  #open: number;
  #exit: ChildEnd | undefined;
  readonly #silence = new Silence();
  /** A moment of the monotonic clock. */
  #exited = 0;
  #isStopRequested = false;
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
      output.on("data", () => this.#silence.break());
      output.once("close", () => {
        this.#open -= 1;
        this.#look();
      });
      // Node.js resumes all outputs of a program that has ended.
      output.on("resume", () => {
        if (this.isPaused) output.pause();
        else this.#silence.break();
      });
    }
    child.once("exit", (code, signal) => {
      this.#exit = { code: code ?? undefined, signal: signal ?? undefined };
      this.#exited = performance.now();
      this.#silence.break();
      this.#look();
    });
  }

  kill(signal: ChildSignal): void {
    if (this.#isOver) return;
    this.#isStopRequested = signal !== "SIGKILL";
    if (signal === "SIGKILL") this.#wasSwept = this.#exit !== undefined;
    const { pid } = this.#child;
    if (pid !== undefined && process.platform !== "win32") signalSession(pid, signal);
    else this.#child.kill(signal);
    if (this.#wasSwept) this.#silence.break();
  }

  /** Checks until the end, starting with the program's own end. */
  #look(): void {
    if (this.#exit === undefined || this.#isOver) return;
    const isClosed = this.#open === 0;
    const isQuiet = isClosed || (!this.isPaused && this.#silence.isQuiet);
    if (isQuiet && !this.#wasSwept && !this.#isStopping()) this.kill("SIGKILL");
    else if (isQuiet && this.#wasSwept) this.#end(this.#exit);
    if (isClosed && this.#wasSwept) this.#end(this.#exit);
    if (!this.#isOver && !this.#isWatched) this.#watch();
  }

  /** Whether a process may still stop on request. */
  #isStopping(): boolean {
    const { pid } = this.#child;
    const isInTime = this.#isStopRequested && performance.now() - this.#exited < STOPPING;
    return isInTime && pid !== undefined && isSessionAlive(pid);
  }

  #watch(): void {
    this.#isWatched = true;
    // A timer may fire before the outputs are read, an immediate function in the same turn follows their reading.
    setTimeout(() => setImmediate(() => this.#listen()), LOOK);
  }

  #listen(): void {
    this.#isWatched = false;
    const { pid } = this.#child;
    if (pid !== undefined && this.#open > 0 && !this.isPaused) this.#silence.look(membersOf(pid));
    this.#look();
  }

  #end(end: ChildEnd): void {
    this.#isOver = true;
    for (const output of this.#outputs) output.destroy();
    this.#child.stdin?.destroy();
    this.#tell(end);
  }
}
