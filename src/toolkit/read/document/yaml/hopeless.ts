/**
 * Where reading can end although the text goes on: what stands there is a mistake whatever follows. The composer would make an error
 * for each such place, up to a million of them, and the first is the one that counts.
 */
import type { CST } from "yaml";

/** More names than this for one value are a mistake: a mapping and its first key may have one each. */
const MOST_ANCHORS = 2;

const QUOTED: ReadonlySet<string> = new Set(["double-quoted-scalar", "single-quoted-scalar"]);

/** Answers for one lexeme after the other. `isInBrackets`: whether a line break before it means nothing. */
export function hopelessness(): (type: CST.TokenType | null, isInBrackets: boolean) => boolean {
  let last: CST.TokenType | null = null;
  let anchors = 0;
  return (type, isInBrackets) => {
    if (type === "space" || type === "comment" || (type === "newline" && (isInBrackets || last === "anchor")))
      return false;
    const isRepeated =
      (type === "comma" && last === "comma") ||
      (type !== null && last !== null && QUOTED.has(last) && (QUOTED.has(type) || type === "anchor"));
    anchors = type === "anchor" ? anchors + 1 : 0;
    last = type;
    return isRepeated || anchors > MOST_ANCHORS;
  };
}

/** How many names may be missing before nothing more is read. */
const MOST_NAMELESS = 1000;

/** Answers for one lexeme after the other: whether too many colons stood where a line begins. Behind a `?` that is their place. */
export function namelessness(): (type: CST.TokenType | null) => boolean {
  let isFirst = true;
  let isExplicit = false;
  let count = 0;
  return (type) => {
    isExplicit ||= type === "explicit-key-ind";
    if (type === "map-value-ind" && isFirst && !isExplicit) count += 1;
    isFirst = type === "newline" || (isFirst && type === "space");
    return count > MOST_NAMELESS;
  };
}
