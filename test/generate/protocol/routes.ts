/** The routes of the contract, as its generators want them. */
import type { Protocol } from "./bundle.js";
import { protocolTable } from "./tables.js";

export interface CodeEntry {
  readonly code: string;
  readonly status: readonly number[];
  readonly says: string;
  readonly recovery: string;
}

/** The two tables of routes: a daemon's, and a hub's. */
export type TableName = "daemon" | "hub";

export interface RouteEntry {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly says: string;
  /** Whom a hub lets use it: see `Authority` of `src/generated/protocol/tables.ts`. */
  readonly authority: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Type of the body that it takes, and how many bytes at most. */
  readonly request: { readonly type: string; readonly limit: string; readonly mayBeMissing: boolean } | undefined;
  /** By status, the types that the body may be of. */
  readonly responses: readonly (readonly [status: string, types: readonly string[]])[];
  readonly isStream: boolean;
  /** Those of this route before those of all. */
  readonly codes: readonly CodeEntry[];
}

interface Written {
  readonly method: string;
  readonly path: string;
  readonly says: string;
  readonly authority: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly request?: string;
  readonly limit?: string;
  readonly responses: Readonly<Record<string, readonly string[]>>;
  readonly stream?: boolean;
  readonly codes: readonly string[];
}

export function codeEntries(): readonly CodeEntry[] {
  return Object.entries(protocolTable("codes")).map(([code, entry]) => ({ code, ...(entry as object) }) as CodeEntry);
}

/** Those that a request to any path may get. */
export const everywhere = (): readonly string[] =>
  protocolTable("routes")["everywhere"] as unknown as readonly string[];

export function routeEntries({ titles, definitions }: Protocol, table: TableName): readonly RouteEntry[] {
  const codes = new Map(codeEntries().map((entry) => [entry.code, entry]));
  const typeOf = (schema: string): string => titles.get(schema) ?? schema;
  return Object.entries(protocolTable("routes")[table] ?? {}).map(([name, route]) => {
    const { request, limit, responses, stream = false, headers = {}, ...own } = route as Written;
    return {
      ...{ ...own, name, headers, isStream: stream },
      request:
        request === undefined
          ? undefined
          : {
              type: typeOf(request),
              limit: limit ?? "bodyBytes",
              mayBeMissing: mayBeEmpty(definitions[typeOf(request)]),
            },
      responses: Object.entries(responses).map(([status, bodies]) => [status, bodies.map(typeOf)] as const),
      codes: [...own.codes, ...everywhere()].flatMap((code) => codes.get(code) ?? []),
    };
  });
}

/** Whether an object of this schema needs no field. */
function mayBeEmpty({ required, oneOf, anyOf = oneOf }: Readonly<Record<string, unknown>> = {}): boolean {
  return required === undefined && (!Array.isArray(anyOf) || anyOf.some((one) => mayBeEmpty(one)));
}

/** The routes of a daemon as a hub passes them on: below its own path, with the refusals of the hub. */
export function proxiedEntries(protocol: Protocol): readonly RouteEntry[] {
  const { path, codes } = protocolTable("routes")["proxy"] as unknown as ProxyEntry;
  const own = codeEntries().filter(({ code }) => codes.includes(code));
  return routeEntries(protocol, "daemon").map((route) => ({
    ...{ ...route, name: `daemon_${route.name}`, path: `${path}${route.path}` },
    codes: [...route.codes, ...own.filter((entry) => !route.codes.includes(entry))],
  }));
}

interface ProxyEntry {
  readonly path: string;
  readonly codes: readonly string[];
}
