/** What the log and the session's folder hold about turns and their requests. */
import { FileError } from "../../machine/interfaces/files.js";
import { Autopsies } from "../store/autopsies.js";
import type { TurnReport } from "../turn/session.js";
import { autopsyOf } from "./autopsy.js";
import type { Opened } from "./opened.js";

/**
 * Lines of the log about turns: one for each that failed (P-S59). At `debug` a second line holds the provider's words, in which credentials are
 * hidden already.
 */
export function reportTo({ host, configuration, store }: Opened): TurnReport {
  const { log, files, clock } = host;
  const autopsies = new Autopsies(files, store.paths.autopsies);
  const sayWords = (prompt_id: string, words: string | undefined): void => {
    if (words !== undefined) log.say("debug", "the provider said", { prompt_id, words });
  };
  return {
    failed({ promptId, model, error: { code, status, provider }, told, milliseconds }) {
      const { requestId: request, words } = told;
      const about = { code, status, provider, model: model ?? undefined, prompt_id: promptId };
      log.say("warn", "a turn failed", { ...about, ms: Math.round(milliseconds), provider_request: request });
      sayWords(promptId, words);
    },
    async requestFailed(request) {
      const { promptId, target, failure, attempt, wait } = request;
      const { code, status } = failure.error;
      const about = { code, status, provider: target.provider, model: target.model, prompt_id: promptId, attempt };
      if (wait !== undefined)
        log.say("warn", "a request to a model failed and is made again", { ...about, wait_ms: wait });
      const { logging } = configuration.inUse.config.daemon;
      if (logging?.provider_autopsy !== true) return;
      const at = new Date(clock.now());
      const { scrubber } = configuration;
      const text = JSON.stringify(
        autopsyOf(request, at, (part) => scrubber.scrub(part)),
        null,
        2,
      );
      await autopsies.keep(at, `${text}\n`).catch((error: unknown) => {
        if (!(error instanceof FileError)) throw error;
        log.say("warn", "an autopsy could not be kept", { error: error.message });
      });
    },
    conceded({ promptId, error: { status, provider }, told: { requestId: request, words }, images, results }) {
      const about = { status, provider, prompt_id: promptId, provider_request: request };
      if (images > 0) log.say("warn", "requests go without images that the provider refuses", { ...about, images });
      if (results > 0)
        log.say("warn", "requests have shorter results, as the conversation is too long", { ...about, results });
      if (images === 0 && results === 0)
        log.say("warn", "requests go without reasoning that the provider refuses", about);
      sayWords(promptId, words);
    },
    compacted({ promptId: prompt_id, before, after }) {
      log.say("info", "the conversation was compacted", { prompt_id, before, after });
    },
    stalled({ promptId: prompt_id, subagent, quiet }) {
      const about = { subagent, quiet_ms: Math.round(quiet), prompt_id };
      log.say("warn", "a subagent is stalled; its provider is asked again", about);
    },
    subagentFailed({ promptId, subagent, model, error: { code, status, provider }, told: { requestId, words } }) {
      const about = { code, status, provider, model: model ?? undefined, subagent, prompt_id: promptId };
      log.say("warn", "a subagent failed", { ...about, provider_request: requestId });
      sayWords(promptId, words);
    },
    opaqueDropped(prompt_id, why, bytes) {
      log.say("warn", `an opaque state of the provider is ${why}`, { bytes, prompt_id });
    },
    refused(error) {
      log.say("error", "a prompt could not be kept", { error: error.message });
    },
  };
}
