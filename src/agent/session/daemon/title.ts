/** The title of a session in `session.json` (P-S64): it names the session also after a crash, for programs that read no log. */
import { FileError } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { SessionJournal } from "./journal.js";

/** Writes the title when it is given or changed. What the disk refuses is tried again at the end of each turn. */
export function keepTitle(journal: SessionJournal, log: Log): void {
  let kept = journal.store.file.title ?? null;
  const keep = async (): Promise<void> => {
    const { title } = journal;
    if (title === null || title === kept) return;
    const before = kept;
    kept = title;
    try {
      await journal.store.keepTitle(title);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (kept === title) kept = before;
      log.say("warn", "the title could not be written to session.json", { error: error.message });
    }
  };
  journal.onRecord(({ kind }) => {
    if (kind === "session_changed" || kind === "turn_finished") void keep();
  });
  void keep();
}
