/** Programs that run code which their words hold or name, and which of their words that is. */
import { codeOfGit } from "./git.js";
import type { Word } from "./word.js";

/** Options that are followed by code, in the same word or the next one. */
const INLINE: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[A-Za-z]*c/],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, /^(?:-[a-z]*[ep]|--eval|--print|eval|repl)(?:=|$)|^-[ep]/],
  [/^(?:perl|ruby)[\d.]*$/, /^-(?![IrmM])[A-Za-z0-9]*[eE]|^-[mM].*[;({]/],
  [/^php[\d.]*$/, /^-[rBRE]/],
  [/^(?:npx|bunx)$/, /^(?:-c|--call)(?:=|$)/],
  [/^(?:lua|luajit)[\d.]*$|^osascript$|^rscript$|^r$|^julia$|^elixir$|^scala$|^groovy$|^swift$/, /^-[eE]/],
];

/** Options, among words of any kind, that are followed by code or by the name of a program, in the same word or the next one. */
const AMONG: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:vim?|nvim|ex|view|emacs|gdb|lldb)$/, /^(?:\+|-[csSu]|--cmd|--eval|-ex|-es|--batch)/],
  [/^(?:psql|sqlite3|mysql)$/, /^(?:-c|-e|\.[a-z])/],
  [/^rg$/, /^--(?:pre|hostname-bin)(?:=|$)/],
  [/^ag$/, /^--pager/],
  [/^sort$/, /^--comp/],
  [/^fd(?:find)?$/, /^-[HIusigFalLpq01]*[xX]|^--exec/],
];

/** Options of interpreters whose value is the next word. */
const VALUED: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[A-Za-z]*[WX]$/],
  [
    /^(?:node|nodejs|bun|deno|tsx|ts-node)$/,
    /^(?:-C|-r|--(?:conditions|require|import|loader|experimental-loader|env-file))$/,
  ],
  [/^(?:perl|ruby)[\d.]*$/, /^-[IrCE]$/],
  [/^php[\d.]*$/, /^-[cdz]$/],
  [/^(?:lua|luajit)[\d.]*$/, /^-l$/],
  [/^npx$/, /^(?:-[pw]|--package|--workspace)$/],
];

/** Modules that stand for code in a word: `python -m timeit TEXT`, `node --import data:…`. */
const MODULE = /^(?:timeit|pdb|data:.*)$/s;

/** Programs that read code from their standard input when no word names it. */
const FED =
  /^(?:python|pypy|perl|ruby|php|lua|luajit)[\d.]*$|^(?:node|nodejs|bun|deno|crontab|ed|ex|bc|tclsh|expect|osascript|parallel|psql|sqlite3|mysql|ssh)$/;

/** Programs that no word of a rule can describe: what they run is not their text. */
const CALCULATED: ReadonlySet<string> = new Set([
  "zsh",
  "fish",
  "csh",
  "tcsh",
  "nu",
  "pwsh",
  "powershell",
  "cmd",
  "ksh",
  "su",
  "script",
  "watch",
  "entr",
  "at",
  "batch",
]);

/** See `Run.code`; undefined for a program whose words are all that there is to it. */
export function codeOf(program: string, words: readonly Word[]): number | undefined {
  if (CALCULATED.has(program)) return words.length - 1;
  if (/^(?:g|m|n)?awk$/.test(program)) return codeOfAwk(words);
  if (/^g?sed$/.test(program)) return codeOfSed(words);
  if (program === "git") return codeOfGit(words);
  if (/^g?make$/.test(program)) return codeOfMake(words);
  if (/^p?npm$/.test(program)) return codeOfNpm(words);
  const among = optionOf(AMONG, program);
  const option = words.findIndex(({ literal, glob }, index) => index > 0 && among?.test(literal ?? glob) === true);
  if (option !== -1) return Math.min(option + 1, words.length - 1);
  const inline = codeInline(program, words);
  if (inline !== undefined) return inline;
  const isInput = ({ literal = "" }: Word): boolean => /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/.*)$/.test(literal);
  const hasNone = words.slice(1).every(({ literal }) => literal?.startsWith("-") === true);
  const isFed = FED.test(program) && (hasNone || words.some(isInput));
  const isAsking = words.slice(1).some(({ literal = "" }) => /^(?:--version|--help|-[vVh])$/.test(literal));
  return isFed && !isAsking ? Number.POSITIVE_INFINITY : undefined;
}

function optionOf(table: readonly (readonly [RegExp, RegExp])[], program: string): RegExp | undefined {
  return table.find(([name]) => name.test(program))?.[1];
}

/** Code among the options of an interpreter, which end at the first word that is none and no value of one. */
function codeInline(program: string, words: readonly Word[]): number | undefined {
  const [inline, valued] = [optionOf(INLINE, program), optionOf(VALUED, program)];
  if (inline === undefined) return undefined;
  let before = "";
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    const { literal } = word;
    if (literal === undefined) return word.isMany || word.glob.startsWith("*") ? index : undefined;
    const isValue = valued?.test(before) === true;
    if ((isValue || before === "-m") && MODULE.test(literal)) return words.length - 1;
    if (!isValue && inline.test(literal)) return Math.min(index + 1, words.length - 1);
    if (!isValue && !literal.startsWith("-")) return undefined;
    if (/^--\w+(?:-\w+)*=data:/.test(literal)) return index;
    before = isValue ? "" : literal;
  }
  return undefined;
}

/** A file that another word names, or a text. */
function codeOfMake(words: readonly Word[]): number | undefined {
  const isCode = ({ literal, glob }: Word): boolean =>
    /^(?:-[a-zA-Z]*[fE]|--file|--makefile|--eval|SHELL=)/.test(literal ?? glob);
  const at = words.findIndex(isCode);
  return at === -1 ? undefined : Math.min(at + 1, words.length - 1);
}

/** What stands behind `--` is for the script that npm runs. */
function codeOfNpm(words: readonly Word[]): number | undefined {
  const texts = words.map(({ literal, glob }) => literal ?? glob);
  const end = texts.indexOf("--");
  const own = end === -1 ? texts : texts.slice(0, end);
  const runs = own.some((text) => text === "exec" || text === "x");
  const at = own.findIndex((text) => /^--script-shell/.test(text) || (runs && /^(?:-c|--call)(?:=|$)/.test(text)));
  return at === -1 ? undefined : Math.min(at + 1, texts.length - 1);
}

/** awk starts programs by `system`, pipes and quotes of `getline`, and writes by `>`. */
function codeOfAwk(words: readonly Word[]): number | undefined {
  const at = words.findIndex((word, index) => {
    if (index === 0) return false;
    const { literal } = word;
    return literal === undefined || /system|[|>@]|getline|^-(?:f|e|i|l|E)|^--/.test(literal);
  });
  return at === -1 ? undefined : at;
}

/** Scripts of sed that print, delete and replace, and do nothing else. */
const PLAIN_SED =
  /^(?:[\d,$]*|\/[^/;\n]*\/)!?(?:[pdq=]|s(?:\/[^/;\n]*\/[^/;\n]*\/|\|[^|;\n]*\|[^|;\n]*\||#[^#;\n]*#[^#;\n]*#|,[^,;\n]*,[^,;\n]*,)[gpIi\d]*)$/;

function codeOfSed(words: readonly Word[]): number | undefined {
  let isScript = true;
  for (let index = 1; index < words.length; index += 1) {
    const { literal } = words[index] ?? {};
    if (literal === undefined) {
      if (isScript) return index;
      continue;
    }
    if (/^-[nErsuz]*e$|^--expression$/.test(literal)) {
      index += 1;
      if (!PLAIN_SED.test(words[index]?.literal ?? "{")) return index;
      isScript = false;
    } else if (
      /^-(?:[nErsuz]+|[nErsuz]*i(?:\.\w+)?)$|^--(?:quiet|silent|regexp-extended|in-place(?:=\.\w+)?)$/.test(literal)
    )
      continue;
    else if (literal.startsWith("-")) return index;
    else if (isScript) {
      if (!PLAIN_SED.test(literal)) return index;
      isScript = false;
    }
  }
  return undefined;
}
