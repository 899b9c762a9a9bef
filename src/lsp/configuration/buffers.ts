/**
 * The open texts of the editor, by the names of their files, and a machine that reads those texts as the files' contents. Knows no
 * configuration.
 */
import { oncePer } from "../../text/once.js";
import { type FileKind, type FileRead, type Host, slashed } from "../../toolkit/read/host/host.js";
import { TextDocument, type TextDocumentContentChangeEvent } from "../protocol.js";

export interface Buffer {
  /** The address in the editor's spelling. */
  readonly uri: string;
  readonly file: string;
  /** The real path; the name itself for a file that exists only in the editor. */
  readonly real: string;
  readonly document: TextDocument;
  /** Changes with every change of the text. */
  readonly stamp: number;
}

export class Buffers {
  readonly #open = new Map<string, Buffer>();
  #stamp = 0;

  get all(): readonly Buffer[] {
    return [...this.#open.values()];
  }

  open(file: string, real: string, document: TextDocument): void {
    this.#open.delete(file);
    this.#open.set(file, { uri: document.uri, file, real, document, stamp: this.#next() });
  }

  change(file: string, changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const buffer = this.#open.get(file);
    if (buffer === undefined) return;
    const document = TextDocument.update(buffer.document, changes.map(ranged), version);
    this.#open.set(file, { ...buffer, document, stamp: this.#next() });
  }

  close(file: string): void {
    this.#open.delete(file);
  }

  /** The text of a file, under any of its names: the one opened last. */
  at(file: string, real?: string): Buffer | undefined {
    const exact = this.#open.get(file);
    if (exact !== undefined || this.#open.size === 0) return exact;
    return this.all.findLast((buffer) => buffer.real === file || buffer.real === real);
  }

  /** Whether an open file lies in a directory. */
  areIn(directory: string): boolean {
    const within = `${slashed(directory).replace(/\/$/, "")}/`;
    return this.all.some(({ file }) => slashed(file).startsWith(within));
  }

  #next(): number {
    this.#stamp += 1;
    return this.#stamp;
  }
}

/** Some clients write null instead of omitting the range of a change of the whole text. */
function ranged(change: TextDocumentContentChangeEvent): TextDocumentContentChangeEvent {
  return "range" in change && !change.range ? { text: change.text } : change;
}

const bytesOf = oncePer(({ document }: Buffer) => new TextEncoder().encode(document.getText()));

/** A machine on which the open texts of the editor are the contents of their files, saved or not. */
export function overlaid(host: Host, buffers: Buffers): Host {
  const bufferAt = (file: string): Buffer | undefined => {
    if (buffers.all.length === 0) return undefined;
    return buffers.at(file) ?? buffers.at(file, host.realPath(file));
  };
  const realPath = (file: string): string | undefined => host.realPath(file) ?? bufferAt(file)?.real;
  return {
    ...host,
    realPath,
    kindOf: (file): FileKind | undefined => {
      const kind = host.kindOf(file);
      if (kind !== undefined) return kind;
      if (buffers.at(file) !== undefined) return "file";
      return buffers.areIn(file) ? "directory" : undefined;
    },
    signature: (file) => {
      const buffer = bufferAt(file);
      return buffer === undefined ? host.signature(file) : `open ${buffer.stamp}`;
    },
    readFile: (name, limit, real): FileRead => {
      const file = host.resolve(name);
      const buffer = bufferAt(file);
      if (buffer === undefined) return host.readFile(name, limit, real);
      const bytes = bytesOf(buffer);
      if (bytes.length > limit) return { kind: "too-large" };
      const saved = host.readFile(file, limit);
      const isOpen = saved.kind === "bytes" && saved.isOpen === true;
      return { kind: "bytes", bytes, realPath: realPath(file) ?? file, ...(isOpen && { isOpen }) };
    },
  };
}
