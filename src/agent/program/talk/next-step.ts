/** The messages for failed turns and short answers, with the next step of the user. */
import type { Finish, TurnError } from "../../../generated/protocol/types.js";
import { inWords } from "../../../text/duration.js";
import { formatPath } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";

/** The message of a failed turn, with the provider's words and the code. */
export function whyFailed(error: TurnError): string {
  const { message, code, provider_message: words } = error;
  const next = nextStep(error);
  return `${message}${words === undefined ? "" : `: "${words}"`} (${code})${next === undefined ? "" : `; ${next}`}`;
}

/** The message for a complete turn whose answer is cut off or empty; undefined for any other (P-S54). */
export function whyShort(finish: Finish | undefined, hasText: boolean): string | undefined {
  if (finish === "length")
    return "the answer is cut off: it reached the limit of the model, or that of `max_output_tokens_per_turn`";
  if (finish === "unknown" && hasText)
    return "the answer may be cut off: its provider gives no known reason for its end";
  if (finish === "content_filter") return "the answer is cut off by the content filter of its provider";
  if (finish === "max_tool_turns")
    return "the model wanted to go on with its tools: the turn reached `daemon.max_tool_turns`; any prompt goes on";
  if (finish === "max_turns") return "the model wanted to go on: the turn reached `--max-turns`; any prompt goes on";
  if (hasText) return undefined;
  if (finish === "tool_calls") return "the model asked for tools and named none";
  return "the model answered without a text";
}

/** Undefined when the message itself says it. */
function nextStep(error: TurnError): string | undefined {
  const { code, status, provider, key, provider_message: words = "", retry_after_seconds } = error;
  const at = (...fields: readonly string[]): string => quote(formatPath(["providers", provider ?? "", ...fields]));
  if (code === "no_model" && key !== undefined) return `look at ${quote(key)}; \`agentcfg models\` lists the models`;
  if (code === "model_not_found") return "write there what the provider calls it";
  if (code === "context_overflow") return "begin a new session, or choose a model with a larger window";
  if (code === "compaction_failed") return "try again, or choose another model for summaries in `defaults.mini`";
  if (code === "provider_quota") return "add credit there, or choose a model of another provider";
  if (provider === undefined || key !== undefined) return undefined;
  if (code === "provider_rate_limited")
    return retry_after_seconds === undefined
      ? "try again later"
      : `try again in ${inWords(retry_after_seconds * 1000)}`;
  if (code === "provider_timeout") return "try again, or look whether it runs";
  if (code === "provider_unreachable")
    return status === undefined ? `does it run, and is ${at("url")} right?` : "try again";
  if (status === 401 || status === 403) return `is the key in ${at("auth")} right?`;
  if (status === undefined) return undefined;
  if (status >= 300 && status < 400)
    return words === "" ? `look at ${at("url")}` : `is that the address for ${at("url")}?`;
  if (status === 404 || status === 405)
    return words === "" ? `is the model's name right, and ${at("url")}?` : `is ${at("url")} right?`;
  if (status === 408 || status === 409 || status === 425) return "try again";
  if (status >= 500) return "try again later";
  if (words.includes("max_completion_tokens"))
    return "it gets `max_completion_tokens` for a model with `variant: beta` and a `reasoning`";
  if (status >= 400) return "it does not take the request: are the model's name and options right?";
  return undefined;
}
