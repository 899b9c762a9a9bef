/** Findings about a configuration's content: none when it is valid, one for one mistake, and else those that ajv has. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAgentConfig } from "../../src/generated/validate.js";
import { toPointer } from "../../src/text/path.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { configArbitrary, jsonArbitrary, nameArbitrary } from "../arbitrary/config.js";
import { type Mutation, mutationArbitrary, mutationsOf } from "../arbitrary/mutation.js";
import { isObject } from "../arbitrary/plain.js";
import { jsonSpellingArbitrary, type Spelling, yamlArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { configAjv } from "../generate/ajv.js";
import { checkData, dataFits } from "./of-data.js";

const accepts = configAjv({ allErrors: true }).compile(JSON.parse(readFileSync("schema/config.schema.json", "utf8")));

/** The rules that judge a configuration by its form alone: the generated ones have form, but little meaning. */
const isAboutForm = ({ rule, path = "" }: Diagnostic): boolean =>
  /^(syntax|schema|layer)\//.test(rule) ||
  ["provider/header-name", "mcp/block-list-name", "mcp/other-transport", "mcp/variable-name"].includes(rule) ||
  // Elsewhere this rule is about a server's name.
  (rule === "mcp/auth-key-name" && path.endsWith("/auth_key_name"));

const diagnosticsOf = ({ format, text }: Spelling): readonly Diagnostic[] =>
  lint({ texts: [{ file: "config", text, format }] }).diagnostics.filter(isAboutForm);

const essence = ({ rule, path, message, severity }: Diagnostic): object => ({ rule, path, message, severity });

const inBothFormats = (config: Json): fc.Arbitrary<readonly [Spelling, Spelling]> =>
  fc.tuple(jsonSpellingArbitrary(config), yamlArbitrary(config));

test("a valid configuration has no findings, however it is spelt", () => {
  fc.assert(
    fc.property(configArbitrary().chain(inBothFormats), ([json, yaml]) => {
      expect(diagnosticsOf(json)).toEqual([]);
      expect(diagnosticsOf(yaml)).toEqual([]);
    }),
    { numRuns: slowCases(800) },
  );
});

const spelt = ({
  config,
  ...mutation
}: Mutation): fc.Arbitrary<readonly [Omit<Mutation, "config">, Spelling, Spelling]> =>
  inBothFormats(known(config)).map(([json, yaml]) => [mutation, json, yaml]);

/** The contents of a file of a newer version are not reported (S30). */
const known = (config: Json): Json =>
  isObject(config) && Number(config["version"]) > 3 && Number(config["version"]) < 256
    ? { ...config, version: 3 }
    : config;

test("one mistake is one finding at its place, the same in JSON and YAML", () => {
  fc.assert(
    fc.property(mutationArbitrary().chain(spelt), ([{ rule, path }, json, yaml]) => {
      const findings = diagnosticsOf(json);
      expect(findings).toMatchObject([{ rule, path: toPointer(path) }]);
      expect(diagnosticsOf(yaml).map(essence)).toEqual(findings.map(essence));
    }),
    { numRuns: slowCases(1200) },
  );
});

/** Any JSON, set at any place of a configuration, over or beside what is there. */
function withAnything(config: Json): fc.Arbitrary<Json> {
  if (typeof config !== "object" || config === null || isEmpty(config)) return jsonArbitrary;
  const inside = fc
    .constantFrom(...Object.entries(config))
    .chain(([key, value]) => withAnything(value).map((other) => replace(config, key, other)));
  const beside = fc.tuple(nameArbitrary, jsonArbitrary).map(([key, value]) => replace(config, key, value));
  return fc.oneof({ weight: 4, arbitrary: inside }, beside, jsonArbitrary);
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function replace(config: Json & object, key: string, value: Json): Json {
  if (!Array.isArray(config)) return Object.fromEntries([...Object.entries(config), [key, value]]);
  return Object.hasOwn(config, key) ? config.with(Number(key), value) : [...config, value];
}

const anyConfig = fc.oneof(
  configArbitrary(),
  mutationArbitrary().map(({ config }) => config),
  mutationArbitrary()
    .chain(({ config }) => fc.constantFrom(...mutationsOf(config)))
    .map(({ config }) => config),
  configArbitrary().chain(withAnything),
  configArbitrary().chain(withAnything).chain(withAnything),
);

test("the walk, the generated validator and ajv accept the same values", () => {
  fc.assert(
    fc.property(anyConfig, (config) => {
      const accepted = accepts(config);
      // A text in the place of a switch is reported, and fits the schema.
      const misfits = checkData(config).filter(({ kind }) => kind !== "switch-word");
      expect(misfits.length === 0).toBe(accepted);
      expect(dataFits(config)).toBe(accepted);
      expect(isAgentConfig(config)).toBe(accepted);
    }),
    { numRuns: slowCases(4000) },
  );
});

test("a property on Object.prototype changes nothing", () => {
  const results = (config: Json, spellings: readonly Spelling[]): unknown =>
    structuredClone([checkData(config).length, isAgentConfig(config), accepts(config), spellings.map(diagnosticsOf)]);
  const withSpellings = anyConfig.chain((config) => fc.tuple(fc.constant(config), inBothFormats(config)));
  fc.assert(
    fc.property(withSpellings, ([config, spellings]) => {
      expect(polluted(() => results(config, spellings))).toEqual(results(config, spellings));
    }),
    { numRuns: slowCases(250) },
  );
});

function polluted<Result>(run: () => Result): Result {
  try {
    Object.assign(Object.prototype, { enabled: true });
    return run();
  } finally {
    Reflect.deleteProperty(Object.prototype, "enabled");
  }
}
