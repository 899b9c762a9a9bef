/** The language servers behind most editors, with the schema for editors: completion, hover and errors. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "../../../src/toolkit/read/diagnostic/diagnostic.js";
import type { JsonObject } from "../../../src/toolkit/read/document/data.js";
import { editorSchema } from "../../../src/toolkit/read/schema/editor/schema.js";
import { layerArbitrary } from "../../arbitrary/layer.js";
import { cases } from "../../cases.js";
import { isLayer } from "../../schema/of-data.js";
import { askedAt, type Server } from "./asked.js";
import { jsonServer } from "./json-server.js";
import { COMPLETIONS, HOVERS } from "./questions.js";
import { yamlServer } from "./yaml-server.js";

const schemaText = readFileSync("schema/config.schema.json", "utf8");

/** Configurations that are right, each in both formats. */
const RIGHT: readonly (readonly [about: string, yaml: string, json: string, scope: Scope])[] = [
  [
    "a server switched off",
    "mcp_servers: { db: { default_enabled: false } }",
    '{"mcp_servers": {"db": {"default_enabled": false}}}',
    "project",
  ],
  [
    "another threshold",
    "models: { x: { compaction_threshold: 0.2 } }",
    '{"models": {"x": {"compaction_threshold": 0.2}}}',
    "project",
  ],
  ["a section that is unset", "updates: null", '{"updates": null}', "global"],
  ["no authentication", "providers: { a: { auth: null } }", '{"providers": {"a": {"auth": null}}}', "project"],
  ["a level from outside", 'daemon: { log_level: "${LEVEL}" }', '{"daemon": {"log_level": "${LEVEL}"}}', "project"],
  ["nothing but a version", "version: 3", '{"version": 3}', "project"],
];

/** Mistakes, and a word of the message about each. */
const WRONG: readonly (readonly [about: string, yaml: string, json: string, word: string])[] = [
  ["a misspelt key", "modles: {}", '{"modles": {}}', "modles"],
  [
    "a misspelt key of an override",
    "mcp_servers: { db: { default_enable: false } }",
    '{"mcp_servers": {"db": {"default_enable": false}}}',
    "default_enable",
  ],
  [
    "a key of another variant",
    "mcp_servers: { db: { transport: http, args: [] } }",
    '{"mcp_servers": {"db": {"transport": "http", "args": []}}}',
    "args",
  ],
  ["a value that there is none of", "daemon: { log_level: loud }", '{"daemon": {"log_level": "loud"}}', '"trace"'],
  [
    "a form that is not kept",
    "providers: { a: { kind: { type: catalog, name: '' } } }",
    '{"providers": {"a": {"kind": {"type": "catalog", "name": ""}}}}',
    "This is empty.",
  ],
  [
    "what only its user can set",
    "updates: { channel: beta }",
    '{"updates": {"channel": "beta"}}',
    "Only the global configuration can set this, not a project.",
  ],
];

describe.each(["07", "2020-12"] as const)("with draft %s", (draft) => {
  const stops: (() => void)[] = [];
  const servers = new Map<string, Server>();
  const serverOf = (format: string, scope: Scope = "project"): Server => {
    const server = servers.get(`${format} ${scope}`);
    if (server === undefined) throw new Error("no such server runs");
    return server;
  };

  beforeAll(async () => {
    for (const scope of ["global", "project"] as const) {
      const schema = editorSchema(schemaText, scope, draft);
      const yaml = await yamlServer(schema);
      stops.push(yaml.stop);
      servers.set(`yaml ${scope}`, yaml).set(`json ${scope}`, jsonServer(schema));
    }
  });

  afterAll(() => {
    for (const stop of stops) stop();
  });

  describe.each(["yaml", "json"] as const)("in %s", (format) => {
    test.each(COMPLETIONS)("$about can be completed", async (question) => {
      const { scope, wanted, unwanted = [], written, said } = question;
      const proposals = await serverOf(format, scope).complete(askedAt(question[format]));
      const labels = proposals.map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining([...wanted]));
      expect(unwanted.filter((label) => labels.includes(label))).toEqual([]);
      const first = proposals.find(({ label }) => label === wanted[0]);
      if (written !== undefined) expect(first?.insert).toBe(written[format]);
      if (said !== undefined) expect(first?.about).toContain(said);
      expect(proposals.filter(({ about }) => !isReadable(about))).toEqual([]);
    });

    test.each(HOVERS)("$about is explained", async (question) => {
      const text = await serverOf(format, question.scope).hover(askedAt(question[format]));
      for (const words of question.said) expect(text).toContain(words);
      for (const words of question.unsaid ?? []) expect(text).not.toContain(words);
      expect(isReadable(text), text).toBe(true);
    });

    test.each(RIGHT)("there is no false error at %s", async (_, yaml, json, scope) => {
      expect(await serverOf(format, scope).check(format === "yaml" ? yaml : json)).toEqual([]);
    });

    test("there is no false error at any layer", async () => {
      const server = serverOf(format, "global");
      await fc.assert(
        fc.asyncProperty(layerArbitrary().filter(isLayer), async (config) => {
          // A schema of its own would be asked instead.
          const { $schema: _, ...layer } = config as JsonObject;
          expect(await server.check(JSON.stringify(layer, null, 2))).toEqual([]);
        }),
        { numRuns: cases(format === "json" ? 300 : 40) },
      );
    });

    test.each(WRONG)("%s is found", async (_, yaml, json, word) => {
      const messages = await serverOf(format).check(format === "yaml" ? yaml : json);
      expect(messages).toEqual([expect.stringContaining(word)]);
    });
  });
});

test("as many questions as promised", () => {
  expect([COMPLETIONS.length, HOVERS.length]).toEqual([25, 17]);
});

/** No escaped Markdown, and every code span closed. */
function isReadable(text: string): boolean {
  return !/\\[`_*<>]/.test(text.replace(/^```.*?^```/gms, "")) && (text.match(/`/g)?.length ?? 0) % 2 === 0;
}
