/** The range of an attachment that a request asks for (P-S43). */
import { limits } from "../../../generated/protocol/tables.js";

export type RangeReading =
  | { readonly offset: number; readonly length: number }
  | { readonly code: "attachment_range_invalid" | "attachment_too_large" };

const INVALID = { code: "attachment_range_invalid" } as const;

/** Reads `offset` and `length` for an attachment of `total` bytes. The range begins within it; a range past its end is shortened. */
export function rangeIn(
  total: number,
  { offset = "0", length = String(limits.attachmentBytes) }: { readonly offset?: string; readonly length?: string },
): RangeReading {
  if (!/^\d+$/.test(offset) || !/^\d+$/.test(length)) return INVALID;
  const range = { offset: Number(offset), length: Number(length) };
  if (range.length === 0 || !Number.isSafeInteger(range.offset + range.length)) return INVALID;
  if (range.length > limits.attachmentBytes) return { code: "attachment_too_large" };
  const isWithin = range.offset < total || (range.offset === 0 && total === 0);
  return isWithin ? { ...range, length: Math.min(range.length, total - range.offset) } : INVALID;
}
