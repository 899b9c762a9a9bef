/** How each shell is started: for a command, and for the script that comes before the first one. */

export type ShellName = "bash" | "powershell";

export interface ShellLanguage {
  readonly program: string;
  /** The words that follow the program. */
  command(command: string): readonly string[];
  /**
   * Sources a script, whose outputs both go to standard error. When it ends well, its environment follows on standard output:
   * NUL, `begin`, NUL, each variable and a NUL, `end`, NUL. When it fails the exit code is its own.
   */
  script(path: string): readonly string[];
}

const BASH = ["--noprofile", "--norc", "-c"];

/**
 * Both outputs are one pipe, so that lines keep their order. It is made by bash: what Node.js hands over are sockets, and a script
 * cannot open `/dev/stderr` when it is one.
 */
const RUN = `if hash cat 2>/dev/null; then
exec 9> >(trap '' HUP INT TERM; exec cat)
exec "$BASH" --noprofile --norc -c -- "$1" bash >&9 2>&1 9>&- 63>&-
fi
exec "$BASH" --noprofile --norc -c -- "$1" bash 2>&1`;

/** `env` is looked up before: the script may change the path, and may define a function of that name. */
const SOURCE = `declare -r AGENT_ENV_PROGRAM="$(type -P env)"
exec 9>&1 >&2
source -- "$1" 9>&-
set -- "$?"
[[ $1 == 0 ]] || exit "$1"
builtin printf '\\0begin\\0' >&9 && "$AGENT_ENV_PROGRAM" -0 >&9 && builtin printf 'end\\0' >&9`;

const bash: ShellLanguage = {
  program: "bash",
  command: (command) => [...BASH, RUN, "bash", command],
  script: (path) => [...BASH, SOURCE, "bash", path],
};

const POWERSHELL = ["-NoProfile", "-NonInteractive", "-Command"];

/** PowerShell ends a text in single quotes at any of these. */
const quoted = (text: string): string => `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`;

const powershell: ShellLanguage = {
  program: "pwsh",
  command: (command) => [...POWERSHELL, command],
  script: (path) => [
    ...POWERSHELL,
    `$ErrorActionPreference = 'Stop'
. ${quoted(path)} *>&1 | ForEach-Object { [Console]::Error.WriteLine("$_") }
$agentText = "\`0begin\`0"
foreach ($agentOne in [Environment]::GetEnvironmentVariables().GetEnumerator()) { $agentText += "$($agentOne.Key)=$($agentOne.Value)\`0" }
$agentBytes = [Text.UTF8Encoding]::new($false).GetBytes($agentText + "end\`0")
$agentOut = [Console]::OpenStandardOutput()
$agentOut.Write($agentBytes, 0, $agentBytes.Length)
$agentOut.Flush()`,
  ],
};

export const languages: Readonly<Record<ShellName, ShellLanguage>> = { bash, powershell };
