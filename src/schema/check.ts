/**
 * Walks a value along the schema and finds what does not fit: one mistake, one finding.
 * Works on plain data and speaks of paths only, so it serves a file, a merged configuration and an object made in code alike.
 */
import type { Json } from "../document/node.js";
import type { Finding } from "../finding.js";
import type { Path } from "../path.js";
import * as say from "./findings.js";
import { acceptsType, configShape, keyShape, type Shape, variantOf } from "./shape.js";
import { suggest } from "./suggest.js";

/** Everything in a configuration that the schema does not accept, in the order of the value. Never throws. */
export function check(value: Json): readonly Finding[] {
  const findings: Finding[] = [];
  checkValue(value, configShape, [], findings);
  return findings;
}

function checkValue(value: Json, shape: Shape, path: Path, findings: Finding[]): void {
  if (!acceptsType(shape, value)) {
    findings.push(say.wrongType(path, value, shape));
  } else if (typeof value === "string") {
    checkString(value, shape, path, findings);
  } else if (typeof value === "number") {
    checkNumber(value, shape, path, findings);
  } else if (Array.isArray(value)) {
    const items = shape.items;
    if (items === undefined) return;
    for (const [index, item] of value.entries()) checkValue(item, items, [...path, index], findings);
  } else if (typeof value === "object" && value !== null) {
    checkObject(value as JsonObject, shape, path, findings);
  }
}

type JsonObject = { readonly [key: string]: Json };

function checkString(value: string, shape: Shape, path: Path, findings: Finding[]): void {
  if (shape.values !== undefined && !shape.values.includes(value)) {
    findings.push(say.unknownValue(path, value, shape.values));
  }
  if (shape.pattern !== undefined && !shape.pattern.test(value)) {
    findings.push(say.badFormat({ path, part: "value" }, value, shape));
  }
  const most = shape.schema["x-max-bytes"];
  const length = most === undefined ? 0 : new TextEncoder().encode(value).length;
  if (most !== undefined && length > most) findings.push(say.tooLong(path, length, most));
}

function checkNumber(value: number, shape: Shape, path: Path, findings: Finding[]): void {
  const { minimum, exclusiveMinimum, maximum } = shape.schema;
  const fits =
    (minimum === undefined || value >= minimum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (maximum === undefined || value <= maximum);
  if (!fits) findings.push(say.outOfRange(path, String(value), shape));
}

function checkObject(object: JsonObject, shape: Shape, path: Path, findings: Finding[]): void {
  const tagKey = shape.tag?.key;
  const variant = variantOf(shape, tagKey === undefined ? undefined : own(object, tagKey));
  if (variant === undefined) checkTag(object, shape, path, findings);
  else checkKeys(object, variant, shape, path, findings);
}

/** The keys of an object whose variant, if it has several, is known. */
function checkKeys(object: JsonObject, shape: Shape, union: Shape, path: Path, findings: Finding[]): void {
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (shape.names?.pattern !== undefined && !shape.names.pattern.test(key)) {
      findings.push(say.badFormat({ path: [...path, key], part: "key" }, key, shape.names));
    }
    const child = keyShape(shape, key);
    if (child === undefined) unknown.push(key);
    else checkValue(value, child, [...path, key], findings);
  }
  const absent = (shape.schema.required ?? []).filter((key) => !Object.hasOwn(object, key));
  const renames = pairUp(unknown, absent, object, shape);
  for (const key of unknown) findings.push(unknownKey(object, key, renames.get(key), shape, union, path));
  const renamed = new Set(renames.values());
  const missing = absent.filter((key) => !renamed.has(key));
  if (missing.length > 0) findings.push(say.missingKeys(path, missing, shape));
}

function unknownKey(
  object: JsonObject,
  key: string,
  required: string | undefined,
  shape: Shape,
  union: Shape,
  path: Path,
): Finding {
  const free = [...shape.properties].filter(([name]) => !Object.hasOwn(object, name));
  const fitting = free.filter(([, child]) => acceptsType(child, own(object, key) ?? null)).map(([name]) => name);
  return say.unknownKey(path, key, {
    strict: shape.schema["x-strict"] === true,
    required,
    suggestions: required === undefined ? suggest(key, fitting) : [required],
    accepted: free.map(([name]) => name),
    elsewhere: variantsWith(union, key),
  });
}

/** The tag values whose variant knows a key. */
function variantsWith(union: Shape, key: string): readonly string[] {
  return [...(union.tag?.variants ?? [])].filter(([, variant]) => variant.properties.has(key)).map(([value]) => value);
}

/** The tag is missing, misspelt or of the wrong type: the rest of the object cannot be judged. */
function checkTag(object: JsonObject, shape: Shape, path: Path, findings: Finding[]): void {
  if (shape.tag === undefined) return;
  const { key, variants } = shape.tag;
  const value = own(object, key);
  if (typeof value === "string") {
    findings.push(say.unknownVariant([...path, key], value, [...variants.keys()]));
  } else if (value !== undefined) {
    findings.push(say.wrongTag([...path, key], value, [...variants.keys()]));
  } else {
    checkTagless(object, shape.tag, path, findings);
  }
}

function checkTagless(
  object: JsonObject,
  { key, variants }: NonNullable<Shape["tag"]>,
  path: Path,
  findings: Finding[],
): void {
  const misspelt = Object.keys(object).find((name) => {
    const value = own(object, name);
    return typeof value === "string" && variants.has(value) && suggest(name, [key]).length > 0;
  });
  if (misspelt !== undefined) {
    findings.push(
      say.unknownKey(path, misspelt, {
        strict: false,
        required: key,
        suggestions: [key],
        accepted: [key],
        elsewhere: [],
      }),
    );
    return;
  }
  const fitting = [...variants].filter(([, variant]) =>
    Object.keys(object).every((name) => variant.properties.has(name)),
  );
  const likely = fitting.length === 1 && Object.keys(object).length > 0 ? fitting : [...variants];
  findings.push(
    say.missingTag(
      path,
      key,
      likely.map(([value]) => value),
    ),
  );
}

/** Which unknown key is probably which missing one: `comand` beside a missing `command` is one mistake. */
function pairUp(
  unknown: readonly string[],
  absent: readonly string[],
  object: JsonObject,
  shape: Shape,
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const open = new Set(absent.filter((key) => shape.properties.has(key)));
  for (const key of unknown) {
    const fitting = [...open].filter((name) =>
      acceptsType(shape.properties.get(name) ?? shape, own(object, key) ?? null),
    );
    const [best] = suggest(key, fitting);
    if (best === undefined) continue;
    renames.set(key, best);
    open.delete(best);
  }
  return renames;
}

/** An own property: a name such as `constructor` must never be looked up in a prototype (S8). */
function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
