/** `beta_chat_completions`: a conversation as the body of a request (spec 2.4). */
import type { Conversation, Image, Message, OfferedTool } from "../event.js";
import type { ModelTarget } from "../target.js";
import { callFields, messageFields } from "./state.js";

/**
 * Makes the body. Configured options come first, so that a field of the request wins over an option of the same name, as with headers. A lone
 * surrogate is replaced: some servers refuse its escape, and with it every later request of the session.
 */
export function chatCompletionsBody(
  target: ModelTarget,
  { system, messages, tools = [], forced }: Conversation,
): object {
  const { providerName, outputLimit, stopSequences, effort, options } = target;
  return {
    ...options,
    model: providerName,
    messages: [...(system === undefined ? [] : [{ role: "system", content: system }]), ...messagesOf(messages)],
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...(forced === undefined ? {} : { tool_choice: { type: "function", function: { name: forced } } }),
    ...(outputLimit === undefined ? {} : { [limitField(target)]: outputLimit }),
    ...(stopSequences.length === 0 ? {} : { stop: stopSequences }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** A result has no room for images: the next message of the user shows them, or one of its own where the model answers next. */
function messagesOf(messages: readonly Message[]): readonly object[] {
  const sent: object[] = [];
  let images: readonly Image[] = [];
  for (const [at, message] of messages.entries()) {
    const shown = images.length === 0 ? [] : partsOf({ text: OF_RESULTS, images });
    if (message.role === "user" && shown.length > 0)
      sent.push({ role: "user", content: [...shown, ...partsOf(message)] });
    else sent.push(messageOf(message));
    if (message.role !== "tool") {
      images = [];
      continue;
    }
    images = [...images, ...(message.images ?? [])];
    const next = messages[at + 1]?.role;
    if (images.length === 0 || next === "tool" || next === "user") continue;
    sent.push({ role: "user", content: partsOf({ text: OF_RESULTS, images }) });
    images = [];
  }
  return sent;
}

const OF_RESULTS = "[images of the results]";

/** The text of a result that is images alone. */
const AN_IMAGE = "[an image, shown below]";

function messageOf(message: Message): object {
  const { role, text } = message;
  if (role === "user") return { role, content: contentOf(message) };
  if (role === "tool")
    return { role, tool_call_id: message.callId, content: text.trim() === "" ? AN_IMAGE : text.toWellFormed() };
  const { calls = [], state = [], thought } = message;
  const fields = {
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    ...messageFields([...state, ...calls.flatMap((call) => call.state ?? [])]),
  };
  if (calls.length === 0) return { role, content: text.toWellFormed(), ...fields };
  const tool_calls = calls.map(({ id, name, input, state = [] }) => ({
    ...{ id, type: "function", function: { name, arguments: input.toWellFormed() } },
    ...callFields(state),
  }));
  return { role, content: text === "" ? null : text.toWellFormed(), ...fields, tool_calls };
}

function toolOf({ name, description, inputSchema, strict }: OfferedTool): object {
  const about = { name, description: description.toWellFormed(), parameters: inputSchema };
  return { type: "function", function: strict ? { ...about, strict } : about };
}

interface Content {
  readonly text: string;
  readonly images?: readonly Image[];
}

/** A text alone, as every server takes it; or parts. */
function contentOf(content: Content): unknown {
  return (content.images ?? []).length === 0 ? content.text.toWellFormed() : partsOf(content);
}

function partsOf({ text, images = [] }: Content): readonly object[] {
  return [
    ...(text.trim() === "" ? [] : [{ type: "text", text: text.toWellFormed() }]),
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
