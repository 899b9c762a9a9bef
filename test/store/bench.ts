/** What the store's tests share: a machine in memory, sessions on it, and what is appended to them. */
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import type { Processes, ProcessIdentity } from "../../src/agent/machine/interfaces/processes.js";
import type { NewEntry } from "../../src/agent/session/store/log.js";
import { type OpenOptions, openSession, type SessionChoice } from "../../src/agent/session/store/open.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import type { SessionStore } from "../../src/agent/session/store/session.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";
import { seededRandom } from "../ports/chance.js";
import type { Disk } from "../ports/disk.js";

export const STATE = "/state";
export const SESSION = "session-1";
export const PATHS = sessionPaths((...parts) => parts.join("/"), STATE, SESSION);

/** A clock that stands. */
export const stillClock: Clock = { now: () => 1_800_000_000_000, monotonic: () => 0, after: () => () => {} };

/** Processes as a test has them: those in `alive` run. */
export class Machine {
  readonly alive = new Set<number>();

  start(pid: number): Processes {
    this.alive.add(pid);
    const self = { pid, boot: "boot", started: `start of ${pid}` };
    return { self, mayRun: (identity: ProcessIdentity) => this.alive.has(identity.pid) };
  }
}

let started = 0;

/** A process that is started on a disk, and opens the session; all processes before it are dead. */
export function optionsOn(disk: Disk, how: SessionChoice, segmentBytes?: number): OpenOptions {
  started += 1;
  const files: Files = disk.files();
  const processes = new Machine().start(started);
  return {
    files,
    processes,
    random: seededRandom(started),
    clock: stillClock,
    state: STATE,
    sessionId: SESSION,
    how,
    segmentBytes,
  };
}

export const NEW: SessionChoice = { kind: "new", workingDirectory: "/work" };
export const RESUME: SessionChoice = { kind: "resume" };

export function open(disk: Disk, how: SessionChoice, segmentBytes?: number): Promise<SessionStore> {
  return openSession(optionsOn(disk, how, segmentBytes));
}

export function item(index: number, text = `text ${index}`): HistoryItem {
  return {
    ...{ item_id: `item-${index}`, index, kind: "user_message", at: "2027-01-15T08:00:00.000Z" },
    ...{ attribution: { kind: "captured", facet: null, model: null }, secret_coverage: "captured", text },
  };
}

export function itemEntry(index: number, text?: string): NewEntry {
  return { t: "item", item: item(index, text) };
}

export function promptEntry(index: number, promptId = `prompt-${index}`): NewEntry {
  return { t: "prompt", prompt_id: promptId, generation: index, model: "echo", facet: null, item: item(index) };
}

/** Lets what is in memory go on until something holds, which it soon must. */
export async function until(holds: () => boolean): Promise<void> {
  for (let step = 0; step < 10_000; step += 1) {
    if (holds()) return;
    await Promise.resolve();
  }
  throw new Error("it never comes");
}

/** The names of all items, as the log has them. */
export async function idsIn(store: SessionStore): Promise<readonly string[]> {
  return (await store.items(0, store.totalItems)).map(({ item_id }) => item_id);
}

/** Texts of the log's files by name. */
export function logOf(disk: Disk): ReadonlyMap<string, string> {
  const entries = [...disk.image()].filter(([path]) => path.startsWith(`${PATHS.log}/`));
  return new Map(entries.map(([path, text]) => [path.slice(PATHS.log.length + 1), text]));
}
