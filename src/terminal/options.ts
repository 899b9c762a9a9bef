/** Options that several commands take. */
import { PATH_FORMS } from "../text/path.js";
import { CHOICES } from "../toolkit/judge/selection/settings-choices.js";
import type { Argument, Option } from "./command.js";

/** The heading for rarely needed options, below the others. */
const LOOKING = "Where to look:";

export const CATALOG: Option = {
  flags: "--catalog <file>",
  takes: "file",
  group: LOOKING,
  describe: "models and providers that the agent knows by itself",
};

/** For commands that name the project in another way. */
export const GLOBAL: readonly Option[] = [
  {
    flags: "--global <file>",
    describe: "the global file, instead of the one that is found",
    takes: "file",
    group: LOOKING,
  },
  { flags: "--no-global", describe: "without the global layer", group: LOOKING },
];

/** For all commands that read configurations. */
export const LAYERS: readonly Option[] = [
  ...GLOBAL,
  {
    flags: "--project <path>",
    describe: "the project's file or directory, instead of the one that is found",
    takes: "file",
    group: LOOKING,
  },
  { flags: "--no-project", describe: "without the project layer", group: LOOKING },
  CATALOG,
];

/** For commands that report violations of policies. */
export const POLICY: Option = {
  flags: "--policy <file>",
  takes: "file",
  group: LOOKING,
  describe: "a policy that holds in addition to the machine's",
};

/** For commands that show the configuration in effect. */
export const UNTRUSTED: Option = {
  flags: "--untrusted",
  describe: "as if you did not vouch for the project: only its benign and stricter values count",
};

/** The searched places of the layers. */
export const WHERE = `
The global layer is config.yaml (or .yml, .json, .jsonc) in $XDG_CONFIG_HOME/agent, or in ~/.config/agent.
The project layer is in the nearest .agent directory, from here up to the root of the repository.`;

export const COLOR: Option = {
  ...{ flags: "--color <when>", describe: "use colour" },
  ...{ choices: CHOICES.color, default: "auto" },
};

/** The heading for options of teams and CI, below the common ones. */
const COUNTING = "What counts:";

/** Options that select findings and set the exit code. */
const COUNTED: readonly Option[] = [
  {
    flags: "--select <rules>",
    describe: "report only these rules or families: schema,mcp/variable-name",
    takes: "rule",
    isRepeatable: true,
  },
  { flags: "--ignore <rules>", describe: "leave out these rules or families", takes: "rule", isRepeatable: true },
  {
    flags: "--severity <rule=severity>",
    describe: "severity of a rule or family: effect=info",
    takes: "severity",
    isRepeatable: true,
  },
  { flags: "--max-warnings <number>", describe: "exit with 1 when there are more warnings" },
  { flags: "--exit-zero", describe: "exit with 0 even if there are findings" },
  { flags: "--statistics", describe: "count the findings of each rule instead of reporting them" },
  { flags: "--baseline <file>", describe: "leave out the findings listed in this file", takes: "file" },
  { flags: "--update-baseline", describe: "write the current findings into the baseline" },
  { flags: "--no-settings", describe: "ignore the settings in your agentcfg/lint.yaml" },
];

export const JUDGING: readonly Option[] = COUNTED.map((option) => ({ ...option, group: COUNTING }));

/** Those of them that need a judge. */
export const JUDGING_FLAGS = [
  ...["select", "ignore", "severity", "maxWarnings", "statistics", "baseline", "updateBaseline"],
] as const;

export const TEXT_OR_JSON: Option = {
  ...{ flags: "--format <format>", describe: "how to print" },
  ...{ choices: ["text", "json"], default: "text" },
};

export const PATH: Argument = { name: "<path>", describe: PATH_FORMS, takes: "path" };
