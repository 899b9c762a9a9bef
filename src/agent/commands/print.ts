/** `agent print`: the contract of daemon and hub for other programs (spec 4.3). */
import { stringify } from "yaml";
import { command, EXIT } from "../../terminal/command.js";
import { packageFile } from "../../terminal/package-file.js";
import { print } from "../../terminal/terminal.js";
import { complain } from "../program/complain.js";

/** The documents by name, with the file of this package that holds each. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "sync-event-schema": "schema/sync-event.schema.json",
  "fleet-event-schema": "schema/fleet-event.schema.json",
  "daemon-openapi": "schema/daemon-openapi.json",
  "hub-openapi": "schema/hub-openapi.json",
};

interface PrintFlags {
  readonly format: "json" | "json-pretty" | "yaml";
}

export const printCommand = command<PrintFlags>({
  examples: [
    { line: "agent print sync-event-schema", describe: "JSON Schema of the records of a session" },
    { line: "agent print daemon-openapi --format yaml", describe: "OpenAPI of a daemon" },
    { line: "agent print hub-openapi", describe: "OpenAPI of a hub" },
  ],
  arguments: [{ name: "<what>", describe: "the document", choices: Object.keys(DOCUMENTS) }],
  options: [
    {
      flags: "--format <format>",
      describe: "how it is written",
      choices: ["json", "json-pretty", "yaml"],
      default: "json-pretty",
    },
  ],
  run: async (terminal, [what = ""], { format }) => {
    const file = DOCUMENTS[what] ?? "";
    const text = packageFile(terminal, file);
    if (text === undefined) {
      await complain(terminal, `\`${file}\` is missing from this installation`);
      return EXIT.usage;
    }
    await print(terminal.stdout, WRITTEN[format](text));
    return EXIT.ok;
  },
});

const WRITTEN: Readonly<Record<PrintFlags["format"], (text: string) => string>> = {
  json: (text) => `${JSON.stringify(JSON.parse(text))}\n`,
  "json-pretty": (text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`,
  yaml: (text) => stringify(JSON.parse(text), { lineWidth: 0 }),
};
