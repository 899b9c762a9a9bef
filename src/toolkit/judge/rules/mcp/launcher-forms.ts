/** Short and long forms of the commands that start packages, and programs that miss the file to run. */
import type { Command } from "../../../../text/command-line.js";
import { quote } from "../../../../text/quote.js";

export interface LauncherSlip {
  /** Index of the argument; undefined for the command. */
  readonly index: number | undefined;
  readonly message: string;
  readonly help: string;
  /** The argument to write instead; `null` for none. */
  readonly instead?: string | null;
}

/** Short forms of longer commands, which take the name of a package, with the words of the longer form that people write behind them. */
const SHORT_FORMS: ReadonlyMap<string, RegExp> = new Map([
  ["npx", /^(?:run|exec|start|npx|x)$/],
  ["pnpx", /^(?:run|exec|dlx)$/],
  ["bunx", /^(?:run|x|exec)$/],
  ["uvx", /^(?:run|tool|uvx|install)$/],
]);

/** The commands of programs that start a package only behind one of them. */
const LONG_FORMS: ReadonlyMap<string, readonly [commands: RegExp, short: string]> = new Map([
  ["docker", [/^[^/:@]+$/, "docker run -i --rm"]],
  ["podman", [/^[^/:@]+$/, "podman run -i --rm"]],
  ["pipx", [/^(?:run|install|inject|ensurepath|list|upgrade|environment|runpip|completions|help)/, "pipx run"]],
  [
    "uv",
    [/^(?:run|tool|x|pip|add|sync|venv|python|init|lock|export|tree|build|cache|self|version|help|format)$/, "uvx"],
  ],
]);

export function form({ program, words }: Command): LauncherSlip | undefined {
  const first = words.find(({ text }) => !text.startsWith("-"));
  if (first === undefined) return undefined;
  const { index, text } = first;
  if (SHORT_FORMS.get(program)?.test(text) === true && words.indexOf(first) < words.length - 1) {
    const message = `${quote(program)} starts a package by its name, and ${quote(text)} would be one`;
    return { index, message, help: "leave it out", instead: null };
  }
  const [commands, short] = LONG_FORMS.get(program) ?? [];
  if (commands === undefined || short === undefined || commands.test(text) || words[0] !== first || /\s/.test(text))
    return undefined;
  return {
    index,
    message: `${quote(program)} has no command ${quote(text)}`,
    help: `${quote(short)} starts it`,
  };
}

/** Programs that read what they run from their standard input if no argument names it. */
const INTERPRETERS = /^(?:node|python[\d.]*|py|ruby|perl|php|bash|sh|zsh)$/;

/** Options that name it, or that run nothing. */
const NAMES_CODE = /^(?:-[A-Za-z]*[cemprsEi]|--(?:eval|print|run|test|import|require|version|help|build-))/;

export function withoutFile({ program, words, isInScript }: Command): LauncherSlip | undefined {
  if (isInScript || !INTERPRETERS.test(program)) return undefined;
  if (words.some(({ text }) => !text.startsWith("-") || NAMES_CODE.test(text))) return undefined;
  return {
    index: words[0]?.index,
    message: `without a file, ${quote(program)} reads its program from the standard input, where the messages arrive`,
    help: "name the file of the server first, before its options",
  };
}
