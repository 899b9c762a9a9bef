/** Opaque state of a provider on the items of a turn (P-S93). */
import { limits } from "../../../generated/protocol/tables.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { ModelTarget } from "../model/target.js";
import type { Maker, OpaqueState } from "../store/opaque.js";
import type { Turn } from "./turn.js";

export function makerOf({ provider, dialect, providerName }: ModelTarget): Maker {
  return { provider, dialect, model: providerName };
}

/** Half of a pair of UTF-16 without the other half, in JSON: only such a half is escaped there. Strict readers of JSON refuse it. */
const LONE_HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

/** The state of an item for the store; undefined where there is none, and for one that is too large or no well-formed text. */
export function opaqueOf(parts: readonly string[], { target, session, promptId }: Turn): OpaqueState | undefined {
  if (parts.length === 0 || "error" in target) return undefined;
  const bytes = parts.reduce((sum, part) => sum + utf8Bytes(part), 0);
  const isText = !parts.some((part) => LONE_HALF.test(part));
  if (isText && bytes <= limits.opaqueStateBytes) return { maker: makerOf(target.found), parts };
  session.report.opaqueDropped(promptId, isText ? "too large to be kept" : "no well-formed text", bytes);
  return undefined;
}
