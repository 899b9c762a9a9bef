/** A daemon from its arguments to the first request, in this order: credential, configuration, session, listener. */
import type { LoadResult } from "../../index.js";
import { readCredential } from "../run/store/credential.js";
import { openSession } from "../run/store/open.js";
import { type ConfigurationInUse, useConfiguration } from "./configuration.js";
import type { Daemon } from "./daemon.js";
import { reasonOf } from "./failure.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import { sayPath } from "./search-path.js";
import { serve } from "./serve.js";

export type Start =
  | { readonly kind: "ready"; readonly daemon: Daemon; readonly withheld: ConfigurationInUse["withheld"] }
  /** The configuration cannot be used, and no daemon was started. An `ok` result has a project that redirects the user's own data (S46). */
  | { readonly kind: "configuration"; readonly result: LoadResult }
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
  const configuration = await used(options, host, token);
  if ("kind" in configuration) return configuration;
  if ("ok" in configuration) return { kind: "configuration", result: configuration };
  try {
    const store = await opened(options, host);
    const daemon = await serve({ options, host, configuration, store, token });
    return { kind: "ready", daemon, withheld: configuration.withheld };
  } catch (error) {
    await configuration.stop();
    return failed(error);
  }
}

async function used({ load }: DaemonOptions, host: DaemonHost, token: string | undefined) {
  const credentials = token === undefined ? [] : [{ reveal: () => [token] }];
  try {
    return await useConfiguration(load, { ...host, credentials });
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Start {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  return { kind: "failed", ...reason };
}

async function opened({ stateDirectory, sessionId, resume, workingDirectory }: DaemonOptions, host: DaemonHost) {
  const how = resume ? ({ kind: "resume" } as const) : ({ kind: "new", workingDirectory } as const);
  const store = await openSession({ ...host, state: stateDirectory, sessionId, how });
  const { trimmed } = store.recovered;
  if (trimmed !== undefined)
    host.log.say("warn", "an unfinished write at the end of the log was cut off", { bytes: trimmed.bytes });
  return store;
}
