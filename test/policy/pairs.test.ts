/** 60 pairs of layers under 12 policies: each violation is reported at the value and at the line of the policy, and nothing else is. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { Diagnostic, Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { isObject, type JsonObject } from "../arbitrary/plain.js";
import { some } from "../cases.js";
import { spell } from "../machine/layered.js";
import { type MemoryHost, memoryHost } from "../machine/memory.js";
import { globalFile, POLICY, projectFile } from "../machine/names.js";
import { PARTS, type Part, POLICIES, type PolicyCase } from "./parts.js";

interface Guards {
  readonly matcher?: string;
  readonly secretFiles?: readonly string[];
  readonly disallowHttp?: boolean;
}

interface Side {
  readonly parts: readonly Part[];
  readonly guards: Guards;
}

interface Pair {
  readonly global: Side;
  readonly project: Side;
}

/** Numbers below a bound, from a seed. */
function dice(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const MATCHERS = [undefined, "standard", "bypass", "bypass_plus", "autonomous"];
const LISTS = [undefined, [".env*"], ["keys/**", ".env*"], ["*.pem", "keys/**", ".env*"]];
const FLAGS = [undefined, true, false];

const pairs = Array.from({ length: 60 }, (_, seed): Pair => {
  const roll = dice(seed);
  const places = PARTS.map((part) =>
    roll(3) === 0 ? undefined : part.isGlobal || roll(2) === 0 ? "global" : "project",
  );
  const guards = (): Guards => {
    const [matcher, secretFiles, disallowHttp] = [MATCHERS[roll(5)], LISTS[roll(4)], FLAGS[roll(3)]];
    return {
      ...(matcher !== undefined && { matcher }),
      ...(secretFiles !== undefined && { secretFiles }),
      ...(disallowHttp !== undefined && { disallowHttp }),
    };
  };
  const side = (scope: Scope): Side => ({ parts: PARTS.filter((__, at) => places[at] === scope), guards: guards() });
  return { global: side("global"), project: side("project") };
});

function dataOf({ parts, guards: { matcher, secretFiles, disallowHttp } }: Side): JsonObject {
  const guards: JsonObject = {
    ...(matcher !== undefined && { default_permission_matcher: matcher }),
    ...(secretFiles !== undefined && { permissions: { secret_files: [...secretFiles] } }),
    ...(disallowHttp !== undefined && { daemon: { web: { web_fetch_disallow_http: disallowHttp } } }),
  };
  return [...parts.map(({ data }) => data), guards].reduce<JsonObject>(together, { version: 3 });
}

function together(a: JsonObject, b: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const there = result[key];
    result[key] = isObject(there) && isObject(value) ? together(there, value) : value;
  }
  return result;
}

/** What has to be reported: rule, layer, path, and line of the policy. */
function expectedOf({ global, project }: Pair, policy: PolicyCase): readonly string[] {
  const lineOf = (key: string): number => policy.text.split("\n").findIndex((line) => line.includes(`${key}:`)) + 1;
  const row = (rule: string, key: string, layer: Scope, at: string): string =>
    `policy/${rule} ${layer} ${at} ${lineOf(key)}`;
  const ofParts = (scope: Scope, { parts }: Side): readonly string[] =>
    parts.flatMap(({ words }) =>
      words.flatMap(([word, at]) => {
        const [rule, key] = policy.forbids[word] ?? [];
        return rule === undefined || key === undefined ? [] : [row(rule, key, scope, at)];
      }),
    );
  const guard = (
    rule: string,
    key: string,
    path: string,
    isBroken: (guards: Guards) => boolean,
    isSet: (guards: Guards) => boolean,
  ) => {
    // The user's own file is judged by itself, and the project's by what it sets.
    const own = isBroken(global.guards) ? [row(rule, key, "global", path)] : [];
    return [...own, ...(isSet(project.guards) && isBroken(project.guards) ? [row(rule, key, "project", path)] : [])];
  };
  const { matchers, secretFiles = [], disallowHttp } = policy;
  return [
    ...ofParts("global", global),
    ...ofParts("project", project),
    ...(matchers === undefined
      ? []
      : guard(
          ...(["forbidden-matcher", "permission_matchers", "/default_permission_matcher"] as const),
          ({ matcher = "standard" }) => matchers.includes(matcher),
          ({ matcher }) => matcher !== undefined,
        )),
    ...guard(
      ...(["unguarded-files", "secret_files", "/permissions/secret_files"] as const),
      ({ secretFiles: own = [] }) => secretFiles.some((one) => !own.includes(one)),
      ({ secretFiles: own }) => own !== undefined,
    ),
    ...(disallowHttp === undefined
      ? []
      : guard(
          ...(["http-fetch", "web_fetch_disallow_http", "/daemon/web/web_fetch_disallow_http"] as const),
          ({ disallowHttp: own }) => own !== true,
          ({ disallowHttp: own }) => own !== undefined,
        )),
  ].toSorted();
}

function reported(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics
    .filter(({ rule }) => rule.startsWith("policy/"))
    .map(({ rule, layer, path = "", related }) => {
      expect(related.map(({ file }) => file)).toEqual([POLICY]);
      // The two keys of a provider's kind are one place in the words of the parts.
      const at = rule.endsWith("provider")
        ? path.replace(/(?<=^\/providers\/of-\w+\/kind|secretive\/kind)\/.*/, "")
        : path;
      return `${rule} ${layer} ${at} ${related[0]?.range.start.line}`;
    })
    .toSorted();
}

const rows = POLICIES.flatMap((policy) => pairs.map((pair, index) => [policy.name, index, policy, pair] as const));

function hostOf(policy: PolicyCase, pair: Pair, index: number): MemoryHost {
  const format = FORMAT_NAMES[index % FORMAT_NAMES.length] ?? "yaml";
  return memoryHost({
    files: {
      [POLICY]: policy.text,
      [globalFile(format)]: spell(dataOf(pair.global), format),
      [projectFile(format)]: spell(dataOf(pair.project), format),
    },
    env: { GATEWAY: "https://llm.acme.example", REGION: "eu" },
    answer: () => "key",
  });
}

test.each(rows)("%s: pair %i", (_, index, policy, pair) => {
  const host = hostOf(policy, pair, index);
  const { diagnostics } = lint({ host });
  expect(reported(diagnostics)).toEqual(expectedOf(pair, policy));
  expect(host.commands).toEqual([]);
  for (const { rule, severity } of diagnostics) if (rule.startsWith("policy/")) expect(severity).toBe("error");
});

test.each(some(rows))(
  "%s: loading refuses pair %i for the same reasons, and runs nothing before",
  async (_, index, policy, pair) => {
    const host = hostOf(policy, pair, index);
    const expected = expectedOf(pair, policy);
    const { ok, diagnostics } = await load({ host });
    const known = new Set(reported(diagnostics));
    for (const one of expected) expect(known).toContain(one);
    if (expected.length === 0) return;
    expect(ok).toBe(false);
    expect(host.commands).toEqual([]);
  },
);

test("the pairs violate every policy that restricts something, and keep every one", () => {
  const counts = POLICIES.map((policy) => pairs.filter((pair) => expectedOf(pair, policy).length > 0).length);
  expect(POLICIES.length).toBe(12);
  expect(pairs.length).toBe(60);
  for (const [index, { name }] of POLICIES.entries()) {
    if (name !== "nothing") expect(counts[index], name).toBeGreaterThan(5);
  }
  expect(counts[0]).toBe(0);
});
