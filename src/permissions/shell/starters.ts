/** Programs that do nothing but start another one, and where in their words that one begins. */
import { afterOptions } from "./options.js";
import type { Word } from "./word.js";

/** The index of the program among the words of the one that starts it; undefined where its options are not known. */
type Start = (words: readonly Word[]) => number | undefined;

const STARTERS: Readonly<Record<string, Start>> = {
  builtin: (words) => afterOptions(words, 1, {}),
  command: (words) => afterOptions(words, 1, { plain: "p" }),
  exec: (words) => afterOptions(words, 1, { plain: "cl", valued: "a" }),
  nohup: (words) => afterOptions(words, 1, {}),
  time: (words) => afterOptions(words, 1, { plain: "pv", long: ["--portability", "--verbose"] }),
  nice: (words) => afterOptions(words, 1, { valued: "n", plain: "0123456789", long: ["--adjustment="] }),
  ionice: (words) =>
    afterOptions(words, 1, { valued: "cn", plain: "t", long: ["--class=", "--classdata=", "--ignore"] }),
  setsid: (words) => afterOptions(words, 1, { plain: "cfw", long: ["--ctty", "--fork", "--wait"] }),
  stdbuf: (words) => afterOptions(words, 1, { valued: "ioe", long: ["--input=", "--output=", "--error="] }),
  timeout: (words) => {
    const long = ["--signal=", "--kill-after=", "--foreground", "--preserve-status", "--verbose"];
    const duration = afterOptions(words, 1, { valued: "sk", plain: "fpv", long });
    return duration === undefined || words[duration]?.literal === undefined ? undefined : duration + 1;
  },
};

export function isStarter(program: string): boolean {
  return Object.hasOwn(STARTERS, program);
}

export function startOf(program: string, words: readonly Word[]): number | undefined {
  return Object.hasOwn(STARTERS, program) ? STARTERS[program]?.(words) : undefined;
}

/** Programs that start another one with the rights of somebody else, or elsewhere. */
export const ELEVATING: ReadonlySet<string> = new Set(["sudo", "doas"]);

export function startElevated(words: readonly Word[]): number | undefined {
  return afterOptions(words, 1, {
    valued: "ugpCDhrtT",
    plain: "AbEHKknPS",
    long: ["--user=", "--group=", "--non-interactive"],
  });
}

const XARGS = {
  ...{ valued: "adEILnPs", plain: "0oprtx" },
  long: [
    "--null",
    "--no-run-if-empty",
    "--max-args=",
    "--max-procs=",
    "--max-lines=",
    "--delimiter=",
    "--arg-file=",
    "--verbose",
    "--replace=",
  ],
};

/** Where the program of `xargs` begins, and the text that it replaces in the words of that one. */
export function startOfXargs(
  words: readonly Word[],
): { readonly start: number; readonly replaced: string | undefined } | undefined {
  const start = afterOptions(words, 1, XARGS);
  if (start === undefined) return undefined;
  const options = words.slice(1, start).map(({ literal = "" }) => literal);
  const at = options.findIndex((text) => /^-[0oprtx]*I|^--replace/.test(text));
  if (at === -1) return { start, replaced: undefined };
  const [, attached = ""] = /^-[0oprtx]*I(.*)$|^--replace=?(.*)$/.exec(options[at] ?? "") ?? [];
  return { start, replaced: attached === "" ? (options[at + 1] ?? "{}") : attached };
}
