/** `agentcfg get`: one value in effect, defaults included, as a script wants it. Secrets stay hidden. */
import { valueAt } from "../document/node.js";
import { redact } from "../redaction/redact.js";
import { formatPath } from "../text/path.js";
import { printable, printableJson, quote } from "../text/printable.js";
import { EXIT, type LayerFlags, openConfiguration, readPath } from "./configuration.js";
import { print, type Terminal } from "./terminal.js";

export interface GetFlags extends LayerFlags {
  /** `text` prints strings bare and everything else as JSON. */
  readonly format: "text" | "json";
}

/** Prints a value and returns the exit code. */
export async function runGet(terminal: Terminal, text: string, flags: GetFlags): Promise<number> {
  const configuration = await openConfiguration(terminal, flags);
  if (typeof configuration === "number") return configuration;
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const value = valueAt(redact(configuration.effective.complete, [], configuration.words), path);
  if (value === undefined) {
    await print(terminal.stderr, `agentcfg: there is no value at ${quote(formatPath(path))}\n`);
    return EXIT.findings;
  }
  const bare = typeof value === "string" && flags.format === "text" ? printable(value) : printableJson(value);
  await print(terminal.stdout, `${bare}\n`);
  return EXIT.ok;
}
