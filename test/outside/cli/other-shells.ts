/** Lines in zsh and fish, each in a shell of its own, which has its own limit of time. */
import { spawnSync } from "node:child_process";
import { isThere } from "../../machine/required.js";

export function isInstalled(shell: "zsh" | "fish"): boolean {
  return isThere(shell, "-c", "exit");
}

interface Where {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv | Readonly<Record<string, string>>;
}

/** Milliseconds for one line. */
const LIMIT = 20_000;

/** Types a line, and prints what it has become. */
const ZSH = `
zmodload zsh/zpty
script=$1 typed=$2
zpty z "zsh -f -i"
zpty -w z "PS1=; unsetopt beep; autoload -Uz compinit; compinit -u -D; source $script; source $script; tell() { print -rn -- $'\\1'\\$BUFFER$'\\2'; BUFFER= }; zle -N tell; bindkey '^X' tell; bindkey '^I' complete-word; print -n re''ady"
zpty -r z seen '*ready*'
zpty -w -n z "$typed"$'\\t\\x18'
zpty -r z seen $'*\\1*\\2'
print -r -- "\${\${seen##*$'\\1'}%$'\\2'}"
zpty -d z
`;

/** What zsh makes of each line when it completes it. The script is read twice, as it may be. */
export function typedIntoZsh(script: string, lines: readonly string[], where: Where): readonly string[] {
  return lines.map((line) => said("zsh", ["-f", "-c", ZSH, "zsh", script, line], line, where));
}

/** What some commands print for each line, which is `$line`. */
export function askedOfFish(
  script: string,
  commands: string,
  lines: readonly string[],
  where: Where,
): readonly string[] {
  const ask = `source $argv[1]; source $argv[1]; set line $argv[2]; ${commands}`;
  return lines.map((line) => said("fish", ["--no-config", "-c", ask, script, line], line, where));
}

function said(shell: string, argv: readonly string[], line: string, { cwd, env }: Where): string {
  const options = { ...(cwd === undefined ? {} : { cwd }), env: { ...env }, encoding: "utf8", timeout: LIMIT } as const;
  const { error, stdout } = spawnSync(shell, argv, options);
  if (error !== undefined) throw new Error(`${shell} has no answer to ${JSON.stringify(line)}: ${error.message}`);
  return stdout.replace(/\n$/, "");
}
