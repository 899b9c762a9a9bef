/**
 * The prompts that a user has typed on terminals, for the next conversation (P-S118): one JSON text a line, in a file of the state directory that only
 * the user can read. They are the texts of sessions' histories, from which the daemon has removed credentials. A file that cannot be read or
 * written costs the history alone.
 */
import { FileError, type FileStatus, type Files, replaceFile } from "../../machine/interfaces/files.js";
import type { SessionPaths } from "../../session/store/paths.js";

/** Bytes at the end of the file that are read; a file that has grown to twice as many is cut to them. */
const BYTES = 524_288;

/** Most characters of a prompt: a longer one was pasted. */
const LONGEST = 8192;

export class PromptHistory {
  readonly #files: Files;
  readonly #path: string;
  #last: string | undefined;

  constructor(files: Files, { directory }: Pick<SessionPaths, "directory">) {
    this.#files = files;
    this.#path = files.join(directory, "..", "..", "prompts.jsonl");
  }

  /** From the oldest to the newest. */
  async read(): Promise<readonly string[]> {
    const lines = await orNothing(this.#read());
    return (lines ?? []).map(({ text }) => text);
  }

  async add(text: string): Promise<void> {
    if (text.trim() === "" || text.length > LONGEST || text === this.#last) return;
    this.#last = text;
    await orNothing(this.#add(`${JSON.stringify(text)}\n`));
  }

  async #add(line: string): Promise<void> {
    const bytes = new TextEncoder().encode(line);
    const status = await this.#files.status(this.#path);
    if (status === undefined || (isPrivate(status) && status.size < 2 * BYTES)) {
      const file = await this.#files.open(this.#path, status === undefined ? "create" : "append");
      await file.append(bytes).finally(() => file.close());
    } else {
      const before = (await this.#read()).map((one) => `${one.line}\n`);
      await replaceFile(this.#files, this.#path, new TextEncoder().encode(before.join("") + line));
    }
  }

  async #read(): Promise<readonly { readonly line: string; readonly text: string }[]> {
    const file = await this.#files.open(this.#path, "read");
    try {
      const { size, owner } = await file.status();
      if (owner !== undefined) return [];
      const from = Math.max(0, size - BYTES);
      const lines = new TextDecoder().decode(await file.readAt(from, BYTES)).split("\n");
      // The beginning of the first one may be missing.
      return lines.slice(from === 0 ? 0 : 1).flatMap((line) => {
        const text = textIn(line);
        return text === undefined ? [] : [{ line, text }];
      });
    } finally {
      await file.close();
    }
  }
}

function isPrivate({ kind, mode, owner }: FileStatus): boolean {
  return kind === "file" && owner === undefined && (mode & 0o077) === 0;
}

function textIn(line: string): string | undefined {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === "string" && text.length <= LONGEST ? text : undefined;
  } catch {
    return undefined;
  }
}

async function orNothing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
