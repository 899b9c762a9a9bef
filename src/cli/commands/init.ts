/** `agentcfg init`: a first configuration with what people change first, never over one that is there. */
import { ASKED_PROTOCOLS } from "../../service/asked.js";
import { judge } from "../../service/starter/judge.js";
import {
  globalOptions,
  type InitFlags,
  misuseOf,
  type StarterOptions,
  scopeIn,
  YOUR_MODEL,
} from "../../service/starter/options.js";
import { newPlace } from "../../service/starter/place.js";
import { PROVIDER_NAMES, PROVIDERS } from "../../service/starter/providers.js";
import { starterData, starterText } from "../../service/starter/starter.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { reporters } from "../../toolkit/judge/report/reporters.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { askFor } from "../init/ask.js";
import { schemaIn, writtenSchema } from "../init/schema.js";
import { storeLayer } from "../write.js";

interface Flags extends InitFlags {
  readonly color: ColorChoice;
}

export const init = command<Flags>({
  examples: [
    { line: "agentcfg init", describe: "ask, and begin a configuration" },
    { line: "agentcfg init --project", describe: "one for everybody in this project" },
    { line: "agentcfg init --global --yes", describe: "your own, without questions" },
  ],
  options: [
    { flags: "--global", describe: "your own file, for all projects" },
    { flags: "--project", describe: "the project's file" },
    { flags: "--format <format>", describe: "of the file", choices: ["yaml", "json", "jsonc"], default: "yaml" },
    { flags: "--provider <kind>", describe: "where your models come from", choices: PROVIDER_NAMES },
    { flags: "--url <url>", describe: "the provider's address; one of your own has to have it" },
    { flags: "--key-variable <name>", describe: "the environment variable that holds the provider's key" },
    { flags: "--model <name>", describe: "a model, as the provider calls it" },
    { flags: "-y, --yes", describe: "ask nothing: what is not said is as usual" },
    { flags: "--no-schema", describe: "without the schema for editors beside the file" },
    COLOR,
  ],
  more: `
At a terminal it asks for what the options leave open. A file that is there stays as it is, whatever its format.
${WHERE.trimStart()}`,
  run: (terminal, _, flags) => runInit(terminal, flags),
});

async function runInit(terminal: Terminal, flags: Flags): Promise<number> {
  const misuse = misuseOf(flags);
  if (misuse !== undefined) return stop(terminal, misuse);
  const known = scopeIn(flags);
  // Nobody is asked about a file that cannot be.
  const open = known === undefined ? (["global", "project"] as const) : [known];
  const whys = open.map((scope) => whyNot(terminal, scope, flags));
  if (!whys.includes(undefined)) return stop(terminal, whys.join("; "));
  const isAsking = terminal.stdin.isTTY === true && flags.yes !== true;
  const layers = { byDefault: missingLayer(terminal, flags), whyNot: (scope: Scope) => whyNot(terminal, scope, flags) };
  const options = isAsking ? await askFor(terminal, flags, layers) : withoutAsking(terminal, flags);
  if (options === undefined) {
    await print(terminal.stderr, "\n");
    return stop(terminal, "nothing was written");
  }
  return typeof options === "string" ? stop(terminal, options) : begin(terminal, flags, options);
}

async function stop(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.usage;
}

/** What stands in the way of a file for a layer. */
function whyNot({ host }: Terminal, scope: Scope, { format }: Flags): string | undefined {
  const place = newPlace(host, scope, format);
  return "why" in place ? place.why : undefined;
}

/** The layer that has no configuration yet, the user's own first. */
function missingLayer(terminal: Terminal, flags: Flags): Scope {
  return whyNot(terminal, "global", flags) === undefined ? "global" : "project";
}

/** What stands where nothing is said, or what cannot be guessed. */
function withoutAsking(terminal: Terminal, flags: Flags): StarterOptions | string {
  const scope = scopeIn(flags) ?? (flags.yes ? missingLayer(terminal, flags) : undefined);
  if (scope === undefined) return "there is no terminal to ask at: say `--global` or `--project`";
  if (scope === "project") return { scope };
  const provider = flags.provider ?? "beta";
  if (PROVIDERS[provider].address === "user" && flags.url === undefined)
    return `\`--provider ${provider}\` needs a \`--url\``;
  return globalOptions(flags, provider);
}

/** Writes the schema, then the file that names it, if lint has nothing to say of that. */
async function begin(terminal: Terminal, flags: Flags, options: StarterOptions): Promise<number> {
  const { host } = terminal;
  const { format } = flags;
  const place = newPlace(host, options.scope, format);
  if ("why" in place) return stop(terminal, place.why);
  const { directory, file } = place;
  const schema = flags.schema ? schemaIn(terminal, options.scope, directory) : undefined;
  const namesSchema = schema !== undefined && schema.kind !== "refuse";
  const text = starterText(options, format, namesSchema);
  const { layer, result, isFaithful } = judge(
    host,
    file,
    options.scope,
    text,
    starterData(options, format, namesSchema),
  );
  if (!isFaithful || result.diagnostics.length > 0) {
    const paint = await paintOn(terminal, flags.color);
    await print(terminal.stdout, reporters.pretty.render(result, result.diagnostics, paint));
    return stop(terminal, "not written: what the options say would be a mistake");
  }
  const why = namesSchema ? writtenSchema(host, schema) : undefined;
  if (schema !== undefined && why !== undefined)
    return stop(terminal, `cannot write ${printable(displayName(host, schema.file))}: ${why}`);
  const code = await storeLayer(terminal, layer, text, true);
  if (code !== EXIT.ok) return code;
  await print(terminal.stderr, `${printable(displayName(host, file))}: ${whatNext(options, format)}\n`);
  if (namesSchema && options.scope === "project")
    await print(terminal.stderr, `${printable(displayName(host, schema.file))}: ${SCHEMA_NOTE}\n`);
  return code;
}

/** A large file in a repository should say what it is there for. */
const SCHEMA_NOTE =
  "for completion and errors in editors: commit it beside the configuration, or leave it out with `--no-schema`";

/** What is left to its user. */
function whatNext(options: StarterOptions, format: Format): string {
  if (options.scope === "project")
    return format === "json"
      ? "begun; `agentcfg set --project PATH VALUE` adds to it"
      : `begun; take away the \`${format === "yaml" ? "# " : "// "}\` of what you want, then \`agentcfg lint\``;
  const { provider, url, model, keyVariable } = options;
  if (keyVariable === undefined) return "begun; `agent exec hi` repeats what it is told";
  const { name, protocol } = PROVIDERS[provider];
  const lacksAddress = url === undefined && ASKED_PROTOCOLS.has(protocol ?? "");
  const steps = [
    ...(model === YOUR_MODEL ? [`write your model's name in place of \`${YOUR_MODEL}\``] : []),
    ...(lacksAddress ? [`say where ${name} is with \`agentcfg set --global providers.${name}.url URL\``] : []),
    `set ${keyVariable} in your environment`,
  ];
  return `begun; ${steps.join(", ")}, then \`agentcfg doctor\``;
}
