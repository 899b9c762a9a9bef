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
import { credentialPath, readStartup } from "../../../session/store/startup.js";
import { jsonBytes } from "../../../wire/core/text-size.js";
import { parseJson } from "../../../wire/protocol/json.js";

export interface SourceHost {
  readonly files: Files;
  readonly processes: Processes;
}

export type Located =
  | { readonly kind: "running"; readonly url: string; readonly token: string; readonly epoch: string }
  /** A process holds the session, and cannot be reached: it is starting, or its files are unreadable, with `why` as a clause for people. */
  | { readonly kind: "unreachable"; readonly why?: string }
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
    return { kind: "unreachable", why: `its lock cannot be read (${error.detail})` };
  }
  const startup = await readStartup(files, paths.startup);
  if (startup === undefined) return { kind: "unreachable", why: "its startup.json cannot be read" };
  // Until a daemon with the lock writes the file, it is that of the run before (P-S6).
  if (startup.state !== "ready" || startup.url === undefined || startup.pid !== pid) return { kind: "unreachable" };
  const path = credentialPath(paths, startup);
  const credential = await readCredential(files, path);
  if (credential.kind !== "loaded")
    return { kind: "unreachable", why: `its credential file ${path} ${credential.reason}` };
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

/** `why`: why there is no good answer, as a clause for people; undefined when that is no defect. */
export type Polled = { readonly summary: SyncSummary } | { readonly why: string | undefined };

/**
 * One request for the summary of a daemon. An overlong or invalid answer, or one of another run or session, is a failure (P-S51), and so is
 * no answer within three seconds, or before `ending` aborts.
 */
export async function poll(host: DaemonHost, state: string, sessionId: string, ending: AbortSignal): Promise<Polled> {
  const located = await locate(host, state, sessionId);
  if (located.kind !== "running") return { why: located.kind === "unreachable" ? located.why : undefined };
  const ask = async (signal: AbortSignal): Promise<Polled> => {
    const response = await host.connect({
      ...{ url: `${located.url}/sync/summary`, method: "GET", signal },
      headers: [
        ["authorization", `Bearer ${located.token}`],
        ["accept", "application/json"],
      ],
    });
    const read = await summaryIn(response);
    if (!("summary" in read)) return read;
    const { summary } = read;
    const isRight = summary.session_id === sessionId && summary.daemon_epoch === located.epoch && isShort(summary);
    return isRight ? read : { why: "what answers at its address is another daemon" };
  };
  try {
    return await within(host.clock, limits.observerTimeout, ask, ending);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    if (ending.aborted) return { why: undefined };
    return {
      why:
        error.failure === "aborted" ? "its daemon does not answer" : `its daemon cannot be reached (${error.detail})`,
    };
  }
}

async function summaryIn({ status, body }: InboundResponse): Promise<Polled> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    // Leaving the loop ends the connection.
    if (status !== 200 || length > limits.summaryBytes) break;
    pieces.push(piece);
  }
  if (status === 401) return { why: "its daemon refuses the credential" };
  if (status !== 200) return { why: `its daemon answers with status ${status}` };
  const read = length > limits.summaryBytes ? {} : parseJson(Buffer.concat(pieces), SUMMARY_DEPTH);
  if ("value" in read && isSyncSummary(read.value)) return { summary: read.value };
  return { why: "its daemon's answer is no summary of a session" };
}

function isShort({ daemon_epoch, cursor, catalog_revision }: SyncSummary): boolean {
  return [daemon_epoch, cursor, catalog_revision].every((text) => jsonBytes(text, TEXT_BYTES) <= TEXT_BYTES);
}
