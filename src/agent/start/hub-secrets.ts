/** The credentials that a hub removes from old histories: those of the configuration (P-S44, P-S47). Without one a hub runs too. */
import { credentialsOf, load } from "../../index.js";
import { openCatalog } from "../../terminal/catalog.js";
import type { Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import type { Log } from "../ports/log.js";
import { complain } from "../program/complain.js";
import { type ConfigurationFlags, loadOptionsOf, workingDirectory } from "../program/options.js";
import { Inventory } from "../run/scrub/inventory.js";
import { NO_CONFIG, whyNotLoaded } from "./unloaded.js";

/** `unusable` after reporting a catalog that cannot be read. A configuration that cannot be loaded is one line in the log. */
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
