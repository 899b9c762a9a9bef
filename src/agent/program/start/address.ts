/** The address of a running session, as commands print it for other programs. */
import type { ReadyState } from "../../../generated/protocol/types.js";
import type { SessionPaths } from "../../session/store/paths.js";

export interface SessionAddress extends Pick<ReadyState, "session_id" | "url" | "session_dir" | "pid"> {
  /** The file with the bearer token. */
  readonly credential_file: string;
}

export function addressOf(
  { directory, credential }: SessionPaths,
  { session_id, url, pid }: Pick<ReadyState, "session_id" | "url" | "pid">,
): SessionAddress {
  return { session_id, url, credential_file: credential, session_dir: directory, pid };
}
