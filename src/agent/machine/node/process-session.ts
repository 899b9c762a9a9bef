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
  if (!TELLS) return [];
  return list("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const { state, group, session } = statusOf(name);
    return session === leader && state !== "Z" && group !== undefined ? [group] : [];
  });
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function statusOf(pid: string): { readonly state?: string; readonly group?: number; readonly session?: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may contain spaces and parentheses.
    const [state = "", , group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, group: Number(group), session: Number(session) };
  } catch {
    // The process has ended since.
    return {};
  }
}
