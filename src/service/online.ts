/** Asks the providers of a configuration for their models, as `agent` asks them (P-S105): each with its own address and key. */
import { limits } from "../generated/protocol/tables.js";
import { KnownModels, type Listed, type Slot } from "../provider/known.js";
import { type Listing, listModels } from "../provider/list.js";
import { type Reached, reachOf } from "../provider/reach.js";
import { parsePath } from "../text/path.js";
import { type LoadOptions, load } from "../toolkit/load.js";
import type { Clock } from "../toolkit/read/host/clock.js";
import type { Get } from "../toolkit/read/host/get.js";
import type { Host } from "../toolkit/read/host/host.js";

/** What came of asking one provider. `skipped`: `why` it was not asked, in a clause about it. */
export interface ProviderAnswer {
  readonly name: string;
  readonly answer: Listing | { readonly kind: "skipped"; readonly why: string };
}

export interface Online {
  /** In the order of the configuration, without those that need no network; undefined if nobody was asked, as the configuration does not load. */
  readonly providers: readonly ProviderAnswer[] | undefined;
  /** The models by name, with what the lists say. */
  readonly models: KnownModels;
  readonly defaults: Partial<Readonly<Record<Slot, string>>>;
}

interface Machine {
  readonly host: Host;
  readonly clock: Clock;
  readonly get: Get;
}

/**
 * Loads the configuration, with its substitutions, and asks the providers that are in effect then: of a project only those that its user
 * vouches for. A configuration that does not load, such as one that a policy forbids, is asked for nothing.
 */
export async function askProviders(options: LoadOptions, { host, clock, get }: Machine): Promise<Online> {
  const loaded = await load({ projectTrust: "granted", ...options, host, unset: "keep" });
  if (!loaded.ok) return { providers: undefined, models: new KnownModels({}, {}), defaults: {} };
  const { config, unresolved, withheld } = loaded;
  const { catalog } = options;
  const certificates = certificatesOf(config.daemon.tls?.trust_store, host);
  const ask = async (reached: Reached): Promise<Listing> => {
    const [late, done] = [new AbortController(), new AbortController()];
    void clock.pause(limits.listTime, done.signal).then(() => late.abort());
    try {
      return await listModels(reached, get(certificates, late.signal));
    } finally {
      done.abort();
    }
  };
  const asked = Object.entries(config.providers ?? {}).map(async ([name, provider]): Promise<ProviderAnswer[]> => {
    const reach = reachOf(name, provider, { catalog, unresolved });
    if ("problem" in reach) return [{ name, answer: { kind: "skipped", why: reach.problem } }];
    return reach.found.protocol === "test" ? [] : [{ name, answer: await ask(reach.found) }];
  });
  const waiting = withheld.flatMap(({ path }): ProviderAnswer[] => {
    const [section, name, ...rest] = parsePath(path) ?? [];
    const isWhole = section === "providers" && typeof name === "string" && rest.length === 0;
    return isWhole ? [{ name, answer: { kind: "skipped", why: "you do not vouch for the project that adds it" } }] : [];
  });
  const providers = [...(await Promise.all(asked)).flat(), ...waiting];
  const models = new KnownModels(config, { catalog, listed: listsIn(providers) });
  return { providers, models, defaults: config.defaults ?? {} };
}

function listsIn(providers: readonly ProviderAnswer[]): Listed {
  return new Map(providers.flatMap(({ name, answer }) => (answer.kind === "listed" ? [[name, answer.models]] : [])));
}

/** Loading has read the file already: it can be used. */
function certificatesOf(file: string | null | undefined, host: Host): string | undefined {
  const read = file == null ? undefined : host.readFile(host.resolve(file), MOST_BYTES);
  return read?.kind === "bytes" ? new TextDecoder().decode(read.bytes) : undefined;
}

const MOST_BYTES = 64 * 1024 * 1024;
