/** Values of the tables one by one: a bundle holds those that it uses, where it would hold a table whole. */
import type { Node } from "./bundle.js";
import { protocolTable } from "./tables.js";

type Routes = Readonly<Record<string, Readonly<Record<string, Node>>>>;

export function generateSingles(): string {
  const limits = Object.entries(protocolTable("limits")).map(([name, { value }]) => `export const ${name} = ${value};`);
  const features = Object.entries(protocolTable("features")).map(
    ([name, { id }]) => `export const ${name}Feature = ${JSON.stringify(id)};`,
  );
  const { daemon = {}, hub = {} } = protocolTable("routes") as unknown as Routes;
  const { path } = protocolTable("routes")["proxy"] ?? {};
  return `/** Made from schema/protocol by \`npm run gen\`; not edited by hand. Values of \`tables.ts\` one by one: a bundle holds those that it uses. */

${limits.join("\n")}

${features.join("\n")}

/** Method and path of a daemon's routes. */
export const daemonLines = {
${linesOf(daemon)}
} as const;

/** Method and path of a hub's routes. */
export const hubLines = {
${linesOf(hub)}
} as const;

/** The path that the paths of a session's daemon follow at a hub. */
export const proxyPath = ${JSON.stringify(path)};
`;
}

function linesOf(routes: Readonly<Record<string, Node>>): string {
  return Object.entries(routes)
    .map(([name, { method, path }]) => `  ${name}: ${JSON.stringify(`${method} ${path}`)},`)
    .join("\n");
}
