/** The parts of a starter: the keys that people change first, each with sentences about it. */
import type { Json, JsonObject } from "../../toolkit/read/document/data.js";
import { CURRENT_VERSION } from "../../toolkit/read/layers/upgrade.js";
import { type ProviderOptions, type StarterOptions, YOUR_MODEL } from "./options.js";
import { providerNamed } from "./providers.js";

export interface Part {
  /** Each is one line and begins with a capital letter, which distinguishes it from commented-out keys. */
  readonly about: readonly string[];
  readonly key: string;
  readonly value: Json;
  /** Whether the key is commented out. */
  readonly isOff: boolean;
}

export interface Starter {
  /** The comment at the top of the file. */
  readonly header: readonly string[];
  readonly parts: readonly Part[];
}

export function starterOf(options: StarterOptions): Starter {
  return options.scope === "global"
    ? { header: GLOBAL_HEADER, parts: globalParts(options) }
    : { header: PROJECT_HEADER, parts: PROJECT_PARTS };
}

const KEY_ELSEWHERE = "The key itself stays out of this file: it is read from the environment when the agent starts.";

const VERSION = on("version", CURRENT_VERSION, []);

const GLOBAL_HEADER = [
  "Your agent's configuration, for all projects. A project can add to it in its own .agent directory.",
  "Check it with `agentcfg lint` and `agentcfg doctor`; `agentcfg explain KEY` says what may stand at a key.",
];

function globalParts({ provider, url, keyVariable, model }: ProviderOptions): readonly Part[] {
  const { name, kind, protocol, address } = providerNamed(provider);
  const auth: JsonObject =
    keyVariable === undefined ? { type: "no_auth" } : { type: "static_key", key: `\${${keyVariable}}` };
  const about =
    address === "none"
      ? ["The answer repeats the prompt: it needs no model and no network."]
      : ["Where your models run.", ...(keyVariable === undefined ? [] : [KEY_ELSEWHERE])];
  const entry = { kind, ...(protocol === undefined ? {} : { protocol }), ...(url === undefined ? {} : { url }), auth };
  return [
    VERSION,
    on("providers", { [name]: entry }, about),
    on("models", { [model]: { provider: name, class: "full", context_window: 200_000 } }, [
      "A model, by the name that the provider has for it.",
      "Write its own context window, in tokens: a conversation is made shorter before it outgrows it.",
    ]),
    on("defaults", { full: model }, ["The model of a session, unless another one is chosen."]),
    off("permissions", { secret_files: [".env", "*.pem"] }, ["The agent asks before it reads these files."]),
    off("daemon", { log_level: "debug" }, ["How much is logged."]),
  ];
}

const PROJECT_HEADER = [
  "What the agent does in this project, for everybody who works on it, on top of their own configuration.",
  "Check it with `agentcfg lint`; `agentcfg explain KEY` says what may stand at a key. No secrets belong here.",
];

const SERVER = { transport: "stdio", command: "docs-mcp", args: ["--read-only"], pass_env: ["HOME", "PATH"] };

const PROJECT_PARTS: readonly Part[] = [
  VERSION,
  off("mcp_servers", { docs: SERVER }, ["A program with tools for the agent. It sees no variables but these."]),
  off("defaults", { full: YOUR_MODEL }, ["The model of this project, if it needs a certain one."]),
];

export function on(key: string, value: Json, about: readonly string[]): Part {
  return { about, key, value, isOff: false };
}

function off(key: string, value: Json, about: readonly string[]): Part {
  return { about, key, value, isOff: true };
}
