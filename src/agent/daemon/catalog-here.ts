/** The catalog that a daemon would publish if it was started here. Nothing is started, connected or written, so tool servers have no tools. */
import type { LoadOptions, LoadResult } from "../../index.js";
import type { Clock } from "../ports/clock.js";
import type { Files } from "../ports/files.js";
import type { Log } from "../ports/log.js";
import { shellDefinition } from "../run/shell/tool.js";
import { ASK_USER } from "../run/tools/ask-user.js";
import { type BuiltCatalog, catalogOf } from "./catalog/catalog-of.js";
import type { LoadedServer } from "./catalog/source.js";
import { type ConfigurationInUse, type InUse, useConfiguration } from "./configuration.js";
import { promptReader } from "./prompts.js";

/** Hears of prompts that are not loaded. */
interface Here {
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CatalogHere extends BuiltCatalog {
  /** Values of the project that do not count. */
  readonly withheld: ConfigurationInUse["withheld"];
}

/** A configuration that cannot be used is returned as it is. Rejects with a `ConfigurationFailure`. */
export async function catalogHere(
  load: LoadOptions & { readonly cwd: string },
  { files, clock, log }: Here,
): Promise<CatalogHere | LoadResult> {
  const configuration = await useConfiguration(load, { files, clock, log, credentials: [] });
  if ("ok" in configuration) return configuration;
  try {
    const { config, beside } = configuration.inUse;
    const readPrompts = await promptReader(load.cwd, load, configuration, files, log);
    const { facets, subagents, skills } = await readPrompts();
    const tools = [shellDefinition(config.agent_behavior?.shell?.command ?? "bash"), ASK_USER];
    const servers = serversIn(configuration.inUse);
    const { scrubber, withheld } = configuration;
    return { ...catalogOf({ config, beside, facets, subagents, skills, tools, servers, scrubber }), withheld };
  } finally {
    await configuration.stop();
  }
}

function serversIn({ config }: InUse): readonly LoadedServer[] {
  return Object.entries(config.mcp_servers ?? {}).map(([name, { transport, default_enabled: isEnabled }]) => {
    return { name, transport, state: isEnabled === false ? "disabled" : "disconnected", tools: [], rejected: 0 };
  });
}
