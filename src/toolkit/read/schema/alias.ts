/** The names and values of other tools for our keys (`x-aliases`, `x-idioms`, `x-value-aliases`). */
import { grouped } from "../../../text/grouped.js";
import { isTelling, meaningOf, type Phrases, phrases, senseOf } from "../../../text/meaning.js";
import { NONE } from "../../../text/none.js";
import { oncePer } from "../../../text/once.js";
import { isSameWord, plainName, suggest } from "../../../text/suggest.js";
import type { Shape } from "./shape.js";

/** One of our keys, found by another tool's name for it. */
export interface Alias {
  readonly key: string;
  /** Whether the other tool's value has the opposite meaning. */
  readonly isOpposite: boolean;
  /** The form of the value here, for display; undefined if the value stays the same. */
  readonly idiom: string | undefined;
  /** Whether the tables have this very name. */
  readonly isListed: boolean;
}

/** The key of an object that another name means: one of the tables, or the same words in other terms, as in `answer_limit`. */
export function aliasOf(written: string, shape: Shape): Alias | undefined {
  const { properties } = shape;
  if (properties.size === 0) return undefined;
  const listed = aliasesOf(properties).get(plainName(written));
  if (listed !== undefined || properties.has(written) || insteadOf(written, shape) !== undefined) return listed;
  const same = sensesOf(properties).get(senseOf(written) ?? "") ?? NONE;
  const own = same.find(({ isOwn }) => isOwn);
  const others = isTelling(written) ? same : NONE;
  const [first = own] = own === undefined ? others : [own];
  const isOnly = others.every(({ alias, isOwn }) => isOwn || alias.key === first?.alias.key);
  return first === undefined || !isOnly ? undefined : { ...first.alias, isListed: false };
}

interface Named {
  readonly name: string;
  readonly alias: Alias;
  /** Whether it is the name of the key itself. */
  readonly isOwn: boolean;
}

/** All names of the keys of an object. */
const namesOf = oncePer((properties: Shape["properties"]): readonly Named[] => [
  ...[...properties.keys()].map((key) => {
    const alias = { key, isOpposite: false, idiom: undefined, isListed: false };
    return { name: key, alias, isOwn: true };
  }),
  ...foreignNames(properties).map(([name, alias]) => ({ name, alias, isOwn: false })),
]);

const sensesOf = oncePer((properties: Shape["properties"]) =>
  grouped(namesOf(properties).map((named) => [senseOf(named.name), named] as const)),
);

/** The meanings of all names of the keys of an object. */
export const phrasesOf = oncePer(
  (properties: Shape["properties"]): Phrases<string> =>
    phrases(
      namesOf(properties)
        .filter(({ alias }) => !alias.isOpposite)
        .map(({ name, alias }) => ({ thing: alias.key, meaning: meaningOf(name) })),
    ),
);

/** The names of other tools for the keys of an object. */
const foreignNames = oncePer((properties: Shape["properties"]): readonly (readonly [string, Alias])[] =>
  [...properties].flatMap(([key, { schema }]): readonly (readonly [string, Alias])[] => [
    ...(schema["x-aliases"] ?? []).map(
      (name) =>
        [name.replace("!", ""), { key, isOpposite: name.startsWith("!"), idiom: undefined, isListed: true }] as const,
    ),
    ...Object.entries(schema["x-idioms"] ?? {}).map(
      ([name, idiom]) => [name, { key, isOpposite: false, idiom, isListed: true }] as const,
    ),
  ]),
);

/** Aliases by foreign name; of two keys with the same foreign name, the first. */
const aliasesOf = oncePer(
  (properties: Shape["properties"]): ReadonlyMap<string, Alias> =>
    new Map(
      foreignNames(properties)
        .map(([name, alias]) => [plainName(name), alias] as const)
        .toReversed(),
    ),
);

/** The text that names the place of a key of another tool (`x-elsewhere`). */
export function insteadOf(written: string, { schema }: Shape): string | undefined {
  const elsewhere = schema["x-elsewhere"];
  return elsewhere && insteadByName(elsewhere).get(plainName(written));
}

/** The same for a name that means the same as one of such a key. */
export function insteadOfMeant(written: string, { schema }: Shape): string | undefined {
  const elsewhere = schema["x-elsewhere"];
  if (elsewhere === undefined || !isTelling(written)) return undefined;
  return insteadBySense(elsewhere).get(senseOf(written) ?? "");
}

type Elsewhere = Readonly<Record<string, readonly string[]>>;

const insteadByName = oncePer((elsewhere: Elsewhere) => textsBy(elsewhere, plainName));
const insteadBySense = oncePer((elsewhere: Elsewhere) => textsBy(elsewhere, senseOf));

/** The texts by their names in some form; of two texts with the same name, the first. */
function textsBy<Form>(elsewhere: Elsewhere, formOf: (name: string) => Form): ReadonlyMap<Form, string> {
  const all = Object.entries(elsewhere).flatMap(([text, names]) => names.map((name) => [formOf(name), text] as const));
  return new Map(all.toReversed());
}

/** Our values for a value of another tool; empty for a value outside the tables. */
export function valueAliasesOf(written: string, { schema, values }: Shape): readonly string[] {
  const aliases = Object.entries(schema["x-value-aliases"] ?? {});
  if (aliases.length === 0 || written.length > LONGEST_VALUE) return [];
  const sense = senseOf(written);
  const isMeant = (name: string): boolean => sense !== undefined && senseOf(name) === sense;
  const listed = aliases.find(([alias]) => isSameWord(alias, written));
  // A value with about the same letters is a better guess than one with the same meaning.
  const isFar = listed === undefined && suggest(written, values ?? []).length === 0;
  const own = isFar ? values?.find(isMeant) : undefined;
  const [, key = own ?? []] =
    listed ?? (isFar && own === undefined ? aliases.find(([alias]) => isMeant(alias)) : undefined) ?? [];
  return typeof key === "string" ? [key] : key;
}

const LONGEST_VALUE = 64;
