/** The processes of a session of the system: the process group of its leader, and the other groups that its members have made. */
import { readdirSync, readFileSync } from "node:fs";
import type { ChildSignal } from "../interfaces/children.js";

/**
 * Signals the process group of a session's leader, and the other groups of that session: `timeout` and the jobs of a shell with `set -m`
 * have such groups. Only `setsid` leaves a session.
 */
export function signalSession(leader: number, signal: ChildSignal): void {
  // The next look finds a process that starts during this one.
  for (let look = 0; look < LOOKS; look += 1) {
    signalGroup(leader, signal);
    const others = new Set(groupsOf(leader));
    others.delete(leader);
    for (const group of others) signalGroup(group, signal);
    if (signal !== "SIGKILL" || others.size === 0) return;
  }
}

/** Whether a process of the session is alive; zombies are not. */
export function isSessionAlive(leader: number): boolean {
  return TELLS ? groupsOf(leader).length > 0 : signalGroup(leader, 0);
}

/** The most looks for the groups of a session. */
const LOOKS = 5;

/** Whether the system lists its processes as files. */
const TELLS = process.platform === "linux";

/** False if the group has no process left. */
function signalGroup(group: number, signal: ChildSignal | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** The groups of a session, one for each process; empty if the system does not list them. */
function groupsOf(leader: number): readonly number[] {
  return membersOf(leader).flatMap(({ state, group }) => (state === "Z" ? [] : [group]));
}

export interface ListedProcess {
  readonly pid: number;
  /** `Z` for a zombie. */
  readonly state: string;
  readonly group: number;
  readonly session: number;
  /** Its start, only for comparison with those of this boot of the machine. */
  readonly started: string;
  /** Milliseconds of processor time of it and of the children that it has waited for. */
  readonly worked: number;
}

export function membersOf(session: number): readonly ListedProcess[] {
  return listedProcesses().filter((listed) => listed.session === session);
}

/** All processes; empty if the system does not list them. */
export function listedProcesses(): readonly ListedProcess[] {
  return TELLS ? list("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statusOf(Number(name)) ?? []) : [])) : [];
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function statusOf(pid: number): ListedProcess | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state = "", , group, session] = fields;
    const worked = fields.slice(...WORKED).reduce((sum, ticks) => sum + Number(ticks) * TICK, 0);
    return { pid, state, group: Number(group), session: Number(session), started: fields[STARTED] ?? "", worked };
  } catch {
    // The process has ended since.
    return undefined;
  }
}

/** The field of the start, and the first and the end of those of processor time, counted from the state. */
const STARTED = 19;
const WORKED = [11, 15] as const;

/** Milliseconds of Linux's unit of processor time. */
const TICK = 10;
