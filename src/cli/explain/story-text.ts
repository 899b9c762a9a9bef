/** The story of a path as text for a terminal. */
import type { KeyRow } from "../../service/explain/key-rows.js";
import type { Spot, Story } from "../../service/explain/story.js";
import { ONCE_VOUCHED } from "../../service/waiting.js";
import { yamlDocument, yamlText } from "../../service/yaml.js";
import { table } from "../../terminal/table.js";
import { printable } from "../../text/escape.js";
import { columnsOf, cutTo } from "../../text/width.js";
import { wrapped } from "../../text/wrap.js";
import { type Paint, ruleTag } from "../../toolkit/judge/report/paint.js";
import type { Json } from "../../toolkit/read/document/data.js";

/** The most findings to show; `agentcfg lint` shows all. */
const MOST_FINDINGS = 5;

/** A longer type is cut; `explain` for that key shows all of it. */
const WIDEST_TYPE = 32;
const NARROWEST_TYPE = 12;

/** Between three columns. */
const GAPS = 4;

/** The width of the margin, and the least width of a text. */
const MARGIN = 11;
const LEAST_ROOM = 20;

const PROSE: ReadonlySet<string> = new Set(["only", "type", "meaning", ""]);

/** A row: a name in the margin, and a text of one or more lines. */
type Line = readonly [string, string];

/** `isKnown`: whether a configuration is readable. */
export function storyText(story: Story, isKnown: boolean, paint: Paint): string {
  const { from } = story;
  const origins = story.origins ?? (from !== undefined && "file" in from ? [from] : []);
  const lines: readonly Line[] = [
    ...valueLine(story, isKnown),
    ...origins.map((origin, index): Line => [index === 0 ? "from" : "and", placed(origin)]),
    ...(from === undefined || "file" in from ? [] : [["from", "the default"] as const]),
    ...story.waiting.map((one): Line => ["waits", `${ONCE_VOUCHED}: ${inline(one.value)}\nat ${placed(one)}`]),
    ...story.shadowed.map((lost): Line => ["not", `${inline(lost.value)} at ${placed(lost)}: ${lost.why}`]),
    ...story.findings.slice(0, MOST_FINDINGS).map((finding): Line => ["problem", problem(finding, paint)]),
    ...rest(story.findings.length - MOST_FINDINGS),
    ...(story.policy ?? []).map(({ key, value, file, line, column }): Line => {
      return ["policy", `${key}: ${inline(value)}\nat ${printable(file)}:${line}:${column}`];
    }),
    ...story.only.map((text): Line => ["only", text]),
    ["type", story.type],
    ...(story.default === undefined ? [] : [["default", inline(story.default)] as const]),
    ...(story.meaning === "" ? [] : [["meaning", story.meaning] as const]),
    ...story.remarks.map((remark): Line => ["", remark]),
  ];
  const room = paint.width === undefined ? undefined : Math.max(paint.width - MARGIN, LEAST_ROOM);
  const head = lines.map(([name, text]) => {
    // Values have lines of their own, and findings have colours: only prose is wrapped.
    const isProse = room !== undefined && PROSE.has(name);
    const own = isProse ? wrapped(text, room).join("\n") : text;
    return `  ${paint.faint(name.padEnd(8))} ${own.replaceAll("\n", `\n${" ".repeat(MARGIN)}`)}\n`;
  });
  const title = paint.strong(printable(story.name) || "the whole configuration");
  return `${title}\n${head.join("")}${keyTable(story.keys, paint)}`;
}

/** Without a value in effect, one that waits stands in its place. */
function valueLine({ value, waiting }: Story, isKnown: boolean): readonly Line[] {
  if (!isKnown || (value === undefined && waiting.length > 0)) return [];
  return [["value", value === undefined ? "not set" : shown(value)]];
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

function problem({ severity, rule, message, file, line, column }: Story["findings"][number], paint: Paint): string {
  return `${ruleTag(paint, severity, rule)}: ${message} (${printable(file)}:${line}:${column})`;
}

function rest(count: number): readonly Line[] {
  return count > 0 ? [["", `${count} more; see \`agentcfg lint\``]] : [];
}

function keyTable(rows: readonly KeyRow[], paint: Paint): string {
  if (rows.length === 0) return "";
  const keys = rows.map(({ key }) => `  ${key}`);
  const defaults = rows.map(({ default: byDefault, required }) =>
    byDefault === undefined ? (required ? "required" : "") : inline(byDefault),
  );
  const most = roomForTypes([keys, ["default", ...defaults]], paint);
  const cells = rows.map(({ type, only, about }, index) => [
    ...[keys[index] ?? "", cutTo(type, most), defaults[index] ?? ""],
    `${about}${only === undefined ? "" : ` (with ${only})`}`,
  ]);
  return `\n${table([["  key", "type", "default", "meaning"], ...cells], paint, paint.strong)}`;
}

/** The width that the other columns leave. */
function roomForTypes(others: readonly (readonly string[])[], { width }: Paint): number {
  if (width === undefined) return WIDEST_TYPE;
  const taken = others.map((cells) => Math.max(...cells.map(columnsOf)));
  const left = taken.reduce((room, columns) => room - columns, width - GAPS);
  return Math.min(Math.max(left, NARROWEST_TYPE), WIDEST_TYPE);
}
