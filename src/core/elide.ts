/** Text that is too long for an item: the item keeps its beginning, and the whole is an attachment (P-S16). */
import { limits } from "../generated/protocol/tables.js";
import type { Elided } from "../generated/protocol/types.js";
import { sha256Hex } from "../ports/hash.js";

export interface Elision {
  /** The beginning. */
  readonly text: string;
  readonly elided: Elided;
  /** The whole, in UTF-8, to be kept as the artifact that `elided` names. */
  readonly whole: Uint8Array;
}

/** Undefined for a text that an item can hold. */
export function elide(text: string): Elision | undefined {
  // No unit takes less than one byte, nor more than six.
  if (text.length * 6 + 2 <= limits.itemTextBytes) return undefined;
  if (Buffer.byteLength(JSON.stringify(text)) <= limits.itemTextBytes) return undefined;
  const whole = Buffer.from(text);
  let end = Math.min(limits.elidedTextBytes, whole.length);
  // Not within a character.
  while (end < whole.length && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const sha256 = sha256Hex(whole);
  return {
    text: whole.toString("utf8", 0, end),
    elided: { bytes: whole.length, sha256, artifact_id: sha256 },
    whole,
  };
}
