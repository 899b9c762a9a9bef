/**
 * The pattern of a rule about commands, and whether it means a command. A rule that allows is exact. A rule that denies or asks is generous:
 * options may stand anywhere, words may follow, the program may be called by any path, and a word that only the shell knows may be meant.
 */
import { canMeet, literalSegment, segmentOf } from "../text/glob.js";
import { remembered } from "../text/once.js";
import { isInert } from "./shell/builtins.js";
import { parseScript } from "./shell/parse.js";
import { nameOf, type Run } from "./shell/run.js";
import { isHarmlessVariable, isOwnVariable, leadsElsewhere } from "./shell/variables.js";
import { literalWord, type Word } from "./shell/word.js";

export interface CommandPattern {
  /** Without the last word where that stands for any words. */
  readonly words: readonly Word[];
  /** Variables that the pattern sets before the program. */
  readonly assignments: readonly string[];
  readonly hasRest: boolean;
  /** Why this is no pattern of a command, for a message. */
  readonly problem: string | undefined;
}

/** `no`: it certainly does not mean the command. */
export type Meaning = "yes" | "maybe" | "no";

export const commandPattern: (written: string) => CommandPattern = remembered(read);

function read(written: string): CommandPattern {
  const { commands, problem } = parseScript(written);
  const [command, ...others] = commands;
  if (command === undefined) return plain(written, "names no program");
  if (others.length > 0) return plain(written, "joins several commands: write a rule for each of them");
  if (problem !== undefined) return plain(written, `cannot be read: ${problem}`);
  if (command.redirections.length > 0) return plain(written, "redirects: write a rule with `path` for the file");
  if (command.words.length === 0) return plain(written, "names no program");
  const { words } = command;
  if (words.some(isUnclear))
    return plain(written, "holds a variable, braces or another expansion: write what they stand for, or `*`");
  const hasRest = words.length > 1 && words.at(-1)?.source === "*";
  const isAny = words.length === 1 && words[0]?.source === "*";
  return {
    words: isAny ? [] : hasRest ? words.slice(0, -1) : words,
    assignments: command.assignments.map(({ name, value }) => `${name}=${value.literal ?? value.source}`),
    hasRest: hasRest || isAny,
    problem: undefined,
  };
}

/** A pattern that cannot be read denies and asks by its words all the same. */
function plain(written: string, problem: string): CommandPattern {
  const words = written.split(/\s+/).filter((word) => word !== "" && word !== "*");
  return { words: words.map(literalWord), assignments: [], hasRest: true, problem };
}

/** Whether a word holds something else than characters and wildcards. */
function isUnclear({ literal, source }: Word): boolean {
  return literal === undefined && /[$`{}<>]/.test(source);
}

/** Characters of a word that is compared with a wildcard. */
const LONGEST_WORD = 4096;

/** Whether a rule that allows means exactly this. */
export function allowsRun({ words, assignments, hasRest, problem }: CommandPattern, run: Run): boolean {
  if (problem !== undefined || run.words.length < words.length || (!hasRest && run.words.length > words.length))
    return false;
  const { code } = run;
  if (
    code !== undefined &&
    (words.length <= code || words.slice(0, code + 1).some(({ literal }) => literal === undefined))
  )
    return false;
  const own = run.assignments.map(({ name, value }) => `${name}=${value.literal ?? ""}`);
  if (assignments.some((one) => !own.includes(one))) return false;
  return words.every((word, index) => isExactly(word, run.words[index]));
}

function isExactly(pattern: Word, word: Word | undefined): boolean {
  if (word === undefined) return false;
  if (word.literal === undefined)
    return pattern.literal === undefined && pattern.source === word.source && !/[$`{}<>]/.test(word.source);
  if (pattern.literal !== undefined) return pattern.literal === word.literal;
  if (word.literal.length > LONGEST_WORD) return false;
  return canMeet(segmentOf(pattern.glob, true), literalSegment(word.literal));
}

/** Whether a rule that denies or asks means this. */
export function meansRun({ words }: CommandPattern, run: Run): Meaning {
  const [program, ...rest] = words;
  if (program === undefined) return "yes";
  const own = compare(baseWord(program), run.words[0] === undefined ? undefined : baseWord(run.words[0]));
  const following = own === "no" ? "no" : weaker(own, meansArguments(rest, run.words.slice(1)));
  if (following === "yes") return "yes";
  if (runsUnread(run) || following === "maybe") return "maybe";
  if (run.assignments.some(({ name, value }) => isReadElsewhere(name) && mentions(words, [value]))) return "maybe";
  // The program that it starts is a run of its own.
  if (run.isTransparent === true) return "no";
  const name = run.words[0]?.literal === undefined ? undefined : nameOf(run.words[0].literal);
  if (name !== undefined && isInert(name)) return "no";
  return mentions(words, run.words.slice(1)) ? "maybe" : "no";
}

function isReadElsewhere(name: string): boolean {
  return !isHarmlessVariable(name) && !isOwnVariable(name);
}

/** Whether it runs code that is not read, or may run another program than its words say. */
export function runsUnread({ code, assignments }: Run): boolean {
  return code !== undefined || assignments.some(({ name }) => leadsElsewhere(name));
}

function weaker(a: Meaning, b: Meaning): Meaning {
  if (a === "no" || b === "no") return "no";
  return a === "maybe" || b === "maybe" ? "maybe" : "yes";
}

function baseWord(word: Word): Word {
  if (word.literal !== undefined) return literalWord(nameOf(word.literal));
  return { ...word, glob: word.glob.slice(word.glob.lastIndexOf("/") + 1).toLowerCase() };
}

function compare(pattern: Word, word: Word | undefined): Meaning {
  if (word === undefined) return "no";
  if (word.literal !== undefined) {
    if (pattern.literal !== undefined) return pattern.literal === word.literal ? "yes" : "no";
    if (word.literal.length > LONGEST_WORD) return "maybe";
    return canMeet(segmentOf(pattern.glob, true), literalSegment(word.literal)) ? "yes" : "no";
  }
  if (word.glob.length > LONGEST_WORD) return "maybe";
  return canMeet(segmentOf(pattern.glob, true), segmentOf(word.glob, true)) ? "maybe" : "no";
}

/** Options of the pattern may stand anywhere; its other words follow each other, with options and their values between them. */
function meansArguments(pattern: readonly Word[], words: readonly Word[]): Meaning {
  const options = pattern.filter(isOption);
  const others = pattern.filter((word) => !isOption(word));
  const inOrder = follows(others, words);
  return options.reduce((meaning, option) => weaker(meaning, hasOption(option, words)), inOrder);
}

function isOption({ literal, glob }: Word): boolean {
  return /^-./.test(literal ?? glob);
}

function follows(pattern: readonly Word[], words: readonly Word[]): Meaning {
  let at = 0;
  let isSure = true;
  let isValue = false;
  for (const word of words) {
    const wanted = pattern[at];
    if (wanted === undefined) break;
    const meaning = compare(wanted, word);
    if (meaning === "yes") {
      [at, isValue] = [at + 1, false];
      continue;
    }
    const text = word.literal;
    // It may be the word, or several words, or none.
    if (meaning === "maybe" || (text === undefined && word.isMany)) return "maybe";
    if (text !== undefined && /^[-+]|^\w+=/.test(text))
      isValue = text.startsWith("-") && !text.includes("=") && text !== "--";
    else if (isValue) isValue = false;
    else isSure = false;
  }
  if (at < pattern.length) return "no";
  return isSure ? "yes" : "maybe";
}

/** `-rf` is in `-fr`, in `-r -f` and in `--recursive --force`; `--force` in `-f`, `--forc` and `--force=…`. */
function hasOption(option: Word, words: readonly Word[]): Meaning {
  if (words.some((word) => compare(option, word) === "yes")) return "yes";
  if (words.some((word) => word.literal === undefined && (word.isMany || compare(option, word) === "maybe")))
    return "maybe";
  const { literal } = option;
  if (literal === undefined) return "no";
  const texts = words.flatMap((word) => (word.literal?.startsWith("-") === true ? [word.literal] : []));
  const letters = new Set(texts.filter((text) => /^-[^-]/.test(text)).flatMap((text) => [...text.slice(1)]));
  const long = texts.filter((text) => text.startsWith("--"));
  if (literal.startsWith("--")) {
    const name = literal.split("=", 1).join();
    if (long.some((text) => text.split("=", 1).join().length > 2 && name.startsWith(text.split("=", 1).join())))
      return "yes";
    return letters.has(name[2] ?? "") ? "yes" : "no";
  }
  const has = (letter: string): boolean => letters.has(letter) || long.some((text) => text[2] === letter.toLowerCase());
  return [...literal.slice(1)].every(has) ? "yes" : "no";
}

/** Whether words of a program that may run them hold the words of the pattern in their order. */
function mentions(pattern: readonly Word[], words: readonly Word[]): boolean {
  const texts = words.map(({ literal, glob }) => literal ?? glob);
  // Another shell may take the quotes away.
  return (
    mentionedIn(texts, pattern) ||
    mentionedIn(
      texts.map((text) => text.replace(/["'\\]/g, "")),
      pattern,
    )
  );
}

function mentionedIn(texts: readonly string[], pattern: readonly Word[]): boolean {
  let at = 0;
  for (const one of texts)
    for (const token of one.split(/[\s;&|()'"`={},:]+/)) {
      const wanted = pattern[at];
      if (wanted === undefined) return true;
      const text = literalWord(at === 0 ? nameOf(token) : token);
      if (isOption(wanted)) at += 1;
      else if (compare(at === 0 ? baseWord(wanted) : wanted, text) === "yes") at += 1;
    }
  return pattern.slice(at).every(isOption);
}
