/** A line of the log for each failed turn (P-S59). At `debug` a second line holds the provider's words, in which credentials are hidden already. */
import type { Log } from "../ports/log.js";
import type { TurnReport } from "../run/turn/report.js";

export function reportTo(log: Log): TurnReport {
  return {
    get wantsWords() {
      return log.writes("debug");
    },
    failed({ promptId, model, error: { code, status, provider }, told, milliseconds }) {
      const { requestId: request, words } = told;
      const about = { code, status, provider, model: model ?? undefined, prompt_id: promptId };
      log.say("warn", "a turn failed", { ...about, ms: Math.round(milliseconds), provider_request: request });
      if (words !== undefined) log.say("debug", "the provider said", { prompt_id: promptId, words });
    },
    refused(error) {
      log.say("error", "a prompt could not be kept", { error: error.message });
    },
  };
}
