/** The text of a first configuration: what people change first, with a sentence on each; the rest is left out on purpose. */
import type { Json, JsonObject } from "../../document/data.js";
import { isObject } from "../../document/data.js";
import type { Format } from "../../document/formats.js";
import { formatValue } from "../../edit/put.js";
import { configText } from "../../import/text.js";
import { CURRENT_VERSION } from "../../layers/upgrade.js";
import { escapedInQuotes } from "../../text/escape.js";
import { FIRST_LINE, SCHEMA_PATH } from "../associate/named.js";
import { type Part, partsOf } from "./parts.js";
import type { Wishes } from "./wishes.js";

/** `namesSchema`: whether the schema lies beside it. */
export function starterText(wishes: Wishes, format: Format, namesSchema: boolean): string {
  const parts = partsOf(wishes);
  // Only between quotes is there anything that is not ours.
  return escapedInQuotes(format === "yaml" ? yamlText(parts, namesSchema) : jsonText(parts, format, namesSchema));
}

/** What the text means. */
export function starterData(wishes: Wishes, format: Format, namesSchema: boolean): JsonObject {
  const entries = partsOf(wishes).flatMap(({ key, value, isOff }) => (isOff ? [] : [[key, value] as const]));
  const isNamed = namesSchema && format !== "yaml";
  return Object.fromEntries([...(isNamed ? [["$schema", SCHEMA_PATH] as const] : []), ...entries]);
}

function yamlText(parts: readonly Part[], namesSchema: boolean): string {
  const blocks = parts.map(({ about, key, value, isOff }) => {
    const lines = yamlLines(key, value).map((line) => (isOff ? `# ${line}` : line));
    return [...about.map((sentence) => `# ${sentence}`), ...lines].map((line) => `${line}\n`).join("");
  });
  return `${namesSchema ? `${FIRST_LINE}\n` : ""}${blocks.join("\n")}`;
}

function yamlLines(key: string, value: Json): readonly string[] {
  if (!isObject(value)) return [`${key}: ${formatValue(value, "yaml", "")}`];
  const [, ...lines] = configText({ version: CURRENT_VERSION, [key]: value }, "yaml")
    .trimEnd()
    .split("\n");
  return lines;
}

/** What is not in use stands before the last thing that is, so that every comma is right whoever takes the `//` away. */
function jsonText(parts: readonly Part[], format: Format, namesSchema: boolean): string {
  const schema: readonly Part[] = namesSchema ? [{ about: [], key: "$schema", value: SCHEMA_PATH, isOff: false }] : [];
  const shown = [...schema, ...parts].filter(({ isOff }) => format === "jsonc" || !isOff);
  const last = shown.findLast(({ isOff }) => !isOff);
  const ordered = [...shown.filter((part) => part !== last), ...(last === undefined ? [] : [last])];
  const blocks = ordered.map((part) => {
    const { about, key, value, isOff } = part;
    const [first = "", ...rest] = JSON.stringify({ [key]: value }, null, 2)
      .split("\n")
      .slice(1, -1);
    const lines = [first, ...rest].map((line) => (isOff ? `  // ${line.slice(2)}` : line)).join("\n");
    const comments = format === "jsonc" ? about.map((sentence) => `  // ${sentence}\n`).join("") : "";
    return `${comments}${lines}${part === last ? "" : ","}\n`;
  });
  return `{\n${blocks.join(format === "jsonc" ? "\n" : "")}}\n`;
}
