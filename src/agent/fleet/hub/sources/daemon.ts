/**
 * The daemon of a session at one moment, by the files of its folder: the lock shows whether it runs, `startup.json` and `credential.json`
 * contain its address and token; and its summary, on request.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { SyncSummary } from "../../../../generated/protocol/types.js";
import { isSyncSummary } from "../../../../generated/protocol/validators.js";
import { type Clock, within } from "../../../machine/interfaces/clock.js";
import { type Connect, ConnectError, type InboundResponse } from "../../../machine/interfaces/connect.js";
import { FileError, type Files } from "../../../machine/interfaces/files.js";
import type { Processes } from "../../../machine/interfaces/processes.js";
import { readCredential } from "../../../session/store/credential.js";
import { lockHolder } from "../../../session/store/lock.js";
import { isSessionId, sessionPaths } from "../../../session/store/paths.js";
import { readStartup } from "../../../session/store/startup.js";
import { jsonBytes } from "../../../wire/core/text-size.js";
import { parseJson } from "../../../wire/protocol/json.js";

export interface SourceHost {
  readonly files: Files;
  readonly processes: Processes;
}

export type Located =
  | { readonly kind: "running"; readonly url: string; readonly token: string; readonly epoch: string }
  /** A process holds the session, and cannot be reached: it is starting, or its files are unreadable. */
  | { readonly kind: "unreachable" }
  /** The session exists, and no process holds it. */
  | { readonly kind: "stopped" }
  /** There is no such session. */
  | { readonly kind: "unknown" };

export type RunningDaemon = Extract<Located, { readonly kind: "running" }>;

/** Reads the files again: a continued daemon has another address and another token. Never rejects with a `FileError`. */
export async function locate({ files, processes }: SourceHost, state: string, sessionId: string): Promise<Located> {
  if (!isSessionId(sessionId)) return { kind: "unknown" };
  const paths = sessionPaths(files.join, state, sessionId);
  let pid: number | undefined;
  try {
    if ((await files.status(paths.session)) === undefined) return { kind: "unknown" };
    pid = (await lockHolder({ files, processes }, paths.lock))?.pid;
    if (pid === undefined) return { kind: "stopped" };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { kind: "unreachable" };
  }
  const [startup, credential] = await Promise.all([
    readStartup(files, paths.startup),
    readCredential(files, paths.credential),
  ]);
  // Until a daemon with the lock writes the file, it is that of the run before (P-S6).
  if (startup?.state !== "ready" || startup.url === undefined || startup.pid !== pid) return { kind: "unreachable" };
  if (credential.kind !== "loaded") return { kind: "unreachable" };
  return { kind: "running", url: startup.url, token: credential.token, epoch: startup.daemon_epoch };
}

/** A machine that can send requests to daemons. */
export interface DaemonHost extends SourceHost {
  readonly clock: Clock;
  readonly connect: Connect;
}

/** Levels of a summary, with room for fields of later versions. */
const SUMMARY_DEPTH = 16;

/** Bytes of an opaque text of a summary as JSON; longer ones could make the row too long. */
const TEXT_BYTES = 256;

/**
 * One request for the summary of a daemon. An overlong or invalid answer, or one of another run or session, is a failure (P-S51). Undefined
 * without a good answer within three seconds, and if `ending` aborts.
 */
export async function poll(
  host: DaemonHost,
  state: string,
  sessionId: string,
  ending: AbortSignal,
): Promise<SyncSummary | undefined> {
  const located = await locate(host, state, sessionId);
  if (located.kind !== "running") return undefined;
  const ask = async (signal: AbortSignal): Promise<SyncSummary | undefined> => {
    const response = await host.connect({
      ...{ url: `${located.url}/sync/summary`, method: "GET", signal },
      headers: [
        ["authorization", `Bearer ${located.token}`],
        ["accept", "application/json"],
      ],
    });
    const summary = await summaryIn(response);
    const isRight = summary?.session_id === sessionId && summary.daemon_epoch === located.epoch && isShort(summary);
    return isRight ? summary : undefined;
  };
  try {
    return await within(host.clock, limits.observerTimeout, ask, ending);
  } catch (error) {
    if (error instanceof ConnectError) return undefined;
    throw error;
  }
}

async function summaryIn({ status, body }: InboundResponse): Promise<SyncSummary | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    // Leaving the loop ends the connection.
    if (status !== 200 || length > limits.summaryBytes) return undefined;
    pieces.push(piece);
  }
  if (status !== 200) return undefined;
  const read = parseJson(Buffer.concat(pieces), SUMMARY_DEPTH);
  return "value" in read && isSyncSummary(read.value) ? read.value : undefined;
}

function isShort({ daemon_epoch, cursor, catalog_revision }: SyncSummary): boolean {
  return [daemon_epoch, cursor, catalog_revision].every((text) => jsonBytes(text, TEXT_BYTES) <= TEXT_BYTES);
}
