/** The document of `agent print daemon-state`: the catalog of the daemon that would be started here, or the report of why none would. */
import type { DaemonState } from "../../../generated/protocol/types.js";
import { isDaemonState } from "../../../generated/protocol/validators.js";
import { format, type LoadOptions, type LoadResult } from "../../../index.js";
import { openCatalog } from "../../../terminal/catalog.js";
import { EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import { type BuiltCatalog, catalogOf } from "../../session/catalog/catalog-of.js";
import type { LoadedServer } from "../../session/catalog/source.js";
import {
  ConfigurationFailure,
  type ConfigurationInUse,
  type InUse,
  useConfiguration,
} from "../../session/daemon/configuration.js";
import { promptReader } from "../../session/daemon/prompts.js";
import { promptTools } from "../../session/prompts/tools.js";
import { shellDefinition } from "../../session/shell/tool.js";
import { ASK_USER } from "../../session/tools/ask-user.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { type ConfigurationFlags, loadOptionsOf, workingDirectory } from "../common/options.js";
import { whyNotLoaded } from "./unloaded.js";
import { sayWithheld } from "./withheld.js";

/** A daemon that does not run has neither epoch nor revision. */
const HEAD: Pick<DaemonState, "version" | "daemon_epoch" | "catalog_revision"> = {
  version: 1,
  daemon_epoch: "none",
  catalog_revision: "0",
};

/** The JSON; or the exit code, after reporting why there is none. */
export async function stateHere(terminal: Terminal, flags: ConfigurationFlags): Promise<string | number> {
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return EXIT.usage;
  const load = { ...loadOptionsOf(terminal, flags, catalog), cwd: workingDirectory(terminal, flags) };
  try {
    const built = await catalogHere(load, { ...machine, log: remarksOn(terminal) });
    if ("ok" in built) {
      const { message, exitCode, isShown } = whyNotLoaded(terminal, flags, built, load.cwd);
      if (isShown) await print(terminal.stderr, `${format(built, "pretty", { host: terminal.host })}\n`);
      await complain(terminal, message);
      return exitCode;
    }
    const { content, leftOut, withheld } = built;
    await sayWithheld(terminal, withheld, flags);
    const state = { ...HEAD, ...content };
    if (!isDaemonState(state)) {
      await complain(terminal, "a daemon could not publish this catalog: it does not fit its schema");
      return EXIT.findings;
    }
    if (leftOut > 0)
      await complain(terminal, `the catalog is too large: ${leftOut} of its entries and words are left out`);
    return JSON.stringify(state);
  } catch (error) {
    if (!(error instanceof ConfigurationFailure)) throw error;
    await complain(terminal, error.message);
    return EXIT.findings;
  }
}

/** What the log of a daemon would warn of, as messages of this program. */
function remarksOn(terminal: Terminal): Log {
  return {
    level: "warn",
    writes: () => true,
    say: (level, message, { path } = {}) => {
      if (level !== "error" && level !== "warn") return;
      const said = path === undefined ? message : `${path}: ${message}`;
      void complain(terminal, printable(said));
    },
  };
}

/** Hears of prompts that are not loaded. */
interface Here {
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

interface CatalogHere extends BuiltCatalog {
  /** Values of the project that do not count. */
  readonly withheld: ConfigurationInUse["withheld"];
}

/**
 * The catalog that a daemon would publish if it was started here. Tool servers have no tools, as nothing is started. A configuration that cannot
 * be used is returned as it is. Rejects with a `ConfigurationFailure`.
 */
async function catalogHere(
  load: LoadOptions & { readonly cwd: string },
  { files, clock, log }: Here,
): Promise<CatalogHere | LoadResult> {
  const configuration = await useConfiguration(load, { files, clock, log, credentials: [] });
  if ("ok" in configuration) return configuration;
  try {
    const { config, beside, standing } = configuration.inUse;
    const readPrompts = await promptReader(load.cwd, load, configuration, files, log);
    const prompts = await readPrompts();
    const { facets, subagents, skills } = prompts;
    const shell = shellDefinition(config.agent_behavior?.shell?.command ?? "bash", standing.isOwn);
    const tools = [shell, ASK_USER, ...promptTools(prompts)];
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
