/** Asks providers for their models, for the commands whose user wants that. */
import type { Online } from "../service/online.js";
import type { Terminal } from "../terminal/terminal.js";
import { machineClock } from "../toolkit/read/host/clock.js";
import type { Catalog } from "../toolkit/read/layers/catalog.js";
import { choiceOf } from "../toolkit/read/layers/locate.js";
import type { LayerFlags } from "./open.js";

export async function asked(terminal: Terminal, flags: LayerFlags, catalog: Catalog | undefined): Promise<Online> {
  const { askProviders } = await import("../service/online.js");
  const { host, clock = machineClock } = terminal;
  const { policy, untrusted } = flags;
  const get = terminal.get ?? (await import("../toolkit/read/host/get.js")).machineGet;
  const options = {
    ...choiceOf(flags.global, flags.project),
    ...(catalog && { catalog }),
    ...(policy !== undefined && { policy }),
    ...(untrusted === true && { projectTrust: "untrusted" as const }),
  };
  return askProviders(options, { host, clock, get });
}
