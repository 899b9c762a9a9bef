/** A tag that is missing, misspelt or of the wrong type, and the variant that its object still seems to be. */
import type { Path } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import { aliasOf, valueAliasesOf } from "./alias.js";
import type { SchemaFact } from "./facts.js";
import { textOf } from "./may-be.js";
import type { ObjectPlace, Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { Where } from "./where.js";

/** The mistake in the tag of an object, and the variant to assume. */
interface TagReading {
  readonly facts: readonly SchemaFact[];
  /** The variant that its other keys, or a tag of another name, suggest; undefined while unknown. */
  readonly variant?: Shape | undefined;
  /** Keys of another tool that a fact already covers. */
  readonly covered?: ReadonlySet<string>;
  /** The key that was meant to be the tag. */
  readonly misspelt?: string;
}

/** `isMine`: whether this layer reports a missing tag. */
export function readTag(object: ObjectPlace, path: Path, isMine: boolean): TagReading {
  const { shape, entries } = object;
  const { tag } = shape ?? {};
  if (shape === undefined || tag === undefined) return { facts: [] };
  const { key, variants } = tag;
  const place = entries.get(key);
  const at = valueAt(...path, key);
  const accepted = [...variants.keys()];
  const own = shape.properties.get(key);
  const meantBy = (value: string): readonly string[] => (own === undefined ? [] : valueAliasesOf(value, own));
  if (place?.kind === "scalar" && typeof place.value === "string") {
    const aliases = meantBy(place.value);
    const likely = aliases.length === 1 ? aliases[0] : likelyTag(entries, variants);
    const variant = variants.get(likely ?? "");
    const renames = aliases.length === 1 && variant !== undefined ? foreignKeys(entries, variant) : [];
    const facts: readonly SchemaFact[] = [
      { kind: "unknown-variant", at, value: place.value, accepted, aliases, renames },
    ];
    return { facts, variant, covered: new Set(renames.map(([name]) => name)) };
  }
  if (place !== undefined) return { facts: [{ kind: "wrong-tag", at, place, accepted }] };
  const tagOf = (child: Place): string | undefined => {
    const value = child.kind === "scalar" ? String(child.value) : "";
    return variants.has(value) ? value : meantBy(value)[0];
  };
  const isTag = (name: string): boolean => suggest(name, [key]).length > 0 || aliasOf(name, shape)?.key === key;
  const [misspelt, written] = [...entries].find(([name, child]) => tagOf(child) !== undefined && isTag(name)) ?? [];
  if (misspelt !== undefined && written !== undefined) {
    const value = tagOf(written);
    const isAlias = written.kind === "scalar" && value !== written.value;
    const about = {
      isStrict: false,
      isGuard: false,
      isEntry: false,
      isTooDeep: false,
      instead: undefined,
      required: key,
      alias: undefined,
      moves: [],
      tag: key,
    };
    const others = { accepted: [key], fitting: [key], taken: [], elsewhere: [], nearby: [], namedAlike: [], along: [] };
    const guesses = { entryKeys: [], similar: [], byValue: undefined, takers: [] };
    const fact = { at: keyAt(...path, misspelt), key: misspelt, place: written, ...others, ...guesses, ...about };
    const facts: readonly SchemaFact[] = [{ kind: "unknown-key", ...fact, value: isAlias ? value : undefined }];
    return { facts, variant: variants.get(value ?? ""), misspelt };
  }
  const likely = likelyTag(entries, variants);
  const variant = variants.get(likely ?? "");
  const renames = variant === undefined ? [] : foreignKeys(entries, variant);
  const named = new Set(renames.map(([, to]) => to));
  const isLacking = (name: string): boolean => name !== key && !entries.has(name) && !named.has(name);
  const others = variant?.schema.required?.filter(isLacking) ?? [];
  const fact: SchemaFact = { kind: "missing-tag", at: keyAt(...path), key, likely, accepted, others, renames };
  return isMine ? { facts: [fact], variant, covered: new Set(renames.map(([name]) => name)) } : { facts: [], variant };
}

/** The mistake in a tag that all other keys contradict: they belong to other variants, and the chosen one lacks its required keys. */
export function wrongVariant(
  { shape, variant, entries }: ObjectPlace,
  { path, merged: below }: Where,
): SchemaFact | undefined {
  const merged = below?.kind === "object" && below.variant === variant ? below.entries : undefined;
  const { tag } = shape ?? {};
  if (shape === undefined || tag === undefined || variant === undefined || !entries.has(tag.key)) return undefined;
  const isOther = (key: string): boolean => key !== tag.key;
  const keys = [...entries.keys()].filter(isOther);
  const required = variant.schema.required?.filter(isOther) ?? [];
  if (keys.length === 0 || required.length === 0) return undefined;
  if (keys.every((key) => variant.properties.has(key)) || required.some((key) => entries.has(key) || merged?.has(key)))
    return undefined;
  const fitting = [...tag.variants].flatMap(([value, { properties }]) =>
    keys.every((key) => properties.has(key)) ? [value] : [],
  );
  if (fitting.length === 0) return undefined;
  const chosen = textOf(entries.get(tag.key));
  const at = valueAt(...path, tag.key);
  return { kind: "wrong-variant", at, tag: tag.key, chosen, fitting, rule: shape.schema["x-rule"] };
}

/** Other tools' names for the required keys of a variant, each with ours. */
function foreignKeys(entries: ReadonlyMap<string, Place>, variant: Shape): readonly (readonly [string, string])[] {
  return [...entries.keys()].flatMap((name): readonly (readonly [string, string])[] => {
    const alias = variant.properties.has(name) ? undefined : aliasOf(name, variant);
    const isMissing = alias !== undefined && alias.idiom === undefined && !entries.has(alias.key);
    return isMissing && variant.schema.required?.includes(alias.key) === true ? [[name, alias.key]] : [];
  });
}

/** The only variant with keys of its own among the object's keys. */
function likelyTag(entries: ReadonlyMap<string, Place>, variants: ReadonlyMap<string, Shape>): string | undefined {
  const owners = [...entries.keys()].map((name) =>
    [...variants].flatMap(([value, shape]) =>
      shape.properties.has(name) || aliasOf(name, shape) !== undefined ? [value] : [],
    ),
  );
  const [likely, ...others] = new Set(owners.flatMap((own) => (own.length === 1 ? own : [])));
  return others.length === 0 ? likely : undefined;
}
