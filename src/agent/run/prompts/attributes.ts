/** The front matter of a file as the attributes of a facet, subagent or skill (P-S36, P-S80). Keys that mean nothing here are left alone. */
import { colorOf, colorsOfName } from "./color.js";
import type { Field, Fields } from "./front-matter.js";
import type { Colors } from "./prompt.js";

/** What is wrong with a value: it costs the file, as a guess might allow a tool that the author meant to exclude. */
class Unfit extends Error {}

/** Attributes, or what is wrong with one as a clause about the file. */
export type Attributes<Value> =
  | { readonly kind: "fit"; readonly value: Value }
  | { readonly kind: "unfit"; readonly why: string };

export function attributesOf<Value>(read: () => Value): Attributes<Value> {
  try {
    return { kind: "fit", value: read() };
  } catch (error) {
    if (error instanceof Unfit) return { kind: "unfit", why: error.message };
    throw error;
  }
}

/** A text; empty or absent is undefined. Line breaks and runs of spaces become one space. */
export function textOf(fields: Fields, key: string): string | undefined {
  const field = fields(key);
  if (field.kind === "absent") return undefined;
  if (field.kind !== "text") throw new Unfit(`\`${key}\` of its front matter is no text`);
  return field.text.replace(/\s+/g, " ").trim() || undefined;
}

/** A list of texts, as a list or with commas between them; undefined when absent. A key without a value may mean none or all. */
export function textsOf(fields: Fields, key: string): readonly string[] | undefined {
  const field = fields(key);
  if (field.kind === "absent" && field.isEmpty !== true) return undefined;
  const texts = field.kind === "text" ? field.text.split(",") : field.kind === "list" ? field.texts : undefined;
  if (texts === undefined) throw new Unfit(`\`${key}\` of its front matter is no list of texts`);
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

export function switchOf(fields: Fields, key: string, absent: boolean): boolean {
  const field = fields(key);
  if (field.kind === "absent") return absent;
  if (field.kind !== "switch") throw new Unfit(`\`${key}\` of its front matter is neither true nor false`);
  return field.on;
}

/** The colours in effect, and a remark about one that cannot be used: unlike other mistakes it changes nothing but a look. */
export function colorsOf(fields: Fields, name: string): { readonly color: Colors; readonly remark?: string } {
  const own = { light: fields("color", "light"), dark: fields("color", "dark") };
  const derived = colorsOfName(name);
  const color = { light: written(own.light) ?? derived.light, dark: written(own.dark) ?? derived.dark };
  // Without quotes `#…` is a comment, and the key is empty.
  const isMeant = (field: Field): boolean => field.kind !== "absent" || field.isEmpty === true;
  const isWrong = Object.values(own).some((field) => isMeant(field) && written(field) === undefined);
  return isWrong ? { color, remark: REMARK } : { color };
}

const REMARK = 'a colour in its front matter is not written like `"#1a7f37"`, and its name gives one';

function written(field: Field): string | undefined {
  return field.kind === "text" ? colorOf(field.text) : undefined;
}
