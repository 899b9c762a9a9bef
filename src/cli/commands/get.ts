/**
 * `agentcfg get`: prints one value in effect for a script, defaults included. A hidden value counts as absent, so that no script mistakes
 * `<redacted>` for it.
 */
import { absenceOf } from "../../service/absence.js";
import { command, EXIT } from "../../terminal/command.js";
import { LAYERS, PATH, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { readerOf } from "../../terminal/reader.js";
import { complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson, unheeded } from "../../text/escape.js";
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import { dataAt } from "../../toolkit/read/document/data.js";
import { jsonOf } from "../../toolkit/read/schema/place.js";
import { inEffect } from "../in-effect.js";
import { type LayerFlags, openConfiguration, readPath, sayNoConfig } from "../open.js";

interface GetFlags extends LayerFlags {
  readonly format: "text" | "json";
}

export const get = command<GetFlags>({
  examples: [
    { line: "agentcfg get daemon.retry.max_retries", describe: "one value, defaults included" },
    { line: "agentcfg get 'models[\"acme/big\"].class'", describe: "a name that needs quotes" },
    { line: "agentcfg get mcp_servers --format json", describe: "a whole section, for a program" },
  ],
  arguments: [PATH],
  options: [
    ...LAYERS,
    UNTRUSTED,
    {
      flags: "--format <format>",
      describe: "texts as they are, or everything as JSON",
      choices: ["text", "json"],
      default: "text",
    },
  ],
  more: `
A text is written exactly as it is, with one line feed behind it. On a terminal it has escapes for what is no visible character, and in a
job of GitHub, Azure or TeamCity for what such a system obeys.
${WHERE.trimStart()}`,
  run: runGet,
});

async function runGet(terminal: Terminal, [text = ""]: readonly string[], flags: GetFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags, "if-any");
  if (typeof opened === "number") return opened;
  const path = await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const { snapshot, isWaiting } = await inEffect(terminal, opened, flags, path);
  const { effective, redactor } = snapshot;
  const setting = settingAt(effective, path);
  const value = dataAt(redactor.json(effective), path);
  if (setting === undefined || value === undefined) {
    if (snapshot.layers.length === 0) return sayNoConfig(terminal, flags);
    if (!isWaiting) await complain(terminal, absenceOf(snapshot, path));
    return EXIT.findings;
  }
  const isHidden = JSON.stringify(value) !== JSON.stringify(jsonOf(setting));
  if (isHidden && setting.kind === "scalar") {
    await complain(
      terminal,
      `${quote(formatPath(path))} may be secret and is not shown; a program gets it from \`load()\``,
    );
    return EXIT.findings;
  }
  if (isHidden) await complain(terminal, `parts of ${quote(formatPath(path))} may be secret and are not shown`);
  const isText = typeof value === "string" && flags.format === "text";
  await print(terminal.stdout, `${isText ? textFor(terminal, value) : printableJson(value)}\n`);
  return EXIT.ok;
}

/** A text for its reader (S50): exact for a program, on one line for a terminal, without CI commands in a CI job. */
function textFor({ stdout, host }: Terminal, value: string): string {
  switch (readerOf(stdout, host)) {
    case "terminal":
      return printable(value);
    case "ci":
      return unheeded(value);
    case "program":
      return value;
  }
}
