/**
 * What a hub and the commands about its tokens need: the state directory with its messages, and the credentials that old histories are searched
 * for.
 */
import { credentialsOf, load } from "../../../index.js";
import { openCatalog } from "../../../terminal/catalog.js";
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { TokensDamaged } from "../../fleet/hub/access/tokens.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import { Inventory } from "../../session/scrub/inventory.js";
import { complain } from "../common/complain.js";
import { stateDirectoryOf } from "../common/machine.js";
import { type ConfigurationFlags, loadOptionsOf, type StateFlags, workingDirectory } from "../common/options.js";
import { NO_CONFIG, whyNotLoaded } from "./unloaded.js";

/** Runs a command, and returns its exit code. */
export async function withTokens(
  terminal: Terminal,
  { stateDir }: StateFlags,
  run: (state: string) => Promise<number>,
): Promise<number> {
  const state = stateDirectoryOf(terminal, stateDir);
  if (state === undefined) {
    await complain(terminal, "there is no home directory: give `--state-dir`");
    return EXIT.usage;
  }
  try {
    return await run(state);
  } catch (error) {
    if (!(error instanceof FileError || error instanceof TokensDamaged)) throw error;
    await complain(terminal, printable(error.message));
    return EXIT.findings;
  }
}

/**
 * The credentials that a hub removes from old histories: those of the configuration (P-S44, P-S47). A configuration that cannot be loaded is one
 * line in the log, as a hub runs without one too; `unusable` after reporting a catalog that cannot be read.
 */
export async function hubSecrets(
  terminal: Terminal,
  flags: ConfigurationFlags,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<Inventory | "unusable"> {
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return "unusable";
  const cwd = workingDirectory(terminal, flags);
  const result = await load({ ...loadOptionsOf(terminal, flags, catalog), cwd, signal });
  if (result.ok) return new Inventory(credentialsOf(result.config).found);
  const { message } = whyNotLoaded(terminal, flags, result, cwd);
  if (message !== NO_CONFIG)
    log.say("warn", "old histories are searched without the credentials of the configuration", {
      because: printable(message),
    });
  return new Inventory();
}
