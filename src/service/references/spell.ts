/** Writes another name in place of one, in the form that its place needs: in the existing quotes, with escapes, or in new quotes. */
import { escaped, literalOf } from "../../text/scan.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import type { Span, TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { toData } from "../../toolkit/read/document/node.js";
import { parse } from "../../toolkit/read/document/parse.js";
import { isInFlow } from "../../toolkit/read/edit/scalar.js";

/** The key or value with the other name in it, and the part that spells the name. */
export interface Respelled {
  readonly value: string;
  /** The text in place of `within`. */
  readonly part: string;
  readonly within: Span;
}

/** A `$` before a bracket is escaped in values, which are substituted, but not in keys. */
export function respelled({ part, scalar, within }: NameReference, to: string): Respelled {
  const old = String(scalar.value);
  const [before, after] = [old.slice(0, within.start), old.slice(within.end)];
  if (part === "key") return { value: before + to + after, part: to, within };
  const value = escaped(`${literalOf(before) ?? before}${to}${literalOf(after) ?? after}`);
  const hasAffixes = value.startsWith(before) && value.endsWith(after) && value.length >= before.length + after.length;
  return hasAffixes
    ? { value, part: value.slice(before.length, value.length - after.length), within }
    : { value, part: value, within: { start: 0, end: old.length } };
}

/** The edit that writes another name; it replaces the whole key or value only if that needs quotes now. */
export function spelling(reference: NameReference, to: string): TextEdit {
  const { layer, scalar, span } = reference;
  const { source } = layer.document;
  const { value, part, within } = respelled(reference, to);
  const whole = { ...scalar.span, text: JSON.stringify(value) };
  if (within.start !== reference.within.start || within.end !== reference.within.end) return whole;
  switch (source.text[scalar.span.start]) {
    case '"':
      return { ...span, text: JSON.stringify(part).slice(1, -1) };
    case "'":
      return { ...span, text: part.replaceAll("'", "''") };
    case "|":
    case ">":
      return { ...span, text: part };
    default:
      return isBare(value, reference) ? { ...span, text: part } : whole;
  }
}

/** Whether a reader returns an unquoted text unchanged. */
function isBare(text: string, { part, layer: { document }, path }: NameReference): boolean {
  const [key, value] = part === "key" ? [text, "x"] : ["x", text];
  return IS_BARE[document.format](key, value, isInFlow(document, path));
}

/** The test of a key or of its value, with the other one as its company; `isInFlow`: between braces. */
type Asks = (key: string, value: string, isInFlow: boolean) => boolean;

/** Whether a format reads an unquoted key or value unchanged. Runs the reader, which knows every exception. */
const IS_BARE: Readonly<Record<Format, Asks>> = { yaml: isBareYaml, json: () => false, jsonc: () => false };

/** Texts that people misread, although the reader does not. */
const ODD = /^[!-,:-@[-^`{-~-]|^\.\.\.|:$/;

function isBareYaml(key: string, value: string, isInFlow: boolean): boolean {
  if (ODD.test(key) || ODD.test(value)) return false;
  const entry = isInFlow ? `{ ${key}: ${value} }` : `${key}: ${value}`;
  const { root, problems } = parse({ file: "", text: `a:\n  ${entry}\n` }, "yaml");
  const json = JSON.stringify({ a: { [key]: value } });
  return root !== undefined && problems.length === 0 && JSON.stringify(toData(root)) === json;
}
