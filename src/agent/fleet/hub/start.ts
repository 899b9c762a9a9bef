/** A hub from its arguments to the first request, in this order: state directory, tokens, sessions, listener (P-S75). */
import type { HubStartup } from "../../../generated/protocol/types.js";
import type { TlsPair } from "../../machine/interfaces/certificate.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Connect } from "../../machine/interfaces/connect.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Forward } from "../../machine/interfaces/forward.js";
import type { Listen } from "../../machine/interfaces/listen.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Processes } from "../../machine/interfaces/processes.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import type { Inventory } from "../../session/scrub/inventory.js";
import { installKey } from "../../session/store/install-key.js";
import type { SnapshotStore } from "../../wire/core/snapshots.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import { TokenCodec } from "../../wire/protocol/token.js";
import type { Handlers } from "../../wire/server/handlers.js";
import { LISTENING } from "../../wire/server/listening.js";
import { type OpenPage, withPage } from "../../wire/server/open-page.js";
import { serverOf } from "../../wire/server/server.js";
import { authorize, type HubNames, hubGate, whyForeign } from "./access/access.js";
import { Guests, Principals } from "./access/principals.js";
import { Catalog } from "./fleet/catalog.js";
import { Fleet } from "./fleet/fleet.js";
import { StoppedHistory } from "./history/stopped-history.js";
import { hubDirectory } from "./paths.js";
import { proxyOf } from "./proxy/proxy.js";
import { catalog, events, hubServed, session, stop } from "./routes.js";
import {
  endHubStartup,
  isServing,
  keepHubStartup,
  readHubStartup,
  sweepHubStartup,
  writeHubStartup,
} from "./startup.js";

/** The machine that a hub runs on. */
export interface HubHost {
  readonly files: Files;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly random: Random;
  readonly listen: Listen;
  readonly connect: Connect;
  readonly forward: Forward;
  readonly log: Log;
}

export interface HubOptions {
  readonly stateDirectory: string;
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly names: HubNames;
  /** The page at `/`; without one that path is like any other. */
  readonly page?: OpenPage | undefined;
  /** Its names are among `names`; without it the hub serves HTTP without TLS. */
  readonly tls?: TlsPair | undefined;
  /** Credentials to hide in old histories; without it, the hub hides only texts with the shape of credentials. */
  readonly inventory?: Inventory;
  /** The store for snapshots of the catalog; default: in memory, within the limits of the contract. */
  readonly snapshots?: SnapshotStore;
}

export interface Hub {
  readonly url: string;
  readonly epoch: string;
  /** Resolves when the hub has stopped. */
  readonly stopped: Promise<void>;
  /** Stops in this order: streams, requests to daemons, captures, connections. A second call waits for the first. */
  stop(): Promise<void>;
}

export type HubStart =
  | { readonly kind: "ready"; readonly hub: Hub }
  /** `message` is a clause for people. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Milliseconds for callers to take the answers under way. */
const GRACE = 1000;

class ListenFailure extends Error {}

/** Starts a hub. Resolves for all expected failures; rejects only for an unexpected one. */
export async function startHub(options: HubOptions, host: HubHost): Promise<HubStart> {
  const { files } = host;
  try {
    const kind = (await files.status(options.stateDirectory))?.kind;
    if (kind !== "directory" && kind !== "link") {
      const message = `${options.stateDirectory} is no directory; \`agent new\` and \`agent hub token create\` make it`;
      return { kind: "failed", code: "storage_unavailable", message };
    }
    return { kind: "ready", hub: await serve(options, host) };
  } catch (error) {
    if (error instanceof FileError)
      return {
        kind: "failed",
        code: "storage_unavailable",
        message: `${error.path}: ${error.failure} (${error.detail})`,
      };
    if (error instanceof ListenFailure) return { kind: "failed", code: "address_unavailable", message: error.message };
    throw error;
  }
}

async function serve(options: HubOptions, host: HubHost): Promise<Hub> {
  const { stateDirectory: state, host: address, port, names, page, tls } = options;
  const { files, processes, clock, random, log } = host;
  const epoch = randomHex(random, 16);
  const about = {
    ...{ version: 1 as const, pid: processes.self.pid, fleet_epoch: epoch },
    started_at: new Date(clock.now()).toISOString(),
  };
  const say = (progress: Omit<HubStartup, keyof typeof about>): Promise<void> =>
    writeHubStartup(files, state, { ...about, ...progress });
  await files.makeDirectory(hubDirectory(files.join, state));
  await sweepHubStartup(files, state);
  const there = await readHubStartup(files, state);
  /** The file of the hub that served before this one, if it still does. */
  const before = (): HubStartup | undefined => (isServing(there, processes) ? there : undefined);
  await say({ state: "starting" });
  const codec = new TokenCodec(await installKey(files, random, state));
  const run = { ...host, state, codec, epoch };
  const principals = new Principals(run);
  const fleet = new Fleet(run);
  const histories = new StoppedHistory(run);
  const started: (() => void | Promise<void>)[] = [];
  try {
    await principals.start();
    started.push(() => principals.stop());
    const guests = new Guests((digest) => principals.knows(digest), clock);
    started.push(() => guests.stop());
    await histories.start();
    started.push(() => histories.stop());
    await fleet.start();
    started.push(() => fleet.stop());
    const handlers: Handlers<HubRoutes> = {
      catalog: catalog(new Catalog(fleet, options.snapshots), clock),
      events: events(fleet, clock),
      session: session(fleet),
      stop: stop(host, state),
      history: histories.history,
      attachment: histories.attachment,
    };
    const proxy = proxyOf(host, state);
    let isStopping = false;
    const server = serverOf({
      ...{ served: hubServed, gate: hubGate(principals, names), handlers, log, random },
      isStopping: () => isStopping,
      beside: (exchange, caller) => proxy(exchange, (authority, sessionId) => authorize(caller, authority, sessionId)),
      permit: (caller, name, { session_id }) => authorize(caller, hubServed.routes[name].authority, session_id),
    });
    const welcoming = guests.welcoming(server);
    const answering =
      page === undefined ? welcoming : withPage(welcoming, page, (headers) => whyForeign(headers, names) === undefined);
    const listener = await host.listen({ ...LISTENING, clock, host: address, port, tls }, answering).catch((error) => {
      throw new ListenFailure(`cannot listen on ${address}:${port} (${error.message})`);
    });
    const url = addressFor(listener.url, names);
    const tell = (): Promise<void> => say({ state: "ready", url });
    await tell();
    started.push(keepHubStartup(files, state, clock, tell));
    log.say("info", "serving", { url });
    /** In sequence; each rejects only for an unexpected reason. */
    const ends = [...started.toReversed(), () => endHubStartup(files, state, epoch, before()).catch(() => {})];
    let tellStopped = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      tellStopped = resolve;
    });
    const end = async (): Promise<void> => {
      isStopping = true;
      for (const part of ends) await part();
      const hurry = clock.after(GRACE, () => void listener.close(true));
      await listener.close(false);
      hurry();
      log.say("info", "stopped");
      tellStopped();
    };
    let ending: Promise<void> | undefined;
    return {
      ...{ url, epoch, stopped },
      stop() {
        ending ??= end();
        return ending;
      },
    };
  } catch (error) {
    for (const end of started.toReversed()) await end();
    const reason = error instanceof ListenFailure ? "address_unavailable" : "storage_unavailable";
    // The file keeps naming the hub that already runs.
    const other = before();
    await (other === undefined ? say({ state: "failed", code: reason }) : writeHubStartup(files, state, other)).catch(
      () => {},
    );
    throw error;
  }
}

/** The address for callers. If other machines can reach it, it has the name of its certificate. */
function addressFor(url: string, { scheme, names, isLocal }: HubNames): string {
  const name = names.find((one) => !one.startsWith("*."));
  return isLocal || name === undefined ? url : `${scheme}://${name}${url.slice(url.lastIndexOf(":"))}`;
}
