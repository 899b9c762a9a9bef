/** Completion in a file that was never readable: what its lines show counts. */
import { expect, test } from "vitest";
import { labels } from "./ask.js";

const YAML = `daemon:
  web: { http_proxy: "half
models:
  big:
    reasoning: { type: effort, effort_set: e, can_disable: true, levels: [low, high] }
  odd:
    class: [full
  small:
    inherits: big
  off: { enabled: false }
`;

const JSON_TEXT = `{
  "daemon": { "web": { "http_proxy": "half },
  "models": {
    "big": {
      "reasoning": { "type": "effort", "effort_set": "e", "can_disable": true, "levels": ["low", "high"] }
    },
    "odd": {
      "class": ["full"
    },
    "small": {
      "inherits": "big"
    },
    "off": { "enabled": false }
  },
`;

test("models, without those that are off", () => {
  expect(labels({ text: `${YAML}defaults:\n  full: ¦\n` })).toEqual(["big", "odd", "small"]);
  expect(labels({ text: `${JSON_TEXT}  "defaults": {\n    "full": "¦"\n  }\n}\n`, format: "json" })).toEqual([
    "big",
    "odd",
    "small",
  ]);
});

test("levels", () => {
  expect(labels({ text: `${YAML}defaults:\n  full: big(¦)\n` })).toEqual(["low", "high", "none"]);
  expect(labels({ text: `${JSON_TEXT}  "defaults": {\n    "full": "big(¦)"\n  }\n}\n`, format: "json" })).toEqual([
    "low",
    "high",
    "none",
  ]);
});

test("parents without a circle", () => {
  const text = YAML.replace("  big:\n", "  big:\n    inherits: ¦\n");
  expect(labels({ text })).toEqual(["odd", "off"]);
});

test.each([
  '{"mcp_servers":{"n":{"transport":"http",¦',
  '{"mcp_servers":{"n":{"transport":"http", "¦"',
  '{"mcp_servers":{"n":{"transport":"http",\n  ¦',
  '{"mcp_servers":{"n":{"transport":"http",\n  "¦"',
  '// mine\n{"mcp_servers":{"m":{"url":"{"},\n    "n":{"transport":"http",¦\n',
])("a JSON text whose first line opens an entry, and that is cut off in it: %j", (text) => {
  const found = labels({ text, format: "json" });
  expect(found).toEqual(expect.arrayContaining(["url", "headers"]));
  expect(found).not.toContain("models");
});
