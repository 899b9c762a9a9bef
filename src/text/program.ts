/** The program of a command line, by its name. */

/** The name without its directory and ending, in lower case. */
export function programOf(command: string): string {
  return (command.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:cmd|exe|bat|ps1)$/i, "").toLowerCase();
}

/** Programs that start another one, and the index of its name. */
const STARTERS: Readonly<Record<string, (args: readonly string[]) => number | undefined>> = {
  env: (args) => indexOrNone(args.findIndex((arg) => !/^-|=/.test(arg))),
  sudo: (args) => indexOrNone(args.findIndex((arg) => !arg.startsWith("-"))),
  nice: (args) => indexOrNone(args.findIndex((arg) => !/^-|^\d+$/.test(arg))),
  wsl: (args) => indexOrNone(args.findIndex((arg) => !arg.startsWith("-"))),
  nohup: () => 0,
  exec: () => 0,
  command: () => 0,
  cmd: (args) => (/^\/[ck]$/i.test(args[0] ?? "") && !/\s/.test((args[1] ?? "").trim()) ? 1 : undefined),
};

function indexOrNone(index: number): number | undefined {
  return index === -1 ? undefined : index;
}

/** The index of the program that another one starts; undefined if it starts none. */
export function startedAt(program: string, args: readonly string[]): number | undefined {
  return Object.hasOwn(STARTERS, program) ? STARTERS[program]?.(args) : undefined;
}
