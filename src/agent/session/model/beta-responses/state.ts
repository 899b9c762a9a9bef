/** `beta_responses`: the opaque state of this dialect (P-S93), reasoning as the provider encrypted it. */
import { type Fields, isFields } from "../fields.js";

/**
 * The state for an item; undefined for another item, and for reasoning that is not encrypted, which the provider would look for among what it
 * stored. Its `id` names what it stored as well.
 */
export function stateOf({ type, summary, encrypted_content }: Fields): string | undefined {
  if (type !== "reasoning" || typeof encrypted_content !== "string") return undefined;
  return JSON.stringify({ type, summary: Array.isArray(summary) ? summary : [], encrypted_content });
}

/** The items in the parts of a state. */
export function itemsOf(parts: readonly string[]): readonly Fields[] {
  return parts.flatMap((part) => {
    try {
      const item: unknown = JSON.parse(part);
      return isFields(item) && item["type"] === "reasoning" ? [item] : [];
    } catch {
      return [];
    }
  });
}
