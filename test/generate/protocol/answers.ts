/**
 * Guards for a reader of answers (spec 2.1, P-S53): what must be there is there, and of the type that it must have. A word that is new, a kind of
 * object that is new and a number beyond today's limits fit: a later server of the same version may send them.
 */
import type { Node, Protocol } from "./bundle.js";
import { guardOf } from "./guard.js";
import { type RouteEntry, routeEntries } from "./routes.js";

const HEAD = `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. Each guard says whether a client can read the data: words may be new. */
import type * as types from "./types.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

const isInteger = Number.isInteger;

function isString(data) {
  return typeof data === "string";
}
`;

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
  const tagOf = tagsOf(definitions);
  const loose = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, loosened(schema, definitions, tagOf.get(name))]),
  );
  const needed = new Set([...tables.flatMap(([, routes]) => routes).flatMap(([, bodies]) => bodies), ...OTHERS]);
  for (const name of needed) for (const other of referred(loose[name])) needed.add(other);
  const guards = [...needed].sort().map((name) => {
    const body = byKind(name, definitions) ?? `  return ${short(guardOf(loose[name] ?? {}, "data", loose)) || "true"};`;
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

/** The same with a name for what is asked most: the guards are a third of what a page loads. */
function short(guard: string): string {
  return guard.replace(/typeof ([\w.]+) === "string"/g, "isString($1)").replaceAll("Number.isInteger(", "isInteger(");
}

/** The guard of an open union of records: that of the kind, found at once, or that of unknown kinds. */
function byKind(name: string, definitions: Protocol["definitions"]): string | undefined {
  if (TAGS[name] !== "kind") return undefined;
  const members = ((definitions[name]?.["anyOf"] ?? []) as readonly Node[]).map(({ $ref }) => nameOf($ref));
  const kinds = members.flatMap((member) => {
    const { kind } = (definitions[member]?.["properties"] ?? {}) as Readonly<Record<string, Node>>;
    return kind?.["const"] === undefined ? [] : [[kind["const"], member] as const];
  });
  const other = members.find((member) => !kinds.some(([, known]) => known === member));
  const cases = kinds.map(([kind, member]) => `    case ${JSON.stringify(kind)}:\n      return is${member}(data);\n`);
  return `  if (!isObject(data)) return false;\n  switch (data.kind) {\n${cases.join("")}    default:\n      return is${other}(data);\n  }`;
}

/** The members of those unions, with the field that tells them apart. */
function tagsOf(definitions: Protocol["definitions"]): ReadonlyMap<string, string> {
  const members = Object.entries(TAGS).flatMap(([union, tag]) => {
    const { oneOf = [], anyOf = [] } = definitions[union] ?? {};
    const names = [...(oneOf as Node[]), ...(anyOf as Node[])].flatMap(({ $ref }) => ($ref ? [nameOf($ref)] : []));
    return [...names, union].map((name) => [name, tag] as const);
  });
  return new Map(members);
}

function nameOf(ref: unknown): string {
  return String(ref).replace("#/$defs/", "");
}

function referred(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "$ref" ? [nameOf(value)] : referred(value)));
}

/** The schema without what a later server may change. `tag`: a field whose constant stays. */
function loosened(schema: Node, definitions: Protocol["definitions"], tag?: string): Node {
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
    const loose = choices.map((choice) => loosened(choice, definitions, tag));
    const areObjects = loose.every((choice) => choice["type"] === "object");
    return tag === undefined && areObjects ? { type: "object" } : { anyOf: loose };
  }
  const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Node>>).map(([name, field]) => [
    name,
    name === tag && "const" in field ? field : loosened(field, definitions),
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
