/** What a catalog is made from: all that a daemon has loaded. Nothing here starts or asks anything. */
import type { McpState, Origin } from "../../../generated/protocol/types.js";
import type { EffectiveConfig } from "../../../index.js";
import type { Beside } from "../model/beside.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { ToolDefinition } from "../tools/tool.js";

export interface CatalogSource {
  readonly config: EffectiveConfig;
  /** Data beside the configuration; it decides which models can be asked. */
  readonly beside: Beside;
  readonly facets: readonly LoadedFacet[];
  readonly subagents: readonly LoadedSubagent[];
  readonly skills: readonly LoadedSkill[];
  /** All tools that a model can be offered, those of tool servers among them. */
  readonly tools: readonly ToolDefinition[];
  readonly servers: readonly LoadedServer[];
  readonly scrubber: Scrubber;
}

export interface LoadedFacet {
  readonly name: string;
  readonly description: string;
  /** The model that it is pinned to. */
  readonly model: string | null;
  readonly policies: readonly string[];
  /** Its colours in effect: `#rrggbb`, in small letters. */
  readonly color: { readonly light: string; readonly dark: string };
}

export interface LoadedSubagent {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly origin: Origin;
}

export interface LoadedSkill extends LoadedSubagent {
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
}

/** A tool server. Neither its command, arguments, address, environment nor credentials are here. */
export interface LoadedServer {
  readonly name: string;
  readonly transport: "stdio" | "http";
  readonly state: McpState;
  /** Its tools, under the names that a model calls them by. */
  readonly tools: readonly Pick<ToolDefinition, "name">[];
  /** How many more it has, under names that look like a credential. */
  readonly rejected: number;
  /** Why it cannot be used, or not all of its tools; speaks of it as "it". */
  readonly problem?: string;
}
