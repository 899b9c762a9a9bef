/** The configuration in use: the last one that loaded, whatever its file says now (P-S37). A turn reads it once, when it begins. */
import { type EffectiveConfig, type LoadOptions, type LoadResult, watch } from "../index.js";
import type { Level, Log } from "./log.js";

export interface ConfigurationInUse {
  readonly config: EffectiveConfig;
  stop(): Promise<void>;
}

/** The configuration, or what loading said instead. `log` is told of every later change. */
export async function useConfiguration(options: LoadOptions, log: Log): Promise<ConfigurationInUse | LoadResult> {
  const ending = new AbortController();
  const events = watch({ ...options, signal: ending.signal });
  const first = await events.next();
  const result = first.value?.result;
  if (result?.ok !== true) {
    ending.abort();
    return result as LoadResult;
  }
  const inUse = { config: result.config };
  log.level = levelOf(inUse.config);
  const following = (async () => {
    for await (const { result: next, changed, needsRestart } of events) {
      if (!next.ok) {
        const errors = next.diagnostics.filter(({ severity }) => severity === "error");
        log.say("error", "the configuration has errors; the one in use stays", { errors: errors.length });
        for (const { rule, file, range } of errors)
          log.say("error", "configuration", { rule, file, line: range.start.line, column: range.start.column });
        continue;
      }
      inUse.config = next.config;
      log.level = levelOf(next.config);
      log.say("info", "the configuration has changed; the next turn uses it", { values: changed.length });
      for (const path of needsRestart) log.say("warn", "this takes effect after a restart", { path });
    }
  })();
  return {
    get config() {
      return inUse.config;
    },
    stop() {
      ending.abort();
      return following;
    },
  };
}

function levelOf({ daemon }: EffectiveConfig): Level {
  return daemon.log_level ?? "info";
}
