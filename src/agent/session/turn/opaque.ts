/** Opaque state of a provider on the items of a turn (P-S93). */
import { limits } from "../../../generated/protocol/tables.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { ModelTarget } from "../model/target.js";
import type { Maker, OpaqueState } from "../store/opaque.js";
import type { Turn } from "./turn.js";

export function makerOf({ provider, dialect, providerName }: ModelTarget): Maker {
  return { provider, dialect, model: providerName };
}

/** The state of an item for the store; undefined where there is none, and for one that is too large. */
export function opaqueOf(parts: readonly string[], { target, session, promptId }: Turn): OpaqueState | undefined {
  if (parts.length === 0 || "error" in target) return undefined;
  const bytes = parts.reduce((sum, part) => sum + utf8Bytes(part), 0);
  if (bytes <= limits.opaqueStateBytes) return { maker: makerOf(target.found), parts };
  session.report.opaqueDropped(promptId, bytes);
  return undefined;
}
