/** Names with wildcards, on both sides: whether a pattern and a name of a command can mean one file. In doubt they can. */
import { NONE } from "./none.js";

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" };

/** One name of a path, which may hold wildcards. */
export interface Segment {
  /** Undefined with a wildcard. */
  readonly literal: string | undefined;
  /** Empty where it is literal. */
  readonly tokens: readonly Token[];
  /** What stands before its first and behind its last wildcard. */
  readonly head: string;
  readonly tail: string;
  /** Whether it holds a letter or digit: `*` names everything, and so nothing. */
  readonly isNaming: boolean;
  /** Whether a wildcard at its beginning may stand for a dot: not as a shell reads it, but as `find` does. */
  readonly mayHide: boolean;
}

/** A name without wildcards, whatever characters it holds. */
export function literalSegment(literal: string): Segment {
  return { literal, tokens: [], head: literal, tail: literal, isNaming: true, mayHide: true };
}

const ONE: Token = { kind: "one" };
const MANY: Token = { kind: "many" };

export function segmentOf(text: string, mayHide: boolean): Segment {
  if (!/[*?[\\]/.test(text)) return { ...literalSegment(text), mayHide };
  const tokens = tokensOf(text);
  const isLiteral = tokens.every(({ kind }) => kind === "character");
  if (isLiteral) return { ...literalSegment(written(tokens)), mayHide };
  const first = tokens.findIndex(({ kind }) => kind !== "character");
  const last = tokens.findLastIndex(({ kind }) => kind !== "character");
  return {
    ...{ literal: undefined, tokens, head: written(tokens.slice(0, first)), tail: written(tokens.slice(last + 1)) },
    ...{ isNaming: /[\p{L}\p{N}]/u.test(written(tokens)), mayHide },
  };
}

function written(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === "character" ? token.character : "")).join("");
}

/** A class such as `[ab]` counts as any character: cautious, and enough. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const lastClose = text.lastIndexOf("]");
  const ends = lastClose === -1 ? NONE : endsOfClasses(text);
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const close = character === "[" && at + 2 <= lastClose ? endOfClass(text, at, ends) : -1;
    if (close !== -1) {
      tokens.push(ONE);
      at = close + 1;
    } else if (character === "\\" && at + 1 < text.length) {
      const escaped = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
      tokens.push({ kind: "character", character: escaped });
      at += 1 + escaped.length;
    } else {
      if (character === "*") {
        if (tokens.at(-1) !== MANY) tokens.push(MANY);
      } else tokens.push(character === "?" ? ONE : { kind: "character", character });
      at += character.length;
    }
  }
  return tokens;
}

/** A part of a class that may hold a bracket: `[:alpha:]`, `\]`. */
const PART = /\[([:.=])[^\][]*\1\]|\\./sy;

/** For each offset, the next `]` that ends a class which is open there; -1 where none does. Found from the end on, in one pass. */
function endsOfClasses(text: string): readonly number[] {
  const ends: number[] = new Array(text.length + 1).fill(-1);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    PART.lastIndex = at;
    const length = PART.exec(text)?.[0].length ?? 1;
    ends[at] = text[at] === "]" ? at : (ends[at + length] ?? -1);
  }
  return ends;
}

/** Where the class ends that begins at an offset; its first character may be a bracket itself, as in `[]a]` and `[^]]`. */
function endOfClass(text: string, start: number, ends: readonly number[]): number {
  const first = start + (/[!^]/.test(text[start + 1] ?? "") ? 2 : 1);
  const from = text[first] === "]" ? first + 1 : first;
  const end = ends[from] ?? -1;
  return end === -1 ? text.indexOf("]", start + 2) : end;
}

/** `named`: from a command. Takes time by the product of their lengths where one has wildcards and their ends do not tell. */
export function canMeet(pattern: Segment, named: Segment): boolean {
  if (pattern.literal !== undefined && named.literal !== undefined) return pattern.literal === named.literal;
  if (!agree(pattern.head, named.head, (text, part) => text.startsWith(part))) return false;
  if (!agree(pattern.tail, named.tail, (text, part) => text.endsWith(part))) return false;
  const hides = pattern.head.startsWith(".");
  if (hides && !named.mayHide && named.tokens[0] !== undefined && named.tokens[0].kind !== "character") return false;
  return intersect(tokensIn(pattern), tokensIn(named));
}

/** Whether the shorter of two texts is where the longer one begins, or ends. */
function agree(a: string, b: string, isPart: (text: string, part: string) => boolean): boolean {
  return a.length < b.length ? isPart(b, a) : isPart(a, b);
}

function tokensIn({ literal, tokens }: Segment): readonly Token[] {
  return literal === undefined ? tokens : Array.from(literal, (character) => ({ kind: "character", character }));
}

/** Goes through the pairs of places in both that one text can reach. */
function intersect(a: readonly Token[], b: readonly Token[]): boolean {
  let row = new Set([0]);
  for (let at = 0; at <= a.length; at += 1) {
    const token = a[at];
    const next = new Set<number>();
    for (let place = 0; place <= b.length; place += 1) {
      if (!row.has(place)) continue;
      const other = b[place];
      if (other?.kind === "many") row.add(place + 1);
      if (token === undefined) continue;
      if (token.kind === "many") {
        next.add(place);
        if (other !== undefined) row.add(place + 1);
      } else if (other?.kind === "many") next.add(place);
      else if (other !== undefined && meets(token, other)) next.add(place + 1);
    }
    if (token === undefined) return row.has(b.length);
    row = next;
  }
  return false;
}

function meets(a: Token, b: Token): boolean {
  return a.kind !== "character" || b.kind !== "character" || a.character === b.character;
}
