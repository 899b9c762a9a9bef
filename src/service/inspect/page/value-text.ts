/** A value as text: a text without quotes where no other value looks like it, and anything else as JSON. */
import type { Json } from "../../../toolkit/read/document/data.js";
import { html, type Markup } from "./html.js";

/** Texts that read as another value, or whose ends cannot be seen. */
const NEEDS_QUOTES = /^$|^\s|\s$|^["'[{]|^(?:true|false|null|~|[-+.]?\d[\d.eE+_-]*)$/;

export function valueText(value: Json): string {
  return typeof value === "string" && !NEEDS_QUOTES.test(value) ? value : JSON.stringify(value);
}

/** The same as markup, line by line. */
export function valueMarkup(value: Json): Markup {
  const [first, ...lines] = valueText(value).split("\n");
  return html`<code>${first}${lines.map((line) => html`<br>${line}`)}</code>`;
}
