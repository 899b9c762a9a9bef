/** The only way from text to markup: a template in which every text is escaped. Write attributes in double quotes. */
import { printable } from "../../../text/escape.js";

/** Markup that `html` made. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = Markup | string | number | false | undefined | readonly Part[];

/** Markup from our own text between the parts, and parts that are escaped unless they are markup. */
export function html(own: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = own[0] ?? "";
  for (let index = 0; index < parts.length; index += 1) text += spelled(parts[index]) + (own[index + 1] ?? "");
  return new Markup(text);
}

function spelled(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return escaped(printable(part));
  if (typeof part === "number" || part instanceof Markup) return String(part);
  let text = "";
  for (const one of part) text += spelled(one);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "") : text;
}
