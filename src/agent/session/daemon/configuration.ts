/** The configuration in use: the last one that loaded, even when its file has errors now (P-S37). A turn asks it once, when it begins. */
import type { ProjectErrors } from "../../../generated/protocol/types.js";
import {
  type Diagnostic,
  type LoadOptions,
  type LoadResult,
  nodeHost,
  type Standing,
  type WithheldValue,
  watch,
} from "../../../index.js";
import type { Listed } from "../../../provider/known.js";
import { toPointer } from "../../../text/path.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Beside } from "../model/beside.js";
import type { Revealing } from "../scrub/inventory.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { ConfigurationLog, type Loaded } from "./configuration-log.js";
import { Looks } from "./looks.js";
import { projectErrorsOf } from "./project-errors.js";
import { Secrets } from "./secrets.js";

/** A configuration, and the data that was read for it. */
export interface InUse {
  readonly config: Loaded["config"];
  readonly beside: Beside;
  /** What the user vouches for here (S58). */
  readonly standing: Standing;
  readonly projectErrors: ProjectErrors | undefined;
  /** The tool servers of which the project has written the command, its arguments or the address. */
  readonly serversOfProject: ReadonlySet<string>;
}

export interface ConfigurationInUse {
  /** Removes the credentials of all configurations so far, and those that the daemon was started with (P-S44, P-S66). */
  readonly scrubber: Scrubber;
  readonly inUse: InUse;
  /** Diagnostics of the files that came after it, when those have errors. */
  readonly errors: readonly Diagnostic[] | undefined;
  /** Looks at the files, and resolves when a change of them is in use. */
  look(): Promise<void>;
  /** Calls `run` when another configuration is in use. */
  onChange(run: () => void): void;
  /** What providers list of their models, for the configuration in use and those that follow it. */
  learn(listed: Listed): void;
  /** Credentials that are none of the configuration, to be removed as well. */
  reveal(values: readonly string[]): void;
  /** Values of the project that did not count at the first load. */
  readonly withheld: readonly WithheldValue[];
  /** Errors of the project in the configuration in use. */
  readonly projectErrors: ProjectErrors | undefined;
  stop(): Promise<void>;
}

/** A file that the configuration names cannot be read, or the start was interrupted. */
export class ConfigurationFailure extends Error {
  override readonly name = "ConfigurationFailure";
}

/** The directory is the daemon's: relative paths of the configuration start there (spec 2.11). */
type LoadingHere = LoadOptions & { readonly cwd: string };

/** Most bytes of a list of certificates, as many as loading reads. */
const CERTIFICATE_BYTES = 64 * 1024 * 1024;

interface Surroundings {
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  /** Credentials beside those of the configuration. */
  readonly credentials: readonly Revealing[];
}

/**
 * Loads the configuration and follows its files; a result that cannot be used is returned as it is. `log` gets every later change. Rejects
 * with a `ConfigurationFailure`.
 */
export async function useConfiguration(
  options: LoadingHere,
  { files, clock, log, credentials }: Surroundings,
): Promise<ConfigurationInUse | LoadResult> {
  const ending = new AbortController();
  const looks = new Looks(clock);
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const events = watch({ ...options, pause: looks.pause, signal });
  const first = (await events.next()).value?.result;
  if (first === undefined) throw new ConfigurationFailure("it was not loaded: the start was interrupted");
  if (!isTaken(first, options)) {
    ending.abort();
    return first;
  }
  const holder: Holder = {
    ...{ inUse: await inUseOf(first, options, files), errors: undefined, listeners: [], listed: new Map() },
  };
  const secrets = new Secrets(credentials, log);
  secrets.add(first);
  const said = new ConfigurationLog(log, first);

  async function follow(): Promise<void> {
    for await (const { result, changed, needsRestart } of events) {
      if (!isTaken(result, options)) {
        said.refused(result);
        holder.errors = result.diagnostics.filter(({ severity }) => severity === "error");
        continue;
      }
      secrets.add(result);
      try {
        holder.inUse = knowing(await inUseOf(result, options, files), holder.listed);
      } catch (error) {
        if (!(error instanceof ConfigurationFailure)) throw error;
        log.say("error", `${error.message}; the configuration in use stays`);
        holder.errors = [];
        continue;
      }
      holder.errors = undefined;
      said.changed(result, changed.length, needsRestart);
      for (const run of holder.listeners) run();
    }
  }

  const following = follow().finally(() => looks.end());
  return {
    get scrubber() {
      return secrets.scrubber;
    },
    get inUse() {
      return holder.inUse;
    },
    get errors() {
      return holder.errors;
    },
    look: () => looks.again(),
    onChange: (run) => void holder.listeners.push(run),
    learn(listed) {
      holder.listed = listed;
      holder.inUse = knowing(holder.inUse, listed);
    },
    reveal: (values) => secrets.reveal(values),
    withheld: first.withheld,
    get projectErrors() {
      return holder.inUse.projectErrors;
    },
    stop() {
      ending.abort();
      return following;
    },
  };
}

interface Holder {
  inUse: InUse;
  errors: readonly Diagnostic[] | undefined;
  readonly listeners: (() => void)[];
  listed: Listed;
}

function knowing(inUse: InUse, listed: Listed): InUse {
  return { ...inUse, beside: { ...inUse.beside, listed } };
}

/** Whether a result can be used. Even under `trusted` a project that redirects the user's own data stops the start (S46). */
function isTaken(result: LoadResult, { projectTrust = "trusted" }: LoadOptions): result is Loaded {
  const isLedAway = ({ rule, severity }: Diagnostic): boolean => severity === "error" && rule.startsWith("trust/");
  return result.ok && !(projectTrust === "trusted" && result.diagnostics.some(isLedAway));
}

async function inUseOf(loaded: Loaded, { catalog, cwd }: LoadingHere, files: Files): Promise<InUse> {
  const { config, unresolved, standing, origin } = loaded;
  const store = config.daemon.tls?.trust_store;
  try {
    const certificates =
      store == null ? undefined : await files.read(await placeOf(store, cwd, files), CERTIFICATE_BYTES);
    return {
      ...{ config: withoutUsualVision(config, origin), standing, projectErrors: projectErrorsOf(loaded) },
      serversOfProject: serversOfProject(config, origin),
      beside: { catalog, unresolved, certificates: certificates && new TextDecoder().decode(certificates) },
    };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ConfigurationFailure(`\`daemon.tls.trust_store\` cannot be read (${error.detail})`);
  }
}

/** A list of models may say that one takes images: the default for custom models does not contradict it (spec 2.4). */
function withoutUsualVision(config: Loaded["config"], origin: Loaded["origin"]): Loaded["config"] {
  const isUsual = (name: string): boolean =>
    origin(toPointer(["models", name, "supports_vision"]))?.layer === "default";
  const models = Object.entries(config.models ?? {}).map(([name, { supports_vision: sees, ...entry }]) => {
    return [name, sees === undefined || isUsual(name) ? entry : { ...entry, supports_vision: sees }] as const;
  });
  return { ...config, models: Object.fromEntries(models) };
}

/** As the check of loading finds it: from the working directory, with links followed. */
async function placeOf(path: string, cwd: string, files: Files): Promise<string> {
  const whole = nodeHost({ cwd }).resolve(path);
  return (await files.realPath(whole)) ?? whole;
}

function serversOfProject({ mcp_servers: servers }: Loaded["config"], origin: Loaded["origin"]): ReadonlySet<string> {
  const isOfProject = (name: string): boolean =>
    ["command", "args", "url"].some((key) => origin(toPointer(["mcp_servers", name, key]))?.layer === "project");
  return new Set(Object.keys(servers ?? {}).filter(isOfProject));
}
