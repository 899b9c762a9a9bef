/** `agent print`: the contract of daemon and hub for other programs (spec 4.3), and what a daemon would publish here. */
import { stringify } from "yaml";
import { command, EXIT } from "../../../terminal/command.js";
import { packageFile } from "../../../terminal/package-file.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { complain } from "../common/complain.js";
import { CONFIGURATION, type ConfigurationFlags } from "../common/options.js";
import { stateHere } from "../start/state-here.js";

/** The documents by name, with the file of this package that holds each. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "sync-event-schema": "schema/sync-event.schema.json",
  "fleet-event-schema": "schema/fleet-event.schema.json",
  "exec-event-schema": "schema/exec-event.schema.json",
  "daemon-openapi": "schema/daemon-openapi.json",
  "hub-openapi": "schema/hub-openapi.json",
};

/** The catalog of the daemon that these files and flags would start. */
const STATE = "daemon-state";

interface PrintFlags extends ConfigurationFlags {
  readonly format: "json" | "json-pretty" | "yaml";
}

export const printCommand = command<PrintFlags>({
  examples: [
    { line: "agent print sync-event-schema", describe: "JSON Schema of the records of a session" },
    { line: "agent print exec-event-schema", describe: "that of the lines of `agent exec --format jsonl`" },
    { line: "agent print daemon-openapi --format yaml", describe: "OpenAPI of a daemon" },
    { line: "agent print hub-openapi", describe: "OpenAPI of a hub" },
    { line: "agent print daemon-state", describe: "what a daemon would publish here" },
  ],
  arguments: [{ name: "<what>", describe: "the document", choices: [...Object.keys(DOCUMENTS), STATE] }],
  options: [
    {
      flags: "--format <format>",
      describe: "how it is written",
      choices: ["json", "json-pretty", "yaml"],
      default: "json-pretty",
    },
    ...CONFIGURATION,
  ],
  more: `
\`${STATE}\` is the catalog of the daemon that would be started here, and the only document for which the directory and the configuration count. No
tool server is started for it, so they have no tools. \`rejected\` counts the names that look like credentials and are kept out.`,
  run: async (terminal, [what = ""], flags) => {
    const text = what === STATE ? await stateHere(terminal, flags) : await documentOf(terminal, what);
    if (typeof text === "number") return text;
    await print(terminal.stdout, WRITTEN[flags.format](text));
    return EXIT.ok;
  },
});

/** The text of a document; or the exit code, after reporting that it is missing. */
async function documentOf(terminal: Terminal, what: string): Promise<string | number> {
  const file = DOCUMENTS[what] ?? "";
  const text = packageFile(terminal, file);
  if (text !== undefined) return text;
  await complain(terminal, `\`${file}\` is missing from this installation`);
  return EXIT.usage;
}

const WRITTEN: Readonly<Record<PrintFlags["format"], (text: string) => string>> = {
  json: (text) => `${JSON.stringify(JSON.parse(text))}\n`,
  "json-pretty": (text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`,
  yaml: (text) => stringify(JSON.parse(text), { lineWidth: 0 }),
};
