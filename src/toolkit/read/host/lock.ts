/** One writer of a file at a time: who creates the file beside it first. Part of the host. */
import { fs, path } from "./builtin.js";

const { closeSync, fstatSync, linkSync, lstatSync, openSync, renameSync, unlinkSync } = fs;
const { basename, dirname, join } = path;

/** A lock that is held; the new content is written into its file, which then takes the place of the old one. */
export interface Lock {
  readonly file: string;
  readonly descriptor: number;
}

/** Longer than any writing takes: who holds a lock for longer was killed. */
const STALE_MS = 60_000;

/** Takes the lock of a file; throws EEXIST while another program holds it. `mode`: who may read what is written into it. */
export function lock(target: string, mode: number): Lock {
  const file = join(dirname(target), `.${basename(target)}.lock`);
  if (isStale(file)) takeAway(file);
  return { file, descriptor: openSync(file, "wx", mode) };
}

/** Whether the lock is still its holder's, who may have slept for long. */
export function isHeld({ file, descriptor }: Lock): boolean {
  const [ours, there] = [fstatSync(descriptor), lstatSync(file, { throwIfNoEntry: false })];
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev;
}

/** Lets go of a lock, whether or not its file has taken the other's place. */
export function release(held: Lock): void {
  if (isHeld(held)) discard(held.file);
  closeSync(held.descriptor);
}

/** A clock that was put back makes no lock last. */
function isStale(file: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > STALE_MS;
}

/** Of several that find a lock stale one takes it; who by then has taken a fresh one gives it back, and its holder sees if that fails. */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isStale(aside)) linkSync(aside, file);
  } catch {
    // Somebody else was quicker.
  }
  discard(aside);
}

function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It stays behind, or was gone.
  }
}
