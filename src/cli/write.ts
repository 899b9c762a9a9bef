/** How commands change files: whole or not at all, never through a link, and shown without secrets. */
import { type Document, parse } from "../document/parse.js";
import type { Layer } from "../layers/layer.js";
import type { Redactor } from "../redaction/redactor.js";
import { safeText } from "../report/safe.js";
import { printable } from "../text/escape.js";
import { EXIT } from "./command.js";
import { unifiedDiff } from "./diff.js";
import { complain, print, type Terminal } from "./terminal.js";

/** Writes a layer's file, if it still holds what was read; says what was done or why not, and returns the exit code. */
export async function writeLayer(terminal: Terminal, layer: Layer, text: string, done: string): Promise<number> {
  const code = await storeLayer(terminal, layer, text);
  if (code === EXIT.ok) await print(terminal.stderr, `${printable(layer.document.source.file)}: ${done}\n`);
  return code;
}

/** Writes a layer's file, if it still holds what was read, or with `isNew` if there is still none; says why not, and returns the exit code. */
export async function storeLayer(
  terminal: Terminal,
  { document, file }: Layer,
  text: string,
  isNew = false,
): Promise<number> {
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  const { host } = terminal;
  const refusal =
    file === undefined
      ? "it is not a file"
      : isNew
        ? host.createFile(file, encode(text))
        : host.replaceFile(file, encode(document.source.text), encode(text));
  if (refusal !== undefined) {
    await complain(terminal, `cannot write ${printable(document.source.file)}: ${refusal}`);
    return EXIT.usage;
  }
  return EXIT.ok;
}

/** What would change in a document. The lines around it are shown as frames show them: without secrets. */
export function shownDiff(document: Document, text: string, redactor: Redactor): string {
  const after = parse({ file: document.source.file, text }, document.format);
  return unifiedDiff(printable(document.source.file), safeText(document, redactor), safeText(after, redactor));
}
