/** Why a turn failed, and where its user looks first. */
import type { Finish, TurnError } from "../../generated/protocol/types.js";
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/quote.js";

/** One clause, with the code that scripts know. */
export function whyFailed(error: TurnError): string {
  const next = nextStep(error);
  return `${error.message} (${error.code})${next === undefined ? "" : `; ${next}`}`;
}

/** What is said of an answer that came to an end, if it is not all that its reader would expect (P-S54). */
export function whyShort(finish: Finish | undefined, hasText: boolean): string | undefined {
  if (finish === "length")
    return "the answer is cut off: it reached the limit of the model, or that of `max_output_tokens_per_turn`";
  if (finish === "content_filter") return "the answer is cut off: its provider kept something back";
  if (hasText) return undefined;
  if (finish === "tool_calls") return "the model asked for tools, which there are not yet, and said nothing else";
  return "the model answered without a text";
}

/** Undefined where the message says it. */
function nextStep({ code, status, provider, key }: TurnError): string | undefined {
  const at = (...fields: readonly string[]): string => quote(formatPath(["providers", provider ?? "", ...fields]));
  if (code === "no_model" && key !== undefined)
    return `${quote(key)} is the place to look; \`agentcfg models\` lists those that there are`;
  if (provider === undefined || key !== undefined) return undefined;
  if (code === "provider_rate_limited") return "try again later";
  if (code === "provider_timeout") return "try again, or look whether it runs";
  if (code === "provider_unreachable")
    return status === undefined ? `does it run, and is ${at("url")} right?` : "try again";
  if (status === 401 || status === 403) return `is the key in ${at("auth")} right?`;
  if (status === 404 || status === 405) return `is the model's name right, and ${at("url")}?`;
  if (status !== undefined && status >= 500) return "try again later";
  if (status !== undefined && status >= 400)
    return "it does not take the request: are the model's name and options right?";
  return undefined;
}
