/** `beta_chat_completions`: a conversation as the body of a request (spec 2.4). */
import type { Conversation, Message } from "../event.js";
import type { ModelTarget } from "../target.js";

/**
 * Makes the body. Configured options come first, so that a field of the request wins over an option of the same name, as with headers. A lone
 * surrogate is replaced: some servers refuse its escape, and with it every later request of the session.
 */
export function chatCompletionsBody(target: ModelTarget, { system, messages }: Conversation): object {
  const { providerName, outputLimit, stopSequences, effort, options } = target;
  return {
    ...options,
    model: providerName,
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...messages.map((message) => ({ role: message.role, content: contentOf(message) })),
    ],
    ...(outputLimit === undefined ? {} : { [limitField(target)]: outputLimit }),
    ...(stopSequences.length === 0 ? {} : { stop: stopSequences }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** A text alone, as every server takes it; or parts. */
function contentOf({ text, images = [] }: Message): unknown {
  const wellFormed = text.toWellFormed();
  if (images.length === 0) return wellFormed;
  return [
    ...(text === "" ? [] : [{ type: "text", text: wellFormed }]),
    ...images.map(({ mediaType, base64 }) => ({
      ...{ type: "image_url", image_url: { url: `data:${mediaType};base64,${base64}` } },
    })),
  ];
}

/** Beta's own models that reason refuse the older name, which is the only one that many other servers know. */
function limitField({ variant, reasoning }: ModelTarget): "max_tokens" | "max_completion_tokens" {
  const reasons = reasoning === "effort" || reasoning === "thinking";
  return variant === "beta" && reasons ? "max_completion_tokens" : "max_tokens";
}
