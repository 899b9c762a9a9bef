/** `agentcfg init`: writes a first configuration, and never overwrites one. */
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
import { PROVIDER_NAMES, providerNamed } from "../../service/starter/providers.js";
import { starterData, starterText } from "../../service/starter/starter.js";
import { WRITERS } from "../../service/starter/writers.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { reporters } from "../../toolkit/judge/report/reporters.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { FORMAT_NAMES, type Format } from "../../toolkit/read/document/formats.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { askFor } from "../init/ask.js";
import { schemaIn, writtenSchema } from "../init/schema.js";
import { storeLayer } from "../write.js";

interface Flags extends InitFlags {
  readonly color: ColorChoice;
}

export const init = command<Flags>({
  examples: [
    { line: "agentcfg init", describe: "answer a few questions" },
    { line: "agentcfg init --project", describe: "for everybody in this project" },
    { line: "agentcfg init --global --yes", describe: "for all your projects, without questions" },
  ],
  options: [
    { flags: "--global", describe: "your own file, for all projects" },
    { flags: "--project", describe: "the project's file" },
    { flags: "--format <format>", describe: "format of the file", choices: FORMAT_NAMES, default: "yaml" },
    { flags: "--provider <kind>", describe: "kind of provider, or a vendor", choices: PROVIDER_NAMES },
    { flags: "--url <url>", describe: "the provider's address; a custom kind needs one" },
    { flags: "--key-variable <name>", describe: "the environment variable that holds the provider's key" },
    { flags: "--model <name>", describe: "a model, as the provider calls it" },
    { flags: "-y, --yes", describe: "ask nothing; use the defaults" },
    { flags: "--no-schema", describe: "do not write the schema for editors beside the file" },
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
  // A file that cannot be written needs no questions.
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

/** Why the file of a layer cannot be written; undefined if it can. */
function whyNot({ host }: Terminal, scope: Scope, { format }: Flags): string | undefined {
  const place = newPlace(host, scope, format);
  return "why" in place ? place.why : undefined;
}

/** The first layer without a configuration: global, then project. */
function missingLayer(terminal: Terminal, flags: Flags): Scope {
  return whyNot(terminal, "global", flags) === undefined ? "global" : "project";
}

/** The options with their defaults, or why a missing one has no default. */
function withoutAsking(terminal: Terminal, flags: Flags): StarterOptions | string {
  const scope = scopeIn(flags) ?? (flags.yes ? missingLayer(terminal, flags) : undefined);
  if (scope === undefined) return "there is no terminal for questions: choose `--global` or `--project`";
  if (scope === "project") return { scope };
  const provider = flags.provider ?? "beta";
  const { address, url } = providerNamed(provider);
  if (address === "user" && url === undefined && flags.url === undefined)
    return `\`--provider ${provider}\` needs a \`--url\``;
  return globalOptions(flags, provider);
}

/** Writes the schema, then the file that names it, unless lint finds a mistake in that file. */
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
    return stop(terminal, "not written: lint reports mistakes in this configuration");
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

/** The schema is a large file: this sentence tells the project's user its purpose. */
const SCHEMA_NOTE =
  "for completion and errors in editors: commit it beside the configuration, or leave it out with `--no-schema`";

/** The next steps of the user. */
function whatNext(options: StarterOptions, format: Format): string {
  if (options.scope === "project") {
    const { comment } = WRITERS[format];
    return comment === undefined
      ? "created; `agentcfg set --project PATH VALUE` adds to it"
      : `created; remove the \`${comment}\` of what you want, then \`agentcfg lint\``;
  }
  const { provider, url, model, keyVariable } = options;
  const { name, address } = providerNamed(provider);
  if (address === "none") return "created; `agent exec hi` repeats the prompt";
  const steps = [
    ...(model === YOUR_MODEL ? [`write your model's name in place of \`${YOUR_MODEL}\``] : []),
    ...(url === undefined
      ? [`set the address of ${name} with \`agentcfg set --global providers.${name}.url URL\``]
      : []),
    ...(keyVariable === undefined ? [] : [`set ${keyVariable} in your environment`]),
  ];
  return `created; ${[steps.join(", "), "`agentcfg doctor`"].filter((step) => step !== "").join(", then ")}`;
}
