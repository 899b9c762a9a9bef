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

type Part = Markup | string | number | false | undefined | readonly Part[];

/** Markup from our own text between the parts, and parts that are escaped unless they are markup. */
export function html(own: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(own.reduce((text, next, index) => text + spelled(parts[index - 1]) + next));
}

function spelled(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return escaped(printable(part));
  if (typeof part === "number" || part instanceof Markup) return String(part);
  return part.map(spelled).join("");
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
