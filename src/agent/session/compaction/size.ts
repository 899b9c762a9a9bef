/** The size of requests in tokens (P-S103): as the provider counted the last one, with an estimate of all that came since. */
import { limits } from "../../../generated/protocol/tables.js";
import type { ContextSize, Usage } from "../../../generated/protocol/types.js";
import type { Conversation, Message, ModelEvent } from "../model/event.js";
import type { ModelTarget } from "../model/target.js";

/** Characters of a token. */
const CHARACTERS = 4;

/** Some servers report zeros, or ones: fewer tokens than the estimate divided by this are not believed. */
const CREDIBLE = 4;

/** Characters that stand for the frame of a message, of a call and of a tool. */
const FRAME = 16;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
}

export function tokensOfMessages(messages: readonly Message[]): number {
  return Math.ceil(messages.reduce((sum, message) => sum + charactersOf(message), 0) / CHARACTERS);
}

/** Those of the system prompt and of the tools. */
export function tokensOfFrame({ system = "", tools = [] }: Omit<Conversation, "messages">): {
  readonly system: number;
  readonly tools: number;
} {
  const characters = tools.reduce((sum, { name, description, inputSchema }) => {
    return sum + FRAME + name.length + description.length + JSON.stringify(inputSchema).length;
  }, 0);
  return { system: tokensOf(system), tools: Math.ceil(characters / CHARACTERS) };
}

export function tokensOfRequest({ messages, ...frame }: Conversation): number {
  const { system, tools } = tokensOfFrame(frame);
  return system + tools + tokensOfMessages(messages);
}

function charactersOf(message: Message): number {
  const images = message.role === "assistant" ? [] : (message.images ?? []);
  const own = FRAME + message.text.length + images.length * limits.imageTokens * CHARACTERS;
  if (message.role !== "assistant") return own;
  const { state = [], thought = "", calls = [] } = message;
  const ofCalls = calls.reduce(
    (sum, call) => sum + FRAME + call.name.length + call.input.length + lengthOf(call.state ?? []),
    0,
  );
  return own + thought.length + lengthOf(state) + ofCalls;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** An answer as it comes. */
export class HeardAnswer {
  usage: Usage | undefined;
  #characters = FRAME;

  /** An estimate. */
  get tokens(): number {
    return Math.ceil(this.#characters / CHARACTERS);
  }

  take(event: ModelEvent): void {
    if (event.kind === "text") this.#characters += event.text.length;
    else if (event.kind === "state") this.#characters += event.state.length;
    else if (event.kind === "call")
      this.#characters += FRAME + event.call.name.length + event.call.input.length + lengthOf(event.call.state ?? []);
    else if (event.kind === "usage") this.usage = event.usage;
  }
}

interface Counted {
  readonly model: string;
  /** As the provider counted. */
  readonly tokens: number;
  /** Our estimate of the same. */
  readonly estimate: number;
}

/** What the provider counted last. Known while the daemon runs. */
export class Sizes {
  #last: Counted | undefined;
  /** Tokens of the conversation with its last answer, or after a compaction; undefined before the first of this daemon. */
  now: number | undefined;

  /** How much of the window of a model the conversation takes, as far as both are known. */
  contextOf({ window, threshold }: ModelTarget): ContextSize | undefined {
    if (this.now === undefined || window === undefined) return undefined;
    return { used: this.now, window, ...(threshold === undefined ? {} : { threshold }) };
  }

  /** Tokens of a request whose estimate this is. One that is smaller than the last is so in proportion. */
  used(target: ModelTarget, estimate: number): number {
    const last = this.#last;
    if (last === undefined || last.model !== keyOf(target)) return estimate;
    if (estimate >= last.estimate) return last.tokens + estimate - last.estimate;
    return Math.ceil((last.tokens * estimate) / last.estimate);
  }

  /** An answer has come. `estimate`: that of its request and of the answer together. */
  count(target: ModelTarget, estimate: number, usage: Usage | undefined): void {
    if (usage !== undefined && usage.input_tokens * CREDIBLE > estimate)
      this.#last = { model: keyOf(target), tokens: usage.input_tokens + usage.output_tokens, estimate };
    this.now = this.used(target, estimate);
  }
}

function keyOf({ provider, providerName }: ModelTarget): string {
  return JSON.stringify([provider, providerName]);
}
