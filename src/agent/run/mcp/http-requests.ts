/**
 * The end of each request over HTTP: its connection closes with the answer or the cancellation, and a stream that ends without an answer is an
 * error. The package leaves both to the server.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** A code of JSON-RPC that is left to programs. */
const CUT = -32_099;

/** Changes a transport that has not been started. */
export function endRequests(transport: Transport): void {
  const open = new Map<string | number, AbortController>();
  const send = transport.send.bind(transport);
  const end = (id: string | number): void => {
    open.get(id)?.abort();
    open.delete(id);
  };
  hearFirst(transport, (message) => {
    if (!("method" in message) && message.id !== undefined) end(message.id);
  });
  transport.send = async (message, options) => {
    if (!("method" in message)) return send(message, options);
    if (!("id" in message)) {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) end(cancelled);
      return send(message, options);
    }
    const { id } = message;
    const own = new AbortController();
    open.set(id, own);
    // In the revision of 2026-07-28 the package cancels a request by this signal.
    const { requestSignal: theirs, onRequestStreamEnd: told } = options ?? {};
    theirs?.addEventListener("abort", () => end(id), { once: true });
    const onRequestStreamEnd = (): void => {
      if (!open.delete(id)) return;
      const error = { code: CUT, message: "the answer ended before the result" };
      if (told === undefined) transport.onmessage?.({ jsonrpc: "2.0", id, error });
      else told();
    };
    try {
      await send(message, { ...options, requestSignal: own.signal, onRequestStreamEnd });
    } catch (error) {
      open.delete(id);
      throw error;
    }
  };
}

/** Calls `hear` with each message before whatever the package has set to hear it, which changes while it connects. */
function hearFirst(transport: Transport, hear: (message: JSONRPCMessage) => void): void {
  let then = transport.onmessage;
  Object.defineProperty(transport, "onmessage", {
    get(): Transport["onmessage"] {
      const now = then;
      return (message, extra) => {
        hear(message);
        now?.(message, extra);
      };
    },
    set(next: Transport["onmessage"]) {
      then = next;
    },
  });
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
