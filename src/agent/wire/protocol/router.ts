/**
 * Which route a request is for. Paths are compared as they came: what another spelling of a path might mean is nobody's question, so
 * that no two readers of it can differ.
 */
import { daemonRoutes } from "../../../generated/protocol/tables.js";

export interface Route {
  readonly method: string;
  /** `/attachments/{artifact_id}`: a segment in braces is any one segment. */
  readonly path: string;
}

type Match<Name extends string> =
  /** `parameters`: what stood for the segments in braces, decoded. */
  | { readonly kind: "route"; readonly name: Name; readonly parameters: Readonly<Record<string, string>> }
  | { readonly kind: "not-found" }
  /** `allow`: the methods that the path takes, as the header lists them. */
  | { readonly kind: "method-not-allowed"; readonly allow: string };

export type Router<Name extends string> = (method: string, path: string) => Match<Name>;

export function routerOf<Name extends string>(table: Readonly<Record<Name, Route>>): Router<Name> {
  const routes = (Object.entries(table) as [Name, Route][]).map(([name, { method, path }]) => ({
    name,
    method,
    segments: path.split("/"),
  }));
  const plain = new Map(
    Object.entries<Route>(table).flatMap(([name, { method, path }]) =>
      path.includes("{") ? [] : [[`${method} ${path}`, { kind: "route", name: name as Name, parameters: {} }] as const],
    ),
  );
  return (method, path) => {
    const exact = plain.get(`${method} ${path}`);
    if (exact !== undefined) return exact;
    const given = path.split("/");
    const matching = routes.flatMap((route) => {
      const parameters = parametersOf(route.segments, given);
      return parameters === undefined ? [] : [{ ...route, parameters }];
    });
    const found = matching.find((route) => route.method === method);
    if (found !== undefined) return { kind: "route", name: found.name, parameters: found.parameters };
    if (matching.length === 0) return { kind: "not-found" };
    return { kind: "method-not-allowed", allow: matching.map((route) => route.method).join(", ") };
  };
}

export type RouteName = keyof typeof daemonRoutes;

export const daemonRouter: Router<RouteName> = /* @__PURE__ */ routerOf(daemonRoutes);

/** The target of a request, apart. A target that is no path, such as `http://host/sync`, is a path that no route has. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const end = target.indexOf("?");
  return end === -1 ? { path: target, query: "" } : { path: target.slice(0, end), query: target.slice(end + 1) };
}

function parametersOf(
  segments: readonly string[],
  given: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (segments.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? "";
    if (segment.startsWith("{")) {
      const value = decoded(text);
      if (value === undefined) return undefined;
      parameters[segment.slice(1, -1)] = value;
    } else if (segment !== text) return undefined;
  }
  return parameters;
}

/** Undefined for what could lead elsewhere where it is made part of a path: dots, slashes, control characters, nothing at all. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return value === "" || value === "." || value === ".." || /[/\\\p{Cc}]/u.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
