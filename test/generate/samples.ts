/** The sample under a section of the reference: its part of one large configuration, with what that needs around it. */
import { readFileSync } from "node:fs";
import { stringify } from "yaml";
import type { Path } from "../../src/text/path.js";
import { dataAt, type Json } from "../../src/toolkit/read/document/data.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { jsonOf, type Place, placeOf } from "../../src/toolkit/read/schema/place.js";
import type { Shape } from "../../src/toolkit/read/schema/shape.js";
import { isObject, type JsonObject } from "../arbitrary/plain.js";

const FILE = "fixtures/reference/sample.yaml";

export type Samples = (shape: Shape) => string | undefined;

/** By the shape of a section; undefined where the large configuration has nothing of the kind. */
export function samplesFor(configShape: Shape): Samples {
  const { root } = parse({ file: FILE, text: readFileSync(FILE, "utf8") }, "yaml");
  if (root === undefined) throw new Error(`${FILE} cannot be read`);
  const whole = placeOf(root, configShape);
  return (shape) => {
    const path = pathOf(whole, shape, []);
    if (path === undefined) return undefined;
    const parts = needed(whole, path.length === 0 ? [["version"], ["defaults"]] : [path]);
    const sample = parts.reduce<JsonObject>((data, part) => withPart(data, part, whole), {});
    return stringify(inOrder(sample, whole), { lineWidth: 0 });
  };
}

/** Where a shape first stands in the configuration, as a whole or as the variant that is chosen. */
function pathOf(place: Place, shape: Shape, path: Path): Path | undefined {
  if (place.shape === shape || (place.kind === "object" && place.variant === shape)) return path;
  if (place.kind !== "object") return undefined;
  for (const [key, child] of place.entries) {
    const found = pathOf(child, shape, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What an entry hardly goes without, beside what the schema requires. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  providers: ["url"],
  models: ["inherits", "context_window"],
};

/** Some parts, what they do not go without, and the providers and models that they name. */
function needed(whole: Place, parts: readonly Path[]): readonly Path[] {
  const all = new Map<string, Path>();
  const add = (path: Path): void => {
    if (all.has(path.join("/"))) return;
    all.set(path.join("/"), path);
    const [section = "", name = "", ...inside] = path;
    const beside = inside.length === 0 ? [] : (COMPANIONS[section] ?? []);
    for (const field of beside) if (placeAt(whole, [section, name, field])) add([section, name, field]);
    if (section === "autonomous_permission_matcher") add(["default_permission_matcher"]);
    const place = placeAt(whole, path);
    for (const other of place === undefined ? [] : namesIn(place)) add(other);
  };
  for (const path of parts) add(path);
  return [...all.values()];
}

function namesIn(place: Place): readonly Path[] {
  if (place.kind === "object") return [...place.entries.values()].flatMap(namesIn);
  const section = place.shape?.schema["x-ref"];
  if (place.kind !== "scalar" || (section !== "providers" && section !== "models")) return [];
  return [[section, String(place.value).replace(/\([^()]*\)$/, "")]];
}

function placeAt(whole: Place, path: Path): Place | undefined {
  return path.reduce<Place | undefined>(
    (place, step) => (place?.kind === "object" ? place.entries.get(String(step)) : undefined),
    whole,
  );
}

/** The data with a part of the large configuration, and with the required keys of everything that the part is in. */
function withPart(data: JsonObject, [step, ...rest]: Path, place: Place): JsonObject {
  const child = placeAt(place, [step ?? ""]);
  if (place.kind !== "object" || child === undefined) return data;
  const key = String(step);
  const beside = (place.variant?.schema.required ?? []).filter((name) => name !== key && !(name in data));
  const around = beside.map((name) => [name, dataAt(jsonOf(place), [name]) ?? null] as const);
  const there = data[key];
  const inner = rest.length === 0 ? jsonOf(child) : withPart(isObject(there) ? there : {}, rest, child);
  return { ...Object.fromEntries(around), ...data, [key]: inner };
}

/** The data with its keys in the order of the large configuration. */
function inOrder(data: JsonObject, place: Place): JsonObject {
  const entries = place.kind === "object" ? [...place.entries] : [];
  return Object.fromEntries(
    entries.flatMap(([key, child]): (readonly [string, Json])[] => {
      const value = data[key];
      if (value === undefined) return [];
      return [[key, isObject(value) ? inOrder(value, child) : value]];
    }),
  );
}
