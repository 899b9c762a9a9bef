/** The title that a session takes from its first prompt. */
import { limits } from "../../../generated/protocol/tables.js";

/** Characters that a terminal acts on or does not show: controls, formats, and halves of pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** The title of a session: the first line of its first prompt (P-S64); undefined for a text without a printable character. */
export function titleOf(text: string): string | undefined {
  // No line that is worth reading begins so late; a long text must not be searched to its end.
  const lines = text.slice(0, 4096).split(/[\r\n\u0085\u2028\u2029]+/);
  const first = lines.map((line) => line.replace(UNPRINTABLE, " ").trim()).find((line) => line !== "");
  if (first === undefined) return undefined;
  return [...first].slice(0, limits.titleCharacters).join("").trimEnd();
}
