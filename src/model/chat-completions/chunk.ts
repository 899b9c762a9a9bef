/** `beta_chat_completions`: what one object of an answer says, a chunk of a stream or the whole. Nothing in it is taken on trust. */
import type { Usage } from "../../generated/protocol/types.js";
import { BadAnswer, type FinishReason } from "../event.js";

export interface Chunk {
  readonly text: string;
  readonly reasoning: string;
  readonly finish?: FinishReason;
  readonly usage?: Usage;
}

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "filtered"],
  ["tool_calls", "tools"],
  ["function_call", "tools"],
]);

type Fields = Readonly<Record<string, unknown>>;

/** `part`: what holds the text of a choice. Of several choices the first one counts. Throws a `BadAnswer` for an error, and for no object. */
export function chunkOf(json: string, part: "delta" | "message"): Chunk {
  const value = parsed(json);
  if (isFields(value["error"])) throw new BadAnswer("refused", statusIn(value["error"]));
  if (typeof value["error"] === "string") throw new BadAnswer("refused");
  const choices: readonly unknown[] = Array.isArray(value["choices"]) ? value["choices"] : [];
  const choice = choices.filter(isFields).find(({ index = 0 }) => index === 0) ?? {};
  const said = isFields(choice[part]) ? choice[part] : {};
  const reason = choice["finish_reason"] ?? undefined;
  const usage = usageIn(value["usage"]);
  return {
    text: textIn(said["content"]) + textIn(said["refusal"]),
    reasoning: textIn(said["reasoning_content"]) || textIn(said["reasoning"]),
    ...(reason === undefined ? {} : { finish: REASONS.get(reason) ?? "other" }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function parsed(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return value;
  } catch {
    // The parser's message quotes the text.
  }
  throw new BadAnswer("foreign");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A status by number, or by the word that stands for one. */
function statusIn({ code, type }: Fields): number | undefined {
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) return status;
  return [code, type].some((word) => typeof word === "string" && word.startsWith("rate_limit")) ? 429 : undefined;
}

function usageIn(value: unknown): Usage | undefined {
  if (!isFields(value)) return undefined;
  const [input_tokens, output_tokens] = [value["prompt_tokens"], value["completion_tokens"]];
  return isCount(input_tokens) && isCount(output_tokens) ? { input_tokens, output_tokens } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
