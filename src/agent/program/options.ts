/** Options that several commands take. */
import type { LoadOptions } from "../../index.js";
import type { Option } from "../../terminal/command.js";
import { LAYERS } from "../../terminal/options.js";
import type { Terminal } from "../../terminal/terminal.js";

export interface StateFlags {
  readonly stateDir?: string;
}

export const STATE: Option = {
  flags: "--state-dir <directory>",
  describe: "where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)",
  takes: "file",
};

/** The options of commands that start a daemon. */
export interface StartFlags extends StateFlags {
  readonly workingDir?: string;
  readonly global?: string | false;
  readonly project?: string | false;
  readonly catalog?: string;
  readonly projectTrust: NonNullable<LoadOptions["projectTrust"]>;
}

export const START: readonly Option[] = [
  STATE,
  {
    flags: "--working-dir <directory>",
    describe: "the directory that the agent works in (default: this one)",
    takes: "file",
  },
  {
    flags: "--project-trust <whom>",
    describe: "which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none",
    choices: ["trusted", "granted", "untrusted"],
    default: "granted",
  },
  ...LAYERS,
];

/** The same options, as the words of a command line. */
export function wordsOf(terminal: Terminal, flags: StartFlags): readonly string[] {
  const { host } = terminal;
  const layer = (name: string, value: string | false | undefined): readonly string[] =>
    value === undefined ? [] : value === false ? [`--no-${name}`] : [`--${name}`, host.resolve(value)];
  return [
    ...["--working-dir", workingDirectory(terminal, flags), "--project-trust", flags.projectTrust],
    ...layer("global", flags.global),
    ...layer("project", flags.project),
    ...(flags.catalog === undefined ? [] : ["--catalog", host.resolve(flags.catalog)]),
  ];
}

export function workingDirectory({ host }: Terminal, { workingDir }: StartFlags): string {
  return host.resolve(workingDir ?? ".");
}
