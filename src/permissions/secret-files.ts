/**
 * Whether a command names a secret file (spec 2.7): then it asks first, under every matcher (P-S33). It reads the text alone, so that a link,
 * a program that puts a name together, and a folder above such a file are not found: the question is a courtesy, not a wall.
 */
import { withoutBraces } from "../text/braces.js";
import { folded, namesOf } from "../text/file-pattern.js";
import { segmentOf } from "../text/glob.js";
import { type NamedPath, SecretPaths } from "./secret-paths.js";

export interface SecretMention {
  /** The entry of `secret_files`; undefined when the command is too long to be read, which counts as naming one. */
  readonly pattern: string | undefined;
  /** The word of the command, shortened. */
  readonly word: string;
}

const LONGEST_COMMAND = 262_144;
const LONGEST_WORD = 4096;
const MOST_STEPS = 2_000_000;
const SHOWN = 200;

export function mentionsSecretFile(
  command: string,
  secretFiles: readonly string[],
  cwd: string,
): SecretMention | undefined {
  const paths = new SecretPaths(secretFiles, MOST_STEPS);
  if (paths.isEmpty) return undefined;
  const tooLong = { pattern: undefined, word: command.slice(0, SHOWN) };
  if (command.length > LONGEST_COMMAND) return tooLong;
  const { words, targets } = commandWords(command);
  const folders = foldersOf(targets, cwd);
  for (const word of words) {
    if (word.text.length > LONGEST_WORD) return tooLong;
    for (const path of pathsOf(word, folders, cwd)) {
      const pattern = paths.find(path, false);
      if (paths.isSpent) return tooLong;
      if (pattern !== undefined) return { pattern, word: word.text.slice(0, SHOWN) };
    }
  }
  return undefined;
}

/** Where words of the command may begin: the working directory, and where it goes. Undefined for a folder that only the shell knows. */
type Folder = string | undefined;

const MOST_FOLDERS = 16;

function foldersOf(targets: readonly CommandWord[], cwd: string): readonly Folder[] {
  const folders = new Set<Folder>([cwd]);
  for (const { text, isTail } of targets) {
    const isKnown = !isTail && !/^[~-]/.test(text) && folders.size < MOST_FOLDERS;
    if (!isKnown) folders.add(undefined);
    else if (text.startsWith("/")) folders.add(text);
    else for (const folder of [...folders]) if (folder !== undefined) folders.add(`${folder}/${text}`);
  }
  return [...folders];
}

function* pathsOf(
  { text, isTail, isQuoted }: CommandWord,
  folders: readonly Folder[],
  cwd: string,
): Generator<NamedPath> {
  for (const written of withoutBraces(folded(text))) {
    const isFromHome = written.startsWith("~");
    const isAbsolute = !isTail && written.startsWith("/");
    const begins: readonly Folder[] = isTail || isFromHome ? [undefined] : isAbsolute ? ["/"] : folders;
    for (const folder of begins) {
      const names = namesOf(
        `${folder === undefined ? "" : folded(folder)}/${isFromHome ? written.replace(/^~[^/]*/, "") : written}`,
      );
      const segments = names.map((name) => segmentOf(name, isQuoted));
      yield { segments, isTail: folder === undefined, known: folder === undefined ? 0 : sharedWith(names, cwd) };
    }
  }
}

function sharedWith(names: readonly string[], cwd: string): number {
  const own = namesOf(folded(cwd));
  const other = names.findIndex((name, index) => name !== own[index]);
  return other === -1 ? names.length : other;
}

interface CommandWord {
  readonly text: string;
  /** Whether a variable or another command comes before it, as in `$HOME/.netrc`: the path begins anywhere. */
  readonly isTail: boolean;
  readonly isQuoted: boolean;
}

/** Stands for a text that only the shell knows. */
const UNKNOWN = "\0";

/** Commands in quotes in commands: as deep as it looks. */
const DEEPEST = 4;

interface CommandWords {
  /** In the order of the command, each once. */
  readonly words: readonly CommandWord[];
  /** The folders that it goes to, in the order of the command. */
  readonly targets: readonly CommandWord[];
}

/** The words of a command that may name files, read as a shell reads them, without running anything. It finds too many rather than too few. */
function commandWords(command: string): CommandWords {
  const targets: CommandWord[] = [];
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
  for (const text of texts) collect(text, DEEPEST, add, targets);
  return { words: [...found.values()], targets };
}

/** What is in a word beside a path: `--file=x`, `@x`, `HEAD:x`, `open('x')`. */
const AROUND = /[\s'"`()<>|&;=:,@#]+/;

/** Commands and options that are followed by a folder. */
const GOES = /^(?:cd|pushd|chdir|set-location|sl|-c|--directory|--cwd|--prefix)$/i;

function collect(
  text: string,
  depth: number,
  add: (text: string, isQuoted: boolean) => void,
  targets: CommandWord[],
): void {
  let goes = false;
  for (const { text: word, isQuoted } of lexed(text)) {
    if (goes) targets.push({ text: word, isTail: word.includes(UNKNOWN), isQuoted });
    goes = GOES.test(word);
    add(word, isQuoted);
    const option = /^-\w/.exec(word);
    if (option !== null) add(word.slice(2), isQuoted);
    const pieces = word.split(AROUND);
    if (pieces.length > 1) for (const piece of pieces) add(piece, isQuoted);
    if (isQuoted && depth > 0 && /[\s'"`\\]/.test(word)) collect(word, depth - 1, add, targets);
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
    else if (variable !== undefined) put(UNKNOWN + defaultIn(variable), false);
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
    .replace(/\$\{[^}]*\}?|\$\w+|\$(?=\()/g, (variable) => UNKNOWN + defaultIn(variable))
    .replace(/\\(["\\$`\n])/g, (_, one: string) => (one === "\n" ? "" : one));
}

/** The text that may stand in place of a variable: `x` of `${NAME:-x}`. */
function defaultIn(variable: string): string {
  if (!variable.startsWith("${")) return "";
  const rest = variable.replace(/^\$\{\w*[^\w.~]*/, "");
  return rest.endsWith("}") ? rest.slice(0, -1) : rest;
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
