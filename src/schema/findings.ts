/** The words of the `schema/*` rules; those for a wrong type have a file of their own. Says what is wrong, where, and what would be right; never shows a value that may be secret. */

import type { Anchor, Change, Finding, Proposal } from "../diagnostic/finding.js";
import type { Json } from "../document/node.js";
import { missingSpace } from "../document/yaml-problems.js";
import { formatPath, type Path } from "../text/path.js";
import { quote, quoteList } from "../text/printable.js";
import { suggest } from "../text/suggest.js";
import type { Shape } from "./shape.js";

/** A path in backticks. */
export const name = (path: Path): string => (path.length === 0 ? "the configuration" : quote(formatPath(path)));

const firstSentence = (description: string): string => description.split(/(?<=\.) /, 1)[0] ?? description;

const didYouMean = (names: readonly string[]): string => `did you mean ${quoteList(names)}?`;

const suggestion = (names: readonly string[]): { readonly label?: string } =>
  names.length === 0 ? {} : { label: didYouMean(names) };

/** What to choose from. */
export const oneOf = (values: readonly string[]): string => `one of ${quoteList(values)}`;

/** One fix for each suggestion; safe when there is no doubt which was meant. */
const proposals = (suggestions: readonly string[], change: (to: string) => Change): readonly Proposal[] =>
  suggestions.map((to) => ({ title: `write ${quote(to)}`, safe: suggestions.length === 1, changes: [change(to)] }));

export interface UnknownKey {
  readonly strict: boolean;
  /** The required key this one was probably meant to be. */
  readonly required: string | undefined;
  readonly suggestions: readonly string[];
  readonly accepted: readonly string[];
  /** Tag values whose variant has this key. */
  readonly elsewhere: readonly string[];
  /** The only place one level up or down that has this key. */
  readonly nearby?: Path | undefined;
}

export function unknownKey(parent: Path, key: string, about: UnknownKey): Finding {
  const path = [...parent, key];
  const where = parent.length === 0 ? "" : ` in ${name(parent)}`;
  const consequence = about.required === undefined ? "" : `, and the required ${quote(about.required)} is missing`;
  const notes =
    about.elsewhere.length === 0 ? {} : { notes: [`${quote(key)} belongs to ${quoteList(about.elsewhere)}`] };
  const help = unknownKeyHelp(key, about);
  return {
    rule: "schema/unknown-key",
    ...(about.strict || about.required !== undefined ? { severity: "error" } : {}),
    at: { path, part: "key" },
    message: `unknown key ${quote(key.replace(/[:=].+$/s, "…"))}${where}${consequence}`,
    ...suggestion(about.suggestions),
    ...notes,
    ...(help === undefined ? {} : { help }),
    proposals: /[:=]/.test(key) ? [] : proposals(about.suggestions, (to) => ({ kind: "rename", path, to })),
  };
}

function unknownKeyHelp(key: string, { suggestions, nearby, accepted }: UnknownKey): string | undefined {
  const space = missingSpace(key);
  if (space !== undefined || suggestions.length > 0) return space;
  if (nearby !== undefined) return didYouMean([formatPath(nearby)]);
  return accepted.length === 0 ? undefined : `keys that could stand here: ${quoteList(accepted)}`;
}

/** `alike`: other entries that the object's own name may be a slip for. */
export function missingKeys(parent: Path, keys: readonly string[], shape: Shape, alike: readonly string[]): Finding {
  const described = keys.flatMap((key) => {
    const description = shape.properties.get(key)?.schema.description;
    return description === undefined ? [] : [`${quote(key)}: ${firstSentence(description)}`];
  });
  return {
    rule: "schema/missing-key",
    at: { path: parent, part: "key" },
    message: `${name(parent)} needs the ${keys.length === 1 ? "key" : "keys"} ${quoteList(keys, "and")}`,
    label: `${keys.length === 1 ? quote(keys[0] ?? "") : "these keys"} ${keys.length === 1 ? "is" : "are"} missing`,
    notes: described,
    ...(alike.length === 0 ? {} : { help: didYouMean(alike) }),
  };
}

export function missingTag(parent: Path, key: string, likely: readonly string[], alike: readonly string[]): Finding {
  const choice =
    likely.length === 1
      ? `the other keys fit ${quote(`${key}: ${likely[0]}`)}`
      : `${quote(key)} is one of ${quoteList(likely)}`;
  return {
    rule: "schema/missing-key",
    at: { path: parent, part: "key" },
    message: `${name(parent)} needs the key ${quote(key)}`,
    label: `${quote(key)} is missing`,
    ...(alike.length === 0 ? { help: choice } : { notes: [choice], help: didYouMean(alike) }),
  };
}

/** An entry of a map without anything in it. */
export function emptyEntry(parent: Path, key: string): Finding {
  return {
    rule: "layer/null-entry",
    at: { path: [...parent, key], part: "value" },
    message: `the entry ${quote(key)} of ${name(parent)} is empty`,
    help: "give it a value, or delete its name",
  };
}

/** What turns an entry off without removing it, by the map that it is in (spec 2.4, 2.10). */
const OFF: ReadonlyMap<string, string> = new Map([
  ["models", "enabled: false"],
  ["mcp_servers", "default_enabled: false"],
]);

/** Null for an entry that the layer below has: merging never removes one (S12). */
export function nullEntry(parent: Path, key: string): Finding {
  const path = [...parent, key];
  const off = OFF.get(formatPath(parent));
  return {
    rule: "layer/null-entry",
    at: { path, part: "value" },
    message: `null cannot remove the entry ${quote(key)} of ${name(parent)}`,
    related: [{ at: { path, part: "key", layer: "global" }, message: "stays in effect" }],
    help:
      off === undefined
        ? "delete the entry in the file that has it, or give it a value here"
        : `${quote(off)} turns it off here`,
  };
}

/** A key of another variant than the one that a lower layer chose (S12). */
export function variantMismatch(
  parent: Path,
  key: string,
  union: Shape,
  chosen: Json | undefined,
  elsewhere: readonly string[],
): Finding {
  const tag = union.tag?.key ?? "";
  return {
    rule: "layer/variant-mismatch",
    at: { path: [...parent, key], part: "key" },
    message: `${quote(key)} does not belong to ${quote(`${tag}: ${chosen}`)}, which the global config chose for ${name(parent)}`,
    label: "has no effect",
    related: [{ at: { path: [...parent, tag], part: "value", layer: "global" }, message: "chosen here" }],
    help: `to change the variant, set ${quote(tag)} to ${quoteList(elsewhere)} here`,
  };
}

/** A key that only another variant of a union has, where the union has a rule of its own for that (`x-rule`). */
export function otherVariant(
  parent: Path,
  key: string,
  union: Shape,
  chosen: Json | undefined,
  elsewhere: readonly string[],
): Finding {
  const path = [...parent, key];
  const tag = union.tag?.key ?? "";
  return {
    rule: union.schema["x-rule"] ?? "schema/unknown-key",
    at: { path, part: "key" },
    message: `${quote(key)} belongs to ${quote(`${tag}: ${elsewhere[0]}`)}, but ${name(parent)} has ${quote(`${tag}: ${chosen}`)}`,
    label: "has no effect here",
    related: [{ at: { path: [...parent, tag], part: "value" }, message: "chosen here" }],
    help: `remove ${quote(key)}, or change ${quote(tag)} to ${quoteList(elsewhere)}`,
  };
}

export function unknownValue(path: Path, value: string, accepted: readonly string[]): Finding {
  const suggestions = suggest(value, accepted);
  return {
    rule: "schema/unknown-value",
    at: { path, part: "value" },
    message: `${name(path)} cannot be ${quote(value)}`,
    ...suggestion(suggestions),
    help: oneOf(accepted),
    proposals: proposals(suggestions, (to) => ({ kind: "replace", path, value: to })),
  };
}

export function unknownVariant(path: Path, value: string, accepted: readonly string[]): Finding {
  return { ...unknownValue(path, value, accepted), rule: "schema/unknown-variant" };
}

export function outOfRange(path: Path, written: string, shape: Shape): Finding {
  const { minimum, exclusiveMinimum, maximum, format, description, "x-zero": zero } = shape.schema;
  const most = format === "uint64" ? "18446744073709551615" : maximum;
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  const rejected = zero === "rejected" && Number(written) === 0;
  return {
    rule: "schema/out-of-range",
    at: { path, part: "value" },
    message: rejected ? `${name(path)} cannot be 0` : `${name(path)} must be ${limits.join(" and ")}`,
    label: rejected ? "zero is rejected here" : `${written} is out of range`,
    ...(description === undefined ? {} : { notes: [rejected ? description : firstSentence(description)] }),
  };
}

export function badFormat(at: Extract<Anchor, { path: Path }>, value: string, shape: Shape): Finding {
  const { "x-rule": rule, "x-help": help, patternErrorMessage } = shape.schema;
  return {
    rule: rule ?? "schema/format",
    at,
    message: `${value.trim() === "" ? name(at.path) : quote(value)} ${patternErrorMessage ?? "does not have the right form"}`,
    ...(help === undefined ? {} : { help }),
  };
}

/** A name in a map. After its first word may come what the author took for a value, so only that word is repeated. */
export function badName(path: Path, key: string, shape: Shape): Finding {
  const [word = ""] = key.split(/(?<=[A-Za-z0-9])[^A-Za-z0-9_-]/, 1);
  const finding = badFormat({ path, part: "key" }, word, shape);
  return word === key ? finding : { ...finding, message: finding.message.replace("` ", "…` ") };
}

/** Two spellings of one name, where case does not count. */
export function sameName(parent: Path, key: string, other: string): Finding {
  return {
    rule: "syntax/duplicate-key",
    at: { path: [...parent, key], part: "key" },
    message: `${quote(key)} and ${quote(other)} are the same name: case does not count in ${name(parent)}`,
    label: "is not used",
    help: "keep one of the two",
    related: [{ at: { path: [...parent, other], part: "key" }, message: "first written here" }],
  };
}

export function tooLong(path: Path, length: number, most: number): Finding {
  return {
    rule: "schema/too-long",
    at: { path, part: "value" },
    message: `${name(path)} is ${length} bytes long; at most ${most} bytes of UTF-8 fit`,
  };
}

/** Quotes help where any value may stand; where a number belongs, they would be another mistake. */
export function unsafeInteger(path: Path, shape: Shape | undefined): Finding {
  return {
    rule: "schema/unsafe-integer",
    at: { path, part: "value" },
    message: `${name(path)} is too large to be exact`,
    label: "loads as another number close to it",
    notes: ["integers are exact up to 9007199254740991 (2^53 - 1)"],
    ...(shape?.types === undefined ? { help: "put an identifier in quotes" } : {}),
  };
}
