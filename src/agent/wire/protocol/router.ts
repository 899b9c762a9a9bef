/**
 * Finds the route of a request. Paths are compared literally: no other spelling is recognised, so that no two readers of a path disagree.
 */
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import type { DaemonRoutes, NameIn, Route } from "./routes.js";

type Target = Pick<Route, "method" | "path">;

type Match<Name extends string> =
  /** `parameters`: the decoded segments of the request in the place of those in braces. */
  | { readonly kind: "route"; readonly name: Name; readonly parameters: Readonly<Record<string, string>> }
  | { readonly kind: "not-found" }
  /** `allow`: the methods of the path, in the form of the header. */
  | { readonly kind: "method-not-allowed"; readonly allow: string };

export type Router<Name extends string> = (method: string, path: string) => Match<Name>;

export function routerOf<Name extends string>(table: Readonly<Record<Name, Target>>): Router<Name> {
  const routes = (Object.entries(table) as [Name, Target][]).map(([name, { method, path }]) => ({
    name,
    method,
    segments: path.split("/"),
  }));
  const plain = new Map(
    Object.entries<Target>(table).flatMap(([name, { method, path }]) =>
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
    const match = matching.find((route) => route.method === method);
    if (match !== undefined) return { kind: "route", name: match.name, parameters: match.parameters };
    if (matching.length === 0) return { kind: "not-found" };
    return { kind: "method-not-allowed", allow: matching.map((route) => route.method).join(", ") };
  };
}

export const daemonRouter: Router<NameIn<DaemonRoutes>> = /* @__PURE__ */ routerOf(daemonRoutes);

/** Path and query of a request's target. A target such as `http://host/sync` is a path without a route. */
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

/** Undefined for a segment that is unsafe as a part of a file's path: empty, dots alone, or with a slash or a control character. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return value === "" || value === "." || value === ".." || /[/\\\p{Cc}]/u.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
