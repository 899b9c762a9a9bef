/** How a call of the client fails. Callers branch on `code` and class; no field holds a token, a prompt or an answer. */
import type { OperationKey, RefusalDetails, TurnError } from "../../../generated/protocol/types.js";

/** An expected failure. An aborted call rejects with the reason of its signal instead. */
export class ClientError extends Error {
  override readonly name: string = "ClientError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The servers of the protocol. */
export type Server = "daemon" | "hub";

/**
 * The daemon or the hub refused (spec 7): unknown codes stay unchanged. `unreadable_answer`: the answer comes from another program, such as
 * a page, a redirect or other JSON.
 */
export class DaemonError extends ClientError {
  override readonly name = "DaemonError";
  /** The HTTP status. */
  readonly status: number;
  /** Seconds until a retry makes sense, if the server gives them. */
  readonly retryAfterSeconds: number | undefined;
  /** The name of this request in the server's log. */
  readonly requestId: string | undefined;
  readonly details: RefusalDetails | undefined;

  constructor({
    code,
    status,
    message,
    retryAfterSeconds,
    requestId,
    details,
  }: Pick<DaemonError, "code" | "status" | "message"> &
    Partial<Pick<DaemonError, "retryAfterSeconds" | "requestId" | "details">>) {
    super(code, message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The `detail` of a port to which `fetch` never connects, such as 6000. */
export const BLOCKED = "BAD_PORT";

/** The `detail` of a server that exceeds its time. */
export const SILENT = "SILENT";

/**
 * No connection, or a broken one; whether the server received the request is unknown. `detail` is the system's short code, such as
 * `ECONNRESET`.
 */
export class Unreachable extends ClientError {
  override readonly name = "Unreachable";
  readonly detail: string;
  readonly server: Server;

  constructor(detail: string, server: Server) {
    super("unreachable", `the ${server} ${detail === SILENT ? "does not answer" : `cannot be reached (${detail})`}`);
    this.detail = detail;
    this.server = server;
  }
}

/** An invalid message of a stream: its bytes are damaged. */
export class DamagedMessage extends ClientError {
  override readonly name = "DamagedMessage";

  constructor() {
    super("damaged_message", "a message of the stream is damaged");
  }
}

/** No daemon serves the session of a folder; the message names the command that starts one. */
export class NotRunning extends ClientError {
  override readonly name = "NotRunning";
  readonly sessionDirectory: string;

  constructor(code: "session_unknown" | "session_not_running", sessionDirectory: string, message: string) {
    super(code, message);
    this.sessionDirectory = sessionDirectory;
  }
}

/** The command ran and failed (P-S62). It is not sent again: the failure is its result. */
export class OperationFailed extends ClientError {
  override readonly name = "OperationFailed";
  readonly operation: OperationKey;
  readonly error: TurnError;

  constructor(operation: OperationKey, error: TurnError) {
    super(error.code, error.message);
    this.operation = operation;
    this.error = error;
  }
}

/** The window of a command ended before an answer came (P-S61). Whether it ran is unknown; the history shows it. */
export class OperationUnknown extends ClientError {
  override readonly name = "OperationUnknown";
  readonly operation: OperationKey;

  constructor(operation: OperationKey, cause?: unknown) {
    super("operation_unknown", "whether the command ran is unknown", cause === undefined ? undefined : { cause });
    this.operation = operation;
  }
}
