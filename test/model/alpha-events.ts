/** Streams of `alpha_messages`, event by event. */
import type { Script } from "./server.js";

export function event(value: { readonly type: string } & Readonly<Record<string, unknown>>): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}

export const start = event({
  type: "message_start",
  message: { type: "message", content: [], usage: { input_tokens: 4, cache_read_input_tokens: 3, output_tokens: 1 } },
});

export const stopped = event({ type: "message_stop" });

export const PING = event({ type: "ping" });

/** A whole block, its pieces included. */
export function block(index: number, begun: object, ...deltas: readonly object[]): string {
  const grown = deltas.map((delta) => event({ type: "content_block_delta", index, delta }));
  const begin = event({ type: "content_block_start", index, content_block: begun });
  return begin + grown.join("") + event({ type: "content_block_stop", index });
}

export function said(index: number, ...words: readonly string[]): string {
  return block(index, { type: "text", text: "" }, ...words.map((text) => ({ type: "text_delta", text })));
}

export function called(index: number, id: string, name: string, ...pieces: readonly string[]): string {
  const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
  return block(index, { type: "tool_use", id, name, input: {} }, ...deltas);
}

export function thought(index: number, thinking: string, signature: string): string {
  const shown = thinking === "" ? [] : [{ type: "thinking_delta", thinking }];
  const begun = { type: "thinking", thinking: "", signature: "" };
  return block(index, begun, ...shown, { type: "signature_delta", signature });
}

export function end(stop_reason: string | null, output_tokens = 9): string {
  return event({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens, input_tokens: null } });
}

/** A whole answer of these blocks, each sent by itself. */
export function answering(reason: string, ...blocks: readonly string[]): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of [start, ...blocks, end(reason), stopped]) await one.send(piece);
    one.end();
  };
}
