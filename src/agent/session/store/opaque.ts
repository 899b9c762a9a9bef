/**
 * Opaque state of providers beside the log (P-S93): one line an item, with a checksum. A line is on the disk before its item is. It is neither
 * scrubbed nor shown; an item whose line is damaged has none.
 */
import { FileError, type Files, type OpenFile } from "../../machine/interfaces/files.js";
import { isFields } from "./check.js";
import { checkedJson, encodeLine } from "./segment.js";

/** The model that made a state. The state is for it alone. */
export interface Maker {
  /** The provider's key in the configuration. */
  readonly provider: string;
  readonly dialect: string;
  /** The provider's name of the model. */
  readonly model: string;
}

export interface OpaqueState {
  readonly maker: Maker;
  /** In the order in which they came; each as its dialect wrote it. */
  readonly parts: readonly string[];
}

/** The state of an item. */
export interface OfItem {
  readonly itemId: string;
  readonly state: OpaqueState;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

interface Opened {
  readonly file: OpenFile;
  readonly places: Map<string, Place>;
  length: number;
  /** Whether an unfinished line is at the end of the file. */
  isTorn: boolean;
}

const NEWLINE = 0x0a;

/** Bytes of one read while the lines are counted. */
const PIECE_BYTES = 1_048_576;

export class OpaqueStates {
  readonly #files: Files;
  readonly #path: string;
  #opened: Promise<Opened | undefined> | undefined;
  /** Resolves when all lines so far are written. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(files: Files, path: string) {
    [this.#files, this.#path] = [files, path];
  }

  /** Resolves when the states are on the disk. Rejects with a `FileError`. */
  keep(states: readonly OfItem[]): Promise<void> {
    const written = this.#writing.then(() => this.#write(states));
    this.#writing = written.catch(() => {});
    return written;
  }

  /** The state of an item that this maker made. A file that cannot be read holds none. */
  async of(itemId: string, maker: Maker): Promise<readonly string[]> {
    try {
      const opened = await this.#open();
      const place = opened?.places.get(itemId);
      if (opened === undefined || place === undefined) return [];
      const line = lineIn(await opened.file.readAt(place.offset, place.length));
      const isOwn = line?.maker.provider === maker.provider && line.maker.dialect === maker.dialect;
      return isOwn && line.maker.model === maker.model ? line.parts : [];
    } catch (error) {
      if (error instanceof FileError) return [];
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.file.close().catch(() => {});
  }

  /** Closes and removes the file. Rejects with a `FileError`. */
  async remove(): Promise<void> {
    await this.close();
    await this.#files.remove(this.#path);
  }

  async #write(states: readonly OfItem[]): Promise<void> {
    const opened = (await this.#open()) ?? (await this.#create());
    const lines = states.map(({ itemId, state: { maker, parts } }) => ({
      itemId,
      bytes: encodeLine(JSON.stringify({ item_id: itemId, ...maker, parts })),
    }));
    const before = opened.isTorn ? [Uint8Array.of(NEWLINE)] : [];
    try {
      await opened.file.append(Buffer.concat([...before, ...lines.map(({ bytes }) => bytes)]));
      await opened.file.sync();
    } catch (error) {
      // Some of the bytes may be there: the next one reads the file anew.
      this.#opened = undefined;
      await opened.file.close().catch(() => {});
      throw error;
    }
    let offset = opened.length + before.length;
    for (const { itemId, bytes } of lines) {
      opened.places.set(itemId, { offset, length: bytes.length });
      offset += bytes.length;
    }
    opened.length = offset;
    opened.isTorn = false;
  }

  /** Undefined before the first state. */
  #open(): Promise<Opened | undefined> {
    this.#opened ??= this.#read().catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #create(): Promise<Opened> {
    const file = await this.#files.open(this.#path, "create");
    await this.#files.syncDirectory(this.#files.join(this.#path, ".."));
    const opened = { file, places: new Map<string, Place>(), length: 0, isTorn: false };
    this.#opened = Promise.resolve(opened);
    return opened;
  }

  async #read(): Promise<Opened | undefined> {
    if ((await this.#files.status(this.#path)) === undefined) return undefined;
    const file = await this.#files.open(this.#path, "append");
    const places = new Map<string, Place>();
    let begun: Uint8Array[] = [];
    let [start, length] = [0, 0];
    for (;;) {
      const piece = Uint8Array.from(await file.readAt(length, PIECE_BYTES));
      if (piece.length === 0) break;
      let from = 0;
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...begun, piece.subarray(from, end + 1)]);
        const itemId = lineIn(line)?.itemId;
        if (itemId !== undefined) places.set(itemId, { offset: start, length: line.length });
        begun = [];
        from = end + 1;
        start = length + from;
      }
      begun.push(piece.subarray(from));
      length += piece.length;
    }
    return { file, places, length, isTorn: start < length };
  }
}

interface Line extends OpaqueState {
  readonly itemId: string;
}

/** Undefined for a damaged line. */
function lineIn(line: Uint8Array): Line | undefined {
  const value: unknown = line.at(-1) === NEWLINE ? checkedJson(line.subarray(0, -1)) : undefined;
  if (!isFields(value)) return undefined;
  const { item_id: itemId, provider, dialect, model, parts } = value;
  if (!isText(itemId) || !isText(provider) || !isText(dialect) || !isText(model)) return undefined;
  if (!Array.isArray(parts) || !parts.every(isText)) return undefined;
  return { itemId, maker: { provider, dialect, model }, parts };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
