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
  const used = tables.flatMap(({ used }) => used);
  return `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. */
import { ${[...new Set(used)].sort().join(", ")} } from "./validators.js";

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

${tables.map(({ code }) => code).join("\n")}`;
}

/** The three tables of one side; `prefix` begins their names. */
function requestsOf({ titles, definitions }: Protocol, side: "daemon" | "hub", prefix: string) {
  const taken = Object.entries(protocolTable("routes")[side] ?? {}).flatMap(([name, route]) => {
    const { request } = route as { readonly request?: string };
    return request === undefined ? [] : [[name, String(titles.get(request))] as const];
  });
  const guards = [...new Set(taken.map(([, type]) => `is${type}`))].sort();
  const lines = taken.map(([name, type]) => `  ${name}: is${type},`);
  const fields = taken.map(
    ([name, type]) => `  ${name}: ${JSON.stringify(fieldsOf(definitions[type] ?? {}, definitions))},`,
  );
  const parts = taken.map(([name, type]) => {
    const all = [...partsOf(definitions[type] ?? {}, [], definitions)];
    return `  ${name}: [${all.map((part) => `\n    ${part},`).join("")}${all.length === 0 ? "" : "\n  "}],`;
  });
  const used = parts.join().match(/(?<!\.)\bis(?!Required|Object)[A-Z]\w+/g) ?? [];
  const code = `/** The guard of the body of each of the ${side}'s routes that takes one. */
export const ${prefix}Guards = {
${lines.join("\n")}
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const ${prefix}Fields = {
${fields.join("\n")}
} as const;

/** Each field of them; the fields of an object come before it. */
export const ${prefix}Parts: Readonly<Record<keyof typeof ${prefix}Guards, readonly BodyPart[]>> = {
${parts.join("\n")}
};
`;
  return { used: [...guards, ...used], code };
}

/** An entry for each field of an object, those of the objects in it included. Of a choice `kind` comes first, as it decides about the others. */
function* partsOf(
  schema: Node,
  path: readonly string[],
  definitions: Protocol["definitions"],
  ofKind: { readonly kind?: string } = {},
): Generator<string> {
  const { properties = {}, required = [], oneOf = [] } = schema;
  const choices = (oneOf as Node[]).map(({ properties, ...choice }) => {
    const { kind, ...others } = properties as Readonly<Record<string, Node>>;
    return { kind: String(kind?.["const"]), choice: { ...choice, properties: others } };
  });
  if (choices.length > 0)
    yield* partsOf(
      { properties: { kind: { enum: choices.map(({ kind }) => kind) } }, required: ["kind"] },
      path,
      definitions,
    );
  for (const { kind, choice } of choices) yield* partsOf(choice, path, definitions, { kind });
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
