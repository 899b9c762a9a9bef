/** Compares two names with wildcards, one from a pattern and one from a command: whether both can match one file. In doubt they can. */
import { NONE } from "./none.js";

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" };

/** One name of a path, which may hold wildcards. */
export interface Segment {
  /** Undefined for a name with a wildcard. */
  readonly literal: string | undefined;
  /** Empty for a literal name. */
  readonly tokens: readonly Token[];
  /** The text before the first and after the last wildcard. */
  readonly head: string;
  readonly tail: string;
  /** Whether the name holds a letter, a digit or a class, or means hidden files: a bare `*` names every file. */
  readonly isNaming: boolean;
  /** Whether a leading wildcard may match a dot: it does for `find`, not for a shell. */
  readonly mayHide: boolean;
}

/** A name without wildcards, whatever characters it contains. */
export function literalSegment(literal: string): Segment {
  return { literal, tokens: [], head: literal, tail: literal, isNaming: true, mayHide: true };
}

const ONE: Token = { kind: "one" };
const CLASS: Token = { kind: "one" };
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
    ...{ isNaming: tokens.includes(CLASS) || /[\p{L}\p{N}]|^\./u.test(written(tokens)), mayHide },
  };
}

function written(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === "character" ? token.character : "")).join("");
}

/** Reads a class such as `[ab]` as any character: cautious, and exact enough. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const lastClose = text.lastIndexOf("]");
  const ends = lastClose === -1 ? NONE : endsOfClasses(text);
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const close = character === "[" && at + 2 <= lastClose ? endOfClass(text, at, ends) : -1;
    if (close !== -1) {
      tokens.push(CLASS);
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

/** A part of a class that may contain a bracket: `[:alpha:]`, `\]`. */
const PART = /\[([:.=])[^\][]*\1\]|\\./sy;

/** For each offset, the next `]` that ends a class open there; -1 without one. One pass from the end finds all of them. */
function endsOfClasses(text: string): readonly number[] {
  const ends: number[] = new Array(text.length + 1).fill(-1);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    PART.lastIndex = at;
    const length = PART.exec(text)?.[0].length ?? 1;
    ends[at] = text[at] === "]" ? at : (ends[at + length] ?? -1);
  }
  return ends;
}

/** The end of the class at an offset; a bracket may be its first character, as in `[]a]` and `[^]]`. */
function endOfClass(text: string, start: number, ends: readonly number[]): number {
  const first = start + (/[!^]/.test(text[start + 1] ?? "") ? 2 : 1);
  const from = text[first] === "]" ? first + 1 : first;
  const end = ends[from] ?? -1;
  return end === -1 ? text.indexOf("]", start + 2) : end;
}

/** `named`: a name from a command. The time grows with the product of both lengths if both have wildcards. */
export function canMeet(pattern: Segment, named: Segment): boolean {
  if (pattern.literal !== undefined && named.literal !== undefined) return pattern.literal === named.literal;
  if (!agree(pattern.head, named.head, (text, part) => text.startsWith(part))) return false;
  if (!agree(pattern.tail, named.tail, (text, part) => text.endsWith(part))) return false;
  const hides = pattern.head.startsWith(".");
  if (hides && !named.mayHide && named.tokens[0] !== undefined && named.tokens[0].kind !== "character") return false;
  return intersect(tokensIn(pattern), tokensIn(named));
}

/** Whether the longer text begins, or ends, with the shorter one. */
function agree(a: string, b: string, isPart: (text: string, part: string) => boolean): boolean {
  return a.length < b.length ? isPart(b, a) : isPart(a, b);
}

function tokensIn({ literal, tokens }: Segment): readonly Token[] {
  return literal === undefined ? tokens : Array.from(literal, (character) => ({ kind: "character", character }));
}

/** Follows all pairs of positions in both lists that a common text can reach. */
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
