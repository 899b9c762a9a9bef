/**
 * Ends the children that an ended process has left. A number alone proves nothing, because the system gives it to another program later: the
 * leader of the group has to have the recorded start, or a process of its session the record's mark.
 */
import { type BigIntStats, lstatSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EndRecorded } from "../interfaces/children.js";
import type { ProcessIdentity } from "../interfaces/processes.js";
import { MARK } from "./child-record.js";
import { isSessionAlive, listedProcesses, membersOf, signalSession } from "./process-session.js";
import { identityOf } from "./processes.js";

/** Milliseconds for children to end after each of the two signals, and between two looks at them. */
const GRACE = 2000;
const LOOK = 20;

/** Most bytes of a record. */
const RECORD_BYTES = 4096;

export const nodeEndRecorded: EndRecorded = async (directory) => {
  const left = namesIn(directory).map((name) => new Left(join(directory, name)));
  const ended = left.filter(({ isAlive }) => isAlive);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const one of ended) one.signal(signal);
    await untilOver(ended);
  }
  for (const one of left) if (!one.isAlive) one.forget();
  return ended.length;
};

async function untilOver(children: readonly Left[]): Promise<void> {
  const until = performance.now() + GRACE;
  while (children.some(({ isAlive }) => isAlive) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, LOOK));
}

/** What the record of a child has left of it. */
class Left {
  readonly #path: string;
  readonly #leader: ProcessIdentity | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#leader = leaderIn(path);
  }

  get isAlive(): boolean {
    return this.#sessions().some(isSessionAlive);
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    for (const session of this.#sessions()) signalSession(session, signal);
  }

  forget(): void {
    try {
      rmSync(this.#path, { force: true, recursive: true });
    } catch {
      // The next look finds the same record, and no process for it.
    }
  }

  /** The sessions that are certainly the child's; looked for anew before each signal. */
  #sessions(): readonly number[] {
    const leader = this.#leader;
    if (leader === undefined) {
      const marked = listedProcesses().filter(({ pid, session }) => pid === session && this.#isMarkIn(pid));
      return marked.map(({ pid }) => pid);
    }
    const { pid, boot, started } = leader;
    const here = identityOf(pid);
    if (boot !== here.boot || started === "") return [];
    const members = membersOf(pid);
    // A leader that has ended, and that its parent has not heard yet, keeps its number.
    const found = members.find((member) => member.pid === pid)?.started ?? here.started;
    const isOurs = found === "" ? members.some((member) => this.#isMarkIn(member.pid)) : found === started;
    return isOurs ? [pid] : [];
  }

  #isMarkIn(pid: number): boolean {
    const [mark, record] = [identityOfFile(`/proc/${pid}/fd/${MARK}`), identityOfFile(this.#path)];
    return mark !== undefined && record !== undefined && mark.dev === record.dev && mark.ino === record.ino;
  }
}

function identityOfFile(path: string): Pick<BigIntStats, "dev" | "ino"> | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Undefined for a record without a process: it may have been written in part, or not at all. */
function leaderIn(path: string): ProcessIdentity | undefined {
  try {
    const status = lstatSync(path);
    if (!status.isFile() || status.size > RECORD_BYTES) return undefined;
    const { pid, boot, started } = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
    const isWhole = typeof boot === "string" && typeof started === "string";
    // 1 is every process, for a signal to a group.
    return isWhole && typeof pid === "number" && Number.isSafeInteger(pid) && pid > 1
      ? { pid, boot, started }
      : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
