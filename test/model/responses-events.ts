/** Streams of `beta_responses`, event by event, as the service itself writes them. */
import type { Script } from "./server.js";

let sequence = 0;

export function event(type: string, more: object = {}): string {
  sequence += 1;
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...more })}\n\n`;
}

export const start =
  event("response.created", { response: { id: "resp_1", status: "in_progress", output: [] } }) +
  event("response.in_progress", { response: { id: "resp_1", status: "in_progress", output: [] } });

function item(index: number, done: object, ...between: readonly string[]): string {
  const place = { output_index: index };
  return (
    event("response.output_item.added", { ...place, item: { ...done, status: "in_progress" } }) +
    between.join("") +
    event("response.output_item.done", { ...place, item: done })
  );
}

export function said(index: number, ...words: readonly string[]): string {
  const place = { output_index: index, content_index: 0, item_id: `msg_${index}` };
  const content = [{ type: "output_text", text: words.join(""), annotations: [] }];
  return item(
    index,
    { type: "message", id: `msg_${index}`, role: "assistant", status: "completed", content },
    event("response.content_part.added", { ...place, part: { type: "output_text", text: "" } }),
    ...words.map((delta) => event("response.output_text.delta", { ...place, delta })),
    event("response.output_text.done", { ...place, text: words.join("") }),
  );
}

export function called(index: number, id: string, name: string, input: string): string {
  const half = Math.ceil(input.length / 2);
  const pieces = [input.slice(0, half), input.slice(half)].map((delta) =>
    event("response.function_call_arguments.delta", { output_index: index, delta }),
  );
  return item(
    index,
    { type: "function_call", id: `fc_${index}`, call_id: id, name, arguments: input, status: "completed" },
    ...pieces,
    event("response.function_call_arguments.done", { output_index: index, arguments: input }),
  );
}

export function thought(index: number, summary: readonly string[], encrypted?: string): string {
  const parts = summary.map((text) => ({ type: "summary_text", text }));
  const between = summary.map(
    (delta, at) =>
      event("response.reasoning_summary_part.added", { output_index: index, summary_index: at }) +
      event("response.reasoning_summary_text.delta", { output_index: index, summary_index: at, delta }),
  );
  const done = { type: "reasoning", id: `rs_${index}`, summary: parts };
  return item(index, encrypted === undefined ? done : { ...done, encrypted_content: encrypted }, ...between);
}

export function end(status: "completed" | "incomplete" | "failed", more: object = {}): string {
  const usage = { input_tokens: 7, input_tokens_details: { cached_tokens: 3 }, output_tokens: 9, total_tokens: 16 };
  return event(`response.${status}`, { response: { id: "resp_1", status, output: [], usage, ...more } });
}

/** A whole answer of these items, each sent by itself. */
export function answering(...items: readonly string[]): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of [start, ...items, end("completed")]) await one.send(piece);
    one.end();
  };
}
