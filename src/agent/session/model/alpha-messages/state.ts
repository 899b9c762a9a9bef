/** `alpha_messages`: the opaque state of this dialect (P-S93), blocks of thought with their signatures. They go back with the values that they came with. */
import { type Fields, isFields } from "../fields.js";

const KINDS: readonly unknown[] = ["thinking", "redacted_thinking"];

/** The state for a block; undefined for a block of another kind. */
export function stateOf(block: Fields): string | undefined {
  return KINDS.includes(block["type"]) ? JSON.stringify(block) : undefined;
}

/** The blocks in the parts of a state. */
export function blocksOf(parts: readonly string[]): readonly Fields[] {
  return parts.flatMap((part) => {
    try {
      const block: unknown = JSON.parse(part);
      return isFields(block) && KINDS.includes(block["type"]) ? [block] : [];
    } catch {
      return [];
    }
  });
}
