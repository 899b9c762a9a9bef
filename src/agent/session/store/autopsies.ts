/** Reports about failed requests to providers, beside the log of a session (P-S32): a file each, the newest ones. */
import { limits } from "../../../generated/protocol/tables.js";
import { type Files, replaceFile } from "../../machine/interfaces/files.js";

export class Autopsies {
  readonly #files: Files;
  readonly #directory: string;
  /** Resolves when all reports so far are written. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(files: Files, directory: string) {
    [this.#files, this.#directory] = [files, directory];
  }

  /** Resolves when the report is on the disk. Rejects with a `FileError`. */
  keep(at: Date, report: string): Promise<void> {
    const kept = this.#writing.then(() => this.#write(at, report));
    this.#writing = kept.catch(() => {});
    return kept;
  }

  async #write(at: Date, report: string): Promise<void> {
    const files = this.#files;
    await files.makeDirectory(this.#directory);
    const names = await files.list(this.#directory);
    await replaceFile(files, files.join(this.#directory, nameFor(at, new Set(names))), Buffer.from(report));
    const reports = names.filter((name) => REPORT.test(name));
    for (const name of reports.slice(0, Math.max(0, reports.length + 1 - limits.autopsies)))
      await files.remove(files.join(this.#directory, name));
  }
}

const REPORT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:-\d+)?\.json$/;

/** A name that is free; names of a later moment sort behind it. */
function nameFor(at: Date, taken: ReadonlySet<string>): string {
  const moment = at.toISOString().replace(/[:.]/g, "-");
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${moment}.json` : `${moment}-${count}.json`;
    if (!taken.has(name)) return name;
  }
}
