/** From what a daemon has loaded to its catalog, field by field: what is not named here is not published (spec 2.7, P-S80). Pure. */

import { limits } from "../../../generated/protocol/tables.js";
import type {
  CatalogServer,
  CatalogSkill,
  CatalogSubagent,
  CatalogTool,
  DaemonState,
} from "../../../generated/protocol/types.js";
import { usableModels } from "../../run/model/usable.js";
import type { ToolDefinition } from "../../run/tools/tool.js";
import { Gathering } from "./gathering.js";
import { modelEntry } from "./model-entry.js";
import { ANY_OBJECT, hiddenIn, partsOf } from "./schema.js";
import type { CatalogSource, LoadedServer, LoadedSkill, LoadedSubagent } from "./source.js";
import { RememberedTexts, ScrubbedTexts } from "./texts.js";

/** A catalog, apart from the epoch and the revision under which it is published. */
export type CatalogContent = Omit<DaemonState, "version" | "daemon_epoch" | "catalog_revision">;

export interface BuiltCatalog {
  readonly content: CatalogContent;
  /** Entries and words that are not in it because of a limit. */
  readonly leftOut: number;
}

export function catalogOf(source: CatalogSource): BuiltCatalog {
  const texts = new RememberedTexts();
  const built = gathered(source, new Gathering(texts, source.scrubber));
  if (!texts.holdCredentials(source.scrubber)) return built;
  return gathered(source, new Gathering(new ScrubbedTexts(source.scrubber), source.scrubber));
}

/** What tool servers offer comes last: it gets the room that the rest leaves. */
function gathered(source: CatalogSource, gathering: Gathering): BuiltCatalog {
  const { config, beside, tools } = source;
  const facets = gathering.list(
    source.facets,
    ({ name, description, model = null, policies, color: { light, dark } }) => ({
      name,
      description: gathering.prose(description),
      model,
      policies: gathering.words(policies),
      color: { light, dark },
    }),
    ({ model }) => (model ? [model] : []),
  );
  const models = gathering.list(
    usableModels(config, beside),
    (model) => modelEntry(model, gathering),
    ({ provider }) => [provider],
  );
  const subagents = gathering.list(source.subagents, (one) => describedEntry(one, gathering));
  const skills = gathering.list(source.skills, (skill) => skillEntry(skill, gathering));
  const mcp_servers = gathering.list(source.servers, (server) => serverEntry(server, gathering));
  const own = tools.filter(({ origin }) => origin !== "mcp");
  const sorted = [...own, ...tools.filter(({ origin }) => origin === "mcp")];
  const content = {
    ...{ facets, models, subagents, skills },
    tools: gathering.list(sorted, (tool) => toolEntry(tool, gathering)),
    mcp_servers,
    extensions: [],
    diagnostics: { rejected: gathering.rejected },
  };
  return { content, leftOut: gathering.leftOut };
}

function describedEntry({ name, description, tags, origin }: LoadedSubagent, gathering: Gathering): CatalogSubagent {
  return { name, description: gathering.prose(description), tags: gathering.words(tags), origin };
}

function skillEntry(skill: LoadedSkill, gathering: Gathering): CatalogSkill {
  const { userInvocable: user_invocable, modelInvocable: model_invocable } = skill;
  return { ...describedEntry(skill, gathering), user_invocable, model_invocable };
}

function serverEntry({ name, transport, state, tools }: LoadedServer, gathering: Gathering): CatalogServer {
  const names = gathering.words(
    tools.map((tool) => tool.name),
    limits.catalogEntries,
  );
  return { name, transport, state, tool_count: tools.length, tools: names.sort() };
}

/** Undefined when the schema has a name that looks like a credential: with another one it would not be the tool's. */
function toolEntry(tool: ToolDefinition, gathering: Gathering): CatalogTool | undefined {
  const parts = partsOf(tool.inputSchema);
  if (parts !== undefined && gathering.texts.refuse(parts.names)) return undefined;
  gathering.count(parts?.size ?? 0);
  const isClean = parts?.texts.every((text) => gathering.texts.hidden(text) === text);
  const schema =
    parts === undefined ? ANY_OBJECT : isClean ? tool.inputSchema : hiddenIn(tool.inputSchema, gathering.texts);
  return {
    ...describedEntry(tool, gathering),
    input_schema: schema as CatalogTool["input_schema"],
    strict: tool.strict,
  };
}
