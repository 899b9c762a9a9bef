/** Requests by Node's own client. */
import type { ClientRequest, IncomingMessage } from "node:http";
import { type Connect, ConnectError, type InboundResponse } from "./connect.js";
import { open } from "./connection.js";

/** Each request has a connection of its own, which ends with it. */
export const nodeConnect: Connect = async (outbound) => {
  const { signal } = outbound;
  if (signal.aborted) throw new ConnectError("aborted", "ABORT_ERR");
  try {
    return await answered(open(outbound), signal);
  } catch (error) {
    throw refusal(error, signal);
  }
};

function answered(request: ClientRequest, signal: AbortSignal): Promise<InboundResponse> {
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    const abort = (): void => {
      request.destroy();
      response?.destroy();
    };
    const over = (error: Error): void => {
      signal.removeEventListener("abort", abort);
      reject(error);
    };
    signal.addEventListener("abort", abort);
    request.on("error", over);
    request.once("close", () => over(new Error("closed")));
    request.once("response", (message) => {
      response = message;
      // The reader of the body gets the error; without a reader it must not end the process.
      message.on("error", () => undefined);
      const { rawHeaders } = message;
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [],
      );
      resolve({ status: message.statusCode ?? 0, headers, body: bodyOf(message, request, signal) });
    });
  });
}

async function* bodyOf(
  message: IncomingMessage,
  request: ClientRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message) {
      if (signal.aborted) break;
      yield chunk as Uint8Array;
    }
    signal.throwIfAborted();
  } catch (error) {
    throw refusal(error, signal);
  } finally {
    request.destroy();
    message.destroy();
  }
}

/** Codes of certificates that are not trusted. TLS alerts of the other side (`ERR_SSL_…`) are not among them. */
const CERTIFICATE =
  /^(?!ERR_SSL_)(?:.*CERT|.*CRL|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

function refusal(error: unknown, signal: AbortSignal): ConnectError {
  if (signal.aborted) return new ConnectError("aborted", "ABORT_ERR");
  if (error instanceof ConnectError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN";
  return new ConnectError(CERTIFICATE.test(detail) ? "certificate" : "unreachable", detail);
}
