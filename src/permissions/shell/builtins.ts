/** What builtins of bash do beyond their words, and the programs that by themselves change nothing. */
import type { Word } from "./word.js";

/** After them words may mean something else, or they calculate, which may run commands. */
const UNREAD: ReadonlySet<string> = new Set([
  ...[
    "alias",
    "shopt",
    "enable",
    "hash",
    "complete",
    "compgen",
    "compopt",
    "bind",
    "mapfile",
    "readarray",
    "fc",
    "history",
  ],
  ...["let", "((", "getopts", "coproc", "function", "select"],
]);

export function isUnreadBuiltin(name: string): boolean {
  return UNREAD.has(name);
}

/** Why the words of a builtin may do more than they say. */
export function builtinProblem(name: string, words: readonly Word[]): string | undefined {
  const texts = words.slice(1).map(({ literal }) => literal);
  if (name === "test" || name === "[") return testProblem(words);
  if (name === "[[") return texts.some((text) => CALCULATING.test(text ?? "")) ? "a condition calculates" : undefined;
  if (name === "printf" && texts.some((text) => /^-v/.test(text ?? ""))) return "`printf` sets a variable";
  if (name === "set" && !texts.every((text) => SET.test(text ?? "*"))) return "`set` changes what the shell does";
  if ((name === "read" || name === "unset") && !texts.every((text) => READ.test(text ?? "*")))
    return `\`${name}\` is not read`;
  if (name === "wait" && texts.some((text) => /^-\w*p|\[/.test(text ?? ""))) return "`wait` sets a variable";
  if (name === "printf" && words[1]?.literal === undefined && words[1]?.isMany === true) return "`printf` is not read";
  return undefined;
}

const CALCULATING = /^-(?:v|R|eq|ne|lt|le|gt|ge)$/;
const SET = /^(?:[-+][euxvfC]+o?|[-+]o|pipefail|errexit|nounset|xtrace)$/;
const READ = /^(?:-[rs]+|-[a-z]+|[a-z]\w*|\d+|)$/;

function testProblem(words: readonly Word[]): string | undefined {
  if (words.some(({ literal }) => /^-[vR]$/.test(literal ?? ""))) return "a condition looks into a variable";
  const isOpen = ({ literal, isMany, source }: Word): boolean =>
    literal === undefined && isMany && source.startsWith("$") && !/^\$[?#$]$/.test(source);
  return words.some(isOpen) ? "a condition has a variable without quotes" : undefined;
}

/** Programs that by themselves change nothing outside of the shell: they need no rule beside another command that a rule allows. */
const FREE: ReadonlySet<string> = new Set([
  ...["true", "false", ":", "test", "[", "[[", "echo", "printf", "pwd", "exit", "return", "break", "continue", "shift"],
  ...["wait", "set", "read", "unset", "type", "times", "export", "declare", "typeset", "local", "readonly", "trap"],
]);

/** Whether a command needs no rule of its own. `cd` needs one that leads out of the directory or is only known to the shell. */
export function isFree(name: string, words: readonly Word[]): boolean {
  if (name === "cd") return words.length === 2 && isBelow(words[1]?.literal);
  if (name === "command") return /^-[vV]/.test(words[1]?.literal ?? "");
  return FREE.has(name) && words[0]?.literal === name;
}

function isBelow(path: string | undefined): boolean {
  return path !== undefined && !/^[-/~]|^$/.test(path) && !path.split("/").includes("..");
}

/** Programs that print their words, or look for them, and never run one of them. */
const INERT: ReadonlySet<string> = new Set([
  ...FREE,
  ...[
    "cd",
    "cat",
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "ag",
    "ls",
    "head",
    "tail",
    "wc",
    "sort",
    "uniq",
    "cut",
    "tr",
    "diff",
  ],
  ...[
    "mkdir",
    "touch",
    "cp",
    "mv",
    "rm",
    "rmdir",
    "ln",
    "chmod",
    "stat",
    "file",
    "basename",
    "dirname",
    "which",
    "jq",
    "git",
  ],
]);

export function isInert(name: string): boolean {
  return INERT.has(name);
}
