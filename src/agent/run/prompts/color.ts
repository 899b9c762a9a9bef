/** The colours of a facet: those of its front matter, else one that its name gives, readable on its background (P-S36). */
import type { Colors } from "./prompt.js";

type Rgb = readonly [red: number, green: number, blue: number];

/** Backgrounds of terminals and pages, a little away from white and black: a colour that is readable there is readable on those. */
const BACKGROUNDS = { light: [245, 245, 245], dark: [36, 36, 36] } as const;

/** The contrast that WCAG 2 asks for (AA, normal text). */
const LEAST_CONTRAST = 4.5;

const SATURATION = 0.6;
const STEP = 0.02;

/** A colour as the catalog has it; undefined for any other text. */
export function colorOf(text: string): string | undefined {
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
