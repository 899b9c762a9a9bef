/** Lets one writer at a time write a file: the one that first creates the lock file beside it. Part of the host. */
import { fs, path } from "./builtin.js";

const { closeSync, fstatSync, linkSync, lstatSync, openSync, renameSync, unlinkSync } = fs;
const { basename, dirname, join } = path;

/** A held lock. The new content is written into its file, which then replaces the old one. */
export interface Lock {
  readonly file: string;
  readonly descriptor: number;
}

/** Longer than any write takes: the holder of an older lock was killed. */
const STALE_MS = 60_000;

/** Takes the lock of a file; throws EEXIST while another program holds it. `mode`: who may read what is written into it. */
export function lock(target: string, mode: number): Lock {
  const file = join(dirname(target), `.${basename(target)}.lock`);
  if (isStale(file)) takeAway(file);
  return { file, descriptor: openSync(file, "wx", mode) };
}

/** Whether the lock still belongs to its holder, which may have been suspended for long. */
export function isHeld({ file, descriptor }: Lock): boolean {
  const [ours, there] = [fstatSync(descriptor), lstatSync(file, { throwIfNoEntry: false })];
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev;
}

/** Releases a lock, whether or not its file has replaced the other one. */
export function release(held: Lock): void {
  if (isHeld(held)) discard(held.file);
  closeSync(held.descriptor);
}

/** The absolute difference, so that a lock from the future gets stale, too. */
function isStale(file: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > STALE_MS;
}

/** One of the processes that find a lock stale takes it. One that took a fresh lock instead gives it back; its holder notices if that fails. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isStale(aside)) linkSync(aside, file);
  } catch {
    // Another process was quicker.
  }
  discard(aside);
}

function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The file stays, or was already removed.
  }
}
