/** The schemas of the protocol, one file each, as one document in which every definition has the name that its type has. */
import { readdirSync, readFileSync } from "node:fs";

export type Node = Readonly<Record<string, unknown>>;

const DIRECTORY = "schema/protocol";
const ENDING = ".schema.json";

export interface Protocol {
  /** Name of a file, without its ending, to the name of its type. */
  readonly titles: ReadonlyMap<string, string>;
  /** Name of a type to its schema; references lead to `#/$defs/<type>`. */
  readonly definitions: Readonly<Record<string, Node>>;
}

/** `SyncRecordV1` for `sync-record.schema.json`, `TurnStarted` for its `#/$defs/turn_started`. */
export function protocolSchemas(): Protocol {
  const files = readdirSync(DIRECTORY)
    .filter((file) => file.endsWith(ENDING))
    .sort();
  const schemas = new Map(
    files.map((file) => [file, JSON.parse(readFileSync(`${DIRECTORY}/${file}`, "utf8")) as Node]),
  );
  const titleOf = (file: string, pointer: string): string => {
    const schema = schemas.get(file);
    const [, , name] = pointer.split("/");
    const own = schema?.["$defs"] as Readonly<Record<string, Node>> | undefined;
    return String((name === undefined ? schema : own?.[name])?.["title"]);
  };
  const named = (node: unknown, file: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => named(item, file));
    if (typeof node !== "object" || node === null) return node;
    const entries = Object.entries(node).map(([key, value]): readonly [string, unknown] => {
      if (key !== "$ref") return [key, named(value, file)];
      const [target = "", pointer = ""] = String(value).split("#");
      return [key, `#/$defs/${titleOf(target || file, pointer)}`];
    });
    return Object.fromEntries(entries);
  };
  const definitions: Record<string, Node> = {};
  for (const [file, schema] of schemas) {
    const { $schema: _, $id: __, $defs: own = {}, ...rest } = schema;
    if (Object.keys(rest).some((key) => key !== "title" && key !== "description"))
      definitions[titleOf(file, "")] = named(rest, file) as Node;
    for (const [name, node] of Object.entries(own as Node))
      definitions[titleOf(file, `/$defs/${name}`)] = named(node, file) as Node;
  }
  const titles = new Map(files.map((file) => [file.slice(0, -ENDING.length), titleOf(file, "")]));
  return { titles, definitions };
}
