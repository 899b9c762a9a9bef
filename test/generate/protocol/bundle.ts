/** The schemas of the protocol, one file each, as one document in which every definition has the name that its type has. */
import { readdirSync, readFileSync } from "node:fs";

export type Node = Readonly<Record<string, unknown>>;

const DIRECTORY = "schema/protocol";
const ENDING = ".schema.json";

export interface Protocol {
  /** Name of a file, without its ending, to the name of its type. */
  readonly titles: ReadonlyMap<string, string>;
  /** Name of a type to its schema; references lead to `#/$defs/<type>`. A definition holds the fields of its `allOf`, whose members are no types. */
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
  const parts = new Set(Object.values(definitions).flatMap(partsOf));
  const whole = Object.entries(definitions).flatMap(([name, definition]) =>
    parts.has(name) ? [] : [[name, withParts(definition, definitions)] as const],
  );
  const titles = new Map(files.map((file) => [file.slice(0, -ENDING.length), titleOf(file, "")]));
  return { titles, definitions: Object.fromEntries(whole) };
}

/** Names of the definitions in the `allOf` of another one. */
function partsOf({ allOf = [] }: Node): readonly string[] {
  return (allOf as readonly Node[]).map(({ $ref }) => String($ref).replace("#/$defs/", ""));
}

/** An object with the fields of its parts before its own; its own field narrows that of a part. */
function withParts(definition: Node, definitions: Readonly<Record<string, Node>>): Node {
  const parts = partsOf(definition).map((name) => definitions[name] ?? {});
  if (parts.length === 0) return definition;
  const { title, description, type, allOf: _, required = [], properties = {}, ...rest } = definition;
  if (Object.keys(rest).length > 0) throw new Error(`${title}: an object with parts has only fields of its own`);
  return {
    ...{ title, description, type },
    required: [...parts, { required }].flatMap((part) => part["required"] as readonly string[]),
    properties: Object.assign({}, ...parts.map((part) => part["properties"]), properties),
  };
}
