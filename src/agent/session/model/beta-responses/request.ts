/** `beta_responses`: a conversation as the body of a request (spec 2.4). The provider stores nothing: the history is ours. */
import type { AssistantMessage, Conversation, Image, Message, OfferedTool, ToolMessage } from "../event.js";
import type { ModelTarget } from "../target.js";
import { itemsOf } from "./state.js";

/** The fewest tokens that this dialect takes as a limit. */
const LEAST_LIMIT = 16;

/**
 * Makes the body. Configured options come first, so that a field of the request wins over an option of the same name, as with headers. The dialect has no
 * stop sequences. Tools are sorted, so that requests of one session begin with the same bytes.
 */
export function betaResponsesBody(target: ModelTarget, conversation: Conversation): object {
  const { system, messages, tools = [], forced, session } = conversation;
  const { providerName, outputLimit, reasoning, options } = target;
  return {
    ...options,
    model: providerName,
    ...(system === undefined ? {} : { instructions: system.toWellFormed() }),
    ...(tools.length === 0 ? {} : { tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toolOf) }),
    ...(forced === undefined ? {} : { tool_choice: { type: "function", name: forced } }),
    ...(outputLimit === undefined ? {} : { max_output_tokens: Math.max(outputLimit, LEAST_LIMIT) }),
    ...reasoningOf(target),
    ...(reasoning === "no_reasoning" ? {} : { include: ["reasoning.encrypted_content"] }),
    ...(session === undefined ? {} : { prompt_cache_key: session }),
    input: messages.flatMap(itemsIn),
    store: false,
    stream: true,
  };
}

/** A model that reasons is asked for the summary of it, which is all that it shows. */
function reasoningOf({ reasoning, effort }: ModelTarget): object {
  const isAsked = effort !== undefined || reasoning === "effort" || reasoning === "thinking";
  if (!isAsked) return {};
  return {
    reasoning: { ...(effort === undefined ? {} : { effort }), ...(effort === "none" ? {} : { summary: "auto" }) },
  };
}

function itemsIn(message: Message): readonly object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: partsOf(message) }];
    case "tool":
      return [resultOf(message)];
    case "assistant":
      return answerOf(message);
  }
}

/** Reasoning stands right before what came of it, and never alone. */
function answerOf({ text, state = [], calls = [] }: AssistantMessage): readonly object[] {
  const said = text.trim() === "" ? [] : [{ role: "assistant", content: text.toWellFormed() }];
  if (said.length === 0 && calls.length === 0) return [];
  return [
    ...itemsOf(state),
    ...said,
    ...calls.flatMap(({ id, name, input, state: own = [] }) => [
      ...itemsOf(own),
      { type: "function_call", call_id: id, name, arguments: input.toWellFormed() },
    ]),
  ];
}

function resultOf({ callId, text, images = [] }: ToolMessage): object {
  const output = images.length === 0 ? text.toWellFormed() : partsOf({ text, images });
  return { type: "function_call_output", call_id: callId, output };
}

function partsOf({
  text,
  images = [],
}: {
  readonly text: string;
  readonly images?: readonly Image[];
}): readonly object[] {
  return [
    ...(text.trim() === "" ? [] : [{ type: "input_text", text: text.toWellFormed() }]),
    ...images.map(({ mediaType, base64 }) => ({
      ...{ type: "input_image", image_url: `data:${mediaType};base64,${base64}`, detail: "auto" },
    })),
  ];
}

function toolOf({ name, description, inputSchema, strict }: OfferedTool): object {
  const about = { name, description: description.toWellFormed(), parameters: inputSchema };
  return { type: "function", ...about, strict: strict === true };
}
