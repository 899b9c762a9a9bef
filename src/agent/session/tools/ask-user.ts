/** The tool `ask_user`: a question to the person, whose answer is its result (P-S33). */
import { limits } from "../../../generated/protocol/tables.js";
import { quote } from "../../../text/quote.js";
import type { Fields, Tool, ToolCall, ToolDefinition, ToolResult } from "./tool.js";

/** A question in words, with choices or without. */
interface Clarification {
  readonly text: string;
  readonly choices?: readonly string[];
  /** What an empty answer stands for; without it there is none. */
  readonly default?: string;
}

/** Resolves with the person's words, or with undefined when no answer will come. */
export type Clarify = (question: Clarification, signal: AbortSignal) => Promise<string | undefined>;

/** What a model and a catalog are told of it. */
export const ASK_USER: ToolDefinition = {
  name: "ask_user",
  description:
    "Asks the person who works with you a question and waits for the answer. Use it when you cannot go on without a decision that is theirs. Give choices where there are only a few answers.",
  inputSchema: {
    type: "object",
    properties: {
      question: { type: "string", description: "One question, in plain words." },
      choices: { type: "array", items: { type: "string" }, description: "The answers to choose from." },
    },
    required: ["question"],
    additionalProperties: false,
  },
  ...{ strict: false, tags: [], origin: "shipped" },
};

export function askUser(clarify: Clarify): Tool {
  return { ...ASK_USER, lane: "person", run: async (input, call) => run(clarify, input, call) };
}

async function run(clarify: Clarify, input: Fields, { signal, subagent }: ToolCall): Promise<ToolResult> {
  const { question, choices = [] } = input;
  if (typeof question !== "string" || question.trim() === "") return failed("`question` has to be a text");
  if (!Array.isArray(choices) || !choices.every((one) => typeof one === "string"))
    return failed("`choices` has to be a list of texts");
  if (choices.length > limits.questionChoices) return failed(`at most ${limits.questionChoices} choices`);
  const text = subagent === undefined ? question : `${asksFor(subagent)}\n${question}`;
  const answer = await clarify({ text, ...(choices.length === 0 ? {} : { choices }) }, signal);
  return answer === undefined ? failed("the person gave no answer") : { text: answer, isError: false };
}

/** The first line of a question that a subagent makes necessary. */
export function asksFor(subagent: string): string {
  return `The subagent ${quote(subagent)} asks:`;
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}
