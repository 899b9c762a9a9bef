/** A field of a form by which a tool server asks (P-S100): the words for a person, and the value that an answer means. Knows no question. */
import type { Fields } from "../../tools/tool.js";
import { isFields } from "../listed.js";
import { chosen, cut, type Option, optionsIn, sameText, textOr } from "./options.js";

export interface Field {
  /** Its key in the form; undefined for the question whether to go on. */
  readonly name: string | undefined;
  /** What is asked, with what fits. */
  readonly text: string;
  readonly choices: readonly string[];
  /** What an empty answer stands for: nothing, for a field that may be left out; undefined where it is no answer. */
  readonly default: string | undefined;
  read(answer: string): Reading;
}

/** `reason` completes "That ...". */
type Reading = { readonly value: Value | undefined } | { readonly reason: string };

type Value = string | number | boolean | readonly string[];

/** Undefined for what is no schema of a field. `hide` removes credentials from words that are shown. */
export function fieldOf(
  name: string,
  schema: unknown,
  { isRequired, hide }: { readonly isRequired: boolean; readonly hide: (text: string) => string },
): Field | undefined {
  if (!isFields(schema)) return undefined;
  const kind = kindOf(schema, hide);
  if (kind === undefined) return undefined;
  const { title, description, default: given } = schema;
  const value = kind.accepts(given) ? given : undefined;
  const shown = value === undefined ? undefined : kind.write(value);
  const words = [textOr(title, name), ...(typeof description === "string" ? [`: ${description}`] : [])].join("");
  const ending = shown === undefined ? (isRequired ? [] : ["[may be left out]"]) : [`[${shown}]`];
  return {
    name,
    text: [hide(cut(words)), ...(kind.hint === "" ? [] : [`(${kind.hint})`]), ...ending.map(hide)].join(" "),
    choices: kind.choices,
    default: shown ?? (isRequired ? undefined : ""),
    read(answer) {
      if (answer.trim() !== "") return kind.read(answer);
      if (value !== undefined || !isRequired) return { value };
      return { reason: "is no answer" };
    },
  };
}

/** A question whether to go on, whose answer is true or false. */
export function agreement(text: string, yes: string, no: string): Field {
  const isOne = (said: string, label: string): boolean => sameText(said, label);
  return {
    ...{ name: undefined, text, choices: [yes, no], default: undefined },
    read(answer) {
      if (isOne(answer, yes)) return { value: true };
      return isOne(answer, no) ? { value: false } : BOOLEAN.read(answer);
    },
  };
}

interface Kind {
  /** What fits; empty where it needs no words. */
  readonly hint: string;
  readonly choices: readonly string[];
  accepts(value: unknown): value is Value;
  /** A value as a person would type it. */
  write(value: Value): string;
  /** Of an answer that is not blank. */
  read(answer: string): { readonly value: Value } | { readonly reason: string };
}

function kindOf(schema: Fields, hide: (text: string) => string): Kind | undefined {
  const { type } = schema;
  if (type === "boolean") return BOOLEAN;
  if (type === "number" || type === "integer") return numberKind(schema, type === "integer");
  if (type === "array") return isFields(schema["items"]) ? severalKind(schema, schema["items"], hide) : undefined;
  if (type !== "string") return undefined;
  const options = optionsIn(schema, hide);
  if (options === undefined) return textKind(schema);
  return options.length === 0 ? undefined : oneKind(options);
}

const YES = /^(?:y|yes|true)$/i;
const NO = /^(?:n|no|false)$/i;

const BOOLEAN: Kind = {
  ...{ hint: "", choices: ["yes", "no"] },
  accepts: (value) => typeof value === "boolean",
  write: (value) => (value === true ? "yes" : "no"),
  read(answer) {
    const said = answer.trim();
    return YES.test(said) || NO.test(said) ? { value: YES.test(said) } : { reason: "is neither yes nor no" };
  },
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function numberKind({ minimum, maximum }: Fields, isWhole: boolean): Kind {
  const [least, most] = [boundOf(minimum), boundOf(maximum)];
  const word = isWhole ? "a whole number" : "a number";
  const isOne = (value: unknown): value is number =>
    typeof value === "number" && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value));
  const misfit = (value: number): string | undefined => {
    if (least !== undefined && value < least) return `is less than ${least}`;
    return most !== undefined && value > most ? `is more than ${most}` : undefined;
  };
  return {
    ...{ hint: `${word}${rangeOf(least, most, "")}`, choices: [] },
    accepts: (value): value is Value => isOne(value) && misfit(value) === undefined,
    write: String,
    read(answer) {
      const said = answer.trim();
      const value = NUMBER.test(said) ? Number(said) : Number.NaN;
      if (!isOne(value)) return { reason: `is not ${word}` };
      const reason = misfit(value);
      return reason === undefined ? { value } : { reason };
    },
  };
}

const boundOf = (value: unknown): number | undefined => (Number.isFinite(value) ? (value as number) : undefined);

function rangeOf(least: number | undefined, most: number | undefined, of: string): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}${of}`;
  if (least !== undefined) return ` of at least ${least}${of}`;
  return most === undefined ? "" : ` of at most ${most}${of}`;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;
/** A day that the calendar lacks becomes another one. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

const FORMATS: Readonly<Record<string, readonly [words: string, fits: (text: string) => boolean]>> = {
  email: ["an e-mail address", (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  uri: ["an address with its scheme", (text) => URL.canParse(text)],
  date: ["a date such as 2026-07-28", isDay],
  "date-time": [
    "a time such as 2026-07-28T09:30:00Z",
    (text) => TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
  ],
};

/** `pattern` is left to the server: an expression of a stranger's may take for ever. */
function textKind({ format, minLength, maxLength }: Fields): Kind {
  const [words, fits] = (typeof format === "string" && Object.hasOwn(FORMATS, format) && FORMATS[format]) || [];
  const [least, most] = [boundOf(minLength), boundOf(maxLength)];
  const misfit = (text: string): string | undefined => {
    const length = [...text].length;
    if (least !== undefined && length < least) return `is shorter than ${least} characters`;
    if (most !== undefined && length > most) return `is longer than ${most} characters`;
    return fits?.(text) === false ? `is not ${words}` : undefined;
  };
  const range = rangeOf(least, most, " characters");
  return {
    ...{ hint: words ?? (range === "" ? "" : `a text${range}`), choices: [] },
    accepts: (value): value is Value => typeof value === "string" && value.trim() !== "" && misfit(value) === undefined,
    write: String,
    read(answer) {
      const value = fits === undefined ? answer : answer.trim();
      const reason = misfit(value);
      return reason === undefined ? { value } : { reason };
    },
  };
}

function oneKind(options: readonly Option[]): Kind {
  const values = new Set(options.map(({ value }) => value));
  return {
    ...{ hint: "", choices: options.map(({ label }) => label) },
    accepts: (value): value is Value => typeof value === "string" && values.has(value),
    write: (value) => options.find((one) => one.value === value)?.label ?? "",
    read(answer) {
      const value = chosen(options, answer);
      return value === undefined ? { reason: "is none of the choices" } : { value };
    },
  };
}

const isTextOf =
  (one: Kind) =>
  (value: unknown): value is string =>
    typeof value === "string" && one.accepts(value);

function severalKind({ minItems, maxItems }: Fields, items: Fields, hide: (text: string) => string): Kind | undefined {
  const options = optionsIn(items, hide);
  if (options === undefined || options.length === 0) return undefined;
  const one = oneKind(options);
  const [least, most] = [boundOf(minItems), boundOf(maxItems)];
  const misfit = (values: readonly string[]): string | undefined => {
    if (least !== undefined && values.length < least) return `are fewer than ${least} choices`;
    return most !== undefined && values.length > most ? `are more than ${most} choices` : undefined;
  };
  const read = (answer: string): readonly string[] | undefined => {
    const whole = chosen(options, answer);
    if (whole !== undefined) return [whole];
    const parts = answer.split(",").filter((part) => part.trim() !== "");
    const values = parts.map((part) => chosen(options, part));
    return values.includes(undefined) ? undefined : [...new Set(values.filter((value) => value !== undefined))];
  };
  return {
    ...{ hint: `choices${rangeOf(least, most, "")}, with commas between them`, choices: one.choices },
    accepts: (value): value is Value =>
      Array.isArray(value) && value.length > 0 && value.every(isTextOf(one)) && misfit(value) === undefined,
    write: (value) => (Array.isArray(value) ? value.map(one.write).join(", ") : ""),
    read(answer) {
      const value = read(answer);
      if (value === undefined) return { reason: "is not among the choices" };
      const reason = misfit(value);
      return reason === undefined ? { value } : { reason };
    },
  };
}
