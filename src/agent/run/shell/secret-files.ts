/**
 * Whether a command names a secret file (spec 2.7): then it asks first, under every matcher (P-S33). It reads the text alone, so that a link,
 * a program that puts a name together, and a folder above such a file are not found: the question is a courtesy, not a wall.
 */

import { withoutBraces } from "../../../text/braces.js";
import { folded, namesOf } from "../../../text/file-pattern.js";
import { segmentOf } from "../../../text/glob.js";
import { type CommandWord, commandWords } from "./command-words.js";
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
