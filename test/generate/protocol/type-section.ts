/** A definition of the protocol as a section of its page: what it is, and its fields. */
import type { Node } from "./bundle.js";
import { withoutCitations } from "./exports.js";

/** The address of a heading on the page, as GitHub makes it. */
export function addressOf(title: string): string {
  const letters = title.toLowerCase().replace(/[^a-z0-9_ -]/g, "");
  return `#${letters.replaceAll(" ", "-")}`;
}

export function definitionSection(name: string, schema: Node): string {
  const { description = "" } = schema;
  const choices = choicesOf(schema).filter((choice) => choice["properties"] !== undefined);
  const parts = [
    `### ${name}`,
    withoutCitations(String(description)),
    ...(schema["type"] === "object" ? [fieldTable(schema)] : []),
    ...choices.flatMap((choice) => [
      ...(choice["title"] === undefined
        ? []
        : [`**${choice["title"]}.** ${withoutCitations(String(choice["description"] ?? ""))}`.trim()]),
      fieldTable(choice),
    ]),
    ...(schema["type"] === "object" || choices.length > 0 ? [] : [valuesOf(schema)]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A choice between definitions is a list of them. */
function valuesOf(schema: Node): string {
  const choices = choicesOf(schema);
  return choices.length > 0
    ? choices.map((choice) => `- ${typeText(choice)}`).join("\n")
    : `${capitalized(typeText(schema))}.`;
}

/** The fields of all records, which only one section describes. */
const RECORDS = [
  { common: ["version", "daemon_epoch", "cursor", "at", "operation"], toldBy: "UnknownRecord" },
  { common: ["version", "fleet_epoch", "cursor", "at"], toldBy: "UnknownFleetEvent" },
];

function fieldTable(schema: Node): string {
  const { properties = {}, title } = schema;
  const own = Object.keys(properties as Node);
  const record = RECORDS.find(
    ({ common, toldBy }) => ["kind", ...common].every((name) => own.includes(name)) && title !== toldBy,
  );
  const told = own.filter((name) => !record?.common.includes(name));
  const kept = Object.fromEntries(told.map((name) => [name, (properties as Node)[name]]));
  const rows = [...fieldRows({ ...schema, properties: kept }, "")];
  const table = rows.length === 0 ? "" : ["| Field | Type | Meaning |", "|---|---|---|", ...rows].join("\n");
  return record === undefined ? table : `${table}\n\nAnd [what every record has](${addressOf(record.toldBy)}).`;
}

/** A row for each field, and below it those of an object that has no name of its own. */
function* fieldRows({ properties = {}, required = [] }: Node, prefix: string): Generator<string> {
  for (const [name, child] of Object.entries(properties as Readonly<Record<string, Node>>)) {
    const mark = (required as readonly string[]).includes(name) ? " \\*" : "";
    const meaning = withoutCitations(String(child["description"] ?? ""));
    // A bar would end the cell.
    yield `| \`${prefix}${name}\`${mark} | ${typeText(child).replaceAll("|", "\\|")} | ${meaning} |`;
    const items = child["items"] as Node | undefined;
    for (const [inner, path] of [[child, `${prefix}${name}.`] as const, [items ?? {}, `${prefix}${name}[].`] as const])
      for (const one of [inner, ...choicesOf(inner)]) yield* fieldRows(one, path);
  }
}

function choicesOf({ oneOf, anyOf }: Node): readonly Node[] {
  return (oneOf ?? anyOf ?? []) as readonly Node[];
}

/** `string of 1 to 128 characters`, `"frame"`, `array of [SyncRecordV1](#syncrecordv1), 1 to 256`. */
export function typeText(schema: Node): string {
  const { $ref, const: only, enum: values, type, items, not } = schema;
  if ($ref !== undefined) return linked(String($ref));
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return (values as unknown[]).map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (not !== undefined) return "any other string";
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(" or ");
  if (type === undefined) return "anything";
  const types = ([type] as unknown[]).flat() as readonly string[];
  if (types.includes("array"))
    return `array of ${typeText((items ?? {}) as Node).replace(/^object$/, "objects")}${counted(schema, "minItems", "maxItems", ",")}`;
  const bounds =
    schema["minLength"] === 1 && schema["maxLength"] === undefined
      ? " that is not empty"
      : counted(schema, "minimum", "maximum", "") + counted(schema, "minLength", "maxLength", " of", " characters");
  const { pattern } = schema;
  return `${types.join(" or ")}${bounds}${pattern === undefined ? "" : ` like \`${pattern}\``}`;
}

function linked(reference: string): string {
  const name = reference.replace("#/$defs/", "");
  return `[${name}](${addressOf(name)})`;
}

function counted(schema: Node, least: string, most: string, before: string, after = ""): string {
  const [from, to] = [schema[least], schema[most]];
  if (from === undefined && to === undefined) return "";
  if (from === undefined) return `${before} at most ${to}${after}`;
  if (to === undefined) return `${before} at least ${from}${after}`;
  return `${before} ${from} to ${to}${after}`;
}

function capitalized(text: string): string {
  return /^[a-z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
