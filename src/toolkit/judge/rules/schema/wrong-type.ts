/** Spec 2. YAML 1.2 reads `yes`, `on` and `200_000` as texts (S6). */
import { lacksSpace } from "../../../../text/colon.js";
import { formatPath, type Path } from "../../../../text/path.js";
import { enumerate, quote, quoteList } from "../../../../text/quote.js";
import { literalOf } from "../../../../text/scan.js";
import { switchWord } from "../../../../text/switch-word.js";
import { definitionAt, settingAt, shadowedAt } from "../../../mean/configuration/setting.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import type { Change } from "../../../read/edit/change.js";
import { valueAliasesOf } from "../../../read/schema/alias.js";
import { fitsType, isInRange, typeAt } from "../../../read/schema/fits.js";
import { jsonOf, type Place } from "../../../read/schema/place.js";
import type { TypeName } from "../../../read/schema/schema-node.js";
import type { Shape } from "../../../read/schema/shape.js";
import { BY_NAME, IN_DIGITS, NEEDS_SPACE, name, oneOf, switchOf } from "../phrases.js";
import type { FactContext, Rule, Wording } from "../rule.js";
import { filled } from "./form.js";
import { withoutRemarks } from "./intended-scalar.js";
import { hintFor } from "./intended-value.js";
import { forNoLimit } from "./no-limit.js";

export const rule: Rule<"wrong-type" | "wrong-tag" | "switch-word"> = {
  id: "schema/wrong-type",
  severity: "error",
  words: {
    "wrong-type": ({ at: { path }, place, shape, gathers }, context) => {
      const wanted = [...(shape.types ?? [])].filter((type) => type !== "null").flatMap((type) => TYPE_NAMES[type]);
      const demand = wanted.length === 0 ? "cannot be" : `must be ${enumerate(wanted)}, not`;
      return {
        message: `${name(...path)} ${demand} ${valueName(place)}`,
        ...hint(path, place, shape, context),
        ...gathered(path, place, shape, gathers, context),
      };
    },
    "switch-word": ({ at: { path }, value }) => {
      const meant = switchWord(value)?.value === true;
      const help = `write ${quote(meant)}`;
      return {
        severity: "warning",
        message: `${quote(value)} is a ${/^[01]$/.test(value) ? "number" : "text"} here, not ${quote(meant)}`,
        help: `${help}${/^(?:true|false)$/.test(value) ? ", without quotes" : ""}`,
        fixes: [{ title: help, safe: false, changes: [{ kind: "replace", path, value: meant }] }],
      };
    },
    "wrong-tag": ({ at: { path }, place, accepted }) => ({
      message: `${name(...path)} must be a string, not ${valueName(place)}`,
      help: oneOf(accepted),
    }),
  },
};

const TYPE_NAMES: Readonly<Record<TypeName, readonly string[]>> = {
  object: ["a mapping"],
  array: ["a list"],
  string: ["a string"],
  number: ["a number"],
  integer: ["an integer"],
  boolean: ["`true`", "`false`"],
  null: ["null"],
};

/** The value's name in a message, never a possible secret. */
function valueName(place: Place): string {
  const value = place.kind === "scalar" ? place.value : undefined;
  if (Number.isNaN(value)) return "`.nan`";
  if (typeof value === "number" && !Number.isFinite(value)) return "an infinite number";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  if (typeof value === "boolean") return quote(value);
  return enumerate(TYPE_NAMES[typeAt(place)]);
}

/** A help text or fix for the intended value. */
function hint(path: Path, place: Place, shape: Shape, context: FactContext): Pick<Wording, "help" | "fixes"> {
  const value = place.kind === "scalar" ? place.value : undefined;
  if (value === null) return { help: insteadOfNull(path, shape, context) };
  if (typeof value === "string" && literalOf(value) === undefined && !shape.types?.has("object")) {
    return { help: "a substitution is always a text; write the value itself" };
  }
  if (typeof value === "string" && shape.types?.has("object") && lacksSpace(value)) {
    return { help: NEEDS_SPACE };
  }
  const [, assigned = ""] = typeof value === "string" ? (/^([\w-]{1,60})\s{0,9}:?=/.exec(value) ?? []) : [];
  if (shape.types?.has("object") && shape.properties.has(assigned))
    return { help: `a \`:\` belongs in place of the \`=\`: write ${quote(`${assigned}: …`)}` };
  if (place.kind === "object" && shape.schema["x-secret"] === true && shape.types?.has("string"))
    return { help: `write ${quote("${NAME}")} with the name of its variable` };
  const [variable, map] = [String(path.at(-1)), path.at(-2)];
  if (place.kind === "object" && map === "env" && /^[A-Za-z_]\w*$/.test(variable))
    return { help: `write ${quote(`\${${variable}}`)} for the variable of that name` };
  const meant = hintFor(path, place, shape, context) ?? (isVersion(path) ? release(path, value) : undefined);
  if (meant !== undefined) return isVersion(path) ? newerVersion(meant, value, shape) : meant;
  const other = shape.types?.has("object") === true ? objectFromScalar(path, numberIn(value), shape) : undefined;
  if (other !== undefined) return other;
  const form = typeof value === "string" ? shape.schema["x-text"] : undefined;
  if (form !== undefined) {
    const { shown, value: whole } = filled(form, value);
    const title = `write ${quote(shown)}`;
    const changes: readonly Change[] = whole === undefined ? [] : [{ kind: "put", path, value: whole }];
    return { help: title, fixes: changes.length === 0 ? [] : [{ title, safe: false, changes }] };
  }
  if (shape.tag !== undefined)
    return { help: `its ${quote(shape.tag.key)} is ${oneOf([...shape.tag.variants.keys()])}` };
  if (shape.values !== undefined) return { help: oneOf(shape.values) };
  if (shape.types?.has("array")) return { help: "write a list" };
  if (place.kind !== "scalar" || typeof value !== "string") return example(value, shape);
  const limit = forNoLimit(path, value, shape);
  if (limit !== undefined) return { help: limit };
  if (shape.rest !== undefined) return BY_NAME;
  const isNumber = /^\d/.test(value) && fitsType({ ...place, value: 0 }, shape);
  return isNumber ? IN_DIGITS : example(value, shape);
}

/** A value of the schema's examples; for a fraction in the place of a whole number, the numbers next to it. */
function example(value: unknown, { schema, types }: Shape): Pick<Wording, "help"> {
  if (typeof value === "number" && Number.isFinite(value) && types?.has("integer") === true && !types.has("number"))
    return { help: `write ${quoteList([Math.floor(value), Math.ceil(value)].map(String))}` };
  const shown = schema.examples?.[0] ?? schema.default;
  const isPlain = typeof shown === "string" || typeof shown === "number";
  return isPlain ? { help: `write a value such as ${quote(shown)}` } : {};
}

/** The number that a text consists of, or the value itself. */
function numberIn(value: unknown): unknown {
  const digits = typeof value === "string" ? withoutRemarks(value) : "";
  return /^\d{1,9}$/.test(digits) ? Number(digits) : value;
}

/** The mapping that a number or a truth value in its place stands for. */
function objectFromScalar(path: Path, value: unknown, shape: Shape): Pick<Wording, "help" | "fixes"> | undefined {
  const { schema, properties } = shape;
  if (typeof value !== "number" && typeof value !== "boolean") return undefined;
  const off = value === false ? schema["x-false"] : undefined;
  if (off !== undefined) return { help: off };
  const [only, ...more] = [...properties].filter(([, own]) => own.schema["x-switch"] === true);
  const [flag] = switchOf(shape)?.split(": ") ?? (more.length === 0 && only !== undefined ? only : []);
  const key = typeof value === "number" ? schema["x-number"] : flag;
  if (key === undefined || (value === true && switchOf(shape) !== undefined)) return undefined;
  const own = properties.get(key);
  if (typeof value === "number" && !(own !== undefined && Number.isSafeInteger(value) && isInRange(value, own)))
    return undefined;
  const help = `write ${quote(`{ ${key}: ${value} }`)}`;
  return { help, fixes: [{ title: help, safe: false, changes: [{ kind: "put", path, value: { [key]: value } }] }] };
}

/** A tag in the place of its mapping, with sibling keys that belong to the mapping. */
function gathered(
  path: Path,
  place: Place,
  { tag, properties }: Shape,
  keys: readonly string[] | undefined,
  { settings }: FactContext,
): Pick<Wording, "help" | "fixes" | "related"> {
  if (keys === undefined || tag === undefined || place.kind !== "scalar") return {};
  const own = properties.get(tag.key);
  const text = String(place.value);
  const value = tag.variants.has(text) || own === undefined ? text : (valueAliasesOf(text, own)[0] ?? text);
  const parent = path.slice(0, -1);
  const written = keys.map((key) => {
    const setting = settingAt(settings, [...parent, key]);
    const lost = shadowedAt(settings, [...parent, key]).at(-1)?.place;
    return [key, jsonOf(setting ?? lost ?? place)] as const;
  });
  const sketch = [`${tag.key}: ${value}`, ...keys.map((key) => `${key}: …`)].join(", ");
  const help = `write ${quote(`{ ${sketch} }`)}`;
  const changes: readonly Change[] = [
    ...keys.map((key) => ({ kind: "delete", path: [...parent, key] }) as const),
    { kind: "put", path, value: { [tag.key]: value, ...Object.fromEntries(written) } },
  ];
  return {
    help,
    related: keys.map((key) => ({ at: keyAt(...parent, key), message: "belongs in there" })),
    fixes: [{ title: help, safe: false, changes }],
  };
}

/** The help for a null that is not allowed: it unsets no value of the user. */
function insteadOfNull(path: Path, shape: Shape, context: FactContext): string {
  if (isNeeded(path, context)) return "give it a value";
  const definition = context.layer.scope === "project" ? definitionAt(context.settings, path) : undefined;
  if (definition === undefined || definition.layer === context.layer) return "remove the key to leave it unset";
  const off = switchOf(shape);
  return off === undefined
    ? "this does not unset what the global config has; write the value that is to count here"
    : `${quote(off)} turns it off here`;
}

/** Whether a value must stay: an item of a list, or a key that its object requires. */
function isNeeded(path: Path, { settings }: FactContext): boolean {
  const key = path.at(-1);
  if (typeof key === "number") return true;
  const around = settingAt(settings, path.slice(0, -1));
  return around?.kind === "object" && around.variant?.schema.required?.includes(String(key)) === true;
}

function isVersion(path: Path): boolean {
  return formatPath(path) === "version";
}

/** The version in the name of a release: `v3`, `3.0.1`. */
function release(path: Path, text: unknown): Pick<Wording, "help" | "fixes"> | undefined {
  const [, digits] = /^v?([0-3])(?:\.\d{1,3}){0,2}$/i.exec(String(text)) ?? [];
  if (digits === undefined) return undefined;
  const help = `write ${quote(digits)}`;
  return { help, fixes: [{ title: help, safe: false, changes: [{ kind: "put", path, value: Number(digits) }] }] };
}

/** A newer version is not a slip and gets no hint: the rest of the file may be as new (S10). */
function newerVersion(meant: Pick<Wording, "help" | "fixes">, value: unknown, { schema }: Shape): typeof meant {
  return Number(value) > Number(schema.default) ? {} : meant;
}
