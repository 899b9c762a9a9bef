/** Which route a target is for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daemonRouter, routerOf, splitTarget } from "../../src/agent/wire/protocol/router.js";
import { daemonRoutes } from "../../src/generated/protocol/tables.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";

const routes = Object.entries(daemonRoutes);

test.each(routes)("%s is found", (name, { method, path }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
  const parameters = Object.fromEntries(names.map((parameter) => [parameter, `{${parameter}}`]));
  expect(daemonRouter(method, path)).toEqual({ kind: "route", name, parameters });
});

test.each([...new Set(routes.map(([, { path }]) => path))])("%s takes its own methods and names them", (path) => {
  const methods = routes.filter(([, route]) => route.path === path).map(([, { method }]) => method);
  for (const method of ["OPTIONS", "HEAD", "PUT", "get", ""])
    expect(daemonRouter(method, path)).toEqual({ kind: "method-not-allowed", allow: methods.join(", ") });
});

test.each([
  ...[
    "",
    "/",
    "*",
    "sync",
    "/sync/",
    "//sync",
    "/Sync",
    "/%73ync",
    "/sync%2F",
    "/x/../sync",
    "/./sync",
    "/sync#x",
    "/sync;a",
  ],
  ...[
    "http://127.0.0.1/sync",
    "/turn%2Fcancel",
    "/turn%2fcancel",
    "/turn//cancel",
    "/turn\\cancel",
    "/toString",
    "/__proto__",
  ],
])("%j is no path", (path) => {
  expect(daemonRouter("GET", path)).toEqual({ kind: "not-found" });
  expect(daemonRouter("POST", path)).toEqual({ kind: "not-found" });
});

test("only what is a path of a route is found", () => {
  const paths: readonly string[] = routes.map(([, { path }]) => path).filter((path) => !path.includes("{"));
  const near = fc
    .tuple(fc.constantFrom(...paths), fc.nat(20), fc.string({ maxLength: 2 }))
    .map(([path, at, more]) => path.slice(0, at) + more + path.slice(at));
  const found = (path: string): boolean => daemonRouter("GET", path).kind !== "not-found";
  const property = fc.property(near, (path) => found(path) === paths.includes(path));
  fc.assert(property, { numRuns: cases(5000) });
});

describe("segments in braces", () => {
  const router = routerOf({
    read: { method: "GET", path: "/operations/{window}/{operation}" },
    drop: { method: "DELETE", path: "/operations/{window}/{operation}" },
    newest: { method: "GET", path: "/operations/newest" },
  });

  test("stand for one segment each, decoded", () => {
    const parameters = { window: "a b", operation: "é" };
    expect(router("GET", "/operations/a%20b/%C3%A9")).toEqual({ kind: "route", name: "read", parameters });
    expect(router("DELETE", "/operations/a%20b/%C3%A9")).toEqual({ kind: "route", name: "drop", parameters });
    expect(router("POST", "/operations/1/2")).toEqual({ kind: "method-not-allowed", allow: "GET, DELETE" });
  });

  test("a name that every object has is a parameter like others", () => {
    expect(router("GET", "/operations/constructor/__proto__")).toMatchObject({ kind: "route", name: "read" });
  });

  test.each([
    "",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    ".%2e",
    "a%2Fb",
    "%2f",
    "a%5Cb",
    "a\\b",
    "%00",
    "%0A",
    "%",
    "%zz",
    "%ff",
    "a/b",
  ])("%j is none", (segment) => {
    expect(router("GET", `/operations/${segment}/1`)).toEqual({ kind: "not-found" });
  });

  test("what was encoded comes back, or is no segment", () => {
    const property = fc.property(fc.string({ unit: CHARACTER, maxLength: 8 }), (text) => {
      if (!text.isWellFormed()) return;
      const match = router("GET", `/operations/${encodeURIComponent(text)}/1`);
      if (match.kind === "route") expect(match.parameters["window"]).toBe(text);
      else expect(text).toMatch(/^\.{0,2}$|[/\\\p{Cc}]/u);
    });
    fc.assert(property, { numRuns: cases(2000) });
  });
});

test.each([
  ["/events", "/events", ""],
  ["/events?", "/events", ""],
  ["/events?after=a?b", "/events", "after=a?b"],
  ["?x", "", "x"],
])("%s is %s and %j", (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});
