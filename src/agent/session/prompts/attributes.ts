/** The front matter of a file as the attributes of a facet, subagent or skill (P-S36, P-S80). Keys that mean nothing here are left alone. */
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

/**
 * The colours in effect: those of the front matter, else one that the name gives, readable on its background (P-S36); and a remark about one that
 * cannot be used: unlike other mistakes it changes nothing but a look.
 */
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

type Rgb = readonly [red: number, green: number, blue: number];

/** Backgrounds of terminals and pages, a little away from white and black: a colour that is readable there is readable on those. */
const BACKGROUNDS = { light: [245, 245, 245], dark: [36, 36, 36] } as const;

/** The contrast that WCAG 2 asks for (AA, normal text). */
const LEAST_CONTRAST = 4.5;

const SATURATION = 0.6;
const STEP = 0.02;

/** A colour as the catalog has it; undefined for any other text. */
function colorOf(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** Colours of a name: the same name always has the same ones. */
export function colorsOfName(name: string): Colors {
  const hue = hashOf(name) % 360;
  return { light: readable(hue, "light"), dark: readable(hue, "dark") };
}

/** From the middle on, away from the background, until the contrast is enough. */
function readable(hue: number, theme: keyof Colors): string {
  const step = theme === "light" ? -STEP : STEP;
  let color = rgbOf(hue, 0.5);
  for (let lightness = 0.5; lightness >= 0 && lightness <= 1; lightness += step) {
    color = rgbOf(hue, lightness);
    if (contrast(color, BACKGROUNDS[theme]) >= LEAST_CONTRAST) break;
  }
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** From hue and lightness, with one saturation for all. */
function rgbOf(hue: number, lightness: number): Rgb {
  const amplitude = SATURATION * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [part(0), part(8), part(4)];
}

/** The ratio of WCAG 2, from 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
