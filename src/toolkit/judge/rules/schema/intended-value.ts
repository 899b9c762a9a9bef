/** The intended value if the type is wrong: the same content in the form that the place takes. */

import type { Path } from "../../../../text/path.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { MOST_SUGGESTIONS } from "../../../../text/suggest.js";
import { switchWord } from "../../../../text/switch-word.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { secretsIn } from "../../../mean/redaction/credentials.js";
import type { Change } from "../../../read/edit/change.js";
import { valueAliasesOf } from "../../../read/schema/alias.js";
import { fitsText } from "../../../read/schema/fits.js";
import { mayBe } from "../../../read/schema/may-be.js";
import type { ListPlace, ObjectPlace, Place, ScalarPlace } from "../../../read/schema/place.js";
import { jsonOf } from "../../../read/schema/place.js";
import type { Shape } from "../../../read/schema/shape.js";
import { leadingArguments } from "../leading-arguments.js";
import { BY_NAME } from "../phrases.js";
import type { FactContext, Wording } from "../rule.js";
import { type Meant, scalarFromText } from "./intended-scalar.js";

type Hint = Pick<Wording, "help" | "fixes">;

/** Undefined without a basis for a guess. */
export function hintFor(path: Path, place: Place, shape: Shape, context: FactContext): Hint | undefined {
  const { types } = shape;
  if (types === undefined) return undefined;
  if (place.kind === "scalar" && typeof place.value === "string") {
    if (types.has("object")) return objectFromText(path, place.value, shape);
    if (types.has("array")) return replacing(path, listFromText(path, place.value, shape));
    return replacing(path, scalarFromText(path, place, place.value, shape));
  }
  if (place.kind === "scalar" && types.has("string")) return textFromScalar(path, place, shape);
  if (place.kind === "scalar") return nothing(path, place, shape);
  const isPlain = !types.has("object") && !types.has("array") && !types.has("string");
  if (isPlain) return replacing(path, onlyScalar(path, place, shape));
  if (place.kind === "object")
    return types.has("string")
      ? (replacing(path, onlyText([...place.entries.values()], shape)) ?? joined(path, place, shape))
      : undefined;
  if (place.kind !== "list") return undefined;
  if (shape.rest !== undefined) return namesFromList(path, place, shape, context) ?? mapFromList(place, shape.rest);
  if (types.has("object")) return objectFromList(path, place, shape);
  return types.has("string") ? (commandFromList(path, place, context) ?? textFromList(path, place, shape)) : undefined;
}

/** The only text of a mapping or a list that stands where the text itself belongs. */
function onlyText([only, ...others]: readonly Place[], shape: Shape): Meant | undefined {
  const text = only?.kind === "scalar" && others.length === 0 ? only.value : undefined;
  if (typeof text !== "string" || shape.schema["x-secret"] !== undefined || !fitsText(text, shape)) return undefined;
  return { value: text, safe: false, help: `write ${quote(text)}` };
}

/** The only number or truth value of a list or a mapping; the key of a mapping may be the unit, as in `{ minutes: 5 }`. */
function onlyScalar(path: Path, place: ListPlace | ObjectPlace, shape: Shape): Meant | undefined {
  const [[unit, only] = [], ...others] =
    place.kind === "list" ? place.items.map((item) => ["", item] as const) : [...place.entries];
  if (only?.kind !== "scalar" || only.value === null || others.length > 0) return undefined;
  const own =
    scalarFromText(path, only, `${only.value} ${unit}`, shape) ?? scalarFromText(path, only, String(only.value), shape);
  return own === undefined ? undefined : { ...own, safe: false, help: `write ${quote(String(own.value))}` };
}

/** The text that the keys of a mapping make together (`x-joined`). */
function joined(path: Path, { entries }: ObjectPlace, { schema }: Shape): Hint | undefined {
  const form = schema["x-joined"];
  if (form === undefined) return undefined;
  const keys = Array.from(form.matchAll(/\{(\w+)\}/g), ([, key = ""]) => key);
  const texts = new Map(keys.map((key) => [key, textAt(entries.get(key))]));
  const isWhole = entries.size === keys.length && keys.every((key) => texts.get(key) !== undefined);
  if (!isWhole) return { help: `write ${quote(form.replace(/\{(\w+)\}/g, "<$1>"))}` };
  const value = form.replace(/\{(\w+)\}/g, (_, key: string) => texts.get(key) ?? "");
  return replacing(path, { value, safe: false, help: `write ${quote(value)}` });
}

function textAt(place: Place | undefined): string | undefined {
  return place?.kind === "scalar" && typeof place.value === "string" ? place.value : undefined;
}

/** `false` for a number whose zero turns something off. */
function nothing(path: Path, { value }: ScalarPlace, { schema }: Shape): Hint | undefined {
  return value === false && schema["x-zero"] === "disables"
    ? replacing(path, { value: 0, safe: false, help: `write ${quote(0)}` })
    : undefined;
}

function textFromList(path: Path, { items }: ListPlace, shape: Shape): Hint | undefined {
  const only = replacing(path, onlyText(items, shape));
  if (only !== undefined) return only;
  const { "x-joined": form, "x-list": help, "x-prose": isProse, "x-secret": secrecy } = shape.schema;
  const texts = items.flatMap((item) => textAt(item) ?? []);
  const isPlain = texts.length === items.length && texts.every((text) => secretsIn(text).length === 0);
  const isChoice = texts.length > 1 && secrecy === undefined && isProse !== true;
  if (help !== undefined) return { help };
  if (isPlain && (form !== undefined || (isChoice && texts.every((text) => fitsText(text, shape)))))
    return { help: `write one of them: ${quoteList(texts.slice(0, MOST_SUGGESTIONS))}` };
  if (form !== undefined) return {};
  return shape.values === undefined && isProse === true
    ? { help: "write one text; `|` begins a text of several lines" }
    : undefined;
}

function objectFromList(path: Path, list: ListPlace, shape: Shape): Hint | undefined {
  const [only, ...others] = list.items;
  const text = only?.kind === "scalar" && others.length === 0 ? only.value : undefined;
  const meant = typeof text === "string" ? objectFromText(path, text, shape) : undefined;
  return meant ?? aroundList(path, list, shape);
}

/** The mapping around a list that belongs to its only list. */
function aroundList(path: Path, list: ListPlace, { properties }: Shape): Hint | undefined {
  const [own, ...others] = [...properties].filter(([, shape]) => shape.types?.has("array") === true);
  if (own === undefined || others.length > 0 || !mayBe(list, own[1])) return undefined;
  const [key] = own;
  const changes: readonly Change[] = [{ kind: "put", path, value: { [key]: jsonOf(list) } }];
  const help = `write ${quote(`{ ${key}: […] }`)}`;
  return { help, fixes: [{ title: help, safe: false, changes }] };
}

function replacing(path: Path, meant: Meant | undefined): Hint | undefined {
  if (meant === undefined) return undefined;
  const { value, safe, help } = meant;
  return { help, fixes: [{ title: help, safe, changes: [{ kind: "put", path, value }] }] };
}

function objectFromText(path: Path, text: string, { tag, properties, schema }: Shape): Hint | undefined {
  const own = tag && properties.get(tag.key);
  const [alias, ...others] = own === undefined ? [] : valueAliasesOf(text, own);
  const value = alias === undefined || others.length > 0 ? text : alias;
  const variant = tag?.variants.get(value);
  if (tag !== undefined && variant !== undefined) {
    const more = (variant.schema.required ?? []).filter((key) => key !== tag.key);
    const sketch = [`${tag.key}: ${value}`, ...more.map((key) => `${key}: …`)].join(", ");
    const help = `write ${quote(`{ ${sketch} }`)}`;
    return more.length > 0 ? { help } : replacing(path, { value: { [tag.key]: value }, safe: value === text, help });
  }
  if (tag !== undefined) return undefined;
  const takesText = [...properties].filter(([, { types }]) => types?.has("string") === true);
  const [first] = takesText[0] ?? [];
  if (first !== undefined && takesText.length < properties.size && properties.size <= MOST_SUGGESTIONS + 1)
    return { help: `write a mapping with ${quoteList([...properties.keys()])}` };
  if (first === undefined || takesText.length < properties.size) return undefined;
  const place = properties.get(first);
  const [known = text, ...more] = place === undefined ? [] : valueAliasesOf(text, place);
  if (place?.values?.includes(known) === true && more.length === 0 && isNeededAlone(first, schema.required))
    return replacing(path, {
      value: { [first]: known },
      safe: false,
      help: `write ${quote(`{ ${first}: ${known} }`)}`,
    });
  const help = `write ${quote(`{ ${first}: … }`)}`;
  const isOnly = properties.size === 1 && schema.required?.includes(first) === true;
  return isOnly ? replacing(path, { value: { [first]: text }, safe: false, help }) : { help };
}

function isNeededAlone(key: string, required: readonly string[] | undefined): boolean {
  return required?.length === 1 && required[0] === key;
}

/** The words of a text, each an item of its own. */
function listFromText(path: Path, text: string, { items }: Shape): Meant | undefined {
  const [, odd] = /^([\u2013\u2014\u2212\u2022\u2023\u25cf\u25aa\u00b7])\s/.exec(text) ?? [];
  // YAML reads a list without its first dash as one text.
  const between =
    odd !== undefined
      ? / ?[\u2013\u2014\u2212\u2022\u2023\u25cf\u25aa\u00b7]\s+/
      : / - /.test(text)
        ? / (?:- )+/
        : /[\s,]+/;
  const written = text.split(between).filter((word) => word !== "");
  // Options of a program begin with a dash; the items of other lists do not.
  const isDashed = written.every((word) => /^-[^\s-]/.test(word));
  const lacksSpaces = isDashed && path.at(-1) !== "args";
  const isMarked = lacksSpaces || odd !== undefined;
  const words = written.map((word) => withoutQuotes(lacksSpaces ? word.slice(1) : word, isMarked));
  if (words.length === 0 || words.length > 20 || words.some((word) => /["'\\]/.test(word))) return undefined;
  if (items !== undefined && !words.every((word) => fitsText(word, items))) return undefined;
  const shown = words.map((word) => JSON.stringify(word)).join(", ");
  const isCertain = isDashed ? !lacksSpaces && /^-\w$/.test(text) : switchWord(text) === undefined;
  const list = items?.schema["x-secret"] === true ? "write a list" : `write a list: ${quote(`[${shown}]`)}`;
  const slip = odd !== undefined ? `${quote(odd)} is no \`-\`; ` : lacksSpaces ? "a `-` needs a space after it; " : "";
  return { value: words, safe: odd === undefined && words.length === 1 && isCertain, help: slip + list };
}

/** An item behind a mark that YAML does not know: its quotes are part of the text. */
function withoutQuotes(word: string, isMarked: boolean): string {
  return isMarked ? word.replace(/^(["'])([^"'\\]*)\1$/, "$2") : word;
}

/** Bare names, which the key next to this one takes (`x-names`): `env: [NAME]` means `pass_env`. */
function namesFromList(path: Path, { items }: ListPlace, { schema }: Shape, context: FactContext): Hint | undefined {
  const { "x-names": key } = schema;
  const around = settingAt(context.settings, path.slice(0, -1));
  const own = around?.kind === "object" && key !== undefined ? around.variant?.properties.get(key) : undefined;
  const names = items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? item.value : []));
  const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && secretsIn(text).length === 0;
  if (around?.kind !== "object" || key === undefined || own === undefined || names.length === 0) return undefined;
  if (names.length < items.length || !names.every(isName)) return undefined;
  const there = around.entries.get(key);
  const before = there === undefined ? own.schema.default : jsonOf(there);
  const usual = Array.isArray(before) ? before.map(String) : [];
  const value = [...new Set([...usual, ...names])];
  const help = `bare names belong in ${quote(`${key}: [${value.join(", ")}]`)}`;
  const changes: readonly Change[] = [
    { kind: "delete", path },
    { kind: "put", path: [...path.slice(0, -1), key], value },
  ];
  return { help, fixes: [{ title: `write ${quote(key)}`, safe: false, changes }] };
}

/** A mapping for `NAME=value` or `Name: value`, which other tools write as lists; the values are not repeated. */
function mapFromList({ items }: ListPlace, rest: Shape): Hint {
  if (rest.types?.has("string") !== true) return BY_NAME;
  const names = items.flatMap((item) =>
    item.kind === "scalar" ? (/^([^\s:=]+)(?:=|:\s)/.exec(String(item.value))?.[1] ?? []) : [],
  );
  const sketch = names.slice(0, MOST_SUGGESTIONS).map((name) => `${name}: …`);
  return {
    help: `write a mapping of names to values${names.length === 0 ? "" : `: ${quote(`{ ${sketch.join(", ")} }`)}`}`,
  };
}

/** A command line in a list: the program, with the rest moved to `args`. */
function commandFromList(path: Path, { items }: ListPlace, context: FactContext): Hint | undefined {
  if (path[0] !== "mcp_servers" || path.at(-1) !== "command") return undefined;
  const words = items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []));
  const [program, ...args] = words;
  const help = `write the program here and the rest as ${quote("args")}`;
  if (program === undefined || words.length < items.length) return { help };
  const alone: Change = { kind: "put", path, value: program };
  const moved = args.length === 0 ? [] : [leadingArguments(path, args, context)];
  const changes = [alone, ...moved.filter((change) => change !== undefined)];
  return { help, fixes: moved.includes(undefined) ? [] : [{ title: help, safe: false, changes }] };
}

/** The characters of a number or of `true`, as a string. */
function textFromScalar(path: Path, { value, node }: ScalarPlace, shape: Shape): Hint | undefined {
  if (value === null || typeof value === "string") return undefined;
  const text = node.kind === "scalar" && typeof value === "number" ? (node.digits ?? String(value)) : String(value);
  if (!fitsText(text, shape)) return undefined;
  const help = "put it in quotes";
  // If true and false are allowed, 1 and 0 are ambiguous.
  const safe = shape.types?.has("boolean") !== true || (text !== "0" && text !== "1");
  return { help, fixes: [{ title: help, safe, changes: [{ kind: "enquote", path }] }] };
}
