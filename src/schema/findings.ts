/** The words of every `schema/*` rule. Says what is wrong, where, and what would be right; never shows a value that may be secret. */
import type { Json } from "../document/node.js";
import type { Anchor, Change, Finding, Proposal } from "../finding.js";
import { formatPath, type Path } from "../path.js";
import { quote, quoteList } from "../printable.js";
import { type Shape, type TypeName, typeOf } from "./shape.js";
import { suggest } from "./suggest.js";

const TYPE_NAMES: Readonly<Record<TypeName, string>> = {
  object: "a mapping",
  array: "a list",
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "`true` or `false`",
  null: "null",
};

const name = (path: Path): string => (path.length === 0 ? "the configuration" : quote(formatPath(path)));

const firstSentence = (description: string): string => description.split(/(?<=\.) /, 1)[0] ?? description;

const didYouMean = (suggestions: readonly string[]): { readonly label?: string } =>
  suggestions.length === 0 ? {} : { label: `did you mean ${quoteList(suggestions)}?` };

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
}

export function unknownKey(parent: Path, key: string, about: UnknownKey): Finding {
  const path = [...parent, key];
  const where = parent.length === 0 ? "" : ` in ${name(parent)}`;
  const consequence = about.required === undefined ? "" : `, and the required ${quote(about.required)} is missing`;
  const notes =
    about.elsewhere.length === 0 ? {} : { notes: [`${quote(key)} belongs to ${quoteList(about.elsewhere)}`] };
  const help = about.accepted.length === 0 ? {} : { help: `keys that could stand here: ${quoteList(about.accepted)}` };
  return {
    rule: "schema/unknown-key",
    ...(about.strict || about.required !== undefined ? { severity: "error" } : {}),
    at: { path, part: "key" },
    message: `unknown key ${quote(key.replace(/[:=].+$/s, "…"))}${where}${consequence}`,
    ...didYouMean(about.suggestions),
    ...notes,
    ...(key.includes(":") ? { help: "a `:` needs a space after it" } : about.suggestions.length > 0 ? {} : help),
    proposals: /[:=]/.test(key) ? [] : proposals(about.suggestions, (to) => ({ kind: "rename", path, to })),
  };
}

export function missingKeys(parent: Path, keys: readonly string[], shape: Shape): Finding {
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
  };
}

export function missingTag(parent: Path, key: string, likely: readonly string[]): Finding {
  return {
    rule: "schema/missing-key",
    at: { path: parent, part: "key" },
    message: `${name(parent)} needs the key ${quote(key)}`,
    label: `${quote(key)} is missing`,
    help:
      likely.length === 1
        ? `the other keys fit ${quote(`${key}: ${likely[0]}`)}`
        : `${quote(key)} is one of ${quoteList(likely)}`,
  };
}

/** Null in a map: merging never removes an entry (S12). */
export function nullEntry(parent: Path, key: string): Finding {
  return {
    rule: "layer/null-entry",
    at: { path: [...parent, key], part: "value" },
    message: `null cannot remove the entry ${quote(key)} of ${name(parent)}`,
    help: "delete the entry in the file that has it, or give it a value here",
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
    message: `${quote(key)} does not belong to ${quote(`${tag}: ${chosen}`)}, which the layer below chose for ${name(parent)}`,
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

/** Words that YAML 1.1 read as booleans and YAML 1.2 does not. */
const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["false", false],
]);

export function wrongType(path: Path, value: Json, shape: Shape): Finding {
  const wanted = [...(shape.types ?? [])].filter((type) => type !== "null").map((type) => TYPE_NAMES[type]);
  return {
    rule: "schema/wrong-type",
    at: { path, part: "value" },
    message: `${name(path)} must be ${wanted.join(" or ")}, not ${nameOfValue(value)}`,
    ...wrongTypeHelp(path, value, shape),
  };
}

/** The tag has a value of a type that no tag has. */
export function wrongTag(path: Path, value: Json, accepted: readonly string[]): Finding {
  return {
    rule: "schema/wrong-type",
    at: { path, part: "value" },
    message: `${name(path)} must be a string, not ${nameOfValue(value)}`,
    help: `one of ${quoteList(accepted)}`,
  };
}

function nameOfValue(value: Json): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "a number beyond all limits";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  if (typeof value === "boolean") return quote(value);
  return TYPE_NAMES[typeOf(value)];
}

function wrongTypeHelp(path: Path, value: Json, shape: Shape): Pick<Finding, "help" | "proposals"> {
  if (value === null) return { help: "remove the key to leave it unset" };
  if (shape.tag !== undefined)
    return { help: `its ${quote(shape.tag.key)} is one of ${quoteList([...shape.tag.variants.keys()])}` };
  if (typeof value !== "string" || shape.types?.has("string") !== false) return {};
  const meant = shape.types.has("boolean")
    ? OLD_BOOLEANS.get(value.toLowerCase())
    : /^(0|[1-9]\d{0,14})$/.test(value) && (shape.types.has("integer") || shape.types.has("number"))
      ? Number(value)
      : undefined;
  if (meant === undefined) return {};
  return {
    help: `write ${quote(meant)}, without quotes`,
    proposals: [{ title: `write ${quote(meant)}`, safe: true, changes: [{ kind: "replace", path, value: meant }] }],
  };
}

export function unknownValue(path: Path, value: string, accepted: readonly string[]): Finding {
  const suggestions = suggest(value, accepted);
  return {
    rule: "schema/unknown-value",
    at: { path, part: "value" },
    message: `${name(path)} cannot be ${quote(value)}`,
    ...didYouMean(suggestions),
    help: `one of ${quoteList(accepted)}`,
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
  return {
    rule: shape.schema["x-rule"] ?? "schema/format",
    at,
    message: `${quote(value)} ${shape.schema.patternErrorMessage ?? "does not have the right form"}`,
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

export function unsafeInteger(path: Path): Finding {
  return {
    rule: "schema/unsafe-integer",
    at: { path, part: "value" },
    message: `${name(path)} is too large to be exact`,
    label: "loads as the nearest double",
    notes: ["integers are exact up to 9007199254740991 (2^53 - 1)"],
  };
}
