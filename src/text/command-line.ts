/** The commands of a command line: its own, the one that a program such as `env` starts, and those in the script of a shell. */
import { programOf, startedAt } from "./program.js";

export interface Word {
  readonly text: string;
  /** Index of its argument, and its beginning in that argument. */
  readonly index: number;
  readonly start: number;
}

export interface Command {
  /** The name of the program, as `programOf` has it. */
  readonly program: string;
  readonly words: readonly Word[];
  /** Whether it is one of the commands in the script of a shell. */
  readonly isInScript: boolean;
  /** Whether its standard input is that of the command line: no pipe feeds it, and nothing runs behind it. */
  readonly hasInput: boolean;
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"]);

export function commandsOf(command: string, args: readonly string[]): readonly Command[] {
  const program = programOf(command);
  const started = startedAt(program, args);
  if (started !== undefined) {
    const by = started + 1;
    return commandsOf(args[started] ?? "", args.slice(by)).map((inner) => ({
      ...inner,
      words: inner.words.map((word) => ({ ...word, index: word.index + by })),
    }));
  }
  const script = SHELLS.has(program) ? scriptAt(args) : undefined;
  if (script !== undefined) return commandsIn(args[script] ?? "", script);
  const words = args.map((text, index) => ({ text, index, start: 0 }));
  return [{ program, words, isInScript: false, hasInput: true }];
}

/** The index of the argument that a shell runs as its script. */
function scriptAt(args: readonly string[]): number | undefined {
  const flag = args.findIndex((arg) => /^-\w*c$|^\/[ck]$|^-command$/i.test(arg));
  return flag === -1 || args[flag + 1] === undefined ? undefined : flag + 1;
}

/** A separator of commands, or a word; quotes stay in the word. */
const TOKEN = /[;&|\n]+|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|>&|[^\s;&|\n"'\\])+|["'\\]/gs;

function commandsIn(script: string, index: number): readonly Command[] {
  const parts: { readonly words: Word[]; readonly before: string }[] = [{ words: [], before: "" }];
  for (const { 0: text, index: start } of script.matchAll(TOKEN)) {
    if (/^[;&|\n]/.test(text)) parts.push({ words: [], before: text });
    else parts.at(-1)?.words.push({ text, index, start });
  }
  return parts.flatMap(({ words, before }, at) => {
    const first = words.findIndex(({ text }) => !/^\w+=|^(?:exec|command|then|do)$/.test(text));
    const program = words[first];
    if (program === undefined) return [];
    const hasInput =
      before !== "|" && !parts.slice(at + 1).some((later) => !/^[;\n]*$/.test(later.before) || later.words.length > 0);
    return [{ program: programOf(program.text), words: words.slice(first + 1), isInScript: true, hasInput }];
  });
}
