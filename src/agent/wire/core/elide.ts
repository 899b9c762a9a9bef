/** Cuts a text that is too long for a record and a page of history; its length and digest go with the shown part (P-S16, P-S33). */
import { limits } from "../../../generated/protocol/tables.js";
import type { HistoryItem } from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import { previewOf, type Shown } from "./preview.js";
import { jsonBytes, utf8Bytes } from "./text-size.js";

/** Bytes of the text as JSON, without its quotes. */
const ITEM_TEXT = limits.itemTextBytes - 2;

export interface ElideOptions {
  /** The limit in bytes of UTF-8 for texts that a record has room for; default: none. */
  readonly most?: number;
  /** Default: the beginning. */
  readonly shows?: Shown;
  /** The number of bytes already missing in the text. */
  readonly missing?: number | undefined;
}

/** The text of an item in records and pages: whole up to 256 KiB as JSON and `most` bytes, a longer one as 64 KiB of it in UTF-8. */
export function elide(
  text: string,
  { most = Number.POSITIVE_INFINITY, shows = "beginning", missing = 0 }: ElideOptions = {},
): Required<Pick<HistoryItem, "text">> & Pick<HistoryItem, "elided"> {
  const bytes = utf8Bytes(text);
  if (bytes <= most && jsonBytes(text, ITEM_TEXT) <= ITEM_TEXT) return { text };
  return {
    text: previewOf(text, { shows, missing, most: limits.elidedTextBytes }),
    elided: { bytes, sha256: sha256Hex(text) },
  };
}
