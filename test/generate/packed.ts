/** A text as a program carries it: what repeats in it is said once. */

/** What may stand for a fragment: where the text itself holds it, behind a mark that it does not hold. */
const MARK = "@";
const CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%&()*+,-.:;<=>?_{|}~";

/** Lexemes of JSON that are looked at together. */
const LONGEST = 24;

/** The source of an expression that gives the text. */
export function packedSource(text: string): string {
  if (text.includes(MARK)) throw new Error(`the text holds ${MARK}`);
  const free = Array.from(CODES).filter((code) => !text.includes(code));
  const taken = Array.from(CODES).filter((code) => text.includes(code));
  const { rest, fragments } = packed(text, [...free, ...taken.map((code) => MARK + code)]);
  const code = `/${[`${MARK}.`, ...free.map((one) => one.replace(/[?*+.(){}|]/, "\\$&"))].join("|")}/g`;
  return `const FRAGMENTS: readonly string[] = ${JSON.stringify(fragments)};

function unpacked(text: string): string {
  return text.replace(${code}, (code) => unpacked(FRAGMENTS["${[...free, ...taken].join("")}".indexOf(code.slice(-1))] ?? ""));
}

export const schemaText: string = unpacked(${JSON.stringify(rest)});
`;
}

/** Takes out, one after the other, the fragment whose removal saves most. One that is taken later may stand in an earlier one. */
function packed(
  text: string,
  codes: readonly string[],
): { readonly rest: string; readonly fragments: readonly string[] } {
  let texts: readonly (readonly string[])[] = [text.match(/"(?:[^"\\]|\\.)*"|[^"]/g) ?? []];
  for (const code of codes) {
    const best = mostRepeated(texts, code.length);
    if (best === undefined) break;
    texts = [...texts.map((lexemes) => replaced(lexemes, best, code)), best];
  }
  const [rest = "", ...fragments] = texts.map((lexemes) => lexemes.join(""));
  return { rest, fragments };
}

/** `room`: what a code takes. */
function mostRepeated(texts: readonly (readonly string[])[], room: number): readonly string[] | undefined {
  const counts = new Map<string, { readonly lexemes: readonly string[]; count: number }>();
  for (const lexemes of texts) {
    for (const start of lexemes.keys()) {
      for (let length = 1; length <= LONGEST && start + length <= lexemes.length; length += 1) {
        const some = lexemes.slice(start, start + length);
        const known = counts.get(some.join(""));
        if (known === undefined) counts.set(some.join(""), { lexemes: some, count: 1 });
        else known.count += 1;
      }
    }
  }
  let [best, most] = [undefined as readonly string[] | undefined, 0];
  for (const [fragment, { lexemes: some, count }] of counts) {
    const saved = count * (fragment.length - room) - fragment.length - 3;
    if (saved > most) [best, most] = [some, saved];
  }
  return best;
}

function replaced(lexemes: readonly string[], fragment: readonly string[], code: string): readonly string[] {
  const result: string[] = [];
  for (let at = 0; at < lexemes.length; ) {
    const isHere = fragment.every((one, index) => lexemes[at + index] === one);
    result.push(isHere ? code : (lexemes[at] ?? ""));
    at += isHere ? fragment.length : 1;
  }
  return result;
}
