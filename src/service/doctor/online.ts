/** `doctor --online`: whether each provider takes its key and lists its models. It judges answers; a command asks for them. */
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { ProviderAnswer } from "../online.js";
import { type Check, count, type Detail, placeName, type Situation } from "./check.js";
import { locationInEffect } from "./location.js";

export const online: Check = {
  id: "online",
  isOnline: true,
  look: (situation) => {
    const { providers } = situation.online ?? {};
    if (providers === undefined)
      return {
        ...{ status: "warning", title: "no provider was asked: the configuration does not load", details: [] },
        advice: "mend what `agentcfg lint` reports",
      };
    const refused = providers.filter(({ answer }) => answer.kind === "refused");
    const others = providers.filter(({ answer }) => answer.kind === "failed" || answer.kind === "skipped");
    const listed = providers.length - refused.length - others.length;
    const details = [...refused, ...others].map((one) => detailOf(situation, one));
    if (refused.length > 0) {
      const title = `${count(refused.length, "provider")} ${refused.length === 1 ? "refuses" : "refuse"} the key`;
      return { status: "problem", title, details, advice: "give each its own key, one that is valid" };
    }
    if (others.length > 0) {
      const title = `${count(others.length, "provider")} did not say which models ${others.length === 1 ? "it has" : "they have"}`;
      const advice = others.some(({ answer }) => answer.kind === "failed")
        ? "check the address, and whether this machine reaches it; `agent` works without such a list"
        : "mend what keeps each of them from being asked";
      return { status: "warning", title, details, advice };
    }
    const title =
      listed === 0 ? "there is no provider to ask" : `${count(listed, "provider")} took the key and listed models`;
    return { status: "ok", title, details };
  },
};

function detailOf(situation: Situation, { name, answer }: ProviderAnswer): Detail {
  const path = ["providers", name];
  const key = [...path, "auth", "key"];
  const isOfKey = answer.kind === "refused" && settingAt(situation.counting.complete, key) !== undefined;
  const why = answer.kind === "listed" ? "" : answer.why;
  const text = `${placeName(situation, path)}: ${answer.kind === "skipped" ? "it was not asked: " : ""}${why}`;
  return { text, ...locationInEffect(situation, isOfKey ? key : path) };
}
