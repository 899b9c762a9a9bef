/** The credentials that are looked for (P-S44). An inventory never changes: `with` gives a larger one. It shows nothing when it is inspected. */
import { Scrubber } from "./scrubber.js";

/** Something that holds credentials, such as `ConfigCredential` of the toolkit. */
export interface Revealing {
  reveal(): readonly string[];
}

export class Inventory {
  readonly #secrets: ReadonlySet<string>;
  #scrubber: Scrubber | undefined;

  constructor(credentials: Iterable<Revealing> = []) {
    this.#secrets = new Set(Array.from(credentials, (one) => one.reveal()).flat());
  }

  /** Those of this inventory and more; the same inventory where it has them all. */
  with(more: Iterable<Revealing>): Inventory {
    const added = Array.from(more, (one) => one.reveal()).flat();
    if (added.every((secret) => this.#secrets.has(secret))) return this;
    return new Inventory([{ reveal: () => [...this.#secrets, ...added] }]);
  }

  /** Made when it is first asked for. */
  get scrubber(): Scrubber {
    this.#scrubber ??= new Scrubber(new Set(Array.from(this.#secrets, (secret) => [...formsOf(secret)]).flat()));
    return this.#scrubber;
  }
}

/**
 * The forms in which a secret stands in other texts (P-S44), each once: as it is, escaped in JSON once or twice, in a URL, and within something
 * in base64. None of an empty text.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const bytes = new TextEncoder().encode(secret);
  const forms = new Set([
    secret,
    ...jsonForms(secret),
    ...nestedForms(secret),
    ...urlForms(bytes),
    ...base64Forms(bytes),
  ]);
  forms.delete("");
  return forms;
}

interface JsonStyle {
  /** Whether a slash is escaped. */
  readonly isSlashed: boolean;
  /** Whether everything is that is not ASCII. */
  readonly isAscii: boolean;
  /** What else is. */
  readonly markup: string;
  readonly isUpper: boolean;
}

const EITHER = [false, true];

/** What libraries escape for pages. */
const MARKUP = ["", "<>&", "<>&='"];

const JSON_STYLES = EITHER.flatMap((isSlashed) =>
  EITHER.flatMap((isAscii) =>
    MARKUP.flatMap((markup) => EITHER.map((isUpper): JsonStyle => ({ isSlashed, isAscii, markup, isUpper }))),
  ),
);

/** What some style escapes. */
const SPECIAL = /["'\\/<>&=]|[^ -~]/gu;

function jsonForms(secret: string, styles = JSON_STYLES): readonly string[] {
  return styles.map((style) => secret.replace(SPECIAL, (character) => inJson(character, style)));
}

/** Styles that escape only what JSON does not take, and what is not ASCII. */
const PLAIN_STYLES = JSON_STYLES.filter(({ isSlashed, markup }) => !isSlashed && markup === "");

/** Styles that leave `'` and `=` as they are, which base64 has: few encoders escape these. */
const INNER_STYLES = JSON_STYLES.filter(({ markup }) => !markup.includes("="));

/** In JSON that is a text in JSON, as the arguments of a tool call are in the body of an answer. */
function nestedForms(secret: string): readonly string[] {
  return jsonForms(secret, INNER_STYLES).flatMap((form) => jsonForms(form, PLAIN_STYLES));
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ...([["\b", "\\b"] as const, ["\t", "\\t"], ["\n", "\\n"], ["\f", "\\f"], ["\r", "\\r"]] as const),
  ...([["\\", "\\\\"] as const, ['"', '\\"']] as const),
]);

function inJson(character: string, { isSlashed, isAscii, markup, isUpper }: JsonStyle): string {
  const short = character === "/" && isSlashed ? "\\/" : SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const isLoneSurrogate = /^[\ud800-\udfff]$/.test(character);
  const isEscaped = character < " " || isLoneSurrogate || markup.includes(character) || (isAscii && character > "~");
  return isEscaped ? character.replace(/[\s\S]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4, isUpper)}`) : character;
}

/** What stands in a URL as it is, beside letters and digits: of a component in two standards, of a form, of a path, and of a whole URL. */
const KEPT = ["-_.!~*'()", "-_.~", "-_.*", "-_.~/", "-_.!~*'();,/?:@&=+$#"];

function urlForms(bytes: Uint8Array): readonly string[] {
  const written = Buffer.from(bytes).toString("latin1");
  return KEPT.flatMap((kept) =>
    ["%20", "+"].flatMap((space) =>
      EITHER.map((isUpper) =>
        written.replace(/[^A-Za-z0-9]/g, (byte) => {
          if (byte === " ") return space;
          return kept.includes(byte) ? byte : `%${hex(byte.charCodeAt(0), 2, isUpper)}`;
        }),
      ),
    ),
  );
}

/** For each number of bytes before the secret in a group of three, the characters that depend on the secret alone. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    const grouped = Buffer.concat([new Uint8Array(before), bytes]);
    return [grouped.toString("base64").slice(first, end), grouped.toString("base64url").slice(first, end)];
  });
}

function hex(value: number, digits: number, isUpper: boolean): string {
  const written = value.toString(16).padStart(digits, "0");
  return isUpper ? written.toUpperCase() : written;
}
