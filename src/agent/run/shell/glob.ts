/** Names with wildcards, on both sides: whether a pattern and a name of a command can mean one file. In doubt they can. */

type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" };

/** One name of a path, which may hold wildcards. */
export interface Segment {
  readonly tokens: readonly Token[];
  /** Undefined with a wildcard. */
  readonly literal: string | undefined;
  /** Whether it holds a letter or digit: `*` names everything, and so nothing. */
  readonly isNaming: boolean;
  /** Whether a wildcard at its beginning may stand for a dot: not as a shell reads it, but as `find` does. */
  readonly mayHide: boolean;
}

const ONE: Token = { kind: "one" };
const MANY: Token = { kind: "many" };

export function segmentOf(text: string, mayHide: boolean): Segment {
  const tokens = tokensOf(text);
  const isLiteral = tokens.every(({ kind }) => kind === "character");
  const characters = tokens.map((token) => (token.kind === "character" ? token.character : "")).join("");
  return {
    tokens,
    literal: isLiteral ? characters : undefined,
    isNaming: isLiteral || /[\p{L}\p{N}]/u.test(characters),
    mayHide,
  };
}

/** A class such as `[ab]` counts as any character: cautious, and enough. */
function tokensOf(text: string): readonly Token[] {
  const parts = text.match(/\[[!^]?\]?[^\]]*\]|\*+|\\?[\s\S]/gu) ?? [];
  return parts.map((part): Token => {
    if (part.startsWith("*")) return MANY;
    if (part === "?" || (part.length > 2 && part.startsWith("["))) return ONE;
    return { kind: "character", character: part.length > 1 && part.startsWith("\\") ? part.slice(1) : part };
  });
}

/** `named`: from a command. Takes time by the product of their lengths where both have wildcards. */
export function canMeet(pattern: Segment, named: Segment): boolean {
  if (pattern.literal !== undefined && named.literal !== undefined) return pattern.literal === named.literal;
  const [first] = pattern.tokens;
  const hides = first?.kind === "character" && first.character === ".";
  if (hides && !named.mayHide && named.tokens[0]?.kind !== "character") return false;
  return intersect(pattern.tokens, named.tokens);
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

const MOST_ALTERNATIVES = 64;

/** `a.{pem,key}` as two texts. What has too many of them, or a range, becomes a wildcard. */
export function withoutBraces(text: string): readonly string[] {
  let texts: readonly string[] = [text.replace(/\{[^{},/]*\.\.[^{},/]*\}/g, "*")];
  for (let depth = 0; depth < MOST_ALTERNATIVES; depth += 1) {
    const expanded = texts.flatMap(alternatives);
    if (expanded.length === texts.length && expanded.every((one, index) => one === texts[index])) return texts;
    if (expanded.length > MOST_ALTERNATIVES) break;
    texts = expanded;
  }
  return [text.replace(/\{.*\}/gs, "*")];
}

function alternatives(text: string): readonly string[] {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (found === null) return [text];
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").map((one) => `${before}${one}${after}`);
}
