/** What a daemon with many tools and models has loaded: 500 tools of a server, each with an input schema of six fields, and 200 models. */
import { Inventory } from "../../../dist/agent/session/scrub/inventory.js";

const range = (count) => Array.from({ length: count }, (_, index) => index);

const FIELDS = {
  path: { type: "string", description: "Absolute path of the file, as the server sees it" },
  pattern: { type: "string", description: "A regular expression that lines must match" },
  limit: { type: "integer", minimum: 1, maximum: 1000, default: 100, description: "Most results" },
  recursive: { type: "boolean", default: false, description: "Whether directories below are searched" },
  kinds: { type: "array", items: { type: "string", enum: ["file", "directory", "link"] } },
  since: { type: "string", format: "date-time", description: "Only what changed after this moment" },
};

const toolOf = (number) => ({
  name: `mcp__search__find_${number}`,
  description: `Finds files number ${number} whose lines match a pattern, and returns them with their sizes and times, newest first.`,
  inputSchema: { type: "object", properties: structuredClone(FIELDS), required: ["path"], additionalProperties: false },
  strict: false,
  tags: [],
  origin: "mcp",
});

const modelOf = (number) => [
  `acme/large-${number}`,
  {
    ...{ provider: `acme-${number % 4}`, provider_name: `acme-large-${number}-2026`, class: "full" },
    ...{ context_window: 200_000, max_output_tokens_per_turn: 16_000, supports_vision: true },
    ...{ forced_tool_choice_supported: true, request_option_defaults: { service_tier: "standard" } },
    reasoning: { type: "effort", effort_set: "acme", can_disable: true, levels: ["low", "medium", "high"] },
  },
];

const providerOf = (number) => [
  `acme-${number}`,
  {
    ...{ kind: { type: "custom_beta_compatible" }, url: `https://acme-${number}.example/v1` },
    auth: { type: "static_key", key: `acme-key-number-${number}-of-four` },
  },
];

export function loaded(tools = 500, models = 200) {
  const providers = Object.fromEntries(range(4).map(providerOf));
  const secrets = range(4).map((number) => `acme-key-number-${number}-of-four`);
  const offered = range(tools).map(toolOf);
  return {
    ...{ config: { daemon: {}, providers, models: Object.fromEntries(range(models).map(modelOf)) }, beside: {} },
    ...{ facets: [], subagents: [], skills: [], tools: offered },
    servers: [{ name: "search", transport: "stdio", state: "connected", tools: offered }],
    scrubber: new Inventory([{ reveal: () => secrets }]).scrubber,
  };
}
