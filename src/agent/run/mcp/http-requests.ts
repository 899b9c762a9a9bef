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
  // The package calls this one before its own.
  transport.onmessage = (message) => {
    if (!("method" in message) && message.id !== undefined) end(message.id);
  };
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
    const onRequestStreamEnd = (): void => {
      if (!open.delete(id)) return;
      const error = { code: CUT, message: "the answer ended before the result" };
      transport.onmessage?.({ jsonrpc: "2.0", id, error });
    };
    try {
      await send(message, { ...options, requestSignal: own.signal, onRequestStreamEnd });
    } catch (error) {
      open.delete(id);
      throw error;
    }
  };
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
