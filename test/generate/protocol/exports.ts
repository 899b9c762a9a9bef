/** What others read of the contract: schemas without our own numbers in them, and with no more definitions than they need. */
import type { Node, Protocol } from "./bundle.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Without `(spec 2.1, P-S11)`: whoever reads this has not read that. */
export function withoutCitations(text: string): string {
  return text.replace(/ \((?:(?:, )?(?:spec [\d.]+|P-S\d+))+\)/g, "");
}

/** The definitions that these lead to, themselves among them, in alphabetical order; references lead to `prefix`. */
export function definitionsFor(
  names: readonly string[],
  { definitions }: Protocol,
  prefix: string,
): Readonly<Record<string, unknown>> {
  const needed = new Set(names);
  for (const name of needed)
    for (const [, other = ""] of JSON.stringify(definitions[name]).matchAll(/"#\/\$defs\/(\w+)"/g)) needed.add(other);
  return Object.fromEntries([...needed].sort().map((name) => [name, exported(definitions[name], prefix)]));
}

/** `SyncRecordV1` in one self-contained document: what `agent print sync-event-schema` prints. */
export function generateSyncEventSchema(protocol: Protocol): string {
  return documentOf("SyncRecordV1", "sync-event", protocol);
}

/** `FleetEventV1` likewise: what `agent print fleet-event-schema` prints. */
export function generateFleetEventSchema(protocol: Protocol): string {
  return documentOf("FleetEventV1", "fleet-event", protocol);
}

/** `ExecEvent` likewise: what `agent print exec-event-schema` prints. */
export function generateExecEventSchema(protocol: Protocol): string {
  return documentOf("ExecEvent", "exec-event", protocol);
}

function documentOf(name: string, file: string, protocol: Protocol): string {
  const { [name]: whole, ...others } = definitionsFor([name], protocol, "#/$defs/");
  return printed({
    $schema: DIALECT,
    $id: `https://agentcfg.example/${file}.schema.json`,
    ...(whole as Node),
    $defs: others,
  });
}

/** JSON with a line for each entry of the first levels: one path or one definition is one line, which keeps the package small. */
export function printed(document: unknown): string {
  return `${lines(document, LEVELS)}\n`;
}

const LEVELS = 3;

function lines(node: unknown, levels: number): string {
  if (levels === 0 || typeof node !== "object" || node === null || Array.isArray(node)) return JSON.stringify(node);
  const entries = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${lines(value, levels - 1)}`);
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n}`;
}

function exported(node: unknown, prefix: string): unknown {
  if (Array.isArray(node)) return node.map((item) => exported(item, prefix));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): readonly [string, unknown] => {
    if (key === "$ref") return [key, String(value).replace("#/$defs/", prefix)];
    return [
      key,
      key === "description" && typeof value === "string" ? withoutCitations(value) : exported(value, prefix),
    ];
  });
  return Object.fromEntries(entries);
}
