/** Objects of JSON, of which nothing else is known. */
import { BadAnswer } from "./event.js";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in the data of an event. Throws a `BadAnswer` for anything else. */
export function fieldsIn(data: string): Fields {
  try {
    const value: unknown = JSON.parse(data);
    if (isFields(value)) return value;
  } catch {
    // Dropped, because the parser's message quotes the text.
  }
  throw new BadAnswer("foreign", undefined, data);
}
