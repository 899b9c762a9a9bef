/** Recognises quotes of a word processor or a web page where a configuration needs plain ones. */
import type { Span } from "../diagnostic/diagnostic.js";
import type { Edit, Repair } from "./repair.js";

const QUOTED = /[“”„‟«»‘’‚‛`´'](?:[^"\\\r\n“”„‟«»‘’‚‛`´']*)[“”„‟«»‘’‚‛`´']?/y;

/** The text in such quotes at an offset, and its spelling with plain quotes. */
export function plainQuotes(
  text: string,
  offset: number,
): { readonly span: Span; readonly repair?: Repair } | undefined {
  QUOTED.lastIndex = offset;
  const [quoted] = QUOTED.exec(text) ?? [];
  if (quoted === undefined) return undefined;
  const span = { start: offset, end: offset + quoted.length };
  const isClosed = quoted.length > 1 && /[“”„‟«»‘’‚‛`´']$/.test(quoted);
  if (!isClosed) return { span: { start: offset, end: offset + 1 } };
  // The text between the quotes may be a secret, so messages never repeat it.
  const plain = (start: number): Edit => ({ span: { start, end: start + 1 }, text: '"' });
  return { span, repair: { edits: [plain(span.start), plain(span.end - 1)], isSure: true } };
}
