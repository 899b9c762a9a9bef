/** Hints behind values that another layer sets too. */
import { describe, expect, test } from "vitest";
import { type Hint, hintsOf } from "../../src/service/marks/hints.js";
import { withheldFrom } from "../../src/toolkit/judge/analysis/withheld.js";
import { layerFrom, snapshotOf } from "./snapshot.js";

interface Texts {
  readonly global: string;
  readonly project: string;
}

/** A text with each hint in `‹›` at its place. */
function drawn(text: string, hints: readonly Hint[]): string {
  return hints.reduceRight(
    (all, { offset, text: hint }) => `${all.slice(0, offset)}‹${hint}›${all.slice(offset)}`,
    text,
  );
}

function both({ global, project }: Texts): Texts {
  const [user, own] = [layerFrom(global, "global"), layerFrom(project, "project")];
  const snapshot = snapshotOf(user, own);
  return { global: drawn(global, hintsOf(snapshot, user)), project: drawn(project, hintsOf(snapshot, own)) };
}

const long = "x".repeat(60);

describe.each<[string, Texts, Texts]>([
  [
    "a number",
    { global: "daemon: { retry: { max_retries: 5 } }", project: "daemon:\n  retry:\n    max_retries: 7 # more" },
    {
      global: "daemon: { retry: { max_retries: 5‹overridden in the project: 7› } }",
      project: "daemon:\n  retry:\n    max_retries: 7‹global: 5› # more",
    },
  ],
  [
    "null over a value",
    { global: "default_permission_matcher: standard", project: "default_permission_matcher:\n  null\n" },
    {
      global: "default_permission_matcher: standard‹unset in the project›",
      project: "default_permission_matcher:‹global: standard›\n  null\n",
    },
  ],
  [
    "lists, of which only the length is shown",
    { global: "permissions:\n  secret_files:\n    - a\n    - b", project: "permissions: { secret_files: [] }" },
    {
      global: "permissions:\n  secret_files:‹overridden in the project: an empty list›\n    - a\n    - b",
      project: "permissions: { secret_files: []‹global: a list of 2› }",
    },
  ],
  [
    "objects are merged, so the hint stands at their values",
    { global: "facets: { a: { source: a.md }, b: { source: b.md } }", project: "facets: { a: { source: c.md } }" },
    {
      global: "facets: { a: { source: a.md‹overridden in the project: c.md› }, b: { source: b.md } }",
      project: "facets: { a: { source: c.md‹global: a.md› } }",
    },
  ],
  [
    "another variant",
    {
      global: "providers: { p: { kind: { type: catalog }, auth: { type: static_key, key: k } } }",
      project: "providers: { p: { auth: { type: no_auth } } }",
    },
    {
      global:
        "providers: { p: { kind: { type: catalog }, auth: { type: static_key‹overridden in the project: no_auth›, key: k‹the project chose another kind› } } }",
      project: "providers: { p: { auth: { type: no_auth‹global: static_key› } } }",
    },
  ],
  [
    "a long text, and one of several lines",
    {
      global: `facets: { a: { source: ${long} }, b: { source: "a\\nb" } }`,
      project: "facets: { a: { source: c }, b: { source: d } }",
    },
    {
      global: `facets: { a: { source: ${long}‹overridden in the project: c› }, b: { source: "a\\nb"‹overridden in the project: d› } }`,
      project: `facets: { a: { source: c‹global: ${"x".repeat(39)}…› }, b: { source: d‹global: a\\nb› } }`,
    },
  ],
  [
    "a very long text",
    { global: `facets: { a: { source: ${"x".repeat(20_000)} } }`, project: "facets: { a: { source: c } }" },
    {
      global: `facets: { a: { source: ${"x".repeat(20_000)}‹overridden in the project: c› } }`,
      project: "facets: { a: { source: c‹global: a long text› } }",
    },
  ],
  [
    "a block scalar: behind its first line",
    { global: "facets: { a: { source: b } }", project: "facets:\n  a:\n    source: |\n      c\n      d\n" },
    {
      global: "facets: { a: { source: b‹overridden in the project: c\\nd\\n› } }",
      project: "facets:\n  a:\n    source: |‹global: b›\n      c\n      d\n",
    },
  ],
  [
    "a value that does not fit is not in effect, and beats nothing",
    { global: "daemon: { log_level: info }", project: "daemon: { log_level: [] }" },
    { global: "daemon: { log_level: info }", project: "daemon: { log_level: [] }" },
  ],
  [
    "a place without a schema: no value, for the names around it may make it secret",
    { global: "tui: { login: { token: { a: CANARY } } }", project: "tui: { login: { token: { a: b } } }" },
    {
      global: "tui: { login: { token: { a: CANARY‹overridden in the project: another value› } } }",
      project: "tui: { login: { token: { a: b‹global: another value› } } }",
    },
  ],
  [
    "hostile texts stay text",
    { global: 'facets: { a: { source: "[x](command:y)\\u202e" } }', project: "facets: { a: { source: b } }" },
    {
      global: 'facets: { a: { source: "[x](command:y)\\u202e"‹overridden in the project: b› } }',
      project: "facets: { a: { source: b‹global: [x](command:y)\\u{202e}› } }",
    },
  ],
  [
    "a header in another case",
    {
      global: "providers: { p: { kind: { type: catalog }, headers: { X-Mode: a } } }",
      project: "providers: { p: { headers: { x-mode: b } } }",
    },
    {
      global: "providers: { p: { kind: { type: catalog }, headers: { X-Mode: a‹overridden in the project› } } }",
      project: "providers: { p: { headers: { x-mode: b } } }",
    },
  ],
  [
    "an alias of an object: the hint would stand at another path",
    {
      global: "facets: { a: { source: a.md }, b: { source: b.md } }",
      project: "facets: { a: &a { source: c.md }, b: *a }",
    },
    {
      global:
        "facets: { a: { source: a.md‹overridden in the project: c.md› }, b: { source: b.md‹overridden in the project: c.md› } }",
      project: "facets: { a: &a { source: c.md‹global: a.md› }, b: *a }",
    },
  ],
  [
    "an alias",
    { global: "daemon: { retry: { max_retries: 5 } }", project: "x: &n 7\ndaemon: { retry: { max_retries: *n } }" },
    {
      global: "daemon: { retry: { max_retries: 5‹overridden in the project: 7› } }",
      project: "x: &n 7\ndaemon: { retry: { max_retries: *n‹global: 5› } }",
    },
  ],
])("%s", (_, texts, expected) => {
  test("in both files", () => {
    expect(both(texts)).toEqual(expected);
  });
});

test("a secret is in no hint", () => {
  const env = (value: string): string =>
    `mcp_servers: { s: { transport: stdio, command: a, env: { API_TOKEN: ${value} } } }`;
  const shown = both({ global: env("CANARY-user-0123"), project: env("CANARY-project-4567") });
  expect(shown.global).toContain("‹overridden in the project: <redacted>›");
  expect(shown.project).toContain("‹global: <redacted>›");
});

test("without a project there are no hints", () => {
  const alone = layerFrom("daemon: { retry: { max_retries: 5 } }", "global");
  expect(hintsOf(snapshotOf(alone), alone)).toEqual([]);
});

test("a hint leads to the first line of the other value", () => {
  const text = "permissions:\n  secret_files: [a,\n    b]\n";
  const [user, own] = [layerFrom(text, "global"), layerFrom("permissions: { secret_files: [] }", "project")];
  const about = hintsOf(snapshotOf(user, own), own)[0]?.about;
  expect(about?.layer).toBe(user);
  expect(about && text.slice(about.span.start, about.span.end)).toBe("[a,");
});

test("a withheld value overrides nothing", () => {
  const [global, project] = ["daemon: { tls: { trust_store: /a.pem } }", "daemon: { tls: { trust_store: b.pem } }"];
  const [user, own] = [layerFrom(global, "global"), layerFrom(project, "project")];
  const snapshot = snapshotOf(user, own);
  const { withheld } = withheldFrom(snapshot);
  expect(drawn(global, hintsOf(snapshot, user, withheld))).toBe(global);
  expect(drawn(project, hintsOf(snapshot, own, withheld))).toBe(
    "daemon: { tls: { trust_store: b.pem‹withheld; global: /a.pem› } }",
  );
});
