/** Loads the configuration again whenever its files change. */
import type { EffectiveConfig } from "../generated/effective.js";
import { type Path, toPointer } from "../text/path.js";
import { type LoadOptions, type LoadResult, loadWith } from "./load.js";
import { grantsFile } from "./mean/trust/grants.js";
import { differences, type Json } from "./read/document/data.js";
import { machineClock } from "./read/host/clock.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import type { RunResult } from "./read/host/run.js";
import type { Layer } from "./read/layers/layer.js";
import { watchedFiles } from "./read/layers/locate.js";
import { FUNCTION, LOAD, optionsOf, TIME } from "./read/layers/options.js";
import { configShape, keyShape, type Shape } from "./read/schema/shape.js";

export interface WatchOptions extends LoadOptions {
  /** Milliseconds between looks at the files; 500 by default. */
  readonly intervalMs?: number;
  /** Waits between two checks, at most for this time; the files are checked as soon as it resolves. */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Ends the watch, and a running command. */
  readonly signal?: AbortSignal;
}

export interface WatchEvent {
  readonly result: LoadResult;
  /** The last configuration that loaded; undefined before the first. */
  readonly config: EffectiveConfig | undefined;
  /** JSON Pointers of the values that differ from the last configuration; empty at first and on errors. */
  readonly changed: readonly string[];
  /** The changed values that take effect only after a restart (`x-reload`). */
  readonly needsRestart: readonly string[];
}

/**
 * Yields the present configuration, and again each time its outcome changes, its errors, the trust in its project, or another file that
 * contributes to it, such as the trust store.
 *
 * Polls the files instead of waiting for events, so that atomic renames, editors' temporary files, directories that appear and disappear,
 * and network file systems all work alike.
 */
export async function* watch(given: WatchOptions = {}): AsyncGenerator<WatchEvent, void, undefined> {
  const options = optionsOf("watch", given, { ...LOAD, intervalMs: TIME, pause: FUNCTION });
  const host = options.host ?? hostHere(options);
  const pause = options.pause ?? machineClock.pause;
  const grants = options.projectTrust === "granted" ? grantsFile(host) : undefined;
  // A policy that appears later counts, too.
  const policies = [host.policyFile, ...(options.policy === undefined ? [] : [host.resolve(options.policy)])];
  const { list } = host;
  let files: ReadonlySet<string> = new Set();
  const signatureOf = (file: string): string => host.signature(file) ?? "";
  const look = (): string => {
    files = new Set([...watchedFiles(host, options), ...[grants, ...policies].filter((file) => file !== undefined)]);
    return Array.from(files, signatureOf).join("|");
  };
  /** The other files and directories that were read, such as those that a project names, each with its earlier signature. */
  const others = new Map<string, string>();
  const note = (file: string): void => {
    if (!files.has(file) && !others.has(file)) others.set(file, signatureOf(file));
  };
  const reading: Host = {
    ...host,
    readFile: (file, limit, realPath) => {
      note(file);
      return host.readFile(file, limit, realPath);
    },
    ...(list === undefined
      ? {}
      : {
          list: (directory) => {
            note(directory);
            return list(directory);
          },
        }),
  };
  const isOtherNow = (): boolean => Array.from(others).some(([file, before]) => signatureOf(file) !== before);
  const printed = memory();
  let last: LoadResult | undefined;
  let config: EffectiveConfig | undefined;
  /** A private copy: the caller may change its own. */
  let compared: EffectiveConfig | undefined;
  let seen: string | undefined;
  while (!options.signal?.aborted) {
    const now = look();
    const isOther = isOtherNow();
    if (now !== seen || isOther) {
      // The check precedes loading: the next check sees a change during loading.
      seen = now;
      others.clear();
      const result = await loadWith({ ...options, host: reading }, printed);
      const isSame = last !== undefined && outcomeOf(result) === outcomeOf(last);
      if (isOther || !isSame) {
        const changed =
          result.ok && compared !== undefined
            ? differences(compared as unknown as Json, result.config as unknown as Json, [])
            : [];
        last = result;
        if (result.ok) {
          config = result.config;
          compared = structuredClone(config);
        }
        const needsRestart = changed.filter((path) => restartsAt(path)).map(toPointer);
        yield { result, config, changed: changed.map(toPointer), needsRestart };
      }
    }
    await pause(options.intervalMs ?? 500, options.signal);
  }
}

/**
 * All parts of a result that a caller can see. Errors of a project may cost values that were not in effect anyway, and then change nothing
 * else.
 */
function outcomeOf({ fingerprint, standing, withheld, diagnostics }: LoadResult): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return JSON.stringify([
    ...[fingerprint, standing, withheld],
    errors.map(({ rule, message, file, range }) => [rule, message, file, range]),
  ]);
}

/** The output of commands, kept until the global file changes; a failed command runs again. A project's changes run nothing (S20). */
function memory(): (global: Layer | undefined) => Map<string, RunResult> {
  let state: string | undefined;
  let results = new Map<string, RunResult>();
  return (global) => {
    const now = global?.sha256?.();
    const isSame = now !== undefined && now === state;
    state = now;
    results = new Map(isSame ? [...results].filter(([, { kind }]) => kind === "output") : []);
    return results;
  };
}

function restartsAt(path: Path): boolean {
  let shape: Shape | undefined = configShape;
  for (const step of path) shape = shape && keyShape(shape, String(step));
  return shape?.schema["x-reload"] === "restart";
}
