/** From what a daemon has loaded to its catalog, field by field: what is not named here is not published (spec 2.7, P-S80). Pure. */
import type { EffectiveConfig, ModelReasoning } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import type {
  CatalogModel,
  CatalogReasoning,
  CatalogRequestOptions,
  CatalogServer,
  CatalogSkill,
  CatalogSubagent,
  CatalogTool,
  DaemonState,
} from "../../../generated/protocol/types.js";
import { type KnownModel, KnownModels, lackOf } from "../../../provider/known.js";
import type { Protocol } from "../../../provider/spoken.js";
import type { Beside } from "../model/beside.js";
import { reach } from "../model/resolve.js";
import { toolUseOf } from "../model/tool-use.js";
import type { ToolDefinition } from "../tools/tool.js";
import { Gathering } from "./gathering.js";
import type { CatalogSource, LoadedServer, LoadedSkill, LoadedSubagent } from "./source.js";

/** A catalog, apart from the epoch and the revision under which it is published. */
type CatalogContent = Omit<DaemonState, "version" | "daemon_epoch" | "catalog_revision">;

export interface BuiltCatalog {
  readonly content: CatalogContent;
  /** Entries and words that are not in it because of a limit. */
  readonly leftOut: number;
}

/** What tool servers offer comes last: it gets the room that the rest leaves. */
export function catalogOf(source: CatalogSource): BuiltCatalog {
  const { config, beside, servers, scrubber } = source;
  const gathering = new Gathering(scrubber);
  const facets = gathering.list(
    source.facets,
    ({ name, description, model, policies, color: { light, dark } }) => ({
      name,
      description: gathering.prose(description),
      model,
      policies: gathering.words(policies),
      color: { light, dark },
    }),
    ({ model }) => (model === null ? [] : [model]),
  );
  const models = gathering.list(
    usableModels(config, beside),
    (model) => modelEntry(model, gathering),
    ({ provider }) => [provider],
  );
  const subagents = gathering.list(source.subagents, (one) => describedEntry(one, gathering));
  const skills = gathering.list(source.skills, (skill) => skillEntry(skill, gathering));
  const mcp_servers = gathering.list(servers, (server) => serverEntry(server, gathering));
  const isForeign = ({ origin }: ToolDefinition): boolean => origin === "mcp";
  const inTurn = [...source.tools.filter((tool) => !isForeign(tool)), ...source.tools.filter(isForeign)];
  const tools = gathering.list(inTurn, (tool) => toolEntry(tool, gathering));
  const { leftOut } = gathering;
  const rejected = servers.reduce((sum, server) => sum + server.rejected, gathering.rejected);
  return {
    content: { facets, models, subagents, skills, tools, mcp_servers, extensions: [], diagnostics: { rejected } },
    leftOut,
  };
}

function describedEntry({ name, description, tags, origin }: LoadedSubagent, gathering: Gathering): CatalogSubagent {
  return { name, description: gathering.prose(description), tags: gathering.words(tags), origin };
}

function skillEntry(skill: LoadedSkill, gathering: Gathering): CatalogSkill {
  return {
    ...describedEntry(skill, gathering),
    user_invocable: skill.userInvocable,
    model_invocable: skill.modelInvocable,
  };
}

function serverEntry({ name, transport, state, tools, problem }: LoadedServer, gathering: Gathering): CatalogServer {
  const names = tools.map((tool) => tool.name).sort();
  return {
    ...{ name, transport, state, tool_count: tools.length, tools: gathering.words(names, limits.catalogEntries) },
    ...(problem === undefined ? {} : { problem: gathering.prose(problem) }),
  };
}

/** Undefined when the schema has a name that looks like a credential. */
function toolEntry(tool: ToolDefinition, gathering: Gathering): CatalogTool | undefined {
  const schema = gathering.schema(tool.inputSchema);
  if (schema === undefined) return undefined;
  const { name, origin, strict } = tool;
  const [description, tags] = [gathering.prose(tool.description), gathering.words(tool.tags)];
  return { name, description, tags, origin, input_schema: schema as CatalogTool["input_schema"], strict };
}

/** What a model can do, and neither address nor credential of its provider. */
function modelEntry(model: UsableModel, gathering: Gathering): CatalogModel {
  const { name, provider, protocol, entry, listed, isDiscovered } = model;
  const { loading, batch, canForce } = toolUseOf(entry);
  return {
    name,
    label: gathering.prose(listed?.label ?? entry.provider_name ?? name),
    ...{ provider, protocol },
    ...(isDiscovered ? { origin: "discovered" } : {}),
    class: entry.class ?? null,
    reasoning: reasoningOf(entry.reasoning, gathering),
    capabilities: {
      context_window: entry.context_window ?? null,
      // Without a limit a turn, the model's own ceiling holds.
      output_limit: entry.max_output_tokens_per_turn ?? entry.max_tokens ?? null,
      vision: entry.supports_vision === true,
      edit_format: wordOrNull(entry.edit_format, gathering),
      tool_loading: loading,
      max_tool_batch_size: batch,
      forced_tool_choice: canForce,
    },
    request_options: optionsOf(entry.request_option_defaults ?? {}, gathering),
  };
}

/** A model whose configuration does not say how it reasons is asked like one that does not (spec 2.4). */
function reasoningOf(reasoning: ModelReasoning | undefined, gathering: Gathering): CatalogReasoning {
  switch (reasoning?.type) {
    case "effort":
      return {
        type: reasoning.type,
        can_disable: reasoning.can_disable,
        levels: gathering.words(reasoning.levels),
        default_level: wordOrNull(reasoning.default_level, gathering),
      };
    case "thinking":
      return { type: reasoning.type, can_disable: reasoning.can_disable };
    default:
      return { type: "no_reasoning" };
  }
}

/** The options that are sent are the only ones that a configuration declares. */
function optionsOf(options: Readonly<Record<string, boolean | string>>, gathering: Gathering): CatalogRequestOptions {
  const declared = gathering.words(Object.keys(options).sort());
  const sent = (value: boolean | string = false): boolean | string =>
    typeof value === "string" ? gathering.prose(value) : value;
  return { declared, defaults: Object.fromEntries(declared.map((name) => [name, sent(options[name])])) };
}

function wordOrNull(word: string | undefined, gathering: Gathering): string | null {
  return word === undefined ? null : (gathering.words([word])[0] ?? null);
}

interface UsableModel extends KnownModel {
  /** The model's key in the configuration, or in the catalog. */
  readonly name: string;
  /** The provider's key in the configuration. */
  readonly provider: string;
  readonly protocol: Protocol;
}

/**
 * The models that this daemon can ask: those that `resolveModel` finds by their own names (P-S36). Each provider is judged once for all of its
 * models.
 */
export function usableModels(config: EffectiveConfig, beside: Beside = {}): readonly UsableModel[] {
  const protocols = new Map<string, Protocol | undefined>();
  for (const [name, provider] of Object.entries(config.providers ?? {})) {
    const reached = reach(name, provider, beside);
    protocols.set(name, "found" in reached ? reached.found.dialect.name : undefined);
  }
  const models = new KnownModels(config, beside);
  return [...models.names()].flatMap((name) => {
    const known = models.find(name);
    if (known === undefined) return [];
    const { provider, enabled } = known.entry;
    const protocol = provider === undefined ? undefined : protocols.get(provider);
    if (provider === undefined || protocol === undefined || enabled === false) return [];
    return lackOf(known) === undefined ? [{ name, provider, protocol, ...known }] : [];
  });
}
