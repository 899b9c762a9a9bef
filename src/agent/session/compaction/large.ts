/** The error of a conversation that stays too long: it names what is large. */
import type { TurnError } from "../../../generated/protocol/types.js";
import { withCommas } from "../../../text/number.js";
import type { Conversation, Message } from "../model/event.js";
import { tokensOfFrame, tokensOfMessages } from "./size.js";

/** A smaller share of a request is not worth a word. */
const SHARE = 0.2;

/** The same error; its message names the large parts of the request. */
export function namingLarge(error: TurnError, { messages, ...frame }: Conversation): TurnError {
  const { system, tools } = tokensOfFrame(frame);
  const parts = [
    { name: "the system prompt", tokens: system },
    { name: "the tools", tokens: tools },
    ...partsOf(messages),
  ];
  const all = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const large = parts.filter(({ tokens }) => tokens >= all * SHARE).sort((a, b) => b.tokens - a.tokens);
  if (large.length === 0) return error;
  const named = large.map(({ name, tokens }) => `${name} (about ${withCommas(tokens)} tokens)`);
  const last = named.length > 1 ? ` and ${named.at(-1)}` : "";
  const what = `${(named.length > 1 ? named.slice(0, -1) : named).join(", ")}${last}`;
  return {
    ...error,
    message: `${error.message}; ${named.length > 1 ? "the largest parts are" : "the largest part is"} ${what}`,
  };
}

function partsOf(messages: readonly Message[]) {
  const answer = messages.findLastIndex(({ role }) => role !== "tool");
  const prompt = messages.findLastIndex(({ role }) => role === "user");
  const tokens = (part: readonly Message[]): number => tokensOfMessages(part);
  return [
    { name: "the last results", tokens: tokens(messages.slice(answer + 1)) },
    { name: "the last prompt", tokens: tokens(messages.slice(prompt, prompt + 1)) },
    {
      name: "what came before",
      tokens: tokens([...messages.slice(0, Math.max(0, prompt)), ...messages.slice(prompt + 1, answer + 1)]),
    },
  ];
}
