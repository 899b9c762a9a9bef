/** A project is right by itself: judged without its user's file, as in CI, it is not blamed for the contents of that file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { formatOf } from "../../src/toolkit/read/document/formats.js";
import { configShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { machine } from "../machine/machine.js";
import { globalFile, projectFile } from "../machine/names.js";

/** The rules that blame a project, and where. */
function blamed({ diagnostics }: LintResult): readonly string[] {
  return diagnostics
    .filter(({ severity, layer }) => severity !== "info" && layer === "project")
    .map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`);
}

/** Directories of pairs of layers, and the files in them. */
const PAIRS = ["fixtures/examples", "fixtures/pairs"].flatMap((folder) =>
  readdirSync(folder).map((name) => {
    const files = readdirSync(join(folder, name));
    const of = (layer: string): string => files.find((file) => file.startsWith(`${layer}.`)) ?? "";
    return { name, global: join(folder, name, of("global")), project: join(folder, name, of("project")) };
  }),
);

/** What the examples name and their repositories hold. */
const BESIDE = { "scripts/agent-env.sh": "", ".agent/facets/plan.md": "" };

/** Their mistakes are mistakes whatever the other layer says. */
const WRONG: ReadonlySet<string> = new Set([
  ...[
    "twelve-mistakes",
    "a circle that only both layers make",
    "a key is missing in both layers",
    "a key of another variant",
  ],
  // Servers that are fetched without a version.
  ...["team", "workstation"],
  ...[
    "a project misspells what is not its own",
    "a project sets what is global-only",
    "commands of a project never run",
  ],
  ...["a project with a duplicate key counts for nothing", "null for an entry of a map"],
]);

test.each(PAIRS)("$name", ({ name, global, project }) => {
  const [lower, upper] = [readFileSync(global, "utf8"), readFileSync(project, "utf8")];
  const layers = { [globalFile(formatOf(global))]: lower, [projectFile(formatOf(project))]: upper };
  const at = machine({ ...layers, ...BESIDE });
  const alone = blamed(at.lint({ global: false }));
  const together = blamed(at.lint());
  if (WRONG.has(name)) expect(alone.filter((one) => !together.includes(one))).toEqual([]);
  else expect(alone).toEqual([]);
});

type Override = readonly [path: readonly string[], value: Json];

/** Every key that a project may set, below `mine` where names are free, with a value that means something. */
function* overrides(shape: Shape, path: readonly string[] = []): Generator<Override> {
  const { schema, properties, rest, tag } = shape;
  if (schema["x-scope"] !== undefined) return;
  for (const [key, child] of properties) yield* overrides(child, [...path, key]);
  if (rest !== undefined) yield* overrides(rest, [...path, "mine"]);
  if (properties.size > 0 || rest !== undefined || tag !== undefined) return;
  const value = BY_HAND[path.join(".")] ?? ordinary(shape);
  if (value !== undefined) yield [path, value];
}

function ordinary({ schema, types, values }: Shape): Json | undefined {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if (values?.[0] !== undefined) return values[0];
  // What its user is asked about is no false alarm: the other value is as good.
  if (types?.has("boolean")) return schema["x-stricter"] !== false;
  return types?.has("integer") || types?.has("number") ? Math.max(1, schema.minimum ?? 1) : undefined;
}

/** What refers to something of its user's, and what the schema has no example of. */
const BY_HAND: Readonly<Record<string, Json>> = {
  ...{ "defaults.full": "theirs", "defaults.mini": "corp/theirs", "defaults.nano": "theirs(low)" },
  ...{ "models.mine.provider": "corp", "models.mine.provider_name": "their-model", "models.mine.inherits": "theirs" },
  ...{
    "models.mine.edit_format": "patch",
    "models.mine.context_window": 8000,
    "providers.mine.url": "https://api.example.com/v1",
  },
  ...{ "active_session.default_facet": "theirs", "active_session.default_exec_facet": "theirs" },
  "autonomous_permission_matcher.classifier_model": "theirs",
};

const ALL = [...overrides(configShape)].map(([path, value]) => ({
  text: JSON.stringify(path.reduceRight<Json>((below, key) => ({ [key]: below }), value)),
}));

/** These do nothing in a repository, and here is one. */
const INERT = /"file_catalog":\{"max_/;

test("there are many of them", () => {
  expect(ALL.length).toBeGreaterThan(60);
});

test.each(ALL)("$text", ({ text }) => {
  const at = machine({ ".agent/config.json": text }, { kind: INERT.test(text) ? "directory" : "repository" });
  expect(blamed(at.lint({ global: false }))).toEqual([]);
});
