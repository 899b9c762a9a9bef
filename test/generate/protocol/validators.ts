/** Guards of all bodies and records: functions that need nothing, of which a bundle keeps what it calls. */
import type { Node, Protocol } from "./bundle.js";
import { guardOf } from "./guard.js";
import { protocolTable } from "./tables.js";
import { typeText } from "./type-section.js";

const HEAD = `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. Each guard says whether plain data fits, and nothing of why not. */
import type * as types from "./types.js";
`;

const HELPERS = `function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Counts characters as JSON Schema does: a pair of surrogates is one. */
function lengthOf(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
`;

export function generateValidators({ definitions }: Protocol): string {
  const guards = Object.entries(definitions).map(
    ([name, schema]) =>
      `export function is${name}(data: unknown): data is types.${name} {\n  return ${guardOf(schema, "data", definitions)};\n}\n`,
  );
  return [HEAD, HELPERS, ...guards].join("\n");
}

/** The guard that a route's body must pass, and its fields. */
export function generateRequests(protocol: Protocol): string {
  const tables = [requestsOf(protocol, "daemon", "request"), requestsOf(protocol, "hub", "hubRequest")];
  const types = [...new Set(tables.flatMap(({ types }) => types))].sort();
  const parts = types.map((type) => {
    const all = [...partsOf(protocol.definitions[type] ?? {}, [], protocol.definitions)];
    return `const of${type}: readonly BodyPart[] = [${all.map((part) => `\n  ${part},`).join("")}${all.length === 0 ? "" : "\n"}];\n`;
  });
  const used = parts.join().match(/(?<!\.)\bis(?!Required|Object)[A-Z]\w+/g) ?? [];
  const guards = [...new Set([...types.map((type) => `is${type}`), ...used])].sort();
  return `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. */
import { ${guards.join(", ")} } from "./validators.js";

${HELPERS}
/** One field of a body, or of an object in it. */
export interface BodyPart {
  readonly path: readonly string[];
  /** In words: the values that it takes. */
  readonly form: string;
  readonly isRequired: boolean;
  /** The one kind of body that has it; absent where every body has. */
  readonly kind?: string;
  readonly fits: (data: unknown) => boolean;
}

/** The fields of each body; the fields of an object come before it. */
${parts.join("")}
${tables.map(({ code }) => code).join("\n")}`;
}

/** The three tables of one side; `prefix` begins their names. */
function requestsOf({ titles, definitions }: Protocol, side: "daemon" | "hub", prefix: string) {
  const taken = Object.entries(protocolTable("routes")[side] ?? {}).flatMap(([name, route]) => {
    const { request } = route as { readonly request?: string };
    return request === undefined ? [] : [[name, String(titles.get(request))] as const];
  });
  const lines = taken.map(([name, type]) => `  ${name}: is${type},`);
  const fields = taken.map(
    ([name, type]) => `  ${name}: ${JSON.stringify(fieldsOf(definitions[type] ?? {}, definitions))},`,
  );
  const parts = taken.map(([name, type]) => `  ${name}: of${type},`);
  const code = `/** The guard of the body of each of the ${side}'s routes that takes one. */
export const ${prefix}Guards = {
${lines.join("\n")}
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const ${prefix}Fields = {
${fields.join("\n")}
} as const;

/** Each field of them. */
export const ${prefix}Parts: Readonly<Record<keyof typeof ${prefix}Guards, readonly BodyPart[]>> = {
${parts.join("\n")}
};
`;
  return { types: taken.map(([, type]) => type), code };
}

/** An entry for each field of an object, those of the objects in it included. */
function* partsOf(
  schema: Node,
  path: readonly string[],
  definitions: Protocol["definitions"],
  ofKind: { readonly kind?: string } = {},
): Generator<string> {
  const { properties = {}, required = [], oneOf } = schema;
  if (oneOf !== undefined) return yield* partsOfChoice(oneOf as Node[], path, definitions);
  for (const [name, value] of Object.entries(properties as Readonly<Record<string, Node>>)) {
    const { $ref } = value;
    const field = $ref === undefined ? value : (definitions[String($ref).replace("#/$defs/", "")] ?? {});
    yield* partsOf(field, [...path, name], definitions, ofKind);
    const form = typeText(field).replace(/\[(\w+)\]\(#\w+\)/g, "$1");
    const isRequired = (required as readonly string[]).includes(name);
    const about = JSON.stringify({ path: [...path, name], form, isRequired, ...ofKind }).slice(0, -1);
    yield `${about},"fits":(data) => ${guardOf(value, "data", definitions)}}`;
  }
}

/** `kind` first, as it decides about the others; then what every choice may have; then what one choice has. */
function* partsOfChoice(
  choices: readonly Node[],
  path: readonly string[],
  definitions: Protocol["definitions"],
): Generator<string> {
  const fields = choices.map(({ properties }) => Object.entries(properties as Readonly<Record<string, Node>>));
  const kinds = fields.flatMap((own) => own.flatMap(([name, field]) => (name === "kind" ? [field["const"]] : [])));
  const isShared = ([name]: readonly [string, Node]): boolean =>
    choices.every(({ required, properties }) => name in (properties as Node) && !(required as string[]).includes(name));
  const shared = Object.fromEntries(fields[0]?.filter(isShared) ?? []);
  yield* partsOf({ properties: { kind: { enum: kinds }, ...shared }, required: ["kind"] }, path, definitions);
  for (const [at, { required }] of choices.entries()) {
    const own = fields[at]?.filter((field) => field[0] !== "kind" && !isShared(field)) ?? [];
    yield* partsOf({ properties: Object.fromEntries(own), required }, path, definitions, { kind: String(kinds[at]) });
  }
}

interface Fields {
  readonly [name: string]: Fields;
}

function fieldsOf(schema: Node, definitions: Protocol["definitions"]): Fields {
  const { $ref, items, properties = {}, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return fieldsOf(definitions[String($ref).replace("#/$defs/", "")] ?? {}, definitions);
  if (items !== undefined) return fieldsOf(items as Node, definitions);
  const own = Object.entries(properties as Readonly<Record<string, Node>>).map(
    ([name, value]) => [name, fieldsOf(value, definitions)] as const,
  );
  const choices = [...(anyOf as Node[]), ...(oneOf as Node[])].map((choice) => fieldsOf(choice, definitions));
  return Object.assign(Object.fromEntries(own), ...choices);
}
