/**
 * Ends the reading at a mistake that no later text can undo. The composer would make up to a million errors, and only the first one
 * counts.
 */
import type { CST } from "yaml";

/** The most anchors or tags in a row: a mapping and its first key may have one each. */
const MOST_ANCHORS = 2;

const QUOTED: ReadonlySet<string> = new Set(["double-quoted-scalar", "single-quoted-scalar"]);

/** Called for each lexeme in order. `isInBrackets`: whether line breaks have no meaning at the lexeme. */
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

/** The most missing keys before the reading ends. */
const MOST_NAMELESS = 1000;

/** Called for each lexeme in order; returns whether too many lines began with a colon. Behind a `?` a colon may begin a line. */
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
