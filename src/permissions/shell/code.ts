/** Programs that run code which their words hold or name, and which of their words that is. */
import type { Word } from "./word.js";

/** Options that are followed by code, in the same word or the next one. */
const INLINE: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[A-Za-z]*c/],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, /^(?:-[a-z]*[ep]|--eval|--print|eval|repl)(?:=|$)|^-[ep]/],
  [/^(?:perl|ruby)[\d.]*$/, /^-[A-Za-z0-9]*[eE]/],
  [/^php[\d.]*$/, /^-[rBRE]/],
  [/^(?:lua|luajit)[\d.]*$|^osascript$|^rscript$|^r$|^julia$|^elixir$|^scala$|^groovy$|^swift$/, /^-[eE]/],
  [/^(?:vim?|nvim|ex|view|emacs|gdb|lldb)$/, /^(?:\+|-c|-s|--cmd|--eval|-ex|-es|--batch)/],
  [/^(?:psql|sqlite3|mysql)$/, /^(?:-c|-e|\.)/],
];

/** Programs that read code from their standard input when no word names it. */
const FED =
  /^(?:python|pypy|perl|ruby|php|lua|luajit)[\d.]*$|^(?:node|nodejs|bun|deno|at|batch|crontab|ed|ex|bc|tclsh|expect|osascript|parallel|psql|sqlite3|mysql|ssh)$/;

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
  "su",
  "script",
  "watch",
  "entr",
]);

/** See `Run.code`; undefined for a program whose words are all that there is to it. */
export function codeOf(program: string, words: readonly Word[]): number | undefined {
  if (CALCULATED.has(program)) return words.length - 1;
  if (/^(?:g|m|n)?awk$/.test(program)) return codeOfAwk(words);
  if (/^g?sed$/.test(program)) return codeOfSed(words);
  if (program === "git") return codeOfGit(words);
  if (/^g?make$/.test(program)) return codeOfMake(words);
  const inline = INLINE.find(([name]) => name.test(program))?.[1];
  for (const [index, word] of words.entries()) {
    if (index === 0 || inline === undefined) continue;
    if (word.literal === undefined) return word.isMany || word.glob.startsWith("*") ? index : undefined;
    if (inline.test(word.literal)) return words.length > index + 1 ? index + 1 : index;
    if (!word.literal.startsWith("-")) break;
  }
  const isInput = ({ literal = "" }: Word): boolean => /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/.*)$/.test(literal);
  const hasNone = words.slice(1).every(({ literal }) => literal?.startsWith("-") === true);
  const isFed = FED.test(program) && (hasNone || words.some(isInput));
  const isAsking = words.slice(1).some(({ literal = "" }) => /^(?:--version|--help|-[vVh])$/.test(literal));
  return isFed && !isAsking ? Number.POSITIVE_INFINITY : undefined;
}

/** A file that another word names, or a text. */
function codeOfMake(words: readonly Word[]): number | undefined {
  const isCode = ({ literal, glob }: Word): boolean =>
    /^(?:-[a-zA-Z]*[fE]|--file|--makefile|--eval|SHELL=)/.test(literal ?? glob);
  const at = words.findIndex(isCode);
  return at === -1 ? undefined : Math.min(at + 1, words.length - 1);
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

/** Settings of git that name no program and no command. */
const PLAIN_SETTING =
  /^(?:user|color|column|advice|log|init|commit\.gpgsign|core\.(?:quotepath|autocrlf|eol|filemode))\b/i;

/** Commands of git that run others, by their first words. */
const RUNNING_GIT =
  /^(?:submodule foreach|bisect run|filter-branch|difftool|mergetool|config (?!get |list |--get|-l|--list))/;

/** Settings of git may name programs and define commands; some of its commands run others. */
function codeOfGit(words: readonly Word[]): number | undefined {
  const texts = words.map(({ literal, glob }) => literal ?? glob);
  for (const [index, text] of texts.entries()) {
    if (text === "-c" && !PLAIN_SETTING.test(texts[index + 1] ?? "")) return Math.min(index + 1, texts.length - 1);
    if (/^--(?:config-env|exec-path=|upload-pack|receive-pack|exec$|exec=)|^-x/.test(text))
      return Math.min(index + 1, texts.length - 1);
  }
  const command = texts.findIndex(
    (text, index) => index > 0 && !text.startsWith("-") && !/^-[cC]$/.test(texts[index - 1] ?? ""),
  );
  return command !== -1 && RUNNING_GIT.test(texts.slice(command).join(" ")) ? texts.length - 1 : undefined;
}
