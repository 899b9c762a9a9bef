/** How commands change files: whole or not at all, never through a link, and shown without secrets. */
import { paintedDiff, unifiedDiff } from "../service/diff.js";
import { EXIT } from "../terminal/command.js";
import { paintOn } from "../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../terminal/terminal.js";
import { printable } from "../text/escape.js";
import { safeLines } from "../toolkit/judge/report/safe.js";
import type { Hidden } from "../toolkit/mean/redaction/hidden.js";
import { type Document, parse } from "../toolkit/read/document/parse.js";
import type { Layer } from "../toolkit/read/layers/layer.js";
import { store } from "../toolkit/read/layers/store.js";

/**
 * Writes a layer's file, if it still has the content that was read; prints the result or the reason of a failure, and returns the exit
 * code.
 */
export async function writeLayer(terminal: Terminal, layer: Layer, text: string, done: string): Promise<number> {
  const code = await storeLayer(terminal, layer, text);
  if (code === EXIT.ok) await print(terminal.stderr, `${printable(layer.document.source.file)}: ${done}\n`);
  return code;
}

/**
 * Writes a layer's file, if it still has the content that was read, or with `isNew` if it still does not exist; prints the reason of a
 * failure, and returns the exit code.
 */
export async function storeLayer(terminal: Terminal, layer: Layer, text: string, isNew = false): Promise<number> {
  const refusal = store(terminal.host, layer, text, isNew);
  if (refusal !== undefined) {
    await complain(terminal, `cannot write ${printable(layer.document.source.file)}: ${refusal}`);
    return EXIT.usage;
  }
  return EXIT.ok;
}

/** A document, and its new text. */
export interface Rewritten {
  readonly document: Document;
  readonly text: string;
  /** Whether the file does not exist yet. */
  readonly isNew?: boolean;
}

const NO_PATCH = "This is not a patch: the file has other text where this shows `<redacted>` or an escape.\n";

/** Prints the change: a patch, unless a part of it must stay hidden. */
export async function printDiff(
  terminal: Terminal,
  all: readonly Rewritten[],
  hidden: Hidden,
  color: ColorChoice,
): Promise<void> {
  const paint = await paintOn(terminal, color);
  const diffs = all.map(({ document, text, isNew = false }) => {
    const { source, format } = document;
    const after = parse({ file: source.file, text }, format);
    const shown = { old: isNew ? [] : safeLines(document, hidden), now: safeLines(after, hidden) };
    const name = printable(source.file);
    const before = isNew ? undefined : source.text;
    const diff = unifiedDiff(name, before, text, shown);
    return { diff, isPatch: diff === unifiedDiff(name, before, text) };
  });
  await print(terminal.stdout, diffs.map(({ diff }) => paintedDiff(diff, paint)).join(""));
  if (diffs.some(({ isPatch }) => !isPatch)) await print(terminal.stdout, NO_PATCH);
}
