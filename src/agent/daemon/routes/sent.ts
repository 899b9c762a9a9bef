/** The body of a prompt or of a queued input as the prompt that it asks for (P-S20, P-S63). */
import type { PromptRequest } from "../../../generated/protocol/types.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import type { SentPrompt } from "../../run/turn/prompt.js";
import { type RefusalOf, refuse } from "../../wire/protocol/codes.js";

type Read = { readonly sent: SentPrompt } | { readonly refusal: RefusalOf<"invalid_request"> };

/** `scrubber` judges the id, `newId` makes the id of a prompt that has none. */
export function sentIn(
  { content, model, facet, prompt_id, generation = 0, attachments = [] }: PromptRequest,
  newId: () => string,
  scrubber: Scrubber,
): Read {
  // An id is kept as it is.
  if (prompt_id !== undefined && scrubber.scrub(prompt_id) !== prompt_id)
    return refused("holds_credential", "prompt_id");
  const read = attachments.map(({ data_base64, ...about }) => ({ ...about, bytes: bytesIn(data_base64) }));
  const good = read.flatMap(({ bytes, ...about }) => (bytes === undefined ? [] : [{ ...about, bytes }]));
  if (good.length < read.length) return refused("not_canonical_base64", "attachments");
  return {
    sent: {
      ...{ prompt_id: prompt_id ?? newId(), generation, attachments: good },
      ...(content === undefined ? {} : { content }),
      ...(model === undefined ? {} : { model }),
      ...(facet === undefined ? {} : { facet }),
    },
  };
}

/** The refusal of a prompt whose facet is none of the catalog. */
export const UNKNOWN_FACET = refused("wrong_value", "facet");

function refused(mistake: string, field: string): Extract<Read, { readonly refusal: unknown }> {
  return { refusal: refuse("invalid_request", { details: { mistake, field } }) };
}

/** Undefined for another spelling than the canonical one: padded, and without spare bits. */
function bytesIn(base64: string): Uint8Array | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : undefined;
}
