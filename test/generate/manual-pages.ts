/** What the manual pages say around the commands. */
import { EXAMPLES } from "../../src/agent/main.js";
import { PROGRAM_EXAMPLES } from "../../src/terminal/help.js";
import { WHERE } from "../../src/terminal/options.js";
import type { Page } from "./manual.js";

const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOME: "The home directory, where the global layer is looked for.",
  XDG_CONFIG_HOME: "Where the global layer is looked for instead of `~/.config`; an absolute path.",
  XDG_STATE_HOME:
    "Where the list of projects that you vouch for is kept instead of in `~/.local/state`; an absolute path.",
  PWD: "Where the working directory was, if it has been removed.",
  NO_COLOR: "If it is set and not empty, no colour is used unless `--color always` is said.",
  FORCE_COLOR: "If it is set, colour is used where there is no terminal, too; not if it is 0 or false.",
  TERM: "If it is dumb, no colour is used. Names of some terminals that understand links are known.",
  COLUMNS: "How many columns the terminal has, instead of what it says itself.",
  FORCE_HYPERLINK: "If it is set, names of rules are links in any terminal, or in none if it is 0 or false.",
  TERM_PROGRAM: "A terminal that is known to understand links, for names of rules.",
  VTE_VERSION: "The same, of terminals that are built on VTE.",
  WT_SESSION: "The same, of Windows Terminal.",
  TMUX: "If it is set, there are no links.",
  GITHUB_ACTIONS: "If it is set, `get` breaks commands to the system in a text that goes to no terminal.",
  TF_BUILD: "The same.",
  TEAMCITY_VERSION: "The same.",
};

const TOOLKIT_FILES: Readonly<Record<string, string>> = {
  "~/.config/agent/config.yaml":
    "The global layer. It may end in `.yml`, `.json` or `.jsonc` as well, as that of a project may.",
  ".agent/config.yaml": "The project layer, from the working directory up to the root of the repository.",
  "~/.config/agentcfg/lint.yaml": "What you want of every `agentcfg lint`: options, without their dashes, as keys.",
  "~/.local/state/agent/trusted.json": "The projects that you vouch for.",
};

const TOOLKIT_EXITS: Readonly<Record<string, string>> = {
  "0": "Nothing at or above `--fail-on`.",
  "1": "Findings, fixes that `--diff` shows, a value that is not there or hidden, or a project that you do not vouch for.",
  "2": "Wrong usage, a named file that cannot be read or written, or an internal error.",
  "3": "No configuration was found.",
};

export const TOOLKIT: Page = {
  program: "agentcfg",
  describe: "check the configuration of coding agents",
  about: [
    "finds the configuration that is in effect where you are, a global layer that is yours and a project layer that anybody may have written, and says what is wrong with it. Checking starts no program, opens no connection and reads no variable that a configuration names.",
    WHERE,
    'A place in a configuration is written `models["acme/big"].class` or `/models/acme~1big/class`.',
  ],
  ...{ environment: ENVIRONMENT, files: TOOLKIT_FILES, exits: TOOLKIT_EXITS, examples: PROGRAM_EXAMPLES },
};

export const AGENT: Page = {
  program: "agent",
  describe: "run a coding agent by its configuration",
  about: [
    "runs a coding agent by the configuration that agentcfg checks. Each session has a daemon of its own, which serves it over HTTP on this machine.",
    "Of a project, only what is harmless counts until you vouch for it with `agentcfg trust`. Standard error says what was left out.",
  ],
  environment: {
    HOME: "The home directory, where the global layer is looked for.",
    AGENT_STATE_DIR: "Where sessions are kept, unless `--state-dir` says it.",
    AGENT_DAEMON_CREDENTIAL_FILE: "The credential of `agent daemon`, unless `--credential-file` says it.",
    XDG_CONFIG_HOME: "Where the global layer is looked for instead of `~/.config`; an absolute path.",
    XDG_STATE_HOME:
      "Where sessions, and the list of projects that you vouch for, are kept instead of in `~/.local/state`; an absolute path.",
    TERM: "If it is dumb, a conversation on the terminal writes no escape sequence.",
    GITHUB_ACTIONS: "If it is set, commands to the system are broken in answers that go to no terminal.",
    TF_BUILD: "The same.",
    TEAMCITY_VERSION: "The same.",
  },
  files: {
    "~/.config/agent/config.yaml": "The global layer.",
    ".agent/config.yaml": "The project layer, from the working directory up to the root of the repository.",
    "~/.local/state/agent/sessions-v1": "The sessions, each in a directory of its own.",
    "~/.local/state/agent/hub": "The tokens of the hub, as digests, and the address where it serves.",
    "~/.local/state/agent/trusted.json": "The projects that you vouch for.",
  },
  exits: {
    "0": "The turn, or the call, is complete.",
    "1": "It is not, no turn runs to cancel, or no daemon could be started.",
    "2": "Wrong usage, or an internal error.",
    "3": "No configuration was found.",
    "4": "`agent exec` reached `--max-turns` or `--timeout`.",
    "130": "You interrupted it.",
  },
  examples: EXAMPLES,
};
