/** The text of a first configuration: only the keys that people change first, with a sentence on each. */
import { escapedInQuotes } from "../../text/escape.js";
import { configText } from "../../toolkit/import/text.js";
import type { Json, JsonObject } from "../../toolkit/read/document/data.js";
import { isObject } from "../../toolkit/read/document/data.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { formatValue } from "../../toolkit/read/edit/put.js";
import { CURRENT_VERSION } from "../../toolkit/read/layers/upgrade.js";
import { FIRST_LINE, SCHEMA_PATH } from "../associate/named.js";
import type { StarterOptions } from "./options.js";
import { type Part, type Starter, starterOf } from "./parts.js";

/** `namesSchema`: whether the schema lies beside it. */
export function starterText(options: StarterOptions, format: Format, namesSchema: boolean): string {
  const starter = starterOf(options);
  // Only texts between quotes come from the user.
  return escapedInQuotes(format === "yaml" ? yamlText(starter, namesSchema) : jsonText(starter, format, namesSchema));
}

/** The data of the text. */
export function starterData(options: StarterOptions, format: Format, namesSchema: boolean): JsonObject {
  const entries = starterOf(options).parts.flatMap(({ key, value, isOff }) => (isOff ? [] : [[key, value] as const]));
  const isNamed = namesSchema && format !== "yaml";
  return Object.fromEntries([...(isNamed ? [["$schema", SCHEMA_PATH] as const] : []), ...entries]);
}

function yamlText({ header, parts }: Starter, namesSchema: boolean): string {
  const blocks = parts.map(({ about, key, value, isOff }) => {
    const lines = yamlLines(key, value).map((line) => (isOff ? `# ${line}` : line));
    return [...about.map((sentence) => `# ${sentence}`), ...lines].map((line) => `${line}\n`).join("");
  });
  const first = [...(namesSchema ? [FIRST_LINE] : []), ...header.map((sentence) => `# ${sentence}`)];
  return `${first.map((line) => `${line}\n`).join("")}${blocks.join("\n")}`;
}

function yamlLines(key: string, value: Json): readonly string[] {
  if (!isObject(value)) return [`${key}: ${formatValue(value, "yaml", "")}`];
  const [, ...lines] = configText({ version: CURRENT_VERSION, [key]: value }, "yaml")
    .trimEnd()
    .split("\n");
  return lines;
}

/** Commented-out entries come before the last live one, so that removing `//` leaves valid commas. */
function jsonText({ header, parts }: Starter, format: Format, namesSchema: boolean): string {
  const schema: readonly Part[] = namesSchema ? [{ about: [], key: "$schema", value: SCHEMA_PATH, isOff: false }] : [];
  const shown = [...schema, ...parts].filter(({ isOff }) => format === "jsonc" || !isOff);
  const last = shown.findLast(({ isOff }) => !isOff);
  const ordered = [...shown.filter((part) => part !== last), ...(last === undefined ? [] : [last])];
  const hasComments = format === "jsonc";
  const commented = (sentences: readonly string[], indent: string): string =>
    hasComments ? sentences.map((sentence) => `${indent}// ${sentence}\n`).join("") : "";
  const blocks = ordered.map((part) => {
    const { about, key, value, isOff } = part;
    const lines = JSON.stringify({ [key]: value }, null, 2)
      .split("\n")
      .slice(1, -1);
    const shownLines = lines.map((line) => (isOff ? `  // ${line.slice(2)}` : line)).join("\n");
    return `${commented(about, "  ")}${shownLines}${part === last ? "" : ","}\n`;
  });
  return `${commented(header, "")}{\n${blocks.join(hasComments ? "\n" : "")}}\n`;
}
