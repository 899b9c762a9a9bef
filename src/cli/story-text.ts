/** The story of a place as it reads at a terminal. */
import type { Json } from "../document/data.js";
import { printable } from "../text/escape.js";
import type { KeyRow } from "./key-rows.js";
import type { Spot, Story } from "./story.js";
import { table } from "./table.js";
import { yamlDocument, yamlText } from "./yaml.js";

/** More findings are for `agentcfg lint` to say. */
const MOST_FINDINGS = 5;

/** A wider type is cut: `explain` of the key itself says all of it. */
const WIDEST_TYPE = 32;

/** One thing that can be said about a place: a name for the margin, and a text of one or more lines. */
type Line = readonly [string, string];

/** `isKnown`: whether there is a configuration that could be looked at. */
export function storyText(story: Story, isKnown: boolean): string {
  const { from } = story;
  const lines: readonly Line[] = [
    ...(isKnown ? [["value", story.value === undefined ? "not set" : shown(story.value)] as const] : []),
    ...(from === undefined ? [] : [["from", "file" in from ? placed(from) : "the default"] as const]),
    ...story.shadowed.map((lost): Line => ["not", `${inline(lost.value)} at ${placed(lost)}: ${lost.why}`]),
    ...story.findings.slice(0, MOST_FINDINGS).map((found): Line => ["problem", problem(found)]),
    ...rest(story.findings.length - MOST_FINDINGS),
    ...story.only.map((text): Line => ["only", text]),
    ["type", story.type],
    ...(story.default === undefined ? [] : [["default", inline(story.default)] as const]),
    ...(story.meaning === "" ? [] : [["meaning", story.meaning] as const]),
    ...story.remarks.map((remark): Line => ["", remark]),
  ];
  const head = lines.map(([name, text]) => `  ${name.padEnd(8)} ${text.replaceAll("\n", `\n${" ".repeat(11)}`)}\n`);
  return `${printable(story.name) || "the whole configuration"}\n${head.join("")}${keyTable(story.keys)}`;
}

/** Collections as YAML, on lines of their own. */
function shown(value: Json): string {
  const isPlain = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  return isPlain ? inline(value) : yamlText(yamlDocument(value)).trimEnd();
}

function inline(value: Json): string {
  return printable(typeof value === "string" ? value : JSON.stringify(value));
}

function placed({ layer, file, line, column }: Spot): string {
  return `${printable(file)}:${line}:${column} (${layer})`;
}

function problem({ severity, rule, message, file, line, column }: Story["findings"][number]): string {
  return `${severity}[${rule}]: ${message} (${printable(file)}:${line}:${column})`;
}

function rest(count: number): readonly Line[] {
  return count > 0 ? [["", `${count} more; see \`agentcfg lint\``]] : [];
}

function keyTable(rows: readonly KeyRow[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(({ key, type, default: standing, required, only, about }) => [
    `  ${key}`,
    type.length > WIDEST_TYPE ? `${type.slice(0, WIDEST_TYPE - 1)}…` : type,
    standing === undefined ? (required ? "required" : "") : inline(standing),
    `${about}${only === undefined ? "" : ` (with ${only})`}`,
  ]);
  return `\n${table([["  key", "type", "default", "meaning"], ...cells])}`;
}
