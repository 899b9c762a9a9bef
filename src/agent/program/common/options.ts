/** Options that several commands take. */
import type { LoadOptions } from "../../../index.js";
import { ruleOf } from "../../../permissions/notation.js";
import type { PlacedRule } from "../../../permissions/rule.js";
import type { Option } from "../../../terminal/command.js";
import { LAYERS } from "../../../terminal/options.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { quote } from "../../../text/quote.js";

export interface StateFlags {
  readonly stateDir?: string;
}

export const STATE: Option = {
  flags: "--state-dir <directory>",
  describe: "where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)",
  takes: "file",
};

const NEVER = "never";

/** The options of commands that load a configuration. */
export interface ConfigurationFlags {
  readonly workingDir?: string;
  readonly global?: string | false;
  readonly project?: string | false;
  readonly catalog?: string;
  readonly projectTrust: NonNullable<LoadOptions["projectTrust"]>;
}

/** The options of commands that start a daemon. */
export interface StartFlags extends StateFlags, ConfigurationFlags {
  readonly idleTimeout: string;
  readonly toolsTimeout: string;
  readonly facet?: string;
  readonly allow?: readonly string[];
}

/** How a configuration is loaded with these flags, in any directory: files that they name start at the caller's. `catalog`: that of `--catalog`. */
export function loadOptionsOf(
  terminal: Terminal,
  flags: ConfigurationFlags,
  catalog: LoadOptions["catalog"],
): Omit<LoadOptions, "cwd"> {
  const { host } = terminal;
  return {
    ...{ env: host.env, projectTrust: flags.projectTrust },
    ...(flags.global === undefined ? {} : { global: flags.global && host.resolve(flags.global) }),
    ...(flags.project === undefined ? {} : { project: flags.project && host.resolve(flags.project) }),
    ...(catalog === undefined ? {} : { catalog }),
  };
}

export const WORKING: Option = {
  flags: "--working-dir <directory>",
  describe: "the directory that the agent works in (default: this one)",
  takes: "file",
};

export const TRUST: Option = {
  flags: "--project-trust <whom>",
  describe: "which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none",
  choices: ["trusted", "granted", "untrusted"],
  default: "granted",
};

/** Which configuration is loaded. */
export const CONFIGURATION: readonly Option[] = [WORKING, TRUST, ...LAYERS];

export const FACET: Option = {
  flags: "--facet <name>",
  describe: "the facet that the session works in (default: that of the configuration)",
};

export const START: readonly Option[] = [
  ...[STATE, WORKING, TRUST],
  FACET,
  {
    flags: "--allow <rule>",
    describe: "allow these calls in this run: `shell: npm test`, `edit: src/**`, `mcp: github`; may be repeated",
    isRepeatable: true,
  },
  {
    flags: "--idle-timeout <duration>",
    describe: "end the daemon, in order, after this time without a turn, a client or a request: 90s, 15m, 2h, 1d",
    default: NEVER,
  },
  {
    flags: "--tools-timeout <duration>",
    describe: "how long the first turn waits for the `mcp_servers` to connect, all together",
    default: "30s",
  },
  ...LAYERS,
];

/** Their values where a command line has none of them. */
export const AS_USUAL: StartFlags = { projectTrust: "granted", idleTimeout: NEVER, toolsTimeout: "30s" };

/** The same options, as the words of a command line; `resume`: of one that goes on with a session, which has its own directory (P-S98). */
export function wordsOf(terminal: Terminal, flags: StartFlags & { readonly resume: boolean }): readonly string[] {
  const { host } = terminal;
  const layer = (name: string, value: string | false | undefined): readonly string[] =>
    value === undefined ? [] : value === false ? [`--no-${name}`] : [`--${name}`, host.resolve(value)];
  return [
    ...(flags.resume ? [] : ["--working-dir", workingDirectory(terminal, flags)]),
    ...["--project-trust", flags.projectTrust],
    ...["--idle-timeout", flags.idleTimeout, "--tools-timeout", flags.toolsTimeout],
    ...(flags.facet === undefined ? [] : ["--facet", flags.facet]),
    ...(flags.allow ?? []).flatMap((rule) => ["--allow", rule]),
    ...layer("global", flags.global),
    ...layer("project", flags.project),
    ...(flags.catalog === undefined ? [] : ["--catalog", host.resolve(flags.catalog)]),
  ];
}

/** The rules of `--allow`, or the message for one that is none. */
export function runRules(allow: readonly string[] = []): readonly PlacedRule[] | string {
  const rules: PlacedRule[] = [];
  for (const text of allow) {
    const read = ruleOf(text);
    if (read.kind === "mistake") return `\`--allow\` ${quote(text)} ${read.message}`;
    rules.push({ effect: "allow", rule: read.rule, source: "run" });
  }
  return rules;
}

export function workingDirectory({ host }: Terminal, { workingDir }: Pick<ConfigurationFlags, "workingDir">): string {
  return host.resolve(workingDir ?? ".");
}

/** In milliseconds. */
interface Timeouts {
  /** Undefined for `never`. */
  readonly idleTimeout: number | undefined;
  readonly toolsTimeout: number;
}

/** Or the message for a duration that is none. */
export function timeoutsOf(flags: Pick<StartFlags, "idleTimeout" | "toolsTimeout">): Timeouts | string {
  const takes = "takes a time such as 90s, 15m, 2h or 1d";
  const idleTimeout = flags.idleTimeout === NEVER ? undefined : durationOf(flags.idleTimeout);
  if (idleTimeout === undefined && flags.idleTimeout !== NEVER) return `\`--idle-timeout\` ${takes}, or \`never\``;
  const toolsTimeout = durationOf(flags.toolsTimeout);
  return toolsTimeout === undefined ? `\`--tools-timeout\` ${takes}` : { idleTimeout, toolsTimeout };
}

const MILLISECONDS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Longest duration, in days. */
const MOST_DAYS = 3650;

/** Milliseconds of `90s`, `15m`, `2h` or `1d`; a number alone is seconds. Undefined for any other text, for zero, and for more than ten years. */
export function durationOf(text: string): number | undefined {
  const [, number = "", unit = "s"] = /^(\d{1,10}(?:\.\d{1,3})?)([smhd])?$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(number) * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
  return milliseconds > 0 && milliseconds <= MOST_DAYS * MILLISECONDS.d ? milliseconds : undefined;
}

export const NO_COUNT = "`--max-turns` takes a whole number from 1 to 999999";

/** A whole number from 1 to 999999; undefined for any other text. */
export function countOf(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
