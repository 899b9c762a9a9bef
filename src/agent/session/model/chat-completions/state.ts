/**
 * `beta_chat_completions`: the opaque state of this dialect (P-S93). Of a message: `reasoning_content` and `reasoning_details`. Of a call:
 * `extra_content`. Each part of a state is an object with some of these fields, as JSON; they go back with the values that they came with.
 */
import { type Fields, isFields } from "../fields.js";

/** Collects the state of an answer. */
export class StateCollector {
  #reasoning: string[] = [];
  #details: unknown[] = [];

  /** Takes a `delta` or a `message`. */
  add({ reasoning_content, reasoning_details }: Fields): void {
    if (typeof reasoning_content === "string") this.#reasoning.push(reasoning_content);
    if (Array.isArray(reasoning_details)) for (const detail of reasoning_details) this.#details.push(detail);
  }

  /** The state since the last call; undefined where there is none. */
  take(): string | undefined {
    const [reasoning, details] = [this.#reasoning, this.#details];
    if (reasoning.length === 0 && details.length === 0) return undefined;
    [this.#reasoning, this.#details] = [[], []];
    return jsonOf({
      ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join("") }),
      ...(details.length === 0 ? {} : { reasoning_details: merged(details) }),
    });
  }
}

/** The state of a piece of a call; undefined where there is none. */
export function callStateIn({ extra_content }: Fields): string | undefined {
  return isFields(extra_content) ? jsonOf({ extra_content }) : undefined;
}

/** The fields of a message for the parts of its state. */
export function messageFields(parts: readonly string[]): object {
  const states = parts.map(fieldsIn);
  const reasoning = states.map((state) => state["reasoning_content"]).filter((text) => typeof text === "string");
  const details = states.map((state) => state["reasoning_details"]).filter((list) => Array.isArray(list));
  return {
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join("") }),
    ...(details.length === 0 ? {} : { reasoning_details: merged(details.flat()) }),
  };
}

/** The field of a call for the parts of its state. */
export function callFields(parts: readonly string[]): object {
  const extra = parts.map((part) => fieldsIn(part)["extra_content"]).findLast(isFields);
  return extra === undefined ? {} : { extra_content: extra };
}

function fieldsIn(part: string): Fields {
  try {
    const value: unknown = JSON.parse(part);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** Undefined for a value that is nested too deeply. */
function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The fields of a detail that a stream sends in pieces. */
const GROWING = ["text", "summary", "data"];

/** Neighbours of one type and one index are pieces of one detail. */
function merged(details: readonly unknown[]): readonly unknown[] {
  const whole: unknown[] = [];
  for (const detail of details) {
    const last = whole.at(-1);
    if (isFields(last) && isFields(detail) && isPieceOf(last, detail)) whole.splice(-1, 1, joined(last, detail));
    else whole.push(detail);
  }
  return whole;
}

function isPieceOf(first: Fields, second: Fields): boolean {
  return typeof first["index"] === "number" && first["index"] === second["index"] && first["type"] === second["type"];
}

function joined(first: Fields, second: Fields): Fields {
  const more = Object.entries(second).map(([name, value]): readonly [string, unknown] => {
    const before = first[name];
    if (GROWING.includes(name) && typeof before === "string" && typeof value === "string")
      return [name, before + value];
    return [name, value ?? before ?? null];
  });
  return { ...first, ...Object.fromEntries(more) };
}
