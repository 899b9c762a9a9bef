/**
 * `hub/startup.json`: the progress of a starting hub, and its address (P-S75). Of two hubs of one state directory, it names the later one.
 */
import type { HubStartup } from "../../../generated/protocol/types.js";
import { isHubStartup } from "../../../generated/protocol/validators.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError, type Files, stageFile } from "../../machine/interfaces/files.js";
import type { Processes } from "../../machine/interfaces/processes.js";
import { jsonBytes, readJson } from "../../session/store/check.js";
import { hubDirectory, hubStartupPath } from "./paths.js";

/** Attempts to write the file: each starting hub removes all staged files once. */
const ATTEMPTS = 8;

/** Writes the file, whole; two hubs may do so at once. Rejects with a `FileError`. */
export async function writeHubStartup(files: Files, state: string, startup: HubStartup): Promise<void> {
  const path = hubStartupPath(files.join, state);
  const stage = `${path}.${startup.fleet_epoch}`;
  for (let attempt = 1; ; attempt += 1) {
    await files.remove(stage);
    await stageFile(files, stage, jsonBytes(startup));
    try {
      await files.rename(stage, path);
      break;
    } catch (error) {
      const isSwept = error instanceof FileError && error.failure === "missing";
      if (!isSwept || attempt === ATTEMPTS) throw error;
    }
  }
  await files.syncDirectory(hubDirectory(files.join, state));
}

/** Removes the staged files of crashed hubs. A running hub that loses its own writes it again. */
export async function sweepHubStartup(files: Files, state: string): Promise<void> {
  const directory = hubDirectory(files.join, state);
  for (const name of await files.list(directory))
    if (/^startup\.json\.[0-9a-f]{32}$/.test(name)) await files.remove(files.join(directory, name));
}

/** Undefined for an unreadable file. */
export async function readHubStartup(files: Files, state: string): Promise<HubStartup | undefined> {
  try {
    const value = await readJson(files, hubStartupPath(files.join, state));
    return isHubStartup(value) ? value : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Whether the file belongs to a hub that serves, as far as the system shows. */
export function isServing(startup: HubStartup | undefined, processes: Processes): startup is HubStartup {
  return startup?.state === "ready" && processes.mayRun({ ...processes.self, pid: startup.pid, started: "" });
}

/** Removes the file of a hub that ends, or restores that of the hub before it; leaves it if another hub has written its own since. */
export async function endHubStartup(
  files: Files,
  state: string,
  epoch: string,
  before: HubStartup | undefined,
): Promise<void> {
  if ((await readHubStartup(files, state))?.fleet_epoch !== epoch) return;
  if (before !== undefined) await writeHubStartup(files, state, before);
  else await files.remove(hubStartupPath(files.join, state));
}

/** Milliseconds between two checks of the file. */
const INTERVAL = 5000;

/**
 * Calls `write` if the file is missing, or is that of a failed start: a later hub of the state directory has replaced it and ended. Returns
 * a function that ends the checks.
 */
export function keepHubStartup(files: Files, state: string, clock: Clock, write: () => Promise<void>): () => void {
  let isOver = false;
  let forget = (): void => {};
  const look = async (): Promise<void> => {
    const there = await readHubStartup(files, state);
    if ((there === undefined || there.state === "failed") && !isOver) await write().catch(() => {});
    if (!isOver) wait();
  };
  const wait = (): void => {
    forget = clock.after(INTERVAL, () => void look());
  };
  wait();
  return () => {
    isOver = true;
    forget();
  };
}
