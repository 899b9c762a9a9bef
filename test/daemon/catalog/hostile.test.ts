/** Tool servers that send too much: their part of the catalog is bounded, and the rest of it stays. */
import { expect, test } from "vitest";
import { catalogOf } from "../../../src/agent/session/catalog/catalog-of.js";
import type { Fields } from "../../../src/agent/session/tools/tool.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { loaded, server, tool } from "./loaded.js";

const ANY_OBJECT = { type: "object" };

const mcp = (name: string, more = {}) => tool(`mcp__search__${name}`, { origin: "mcp", ...more });
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test("ten thousand tools do not push out the daemon's own, and the server's count is true", async () => {
  const many = range(10_000).map((number) => mcp(`${number}`));
  const { content, leftOut } = catalogOf(
    await loaded({ tools: [...many, tool("shell")], servers: [server("search", { tools: many })] }),
  );
  expect(content.tools).toHaveLength(limits.catalogEntries);
  expect(content.tools.map(({ name }) => name)).toContain("shell");
  expect(content.mcp_servers[0]?.tool_count).toBe(10_000);
  expect(content.mcp_servers[0]?.tools).toHaveLength(limits.catalogEntries);
  expect(leftOut).toBe(2 * (10_000 - limits.catalogEntries) + 1);
});

test("a description of 50 MB is cut, at no half of a pair", async () => {
  const most = limits.catalogTextCharacters;
  const tools = ["a", "😀", "a😀"].map((text, index) =>
    mcp(`${index}`, { description: text.repeat((index === 0 ? 50 * 1024 * 1024 : 2 * most) / text.length) }),
  );
  const { content } = catalogOf(await loaded({ tools }));
  for (const { description } of content.tools) {
    expect(description.length).toBeLessThanOrEqual(most);
    expect(description.length).toBeGreaterThan(most - 3);
    expect(description).toMatch(/^(?:a|😀)+…$/u);
  }
});

test("names and words that are too long are left out", async () => {
  const long = "x".repeat(limits.catalogNameCharacters + 1);
  const words = [long, ...range(limits.catalogWords + 3).map(String)];
  const { content, leftOut } = catalogOf(await loaded({ tools: [tool(long), tool("shell", { tags: words })] }));
  expect(content.tools.map(({ name }) => name)).toEqual(["shell"]);
  expect(content.tools[0]?.tags).toEqual(range(limits.catalogWords).map(String));
  expect(leftOut).toBe(1 + 4);
});

const deep = (levels: number): Fields => {
  let schema: Fields = {};
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
};
const ring: Record<string, unknown> = {};
ring["ring"] = ring;

test.each<[string, unknown]>([
  ["nested 100,000 levels deep", deep(100_000)],
  ["one level too deep", deep(limits.bodyDepth)],
  ["a ring", ring],
  ["of too many texts", { enum: range(50_000).map(String) }],
  ["of a text that is too long", { description: "x".repeat(limits.catalogSchemaCharacters) }],
  ["of a name that is too long", { ["x".repeat(limits.catalogSchemaCharacters)]: 1 }],
  ["of too many values", { enum: range(limits.catalogSchemaCharacters) }],
  ["with a function", { toJSON: () => "x" }],
  ["with a big number", { maximum: 1n }],
  ["with nothing", { maximum: undefined }],
  ["none at all", undefined],
])("an input schema that is %s is published as one that every object fits", async (_, inputSchema) => {
  const { content } = catalogOf(await loaded({ tools: [mcp("find", { inputSchema }), tool("shell")] }));
  expect(content.tools.map(({ input_schema }) => input_schema)).toEqual([ANY_OBJECT, tool("shell").inputSchema]);
});

test("an input schema as deep as is allowed is published as it is", async () => {
  const inputSchema = deep(limits.bodyDepth - 1);
  const { content } = catalogOf(await loaded({ tools: [mcp("find", { inputSchema })] }));
  expect(content.tools[0]?.input_schema).toEqual(inputSchema);
});

test("all texts together are bounded, and tool servers come last", async () => {
  const description = "x".repeat(limits.catalogTextCharacters);
  const inputSchema = { type: "object", description: "y".repeat(30_000) };
  const many = range(1000).map((number) => mcp(`${number}`, { description, inputSchema }));
  const { content, leftOut } = catalogOf(await loaded({ tools: [...many, tool("shell")] }));
  const { length } = JSON.stringify(content);
  expect(length).toBeLessThan(1.1 * limits.catalogCharacters);
  expect(length).toBeGreaterThan(0.9 * limits.catalogCharacters);
  expect(content.tools.map(({ name }) => name)).toContain("shell");
  expect(content.tools.length - 1 + leftOut).toBe(1000);
});
