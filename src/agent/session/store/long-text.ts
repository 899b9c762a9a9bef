/** Long texts of items (P-S16): a part of them in the log, the whole beside it. */
import { limits } from "../../../generated/protocol/tables.js";
import type { HistoryItem, ItemKind } from "../../../generated/protocol/types.js";
import { type ElideOptions, elide } from "../../wire/core/elide.js";
import type { SessionStore } from "./session.js";

/** Texts of tools are cut earlier than others, and a result ends with what became of its call (P-S33). */
export const SHOWN: Readonly<Partial<Record<ItemKind, ElideOptions>>> = {
  tool_call: { most: limits.toolTextBytes },
  tool_result: { most: limits.toolTextBytes, shows: "ends" },
};

export type KeptText = Pick<HistoryItem, "text" | "elided">;

/**
 * A text for the log (P-S16): whole, or a part of it and the name of an artifact that holds the whole. Writes the artifact when one is needed: for a
 * text that is too long for a record, or for its kind of item. Rejects with a `FileError`.
 */
export async function kept(
  text: string,
  store: Pick<SessionStore, "keepArtifact">,
  options: ElideOptions = {},
): Promise<KeptText> {
  const shown = elide(text, options);
  if (shown.elided === undefined) return shown;
  const { sha256 } = shown.elided;
  await store.keepArtifact(sha256, new TextEncoder().encode(text));
  return { text: shown.text, elided: { ...shown.elided, artifact_id: sha256 } };
}

/** The whole text again. Rejects with a `FileError`, or with `history_corrupt`. */
export async function whole({ text = "", elided }: KeptText, store: Pick<SessionStore, "artifact">): Promise<string> {
  if (elided?.artifact_id === undefined) return text;
  return new TextDecoder().decode(await store.artifact(elided.artifact_id));
}
