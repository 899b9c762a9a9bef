/** Cutting a text that is too long for a record and a page of history; its length and digest go with the beginning (P-S16). */
import { limits } from "../../../generated/protocol/tables.js";
import type { HistoryItem } from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../ports/hash.js";
import { jsonBytes, unitsWithin, utf8Bytes } from "./text-size.js";

/** Bytes of the text as JSON, without its quotes. */
const ITEM_TEXT = limits.itemTextBytes - 2;

/** The text of an item as records and pages show it: whole up to 256 KiB as JSON and `most` bytes of UTF-8, a longer one as its first 64 KiB in UTF-8. */
export function elide(
  text: string,
  most = Number.POSITIVE_INFINITY,
): Required<Pick<HistoryItem, "text">> & Pick<HistoryItem, "elided"> {
  if (jsonBytes(text, ITEM_TEXT) <= ITEM_TEXT && utf8Bytes(text) <= most) return { text };
  return {
    text: text.slice(0, unitsWithin(text, limits.elidedTextBytes)),
    elided: { bytes: utf8Bytes(text), sha256: sha256Hex(text) },
  };
}
