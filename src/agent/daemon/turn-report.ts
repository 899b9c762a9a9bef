/** Lines of the log about turns: one for each that failed (P-S59). At `debug` a second line holds the provider's words, in which credentials are hidden already. */
import type { Log } from "../ports/log.js";
import type { TurnReport } from "../run/turn/session.js";

export function reportTo(log: Log): TurnReport {
  const sayWords = (prompt_id: string, words: string | undefined): void => {
    if (words !== undefined) log.say("debug", "the provider said", { prompt_id, words });
  };
  return {
    get wantsWords() {
      return log.writes("debug");
    },
    failed({ promptId, model, error: { code, status, provider }, told, milliseconds }) {
      const { requestId: request, words } = told;
      const about = { code, status, provider, model: model ?? undefined, prompt_id: promptId };
      log.say("warn", "a turn failed", { ...about, ms: Math.round(milliseconds), provider_request: request });
      sayWords(promptId, words);
    },
    imagesRefused({ promptId, error: { status, provider }, told: { requestId: request, words }, images }) {
      const about = { status, provider, images, prompt_id: promptId, provider_request: request };
      log.say("warn", "requests go without images that the provider refuses", about);
      sayWords(promptId, words);
    },
    refused(error) {
      log.say("error", "a prompt could not be kept", { error: error.message });
    },
  };
}
