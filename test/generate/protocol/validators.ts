/** Guards of all bodies and records: functions that need nothing, of which a bundle keeps what it calls. */
import type { Protocol } from "./bundle.js";
import { guardOf } from "./guard.js";
import { protocolTable } from "./tables.js";

const HEAD = `// @ts-nocheck
/** Made from schema/protocol by \`npm run gen\`; not edited by hand. Each guard says whether plain data fits, and nothing of why not. */
import type * as types from "./types.js";

function isObject(data) {
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
  return [HEAD, ...guards].join("\n");
}

/** Which guard a route's body must pass. */
export function generateRequests({ titles }: Protocol): string {
  const taken = Object.entries(protocolTable("routes")["daemon"] ?? {}).flatMap(([name, route]) => {
    const { request } = route as { readonly request?: string };
    return request === undefined ? [] : [[name, String(titles.get(request))] as const];
  });
  const guards = [...new Set(taken.map(([, type]) => `is${type}`))].sort();
  const lines = taken.map(([name, type]) => `  ${name}: is${type},`);
  return `/** Made from schema/protocol by \`npm run gen\`; not edited by hand. */
import { ${guards.join(", ")} } from "./validators.js";

/** What the body of each route that takes one must fit. */
export const requestGuards = {
${lines.join("\n")}
} as const;
`;
}
