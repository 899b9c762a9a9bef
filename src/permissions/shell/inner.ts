/** The programs that `env`, `find` and `xargs` start, as words. */
import { afterOptions } from "./options.js";
import { nameOf } from "./run.js";
import type { Assignment } from "./script.js";
import { isShell } from "./shells.js";
import { ELEVATING, isStarter, startOfXargs } from "./starters.js";
import { ANY_WORDS, escaped, literalWord, type Word } from "./word.js";

interface InnerOfEnv {
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
}

/** Undefined where an option is not known, splits a text or changes the directory. */
export function innerOfEnv(words: readonly Word[]): InnerOfEnv | undefined {
  const options = { plain: "i0v", valued: "u", long: ["--ignore-environment", "--null", "--unset="] };
  const start = afterOptions(words, 1, options);
  if (start === undefined) return undefined;
  const assignments: Assignment[] = [];
  for (const word of words.slice(start)) {
    const name = /^([^=]+)=/.exec(word.literal ?? word.source)?.[1];
    if (name === undefined) break;
    assignments.push({ name, value: { ...word, literal: word.literal?.slice(name.length + 1) } });
  }
  return { assignments, words: words.slice(start + assignments.length) };
}

interface InnerOfFind {
  readonly commands: readonly (readonly Word[])[];
  readonly problem: string | undefined;
}

export function innerOfFind(words: readonly Word[]): InnerOfFind {
  const commands: (readonly Word[])[] = [];
  let problem: string | undefined;
  for (let at = 1; at < words.length; at += 1) {
    const { literal, isMany = false, glob = "" } = words[at] ?? {};
    if (literal === undefined && isMany && glob.startsWith("*")) problem ??= "only the shell knows what `find` does";
    if (literal === "-delete") commands.push([literalWord("rm"), ANY_WORDS]);
    if (/^-f(?:ls|print|print0|printf)$/.test(literal ?? "")) problem ??= "`find` writes a file";
    if (!/^-(?:exec|ok)(?:dir)?$/.test(literal ?? "")) continue;
    const end = words.findIndex((word, index) => index > at && (word.literal === ";" || word.literal === "+"));
    const inner = words.slice(at + 1, end === -1 ? words.length : end);
    if (inner.length === 0) problem ??= "`find` runs nothing";
    commands.push(inner.map((word) => filled(word, "{}")));
    at += inner.length;
  }
  return { commands, problem };
}

/** Undefined where an option is not known, or the program itself comes from elsewhere. */
export function innerOfXargs(words: readonly Word[]): readonly Word[] | undefined {
  const start = startOfXargs(words);
  if (start === undefined) return undefined;
  const { replaced } = start;
  const inner = words.slice(start.start).map((word) => (replaced === undefined ? word : filled(word, replaced)));
  const [program] = inner;
  if (program === undefined) return [];
  const name = nameOf(program.literal ?? "");
  const runsWords = isShell(name) || isStarter(name) || ["env", "eval", "xargs"].includes(name) || ELEVATING.has(name);
  if (runsWords && inner.length < 2) return undefined;
  return replaced === undefined ? [...inner, ANY_WORDS] : inner;
}

/** A word in which a text stands for one that is not known. */
function filled(word: Word, text: string): Word {
  if (word.literal?.includes(text) !== true) return word;
  const glob = word.literal.split(text).map(escaped).join("*");
  return { literal: undefined, glob, isMany: false, isPlain: false, source: word.source };
}
