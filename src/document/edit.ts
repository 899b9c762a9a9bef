/** Changes as text splices: how a name or value is spelt at one place of one text. Everything outside the span stays as it is. */
import type { Change } from "../finding.js";
import type { Document, Format } from "./document.js";
import { find } from "./node.js";
import type { Span } from "./source.js";

export interface Splice {
  readonly span: Span;
  readonly text: string;
}

/** The splice that makes a change; undefined when the place is not there or is written over several lines. */
export function spliceFor(document: Document, change: Change): Splice | undefined {
  const found = document.root && find(document.root, change.path);
  const span = change.kind === "rename" ? found?.entry?.keySpan : found?.node.span;
  if (span === undefined || span.start === span.end) return undefined;
  const old = document.source.text.slice(span.start, span.end);
  if (/[\r\n]/.test(old)) return undefined;
  return { span, text: spell(change.kind === "rename" ? change.to : change.value, document.format, old) };
}

/** Texts that YAML reads as themselves without quotes. */
const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z_][\w-]*$/i;

/** Keeps the quotes that stood there before. */
function spell(value: string | number | boolean, format: Format, old: string): string {
  if (typeof value !== "string") return String(value);
  if (format !== "yaml" || old.startsWith('"') || !PLAIN.test(value)) return JSON.stringify(value);
  return old.startsWith("'") ? `'${value}'` : value;
}
