/** What a daemon has loaded, for catalogs: one of each kind, and a scrubber that knows `SECRET`. */
import type {
  CatalogSource,
  LoadedFacet,
  LoadedServer,
  LoadedSkill,
  LoadedSubagent,
} from "../../../src/agent/session/catalog/source.js";
import type { ToolDefinition } from "../../../src/agent/session/tools/tool.js";
import { configOf, single } from "../../model/asking.js";
import { scrubberOf } from "../../scrub/oracle.js";

export const SECRET = "correct-horse-battery";
/** It looks like a key. */
export const KEY = "ghp_a1B2c3D4e5F6g7H8i9J0";
/** It looks like one only where no `_` follows. */
export const ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE";

export const facet = (name: string, more: Partial<LoadedFacet> = {}): LoadedFacet => ({
  ...{ name, description: `The facet ${name}.`, model: null, policies: [] },
  color: { light: "#0a0b0c", dark: "#f0f1f2" },
  ...more,
});

export const subagent = (name: string, more: Partial<LoadedSubagent> = {}): LoadedSubagent => ({
  ...{ name, description: `The delegate ${name}.`, tags: [], origin: "project" },
  ...more,
});

export const skill = (name: string, more: Partial<LoadedSkill> = {}): LoadedSkill => ({
  ...{ name, description: `The skill ${name}.`, tags: [], origin: "global", userInvocable: true, modelInvocable: true },
  ...more,
});

export const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  ...{ name, description: `The tool ${name}.`, tags: [], origin: "shipped", strict: false },
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
  ...more,
});

export const server = (name: string, more: Partial<LoadedServer> = {}): LoadedServer => ({
  ...{ name, transport: "stdio", state: "connected", tools: [], rejected: 0 },
  ...more,
});

/** A source with `more` in place of its own. */
export async function loaded(more: Partial<CatalogSource> = {}): Promise<CatalogSource> {
  return {
    ...{ config: await configOf(single("https://lab.example/v1")), beside: {} },
    ...{ facets: [facet("plan")], subagents: [subagent("review")], skills: [skill("commit")] },
    ...{ tools: [tool("shell")], servers: [server("search")], scrubber: scrubberOf(SECRET) },
    ...more,
  };
}
