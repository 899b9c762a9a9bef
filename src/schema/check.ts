/**
 * Walks a value along the schema and finds what does not fit: one mistake, one finding.
 * Works on plain data and speaks of paths only, so it serves a file, a merged configuration and an object made in code alike.
 */

import type { Finding } from "../diagnostic/finding.js";
import { isObject, type Json, type JsonObject, own, valueAt } from "../document/node.js";
import type { Path } from "../text/path.js";
import { literalOf } from "../text/scan.js";
import { suggest } from "../text/suggest.js";
import * as say from "./findings.js";
import { checkNumber, checkString } from "./scalars.js";
import { acceptsType, configShape, keyShape, repeatedKeys, type Shape, shapeAt, type Tag, variantOf } from "./shape.js";
import { wrongTag, wrongType } from "./wrong-type.js";

/** What else is known when the value is one layer of several (S13). */
export interface Whole {
  /** The merged value: a key that another layer supplies is not missing, and its tag counts here. */
  readonly value: Json | undefined;
  /** Whether this layer is the one to report a key that is missing in the object at a path. */
  readonly supplies: (path: Path) => boolean;
  /** The text that a string will have when the configuration is loaded; undefined while that is not known. */
  readonly final: (text: string) => string | undefined;
  /** Whether this is a project, which must not be told to write what is global-only. */
  readonly isProject?: boolean;
}

function alone(value: Json): Whole {
  return { value, supplies: () => true, final: literalOf };
}

/** What does not fit in a configuration whose substitutions have been resolved. */
export function checkResolved(value: Json): readonly Finding[] {
  return check(value, { ...alone(value), final: (text) => text });
}

/** Everything in a configuration that the schema does not accept, in the order of the value. Never throws. */
export function check(value: Json, whole: Whole = alone(value)): readonly Finding[] {
  const checker = new Checker(whole);
  checker.value(value, configShape, [], whole.value);
  return checker.findings;
}

/** Whether a value fits a shape in every respect. */
export function accepts(value: Json, shape: Shape): boolean {
  const checker = new Checker(alone(value));
  checker.value(value, shape, [], value);
  return checker.findings.length === 0;
}

/** How many names are compared for a hint: where thousands of entries are incomplete, nobody misspelt thousands. */
const MOST_COMPARISONS = 50_000;

class Checker {
  readonly findings: Finding[] = [];
  readonly #whole: Whole;
  #comparisons = 0;

  constructor(whole: Whole) {
    this.#whole = whole;
  }

  value(value: Json, shape: Shape, path: Path, whole: Json | undefined): void {
    if (!acceptsType(shape, value)) {
      this.findings.push(wrongType(path, value, shape));
    } else if (typeof value === "string") {
      const text = this.#whole.final(value);
      if (text !== undefined) this.findings.push(...checkString(text, shape, path));
    } else if (typeof value === "number") {
      this.findings.push(...checkNumber(value, shape, path));
    } else if (Array.isArray(value)) {
      const items = shape.items ?? (shape.types === undefined ? shape : undefined);
      if (items === undefined) return;
      for (const [index, item] of value.entries()) this.value(item, items, [...path, index], item);
    } else if (isObject(value)) {
      this.#object(value, shape, path, isObject(whole) ? whole : value);
    }
  }

  #object(object: JsonObject, shape: Shape, path: Path, whole: JsonObject): void {
    const tag = shape.tag?.key;
    const written = tag === undefined ? undefined : own(object, tag);
    const variant = variantOf(shape, written ?? (tag === undefined ? undefined : own(whole, tag)));
    if (variant === undefined) this.#tag(object, shape, path);
    else
      this.#keys(object, variant, { union: shape, inherited: tag !== undefined && written === undefined }, path, whole);
  }

  /** The keys of an object whose variant, if it has several, is known. */
  #keys(object: JsonObject, shape: Shape, { union, inherited }: Choice, path: Path, whole: JsonObject): void {
    const unknown: string[] = [];
    for (const [key, other] of repeatedKeys(Object.keys(object), shape))
      this.findings.push(say.sameName(path, key, other));
    for (const [key, value] of Object.entries(object)) {
      if (shape.names?.pattern !== undefined && !shape.names.pattern.test(key)) {
        this.findings.push(say.badName([...path, key], key, shape.names));
      }
      const child = keyShape(shape, key);
      if (child === undefined) unknown.push(key);
      else if (value === null && child === shape.rest && !acceptsType(child, null))
        this.findings.push(this.#nullEntry(path, key, whole));
      else this.value(value, child, [...path, key], own(whole, key));
    }
    const absent = (shape.schema.required ?? []).filter(
      (key) => !Object.hasOwn(whole, key) && !Object.hasOwn(object, key),
    );
    const renames = pairUp(unknown, absent);
    for (const key of unknown) {
      const elsewhere = variantsWith(union, key);
      if (inherited && elsewhere.length > 0)
        this.findings.push(say.variantMismatch(path, key, union, own(whole, union.tag?.key ?? ""), elsewhere));
      else if (elsewhere.length > 0 && union.schema["x-rule"] !== undefined)
        this.findings.push(say.otherVariant(path, key, union, own(whole, union.tag?.key ?? ""), elsewhere));
      else this.findings.push(this.#unknownKey(object, key, renames.get(key), shape, elsewhere, path));
    }
    const renamed = new Set(renames.values());
    const missing = absent.filter((key) => !renamed.has(key));
    if (missing.length > 0 && this.#whole.supplies(path))
      this.findings.push(say.missingKeys(path, missing, shape, this.#alike(path)));
  }

  #nullEntry(path: Path, key: string, whole: JsonObject): Finding {
    return this.#whole.isProject && Object.hasOwn(whole, key) ? say.nullEntry(path, key) : say.emptyEntry(path, key);
  }

  #unknownKey(
    object: JsonObject,
    key: string,
    required: string | undefined,
    full: Shape,
    elsewhere: readonly string[],
    path: Path,
  ): Finding {
    const shape = this.#allowed(full);
    const free = [...shape.properties].filter(([name]) => !Object.hasOwn(object, name));
    const fitting = free.filter(([, child]) => acceptsType(child, own(object, key) ?? null)).map(([name]) => name);
    return say.unknownKey(path, key, {
      strict: shape.schema["x-strict"] === true,
      required,
      suggestions: required === undefined ? suggest(key, fitting) : [required],
      accepted: free.map(([name]) => name),
      elsewhere,
      nearby: this.#nearby(key, shape, path),
    });
  }

  /** The only place one level down or up that has a key; undefined where there is none, or a choice. */
  #nearby(key: string, shape: Shape, path: Path): Path | undefined {
    const below = [...shape.properties].filter(([, child]) => hasKey(child, key)).map(([name]) => [...path, name, key]);
    const parent = path.slice(0, -1);
    const around = path.length === 0 ? undefined : shapeAt(parent, this.#whole.value ?? null);
    const above = around !== undefined && hasKey(this.#allowed(around), key) ? [[...parent, key]] : [];
    const [only, ...others] = [...below, ...above];
    return others.length === 0 ? only : undefined;
  }

  /** Other entries of the map that an object is in, with a name like its own. */
  #alike(path: Path): readonly string[] {
    if (this.#comparisons > MOST_COMPARISONS) return [];
    const parent = path.slice(0, -1);
    const merged = this.#whole.value ?? null;
    const entries = shapeAt(parent, merged)?.rest === undefined ? undefined : valueAt(merged, parent);
    const others = isObject(entries) ? Object.keys(entries).filter((name) => name !== path.at(-1)) : [];
    this.#comparisons += others.length;
    return suggest(String(path.at(-1)), others);
  }

  /** The shape without the keys that are not for this layer to write. */
  #allowed(shape: Shape): Shape {
    if (!this.#whole.isProject) return shape;
    const properties = [...shape.properties].filter(([, { schema }]) => schema["x-scope"] !== "global");
    return { ...shape, properties: new Map(properties) };
  }

  /** The tag is missing, misspelt or of the wrong type: the rest of the object cannot be judged. */
  #tag(object: JsonObject, shape: Shape, path: Path): void {
    if (shape.tag === undefined) return;
    const { key, variants } = shape.tag;
    const value = own(object, key);
    const at = [...path, key];
    if (typeof value === "string") this.findings.push(say.unknownVariant(at, value, [...variants.keys()]));
    else if (value !== undefined) this.findings.push(wrongTag(at, value, [...variants.keys()]));
    else this.#tagless(object, shape.tag, path);
  }

  #tagless(object: JsonObject, { key, variants }: Tag, path: Path): void {
    const names = Object.keys(object);
    const misspelt = names.find((name) => {
      const value = own(object, name);
      return typeof value === "string" && variants.has(value) && suggest(name, [key]).length > 0;
    });
    if (misspelt !== undefined) {
      const about = { strict: false, required: key, suggestions: [key], accepted: [key], elsewhere: [] };
      this.findings.push(say.unknownKey(path, misspelt, about));
    } else if (this.#whole.supplies(path)) {
      const fitting = [...variants].filter(([, variant]) => names.every((name) => variant.properties.has(name)));
      const likely = fitting.length === 1 && names.length > 0 ? fitting : [...variants];
      const values = likely.map(([value]) => value);
      this.findings.push(say.missingTag(path, key, values, this.#alike(path)));
    }
  }
}

/** The union an object belongs to, and whether a lower layer chose the variant. */
interface Choice {
  readonly union: Shape;
  readonly inherited: boolean;
}

/** The tag values whose variant knows a key. */
function variantsWith(union: Shape, key: string): readonly string[] {
  return [...(union.tag?.variants ?? [])].filter(([, variant]) => variant.properties.has(key)).map(([value]) => value);
}

function hasKey(shape: Shape, key: string): boolean {
  return shape.properties.has(key) || variantsWith(shape, key).length > 0;
}

/** Which unknown key is probably which missing one: `comand` beside a missing `command` is one mistake. */
function pairUp(unknown: readonly string[], absent: readonly string[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const open = new Set(absent);
  for (const key of unknown) {
    // `key:value` without its space is a name with its value stuck to it.
    const [name = key] = key.split(/[:=]/, 1);
    const [best] = suggest(name, open);
    if (best === undefined) continue;
    renames.set(key, best);
    open.delete(best);
  }
  return renames;
}
