/** A tag that is missing, misspelt or of the wrong type, and the variant that its object is of all the same. */
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import type { Path } from "../text/path.js";
import { suggest } from "../text/suggest.js";
import { aliasOf, valueAliasOf } from "./alias.js";
import type { SchemaFact } from "./facts.js";
import type { ObjectPlace, Place } from "./place.js";
import type { Shape } from "./shape.js";

/** What is wrong with the tag of an object. */
interface TagReading {
  readonly facts: readonly SchemaFact[];
  /** The variant that its other keys, or a tag of another name, show it to be of; undefined while nobody can tell. */
  readonly variant?: Shape | undefined;
  /** The key that was meant to be the tag. */
  readonly misspelt?: string;
}

/** `isMine`: whether this layer is the one to report that there is no tag. */
export function readTag(object: ObjectPlace, path: Path, isMine: boolean): TagReading {
  const { shape, entries } = object;
  const { tag } = shape ?? {};
  if (shape === undefined || tag === undefined) return { facts: [] };
  const { key, variants } = tag;
  const place = entries.get(key);
  const at = valueAt(...path, key);
  const accepted = [...variants.keys()];
  const own = shape.properties.get(key);
  const meantBy = (value: string): string | undefined => own && valueAliasOf(value, own);
  if (place?.kind === "scalar" && typeof place.value === "string") {
    const alias = meantBy(place.value);
    const variant = variants.get(alias ?? likelyTag(entries, variants) ?? "");
    return { facts: [{ kind: "unknown-variant", at, value: place.value, accepted, alias }], variant };
  }
  if (place !== undefined) return { facts: [{ kind: "wrong-tag", at, place, accepted }] };
  const tagOf = (child: Place): string | undefined => {
    const value = child.kind === "scalar" ? String(child.value) : "";
    return variants.has(value) ? value : meantBy(value);
  };
  const isTag = (name: string): boolean => suggest(name, [key]).length > 0 || aliasOf(name, shape)?.key === key;
  const [misspelt, written] = [...entries].find(([name, child]) => tagOf(child) !== undefined && isTag(name)) ?? [];
  if (misspelt !== undefined && written !== undefined) {
    const value = tagOf(written);
    const isAlias = written.kind === "scalar" && value !== written.value;
    const about = { isStrict: false, required: key, alias: undefined, accepted: [key], fitting: [key], taken: [] };
    const fact = { at: keyAt(...path, misspelt), key: misspelt, place: written, elsewhere: [], nearby: [], ...about };
    const facts: readonly SchemaFact[] = [{ kind: "unknown-key", ...fact, value: isAlias ? value : undefined }];
    return { facts, variant: variants.get(value ?? ""), misspelt };
  }
  const likely = likelyTag(entries, variants);
  const variant = variants.get(likely ?? "");
  const others = variant?.schema.required?.filter((name) => name !== key && !entries.has(name)) ?? [];
  const facts: readonly SchemaFact[] = [{ kind: "missing-tag", at: keyAt(...path), key, likely, accepted, others }];
  return { facts: isMine ? facts : [], variant };
}

/** The only variant that has keys which no other one has, of those that are there. */
function likelyTag(entries: ReadonlyMap<string, Place>, variants: ReadonlyMap<string, Shape>): string | undefined {
  const owners = [...entries.keys()].map((name) =>
    [...variants].flatMap(([value, { properties }]) => (properties.has(name) ? [value] : [])),
  );
  const [likely, ...others] = new Set(owners.flatMap((own) => (own.length === 1 ? own : [])));
  return others.length === 0 ? likely : undefined;
}
