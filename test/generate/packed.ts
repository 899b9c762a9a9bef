/** A text as a program carries it: what repeats in it is said once. */

/** What stands for a fragment: a mark that the text does not hold, and one of these. */
const MARK = "@";
const CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%&()*+,-./:;<=>?[]^_{|}~";

/** Lexemes of JSON that are looked at together. */
const LONGEST = 24;

/** The source of an expression that gives the text. */
export function packedSource(text: string): string {
  const { rest, fragments } = packed(text);
  const source = `${JSON.stringify(rest)}.replace(/${MARK}(.)/g, (_, code) => FRAGMENTS["${CODES}".indexOf(code)] ?? "")`;
  return `const FRAGMENTS: readonly string[] = ${JSON.stringify(fragments)};\n\nexport const schemaText: string = ${source};\n`;
}

/** Takes out, one after the other, the fragment whose removal saves most. */
function packed(text: string): { readonly rest: string; readonly fragments: readonly string[] } {
  if (text.includes(MARK)) throw new Error(`the text holds ${MARK}`);
  const fragments: string[] = [];
  let lexemes: readonly string[] = text.match(/"(?:[^"\\]|\\.)*"|[^"]/g) ?? [];
  for (const code of CODES) {
    const best = mostRepeated(lexemes);
    if (best === undefined) break;
    fragments.push(best.join(""));
    lexemes = replaced(lexemes, best, MARK + code);
  }
  return { rest: lexemes.join(""), fragments };
}

function mostRepeated(lexemes: readonly string[]): readonly string[] | undefined {
  const counts = new Map<string, { readonly lexemes: readonly string[]; count: number }>();
  for (const start of lexemes.keys()) {
    for (let length = 1; length <= LONGEST; length += 1) {
      const some = lexemes.slice(start, start + length);
      // Fragments hold no fragments: they are put back in one pass.
      if (some.some((one) => one.startsWith(MARK))) break;
      const known = counts.get(some.join(""));
      if (known === undefined) counts.set(some.join(""), { lexemes: some, count: 1 });
      else known.count += 1;
    }
  }
  let [best, most] = [undefined as readonly string[] | undefined, 0];
  for (const [fragment, { lexemes: some, count }] of counts) {
    const saved = count * (fragment.length - 2) - fragment.length - 3;
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
