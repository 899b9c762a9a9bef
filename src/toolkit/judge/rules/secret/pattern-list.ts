/** Recognises several file patterns written as a list in one text. */
import { unquoted } from "./pattern-look.js";

/** Whether a text is a path or a pattern by its form, rather than a word of a name with blanks or commas. */
function isPathLike(part: string): boolean {
  return /^(?:[.~*$]|\/|\w+\/)|\.[A-Za-z]\w{0,9}$/.test(part);
}

/** Whether a text is the whole name of a file or a folder, rather than the beginning or the end of one with blanks. */
function isWholeName(part: string): boolean {
  return /^[^/]*\.[A-Za-z]\w*$|^\w+\/\*{0,2}$|^\*/.test(part);
}

/** The patterns in a text with the form of a list; ignores braces and brackets. */
export function partsOf(text: string): readonly string[] {
  const outside = withoutGroups(text);
  for (const [separator, isList] of SEPARATORS) {
    const cuts = [...outside.matchAll(separator)];
    const ends = [...cuts.map(({ index }) => index), text.length];
    const starts = [0, ...cuts.map(({ 0: cut, index }) => index + cut.length)];
    const written = starts.map((start, at) => text.slice(start, ends[at]).trim()).filter((part) => part !== "");
    const parts = written.map((part) => unquoted(part) ?? part);
    if (parts.length > 1 && isList(parts, text)) return parts;
  }
  return [text];
}

/** The text with letters in place of the contents of braces and brackets. */
function withoutGroups(text: string): string {
  let closers = "";
  let result = "";
  for (const [at, character] of [...text].entries()) {
    const closer = CLOSERS.get(character);
    const isOpen = closer !== undefined && text.includes(closer, at);
    if (isOpen) closers += closer;
    result += isOpen || closers !== "" ? "x".repeat(character.length) : character;
    if (character === closers.at(-1)) closers = closers.slice(0, -1);
  }
  return result;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** The separators of patterns. A name can hold a comma or a blank: then the parts have to look like patterns. */
const SEPARATORS: readonly (readonly [RegExp, (parts: readonly string[], text: string) => boolean])[] = [
  [/[\r\n;|]+/g, () => true],
  [/\s(?:and|or|&&?)\s/gi, (parts) => parts.every((part) => isPathLike(part) || isWholeName(part))],
  [
    /,/g,
    (parts) => parts.every(isPathLike) || /^[./~]/.test(parts[0] ?? "") || parts.every((part) => /^[\w-]+$/.test(part)),
  ],
  [/\s+/g, (parts) => parts.every((part) => /^[.~*$/]/.test(part)) || parts.every(isWholeName)],
  [/:/g, (parts) => parts.every((part) => /^[./~*]/.test(part))],
];
