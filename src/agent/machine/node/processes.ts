/** The processes of this machine. */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import type { Processes, ProcessIdentity } from "../interfaces/processes.js";
import { ofChild } from "../interfaces/search-path.js";

/** The state of a process by its number. `gone` includes a zombie: it has ended, and its parent has not read its exit code yet. */
type Sight = { readonly kind: "gone" } | { readonly kind: "unknown" } | { readonly kind: "there"; started: string };

function textOf(read: () => string): string | undefined {
  try {
    return read().trim();
  } catch {
    return undefined;
  }
}

/** One boot of the machine, and the PID namespace: a container has its own. */
function bootOf(): string {
  const boot = textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const space = textOf(() => readlinkSync("/proc/self/ns/pid"));
  return boot === undefined && space === undefined ? "" : `${boot ?? ""} ${space ?? ""}`;
}

/**
 * `/proc/PID/stat`: after the name, which may contain any character, come the state, …, the number of threads (20th), …, the start (22nd).
 */
function sightOnLinux(pid: number): Sight {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === undefined) return { kind: "unknown" };
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", threads = "", started = ""] = [fields[0], fields[17], fields[19]];
  if (/^[ZXx]$/.test(state) && Number(threads) <= 1) return { kind: "gone" };
  return { kind: "there", started };
}

/** On other systems `ps` prints the start of a process. */
function sightByPs(pid: number): Sight {
  const env = { ...ofChild(process.env), LC_ALL: "C", TZ: "UTC0" };
  const started = textOf(() =>
    execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      ...{ env, encoding: "utf8", timeout: 5_000, stdio: ["ignore", "pipe", "ignore"] },
    }),
  );
  return started === undefined || started === "" ? { kind: "unknown" } : { kind: "there", started };
}

function sightOf(pid: number): Sight {
  if (process.platform === "linux") return sightOnLinux(pid);
  return process.platform === "win32" ? { kind: "unknown" } : sightByPs(pid);
}

/** Whether no process has this number. */
function isFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** A process of this machine that runs; `started` is empty if the system does not give it. */
export function identityOf(pid: number): ProcessIdentity {
  const sight = sightOf(pid);
  return { pid, boot: bootOf(), started: sight.kind === "there" ? sight.started : "" };
}

/** This process, and a check of others through the system. */
export function nodeProcesses(): Processes {
  const self = identityOf(process.pid);
  return { self, mayRun: (identity) => mayRun(identity, self.boot) };
}

function mayRun({ pid, boot, started }: ProcessIdentity, here: string): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  const [run, space] = boot.split(" ", 2);
  const [runHere, spaceHere] = here.split(" ", 2);
  if (run !== "" && runHere !== "" && run !== runHere) return false;
  // A process of another PID namespace cannot be checked; assume that it runs.
  if (space !== spaceHere) return true;
  if (isFree(pid)) return false;
  const sight = sightOf(pid);
  if (sight.kind === "gone") return false;
  return sight.kind === "unknown" || started === "" || sight.started === started;
}
