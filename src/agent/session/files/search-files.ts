/** Files read a few at a time, and searched by a thread that is ended when its expression takes too long. */
import { limits } from "../../../generated/protocol/tables.js";
import { sleep } from "../../machine/interfaces/clock.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { Expression, MatchedLine, MatchedText, Matcher } from "../../machine/interfaces/matching.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { NamedFolder } from "./named.js";
import type { Workplace } from "./workplace.js";

interface Search {
  readonly expression: Expression;
  /** The file or directory that the call names: a secret file among them was asked about. */
  readonly place: string;
  readonly folders: Iterable<NamedFolder> | AsyncIterable<NamedFolder>;
  readonly signal: AbortSignal;
}

interface FileFind {
  readonly place: string;
  readonly lines: readonly MatchedLine[];
  /** Lines that match and are not shown. */
  readonly more: number;
}

/** What a search finds. */
export class Finds {
  readonly files: FileFind[] = [];
  /** Whether it ended early because of its expression or its time. */
  isStopped = false;
  #why: string[] = [];
  #lines = 0;
  #bytes = 0;
  #withheld = 0;
  #large = 0;
  #unreadable = 0;

  /** Lines that there is room for. */
  get room(): number {
    return this.#bytes >= limits.readBytes ? 0 : limits.searchLines - this.#lines;
  }

  get notes(): readonly string[] {
    const files = (count: number, say: string): readonly string[] =>
      count === 0 ? [] : [`${count} ${count === 1 ? "file" : "files"} ${say}`];
    return [
      ...(this.room > 0 ? [] : ["there may be more: narrow `pattern`, `path` or `glob`"]),
      ...this.#why,
      ...files(this.#withheld, "left out: secret"),
      ...files(this.#large, `left out: more than ${limits.searchFileBytes} bytes`),
      ...files(this.#unreadable, "left out: cannot be read"),
    ];
  }

  take(place: string, { lines, count }: MatchedText): void {
    const shown = lines.slice(0, this.room);
    if (shown.length === 0) return;
    this.#lines += shown.length;
    for (const { text } of shown) this.#bytes += utf8Bytes(text);
    this.files.push({ place, lines: shown, more: count - shown.length });
  }

  stop(why: string): void {
    this.isStopped = true;
    this.#why = [why];
  }

  withhold(): void {
    this.#withheld += 1;
  }

  skip(error: FileError): void {
    if (error.detail === "EFBIG") this.#large += 1;
    // A file that is gone is none that could be read.
    else if (error.failure !== "missing") this.#unreadable += 1;
  }
}

interface Text {
  readonly place: string;
  readonly bytes: Uint8Array;
}

/** Of one file, more lines are counted only. */
const LINES_OF_FILE = 50;

export async function searchFiles(workplace: Workplace, search: Search): Promise<Finds> {
  const { clock, startMatcher } = workplace;
  const finds = new Finds();
  const end = clock.monotonic() + limits.searchTime;
  const matcher = startMatcher(search.expression);
  try {
    for await (const texts of batches(workplace, search, finds)) {
      const found = await matched(workplace, matcher, texts, search.signal);
      if (found === undefined) {
        const [first] = texts;
        finds.stop(
          `the expression takes too much time or memory${first === undefined ? "" : ` near \`${first.place}\``}: the search was stopped`,
        );
        break;
      }
      for (const [index, text] of texts.entries()) {
        const lines = found[index];
        if (lines !== undefined) finds.take(text.place, lines);
      }
      if (finds.room <= 0 || search.signal.aborted) break;
      if (clock.monotonic() >= end) {
        finds.stop(`the search was stopped after ${limits.searchTime / 1000} seconds: name a directory or a \`glob\``);
        break;
      }
    }
  } finally {
    matcher.end();
  }
  return finds;
}

/** Undefined when the expression takes too long, fails, or the call is cancelled. */
async function matched(
  { clock }: Workplace,
  matcher: Matcher,
  texts: readonly Text[],
  signal: AbortSignal,
): Promise<readonly MatchedText[] | undefined> {
  const over = new AbortController();
  const late = sleep(clock, limits.searchStep, AbortSignal.any([signal, over.signal])).then(() => undefined);
  const found = matcher
    .match(
      texts.map(({ bytes }) => bytes),
      LINES_OF_FILE,
    )
    .catch(() => undefined);
  try {
    return await Promise.race([found, late]);
  } finally {
    over.abort();
  }
}

/** What is read before it is searched. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_FILES = 256;
const AT_ONCE = 16;

async function* batches(workplace: Workplace, search: Search, finds: Finds): AsyncGenerator<readonly Text[]> {
  let batch: Text[] = [];
  let bytes = 0;
  for await (const { place, names } of search.folders) {
    for await (const texts of textsIn(workplace, place, names, search, finds)) {
      for (const text of texts) {
        batch.push(text);
        bytes += text.bytes.length;
      }
      if (bytes < BATCH_BYTES && batch.length < BATCH_FILES) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    if (search.signal.aborted) return;
  }
  if (batch.length > 0) yield batch;
}

async function* textsIn(
  workplace: Workplace,
  around: string,
  names: readonly string[],
  { place }: Search,
  finds: Finds,
): AsyncGenerator<readonly Text[]> {
  const { tree, isWithheld } = workplace;
  const own = names.filter((name) => {
    const file = tree.join(around, name);
    const isLeftOut = file !== place && isWithheld(file) && !isWithheld(place);
    if (isLeftOut) finds.withhold();
    return !isLeftOut;
  });
  if (own.length === 0) return;
  const directory = await orSkipped(tree.hold(around), finds);
  if (directory === undefined) return;
  try {
    for (let at = 0; at < own.length; at += AT_ONCE) {
      const read = own.slice(at, at + AT_ONCE).map(async (name): Promise<Text | undefined> => {
        const file = tree.join(around, name);
        const most = file === place ? limits.fileBytes : limits.searchFileBytes;
        const bytes = await orSkipped(directory.read(name, most), finds);
        return bytes && { place: file, bytes };
      });
      yield (await Promise.all(read)).filter((text) => text !== undefined);
    }
  } finally {
    await directory.release();
  }
}

async function orSkipped<Value>(value: Promise<Value>, finds: Finds): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    finds.skip(error);
    return undefined;
  }
}
