/** `agentcfg get`: one value in effect, defaults included, as a script wants it. Secrets stay hidden. */
import { dataAt } from "../../document/data.js";
import { printable, printableJson } from "../../text/escape.js";
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { command, EXIT } from "../command.js";
import { type LayerFlags, openConfiguration, readPath } from "../open.js";
import { LAYERS, PATH, WHERE } from "../options.js";
import { complain, print, type Terminal } from "../terminal.js";

interface GetFlags extends LayerFlags {
  readonly format: "text" | "json";
}

export const get = command<GetFlags>({
  arguments: [PATH],
  options: [
    ...LAYERS,
    {
      flags: "--format <format>",
      describe: "strings bare, or everything as JSON",
      choices: ["text", "json"],
      default: "text",
    },
  ],
  more: WHERE,
  run: runGet,
});

async function runGet(terminal: Terminal, [text = ""]: readonly string[], flags: GetFlags): Promise<number> {
  const snapshot = await openConfiguration(terminal, flags);
  if (typeof snapshot === "number") return snapshot;
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const { effective, redactor } = snapshot;
  const value = dataAt(redactor.json(effective), path);
  if (value === undefined) {
    await complain(terminal, `there is no value at ${quote(formatPath(path))}`);
    return EXIT.findings;
  }
  const bare = typeof value === "string" && flags.format === "text" ? printable(value) : printableJson(value);
  await print(terminal.stdout, `${bare}\n`);
  return EXIT.ok;
}
