/**
 * Guards for a reader of answers (spec 2.1, P-S53): what must be there is there, and of the type that it must have. A word that is new, a kind of
 * object that is new and a number beyond today's limits fit: a later server of the same version may send them.
 */
import type { Node, Protocol } from "./bundle.js";
import { fitting, type Member, nameOf, READING, unionFitting } from "./reading.js";
import { type RouteEntry, routeEntries } from "./routes.js";

const HEAD = `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. Each guard says whether a client can read the data: words may be new. */
import type * as types from "./types.js";

${READING}`;

/** What a client reads beside the answers: refusals, messages of its stream, and files. */
const OTHERS = ["ProtocolError", "SyncMessage", "FleetMessage", "Startup", "DaemonCredential"];

/** The unions that a reader tells apart, and the field that tells. */
const TAGS: Readonly<Record<string, string>> = {
  SyncMessage: "event",
  SyncRecordV1: "kind",
  FleetMessage: "event",
  FleetEventV1: "kind",
};

/** The tables of guards, and the routes that each is for. */
const TABLES = { answerGuards: "daemon", hubAnswerGuards: "hub" } as const;

export function generateAnswers(protocol: Protocol): string {
  const { definitions } = protocol;
  const tables = Object.entries(TABLES).map(
    ([table, side]) => [table, routeEntries(protocol, side).flatMap(answersOf)] as const,
  );
  const loose = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, loosened(schema, definitions)]),
  );
  const needed = new Set([...tables.flatMap(([, routes]) => routes).flatMap(([, bodies]) => bodies), ...OTHERS]);
  const unions = new Map(
    Object.entries(TAGS).map(([name, tag]) => [name, membersOf(definitions[name], tag, definitions)]),
  );
  // The guard of a union asks for the fields of its members itself.
  for (const name of needed) {
    const asked = unions.get(name)?.map((member) => member.loose) ?? [loose[name]];
    for (const other of asked.flatMap(referred)) needed.add(other);
  }
  const guards = [...needed].sort().map((name) => {
    const members = unions.get(name);
    const body = members
      ? unionFitting(members, String(TAGS[name]))
      : `  return ${fitting(loose[name] ?? {}, "data")};`;
    return `export function is${name}(data: unknown): data is types.${name} {\n${body}\n}\n`;
  });
  return [HEAD, ...guards, ...tables.map(tableOf)].join("\n");
}

type Answers = readonly [name: string, bodies: readonly string[]];

function answersOf({ name, responses, isStream }: RouteEntry): readonly Answers[] {
  return isStream ? [] : [[name, [...new Set(responses.flatMap(([, types]) => types))]]];
}

function tableOf([table, routes]: readonly [string, readonly Answers[]]): string {
  const lines = routes.map(
    ([name, bodies]) =>
      `  ${name}: ${bodies.length === 1 ? `is${bodies[0]}` : `(data) => ${bodies.map((body) => `is${body}(data)`).join(" || ")}`},`,
  );
  return `/** Whether an answer of a ${TABLES[table as keyof typeof TABLES]}'s route can be read. */\nexport const ${table} = {\n${lines.join("\n")}\n} as const;\n`;
}

function membersOf({ oneOf, anyOf }: Node = {}, tag: string, definitions: Protocol["definitions"]): readonly Member[] {
  return ((oneOf ?? anyOf ?? []) as readonly Node[]).map((member) => {
    const schema = member["$ref"] === undefined ? member : (definitions[nameOf(member["$ref"])] ?? {});
    const field = ((schema["properties"] ?? {}) as Readonly<Record<string, Node>>)[tag];
    return { word: field?.["const"] as string | undefined, loose: loosened(schema, definitions) };
  });
}

function referred(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "$ref" ? [nameOf(value)] : referred(value)));
}

/** The schema without what a later server may change. */
function loosened(schema: Node, definitions: Protocol["definitions"]): Node {
  const { $ref, type, const: only, enum: values, oneOf, anyOf, items, properties, required } = schema;
  if ($ref !== undefined) {
    const target = loosened(definitions[nameOf($ref)] ?? {}, definitions);
    const isWord = Object.keys(target).every((key) => key === "type") && target["type"] !== "object";
    return isWord ? target : { $ref };
  }
  if (only !== undefined) return { type: typeOf(only) };
  if (values !== undefined) return { type: [...new Set((values as unknown[]).map(typeOf))] };
  const choices = (oneOf ?? anyOf) as readonly Node[] | undefined;
  if (choices !== undefined) {
    const loose = choices.map((choice) => loosened(choice, definitions));
    const areObjects = loose.every((choice) => choice["type"] === "object");
    return areObjects ? { type: "object" } : { anyOf: loose };
  }
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Node>>).map(([name, field]) => [
    name,
    loosened(field, definitions),
  ]);
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: loosened(items as Node, definitions) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(required === undefined ? {} : { required }),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}
