/** The words of a command that may name files, read as a shell reads them, without running anything. It finds too many rather than too few. */

export interface CommandWord {
  readonly text: string;
  /** Whether a variable or another command comes before it, as in `$HOME/.netrc`: the path begins anywhere. */
  readonly isTail: boolean;
  readonly isQuoted: boolean;
}

/** Stands for a text that only the shell knows. */
const UNKNOWN = "\0";

/** Commands in quotes in commands: as deep as it looks. */
const DEEPEST = 4;

/** In the order of the command, each once. */
export function commandWords(command: string): readonly CommandWord[] {
  const found = new Map<string, CommandWord>();
  const add = (text: string, isQuoted: boolean): void => {
    for (const [index, piece] of text.split(UNKNOWN).entries()) {
      const word = { text: piece, isTail: index > 0, isQuoted };
      const key = `${index > 0} ${isQuoted} ${piece}`;
      if (piece !== "" && !found.has(key)) found.set(key, word);
    }
  };
  // PowerShell and Windows separate folders with a backslash.
  const texts = command.includes("\\") ? [command, command.replaceAll("\\", "/")] : [command];
  for (const text of texts) collect(text, DEEPEST, add);
  return [...found.values()];
}

/** What is in a word beside a path: `--file=x`, `@x`, `HEAD:x`, `open('x')`. */
const AROUND = /[\s'"`()<>|&;=:,@#]+/;

function collect(text: string, depth: number, add: (text: string, isQuoted: boolean) => void): void {
  for (const { text: word, isQuoted } of lexed(text)) {
    add(word, isQuoted);
    const option = /^-\w/.exec(word);
    if (option !== null) add(word.slice(2), isQuoted);
    const pieces = word.split(AROUND);
    if (pieces.length > 1) for (const piece of pieces) add(piece, isQuoted);
    if (isQuoted && depth > 0 && /[\s'"`\\]/.test(word)) collect(word, depth - 1, add);
  }
}

interface Lexed {
  text: string;
  isQuoted: boolean;
}

/** Quotes and escapes are gone, variables are `UNKNOWN`, and everything that ends a word does. */
function lexed(text: string): readonly Lexed[] {
  const words: Lexed[] = [];
  let word: Lexed | undefined;
  const put = (part: string, isQuoted: boolean): void => {
    word ??= { text: "", isQuoted: false };
    word.text += part;
    word.isQuoted ||= isQuoted;
  };
  const end = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (const [part, ...groups] of text.matchAll(PART)) {
    const [single, ansi, double, escaped, variable, closing, breaking] = groups;
    if (single !== undefined) put(single, true);
    else if (ansi !== undefined) put(unescaped(ansi), true);
    else if (double !== undefined) put(inDouble(double), true);
    else if (escaped !== undefined) put(escaped === "\n" ? "" : escaped, false);
    else if (variable !== undefined)
      put(
        `${UNKNOWN}${variable
          .replace(/^\$\{?\w*/, " ")
          .replace(/\}$/, "")
          .trim()}`,
        false,
      );
    else if (closing !== undefined) {
      end();
      put(UNKNOWN, false);
    } else if (breaking !== undefined) end();
    else put(part, false);
  }
  end();
  return words;
}

const PART =
  /'([^']*)(?:'|$)|\$'((?:\\[\s\S]|[^'\\])*)(?:'|$)|\$?"((?:\\[\s\S]|[^"\\])*)(?:"|$)|\\([\s\S])|(\$\{[^}]*\}?|\$\w+|\$[^\s\w'"/])|([)`])|([\s;&|<>(])|[^\s'"\\$)`;&|<>(]+|[\s\S]/g;

function inDouble(text: string): string {
  return text
    .replace(
      /\$\{(\w*)([^}]*)\}?|\$\w+|\$(?=\()/g,
      (_, _name: unknown, rest: unknown) => `${UNKNOWN}${typeof rest === "string" ? rest : ""}`,
    )
    .replace(/\\(["\\$`\n])/g, (_, one: string) => (one === "\n" ? "" : one));
}

/** `$'\x2eenv'`. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,6})|([0-7]{1,3})|([\s\S]))/gi,
    (_, ...groups: unknown[]) => {
      const [x, u, long, octal, other] = groups as (string | undefined)[];
      const hex = x ?? u ?? long;
      const code = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
      return Number.isNaN(code) ? (other ?? "") : code > 0x10ffff ? "" : String.fromCodePoint(code);
    },
  );
}
