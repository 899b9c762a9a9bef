/** `alpha_messages`: a conversation as the body of a request (spec 2.4). */
import type { AssistantMessage, Conversation, Image, Message, OfferedTool, ToolMessage } from "../event.js";
import { type Fields, isFields } from "../fields.js";
import type { ModelTarget } from "../target.js";
import { blocksOf } from "./state.js";

/** A block of a message, or another part of a request that can carry a mark. */
type Block = Readonly<Record<string, unknown>>;

interface Sent {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

/**
 * Makes the body. Configured options come first, so that a field of the request wins over an option of the same name, as with headers. Tools are
 * sorted, so that requests of one session begin with the same bytes.
 */
export function alphaMessagesBody(target: ModelTarget, { system, messages, tools = [], forced }: Conversation): object {
  const { providerName, answerLimit, stopSequences, options, marksCache } = target;
  const thinking = thinkingOf(target);
  const mark = marksCache ? markLast : <Kind>(all: readonly Kind[]): readonly Kind[] => all;
  const offered = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toolOf);
  const sent = messagesOf(messages, thinking["thinking"] !== OFF);
  return {
    ...options,
    model: providerName,
    max_tokens: answerLimit,
    ...(offered.length === 0 ? {} : { tools: mark(offered) }),
    ...(system === undefined ? {} : { system: mark([{ type: "text", text: system.toWellFormed() }]) }),
    messages: marksCache ? marked(sent) : sent,
    // A model that thinks chooses its tools itself.
    ...(forced === undefined || thinking["thinking"] !== undefined
      ? {}
      : { tool_choice: { type: "tool", name: forced } }),
    ...(stopSequences.length === 0 ? {} : { stop_sequences: stopSequences }),
    ...thinking,
    stream: true,
  };
}

const OFF = { type: "disabled" } as const;

/** The fewest tokens that a model can be given to think. */
const LEAST_THOUGHT = 1024;

/** The fields that ask for reasoning: a level is the provider's to understand; a model that only thinks or not gets half of its answer for it. */
function thinkingOf({ reasoning, effort, answerLimit }: ModelTarget): Fields {
  if (reasoning === undefined || reasoning === "no_reasoning") return effort === undefined ? {} : levelOf(effort);
  if (effort === "none") return { thinking: OFF };
  if (effort !== undefined) return { thinking: { type: "adaptive" }, ...levelOf(effort) };
  if (reasoning === "effort") return {};
  const budget = Math.max(Math.floor(answerLimit / 2), LEAST_THOUGHT);
  return budget < answerLimit ? { thinking: { type: "enabled", budget_tokens: budget } } : {};
}

function levelOf(effort: string): Fields {
  return { output_config: { effort } };
}

/** Roles take turns, and no message is empty: neighbours of one role become one message. */
function messagesOf(messages: readonly Message[], isThinking: boolean): readonly Sent[] {
  const ids = new CallIds();
  const sent: { readonly role: Sent["role"]; readonly content: Block[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = contentOf(message, ids, isThinking);
    const last = sent.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else sent.push({ role, content: [...content] });
  }
  const last = sent.at(-1);
  return last?.role === "assistant" ? [...sent.slice(0, -1), { ...last, content: withoutEnd(last.content) }] : sent;
}

/** An answer that is to be continued: the dialect takes none that ends with white space. */
function withoutEnd(content: readonly Block[]): readonly Block[] {
  const last = content.at(-1);
  const text = last?.["text"];
  return typeof text === "string" ? [...content.slice(0, -1), { ...last, text: text.trimEnd() }] : content;
}

function contentOf(message: Message, ids: CallIds, isThinking: boolean): readonly Block[] {
  switch (message.role) {
    case "user":
      return [...textOf(message.text), ...imagesOf(message.images)];
    case "tool":
      return [resultOf(message, ids)];
    case "assistant":
      return answerOf(message, ids, isThinking);
  }
}

/** The blocks of an answer in the order in which they came; what the model thought goes back unless it shall not think now. */
function answerOf(
  { text, state = [], calls = [] }: AssistantMessage,
  ids: CallIds,
  isThinking: boolean,
): readonly Block[] {
  const thought = (parts: readonly string[]): readonly Block[] => (isThinking ? blocksOf(parts) : []);
  return [
    ...thought(state),
    ...textOf(text),
    ...calls.flatMap(({ id, name, input, state: own = [] }) => [
      ...thought(own),
      { type: "tool_use", id: ids.of(id), name, input: inputOf(input) },
    ]),
  ];
}

/** A call that is no object of JSON goes back without its input: its result says what was wrong. */
function inputOf(input: string): Fields {
  try {
    const value: unknown = JSON.parse(input.toWellFormed());
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function resultOf({ callId, text, images = [] }: ToolMessage, ids: CallIds): Block {
  const result = { type: "tool_result", tool_use_id: ids.of(callId) };
  if (images.length > 0) return { ...result, content: [...textOf(text), ...imagesOf(images)] };
  return text.trim() === "" ? result : { ...result, content: text.toWellFormed() };
}

function textOf(text: string): readonly Block[] {
  return text.trim() === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function imagesOf(images: readonly Image[] = []): readonly Block[] {
  return images.map(({ mediaType, base64 }) => ({
    ...{ type: "image", source: { type: "base64", media_type: mediaType, data: base64 } },
  }));
}

function toolOf({ name, description, inputSchema, strict }: OfferedTool): Block {
  const about = { name, description: description.toWellFormed(), input_schema: inputSchema };
  return strict ? { ...about, strict } : about;
}

/** Ids of calls as this dialect allows them: those of other dialects are replaced, each always by the same one. */
class CallIds {
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();

  of(id: string): string {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const plain = id.replace(/[^A-Za-z0-9_-]/g, "_") || "call";
    let own = plain;
    for (let number = 2; this.#taken.has(own); number += 1) own = `${plain}_${number}`;
    this.#known.set(id, own);
    this.#taken.add(own);
    return own;
  }
}

const MARK = { type: "ephemeral" } as const;

/** The list with a mark on its last part: everything up to there can be kept by the provider. */
function markLast(all: readonly Block[]): readonly Block[] {
  const last = all.at(-1);
  return last === undefined ? all : [...all.slice(0, -1), { ...last, cache_control: MARK }];
}

/** Blocks of thought carry no mark. */
const UNMARKED: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

/** Marks on the last two messages: one alone falls out of the provider's look back after a long turn (P-S104). */
function marked(messages: readonly Sent[]): readonly Sent[] {
  return messages.map((message, at) => {
    const isLast = at >= messages.length - 2 && !UNMARKED.has(message.content.at(-1)?.["type"]);
    return isLast ? { ...message, content: markLast(message.content) } : message;
  });
}
