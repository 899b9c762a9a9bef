/** What a catalog says of what is loaded, in which order, and what it keeps out (spec 2.7, P-S36, P-S80). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogOf } from "../../../src/agent/session/catalog/catalog-of.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { isDaemonState } from "../../../src/generated/protocol/validators.js";
import { cases } from "../../cases.js";
import { configOf } from "../../model/asking.js";
import { ACCESS_KEY, facet, KEY, loaded, SECRET, server, skill, subagent, tool } from "./loaded.js";

const HEAD = { version: 1, daemon_epoch: "e", catalog_revision: "1" };

test("C124 each list has what the specification names", async () => {
  const config = await configOf(`version: 3
defaults: { full: big }
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "https://lab.example/v1" }
models:
  big:
    provider: lab
    provider_name: lab-big-2026
    class: full
    context_window: 200000
    max_output_tokens_per_turn: 16000
    supports_vision: true
    edit_format: patch
    reasoning: { type: effort, effort_set: lab, can_disable: true, levels: [low, high], default_level: low }
    request_option_defaults: { tier: standard, cache: true }
  small: { provider: lab, class: mini, context_window: 8000, max_tokens: 4000, tool_loading: no_tools }
`);
  const { content, leftOut } = catalogOf(
    await loaded({
      config,
      facets: [facet("plan", { model: "default_model:full", policies: ["read-only"] })],
      subagents: [subagent("review", { tags: ["code"] })],
      skills: [skill("commit", { userInvocable: false, origin: "project" })],
      tools: [tool("mcp__search__find", { origin: "mcp", strict: true, tags: ["web"] })],
      servers: [server("search", { transport: "http", tools: [{ name: "mcp__search__find" }] })],
    }),
  );
  expect(isDaemonState({ ...HEAD, ...content })).toBe(true);
  expect(leftOut).toBe(0);
  expect(content).toEqual({
    facets: [
      {
        ...{ name: "plan", description: "The facet plan.", model: "default_model:full", policies: ["read-only"] },
        color: { light: "#0a0b0c", dark: "#f0f1f2" },
      },
    ],
    models: [
      {
        ...{ name: "big", label: "lab-big-2026", provider: "lab", protocol: "beta_chat_completions", class: "full" },
        reasoning: { type: "effort", can_disable: true, levels: ["low", "high"], default_level: "low" },
        capabilities: {
          ...{ context_window: 200_000, output_limit: 16_000, vision: true, edit_format: "patch" },
          ...{ tool_loading: "eager", max_tool_batch_size: 5, forced_tool_choice: true },
        },
        request_options: { declared: ["cache", "tier"], defaults: { cache: true, tier: "standard" } },
      },
      {
        ...{ name: "small", label: "small", provider: "lab", protocol: "beta_chat_completions", class: "mini" },
        reasoning: { type: "no_reasoning" },
        capabilities: {
          ...{ context_window: 8000, output_limit: 4000, vision: false, edit_format: null },
          ...{ tool_loading: "no_tools", max_tool_batch_size: 4, forced_tool_choice: true },
        },
        request_options: { declared: [], defaults: {} },
      },
    ],
    subagents: [{ name: "review", description: "The delegate review.", tags: ["code"], origin: "project" }],
    skills: [
      {
        ...{ name: "commit", description: "The skill commit.", tags: [], origin: "project" },
        ...{ user_invocable: false, model_invocable: true },
      },
    ],
    tools: [
      {
        ...{ name: "mcp__search__find", description: "The tool mcp__search__find.", tags: ["web"], origin: "mcp" },
        ...{ input_schema: { type: "object", properties: { path: { type: "string" } } }, strict: true },
      },
    ],
    mcp_servers: [
      { name: "search", transport: "http", state: "connected", tool_count: 1, tools: ["mcp__search__find"] },
    ],
    extensions: [],
    diagnostics: { rejected: 0 },
  });
});

test("C124 the order in which things are loaded changes no byte, and names are sorted by their units", async () => {
  const names = ["b", "a", "Z", "é", "😀", "\uffee", "10", "9", "__proto__", "constructor"];
  const sourceOf = (some: readonly string[]) =>
    loaded({
      facets: some.map((name) => facet(name)),
      subagents: some.map((name) => subagent(name)),
      skills: some.map((name) => skill(name)),
      tools: some.map((name) => tool(name)),
      servers: some.map((name) => server(name, { tools: some.map((one) => ({ name: one })) })),
    });
  const usual = catalogOf(await sourceOf(names)).content;
  const { facets, subagents, skills, tools, mcp_servers } = usual;
  for (const list of [facets, subagents, skills, tools, mcp_servers])
    expect(list.map(({ name }) => name)).toEqual(names.toSorted());
  expect(mcp_servers[0]?.tools).toEqual(names.toSorted());
  const shuffled = fc.shuffledSubarray(names, { minLength: names.length });
  await fc.assert(
    fc.asyncProperty(shuffled, async (some) => {
      expect(JSON.stringify(catalogOf(await sourceOf(some)).content)).toBe(JSON.stringify(usual));
    }),
    { numRuns: cases(100) },
  );
});

test("of two entries with one name the first counts", async () => {
  const tools = [tool("shell", { description: "first" }), tool("shell", { description: "second" })];
  const { content } = catalogOf(await loaded({ tools }));
  expect(content.tools.map(({ description }) => description)).toEqual(["first"]);
});

test("C127 a server has five facts, whatever else is known of it", async () => {
  const known = { ...server("search"), command: "run-me", args: ["--x"], env: { A: "b" }, url: "https://x.example" };
  const { content } = catalogOf(await loaded({ servers: [known] }));
  expect(content.mcp_servers.map((one) => Object.keys(one))).toEqual([
    ["name", "transport", "state", "tool_count", "tools"],
  ]);
});

test("C128 no command, argument, address, header, variable or credential of the configuration is in a catalog", async () => {
  const canary = (place: string): string => `canary-of-${place}-4711`;
  const config = await configOf(
    `version: 3
defaults: { full: m }
providers:
  lab:
    kind: { type: custom_beta_compatible }
    url: "https://${canary("host")}.example/${canary("path")}"
    auth: { type: static_key, key: "\${KEY}" }
    headers: { X-Team: "${canary("header")}" }
models:
  m: { provider: lab, class: full, context_window: 8000, stop_sequences: ["${canary("stop")}"] }
mcp_servers:
  near:
    transport: stdio
    command: ${canary("command")}
    args: ["${canary("argument")}"]
    env: { A: "${canary("variable")}" }
    pass_env: ["CANARY_OF_PASSED_4711"]
  far:
    transport: http
    url: "https://far.example/${canary("url")}"
    headers: { X-Team: "${canary("remote")}" }
    auth: { type: authorization-header, value: "\${VALUE}" }
`,
    { env: { KEY: canary("key"), VALUE: canary("value"), CANARY_OF_PASSED_4711: "x" } },
  );
  expect(JSON.stringify(config).match(/canary/gi)?.length).toBeGreaterThan(10);
  const servers = Object.entries(config.mcp_servers ?? {}).map(([name, entry]) => ({ ...server(name), ...entry }));
  const { content } = catalogOf(await loaded({ config, servers }));
  expect(content.models).toHaveLength(1);
  expect(content.mcp_servers).toHaveLength(2);
  expect(JSON.stringify(content)).not.toMatch(/canary/i);
});

test.each([
  ["a secret of the configuration", SECRET],
  ["a key", KEY],
  ["an access key", ACCESS_KEY],
])("C131 a name that is %s drops its entry, which is counted", async (_, secret) => {
  const kept = await loaded();
  const source = await loaded({
    facets: [facet("plan"), facet(secret), facet("pinned", { model: secret })],
    subagents: [subagent("review"), subagent(secret)],
    skills: [skill("commit"), skill(secret)],
    tools: [
      ...[tool("shell"), tool(secret), tool(`mcp__${secret}__find`, { origin: "mcp" })],
      tool("odd", { inputSchema: { type: "object", properties: { [secret]: { type: "string" } } } }),
    ],
    servers: [server("search"), server(secret)],
  });
  const { content } = catalogOf(source);
  expect(content).toEqual({ ...catalogOf(kept).content, diagnostics: { rejected: 8 } });
  expect(JSON.stringify(content)).not.toContain(secret);
});

test("C131 a model whose name, or whose provider's name, looks like a credential is dropped", async () => {
  const config = await configOf(`version: 3
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "https://lab.example/v1" }
  ${KEY}: { kind: { type: custom_beta_compatible }, url: "https://lab.example/v1" }
models:
  good: { provider: lab, class: full, context_window: 8000, provider_name: "${SECRET}", edit_format: "${KEY}" }
  ${ACCESS_KEY}: { provider: lab, class: full, context_window: 8000 }
  other: { provider: ${KEY}, class: full, context_window: 8000 }
`);
  const { models, diagnostics } = catalogOf(await loaded({ config })).content;
  expect(models.map(({ name, label }) => [name, label])).toEqual([["good", "[redacted]"]]);
  expect(models[0]?.capabilities.edit_format).toBeNull();
  expect(diagnostics.rejected).toBe(3);
});

test("C131 a word that looks like a credential is dropped from its entry, and counted", async () => {
  const { content } = catalogOf(
    await loaded({
      facets: [facet("plan", { policies: [KEY, "careful"] })],
      subagents: [subagent("review", { tags: ["a", SECRET] })],
      servers: [server("search", { tools: [{ name: "mcp__search__a" }, { name: `mcp__search__${ACCESS_KEY}` }] })],
    }),
  );
  expect(content.facets[0]?.policies).toEqual(["careful"]);
  expect(content.subagents[0]?.tags).toEqual(["a"]);
  expect(content.mcp_servers[0]).toMatchObject({ tool_count: 2, tools: ["mcp__search__a"] });
  expect(content.diagnostics.rejected).toBe(3);
});

test("P-S36 tools that servers offer under such a name are counted, also those of a server that is dropped itself", async () => {
  const servers = [server("search", { rejected: 2 }), server(SECRET, { rejected: 3 })];
  expect(catalogOf(await loaded({ servers })).content.diagnostics.rejected).toBe(1 + 2 + 3);
});

test("credentials in free text are hidden, and the rest of it stays", async () => {
  const text = `use ${SECRET} or ${KEY} "here"`;
  const { content } = catalogOf(
    await loaded({
      facets: [facet("plan", { description: text })],
      tools: [
        tool("shell", {
          description: text,
          inputSchema: JSON.parse(
            `{ "__proto__": { "default": "${SECRET}" }, "enum": ["a", "${KEY}"], "n": [1, null] }`,
          ),
        }),
      ],
    }),
  );
  const hidden = 'use [redacted] or [redacted] "here"';
  expect(content.facets[0]?.description).toBe(hidden);
  expect(content.tools[0]?.description).toBe(hidden);
  expect(JSON.stringify(content.tools[0]?.input_schema)).toBe(
    '{"__proto__":{"default":"[redacted]"},"enum":["a","[redacted]"],"n":[1,null]}',
  );
  expect(content.diagnostics.rejected).toBe(0);
});

test("a credential at the end of a text that is too long does not come apart", async () => {
  const most = limits.catalogTextCharacters;
  for (const secret of [SECRET, KEY]) {
    for (let cut = 0; cut <= secret.length; cut += 1) {
      const description = `${" ".repeat(most - cut)}${secret} and more`;
      const { content } = catalogOf(await loaded({ tools: [tool("shell", { description })] }));
      const shown = content.tools[0]?.description.trimStart() ?? "";
      expect(["…", "[redacted]…"]).toContain(shown);
    }
  }
});
