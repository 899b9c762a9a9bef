/** Slips in braces that YAML reads as keys without a value: `{ a: 1,000 }` and `{ type:no_auth }`. */
import type { Node as YamlNode } from "yaml";
import type { Span } from "../../diagnostic/diagnostic.js";
import type { InvalidYaml } from "../facts.js";
import type { Scalar } from "../node.js";
import { inserting } from "../repair.js";
import { isScalar } from "./bundled.js";
import { isPlainText, plainScalar } from "./quick/scalars.js";

export function spanOf(node: YamlNode): Span {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}

/**
 * A number that commas cut, as in `{ a: 1,000, b: 2 }`: its digits after a comma are keys without a value. `pieces`: the number of these
 * keys.
 */
export function cutNumber(
  text: string,
  [first, ...others]: readonly { readonly key: unknown; readonly value: unknown }[],
): { readonly span: Span; readonly pieces: number } | undefined {
  const number = first?.value;
  if (!isScalar(number) || typeof number.value !== "number") return undefined;
  const span = spanOf(number);
  let { end } = span;
  let pieces = 0;
  for (const { key, value } of others) {
    if (!isScalar(key) || value !== null || key.type !== "PLAIN") break;
    const at = spanOf(key);
    if (!/^, {0,9}$/.test(text.slice(end, at.start)) || !/^\d{1,15}$/.test(text.slice(at.start, at.end))) break;
    end = at.end;
    pieces += 1;
  }
  return pieces === 0 || !/^\d{1,20}(?:\.\d{1,9})?$/.test(text.slice(span.start, span.end))
    ? undefined
    : { span: { ...span, end }, pieces };
}

/** A key and a value without the space between them. */
interface GluedEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Scalar;
  readonly fact: InvalidYaml;
}

/** The entry that a plain key without a value means; undefined for any other key. */
export function gluedEntry(text: string, key: unknown, value: unknown): GluedEntry | undefined {
  if (!isScalar(key) || key.type !== "PLAIN" || value !== null) return undefined;
  const { start, end } = spanOf(key);
  const [, name = "", written = ""] = /^([A-Za-z_][\w-]*):(?!\/\/)([^\s:]\S*)$/.exec(text.slice(start, end)) ?? [];
  if (name === "" || !(isPlainText(written) || /^(?:\d{1,15}|true|false)$/.test(written))) return undefined;
  const colon = start + name.length + 1;
  const repair = { edits: [inserting(" ", colon)], isSure: true };
  return {
    key: name,
    keySpan: { start, end: colon - 1 },
    value: plainScalar(written, colon, end),
    fact: { kind: "invalid-yaml", at: { span: { start, end } }, problem: "missing-space", repair },
  };
}
