/** Codes, limits and routes as constants, so that what is not in them cannot be said. */
import { readFileSync } from "node:fs";
import { format } from "node:util";
import type { Node, Protocol } from "./bundle.js";

type Table = Readonly<Record<string, Node>>;

export function protocolTable(name: "codes" | "features" | "limits" | "routes"): Table {
  return JSON.parse(readFileSync(`schema/protocol/${name}.json`, "utf8")) as Table;
}

export function generateTables({ titles }: Protocol): string {
  const codes = Object.entries(protocolTable("codes")).map(
    ([code, { status, says }]) => `  ${code}: { status: ${JSON.stringify(status)}, says: ${JSON.stringify(says)} },`,
  );
  const limits = Object.entries(protocolTable("limits")).map(
    ([name, { value, unit, says, section }]) =>
      `  /** ${format("%s %s (%s).", unit, says, cited(section))} */\n  ${name}: ${value},`,
  );
  const features = Object.entries(protocolTable("features")).map(
    ([name, { id, says, section }]) => `  /** ${says} (${cited(section)}). */\n  ${name}: ${JSON.stringify(id)},`,
  );
  const { daemon, hub } = protocolTable("routes") as { readonly daemon: Table; readonly hub: Table };
  const typeOf = (schema: unknown): string => String(titles.get(String(schema)));
  const lineOf = ([name, route]: readonly [string, Node]): string => {
    const { method, path, authority, query, request, limit, responses, stream = false } = route;
    const answers = Object.entries(responses as Readonly<Record<string, readonly string[]>>).flatMap(
      ([status, bodies]) => bodies.map((body) => ({ status: Number(status), body: typeOf(body) })),
    );
    const said = {
      ...{ method, path, authority },
      query: Object.keys(query as Node),
      ...(request ? { request: typeOf(request), limit } : {}),
    };
    return `  /** ${route["says"]} */\n  ${name}: ${JSON.stringify({ ...said, answers, stream, codes: route["codes"] })},`;
  };
  const named = [...Object.values(daemon), ...Object.values(hub)].flatMap(({ request, responses }) => [
    request ?? [],
    Object.values(responses as Node).flat(),
  ]);
  const bodies = [...new Set(named.flat(2).map(typeOf))].sort().map((type) => `  ${type}: types.${type};`);
  return `/** Made from schema/protocol by \`npm run gen\`; not edited by hand. */
import type * as types from "./types.js";

/** Every code that may be sent, with the statuses that it may be sent with; a code without any is said at the start alone. */
export const codes = {
${codes.join("\n")}
} as const;

/** Every number that the protocol promises. */
export const limits = {
${limits.join("\n")}
} as const;

/** Ids of features; one counts only where a snapshot lists it. */
export const features = {
${features.join("\n")}
} as const;

/** Codes that a request to any path may get. */
export const everywhere = ${JSON.stringify(protocolTable("routes")["everywhere"])} as const;

/** Every route of the daemon; a path that is none of these is not served. */
export const daemonRoutes = {
${Object.entries(daemon).map(lineOf).join("\n")}
} as const;

/** Every route of the hub; below \`proxyPath\` it passes on what a daemon serves. */
export const hubRoutes = {
${Object.entries(hub).map(lineOf).join("\n")}
} as const;

/** The path that the paths of a session's daemon follow at a hub. */
export const proxyPath = ${JSON.stringify(protocolTable("routes")["proxy"]?.["path"])};

/** The bodies that routes name, and the messages of their streams. */
export interface Bodies {
${bodies.join("\n")}
}
`;
}

function cited(section: unknown): string {
  return /^\d/.test(String(section)) ? `spec ${section}` : String(section);
}
