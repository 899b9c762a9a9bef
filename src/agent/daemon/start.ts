/** A daemon from its arguments to the first request, in this order: credential, directory, configuration, session, listener. */
import type { LoadResult } from "../../index.js";
import { readCredential } from "../run/store/credential.js";
import { openSession, readSessionFile, type SessionChoice } from "../run/store/open.js";
import { chosenDirectory, expectDirectory } from "../run/store/working-directory.js";
import { type ConfigurationInUse, useConfiguration } from "./configuration.js";
import type { Daemon } from "./daemon.js";
import { reasonOf } from "./failure.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import { sayPath } from "./search-path.js";
import { serve } from "./serve.js";
import { elsewhereOf } from "./server-places.js";

/** What does not count, or not here: errors of the project, and what its user does not vouch for. */
interface Withheld extends Pick<ConfigurationInUse, "withheld" | "projectErrors"> {
  readonly elsewhere: ReturnType<typeof elsewhereOf>;
}

export type Start =
  | ({ readonly kind: "ready"; readonly daemon: Daemon; readonly workingDirectory: string } & Withheld)
  /** The configuration cannot be used, and no daemon was started. An `ok` result has a project that redirects the user's own data (S46). */
  | { readonly kind: "configuration"; readonly result: LoadResult; readonly workingDirectory: string }
  /** `message` is a clause for people. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Starts a daemon. Resolves for every expected failure; rejects for an unexpected one alone. */
export async function startDaemon(options: DaemonOptions, host: DaemonHost): Promise<Start> {
  const { log, files, env } = host;
  sayPath(log, env);
  const credential = await readCredential(files, options.credentialFile);
  if (credential.kind === "not-loadable")
    log.say("error", `the credential file ${credential.reason}; every request is refused`);
  const token = credential.kind === "loaded" ? credential.token : undefined;
  const place = await placed(options, host).catch(failed);
  if (place.kind === "failed") return place;
  const { how, workingDirectory } = place;
  const configuration = await used(options, workingDirectory, host, token).catch(failed);
  if ("kind" in configuration) return configuration;
  if ("ok" in configuration) return { kind: "configuration", result: configuration, workingDirectory };
  try {
    const store = await opened(options, how, host);
    const daemon = await serve({ options, host, configuration, store, token });
    const found = elsewhereOf(configuration.inUse, { workingDirectory, spare: store.paths.directory });
    const elsewhere = found && { ...found, servers: found.servers.map((name) => configuration.scrubber.scrub(name)) };
    const { withheld, projectErrors } = configuration;
    return { kind: "ready", daemon, withheld, projectErrors, elsewhere, workingDirectory };
  } catch (error) {
    await configuration.stop();
    return failed(error);
  }
}

interface Placed {
  readonly kind: "placed";
  readonly how: SessionChoice;
  readonly workingDirectory: string;
}

/** The directory of the session, before anything is read there: a session that goes on has its own (P-S98). */
async function placed(
  { how, stateDirectory: state, sessionId }: DaemonOptions,
  { files }: DaemonHost,
): Promise<Placed> {
  if (how.kind === "new") {
    const directory = await chosenDirectory(files, how.workingDirectory);
    return { kind: "placed", how: { ...how, ...directory }, workingDirectory: directory.workingDirectory };
  }
  const file = await readSessionFile({ files, state, sessionId });
  const { working_directory: workingDirectory, working_directory_owner: owner } = file;
  await expectDirectory(files, { workingDirectory, owner });
  return { kind: "placed", how, workingDirectory };
}

function used({ load }: DaemonOptions, cwd: string, host: DaemonHost, token: string | undefined) {
  const credentials = token === undefined ? [] : [{ reveal: () => [token] }];
  return useConfiguration({ ...load, cwd }, { ...host, credentials });
}

function failed(error: unknown): Start & { readonly kind: "failed" } {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  return { kind: "failed", ...reason };
}

async function opened({ stateDirectory, sessionId }: DaemonOptions, how: SessionChoice, host: DaemonHost) {
  const store = await openSession({ ...host, state: stateDirectory, sessionId, how });
  const { trimmed } = store.recovered;
  if (trimmed !== undefined)
    host.log.say("warn", "an unfinished write at the end of the log was cut off", { bytes: trimmed.bytes });
  return store;
}
