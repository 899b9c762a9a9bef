/** Messages of a server, before the package hears them. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Calls `hear` with each message before whatever the package has set to hear it, which changes while it connects. */
export function hearFirst(transport: Transport, hear: (message: JSONRPCMessage) => void): void {
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

/** A result without a kind is complete (SEP-2322); the package refuses it. Changes a transport that has not been started. */
export function completeResults(transport: Transport): void {
  hearFirst(transport, (message) => {
    if ("result" in message && message.result["resultType"] === undefined) message.result["resultType"] = "complete";
  });
}
