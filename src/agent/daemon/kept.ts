/** The text of an item for the log: whole, or its beginning and the name of an artifact that holds the whole (P-S16). */
import type { HistoryItem } from "../../generated/protocol/types.js";
import type { SessionStore } from "../run/store/session.js";
import { elide } from "../wire/core/elide.js";

/** Writes the artifact when one is needed. Rejects with a `FileError`. */
export async function kept(text: string, store: SessionStore): Promise<Pick<HistoryItem, "text" | "elided">> {
  const shown = elide(text);
  if (shown.elided === undefined) return shown;
  const { sha256 } = shown.elided;
  await store.keepArtifact(sha256, new TextEncoder().encode(text));
  return { text: shown.text, elided: { ...shown.elided, artifact_id: sha256 } };
}
