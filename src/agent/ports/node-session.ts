/** The processes of a session of the system, by the number of the process that leads it. `setsid` is the only way out of one. */
import { readdirSync, readFileSync } from "node:fs";
import type { ChildSignal } from "./children.js";

/** Signals the leader's group, and the other groups of its session: `timeout` and the jobs of a shell with `set -m` are such. */
export function signalSession(leader: number, signal: ChildSignal): void {
  // A process that starts another while it is looked for is found by the next look.
  for (let look = 0; look < LOOKS; look += 1) {
    signalGroup(leader, signal);
    const others = new Set(groupsOf(leader));
    others.delete(leader);
    for (const group of others) signalGroup(group, signal);
    if (signal !== "SIGKILL" || others.size === 0) return;
  }
}

/** Whether a process of the session is alive; one that has ended and was not waited for is not. */
export function isSessionAlive(leader: number): boolean {
  return TELLS ? groupsOf(leader).length > 0 : signalGroup(leader, 0);
}

const LOOKS = 5;

/** Whether the system lists its processes as files. */
const TELLS = process.platform === "linux";

/** False when no process of the group is left. */
function signalGroup(group: number, signal: ChildSignal | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** The groups of a session, one for each process; none where the system does not tell. */
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
    // The name, in parentheses, may hold spaces and parentheses.
    const [state = "", , group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, group: Number(group), session: Number(session) };
  } catch {
    // It has ended since.
    return {};
  }
}
