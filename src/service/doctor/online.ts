/** `doctor --online`: whether providers take their keys, and whether the default models are listed as fit. A command asks; this judges answers. */
import { lackOf, type Slot, unfitFor } from "../../provider/known.js";
import { quote } from "../../text/quote.js";
import { parseModelReference } from "../../toolkit/mean/configuration/models.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Online, ProviderAnswer } from "../online.js";
import { type Answer, type Check, count, type Detail, placeName, type Situation } from "./check.js";
import { locationInEffect } from "./location.js";

export const online: Check = {
  id: "online",
  isOnline: true,
  look: (situation) => {
    const { online: asked } = situation;
    if (asked?.providers === undefined)
      return {
        ...{ status: "warning", title: "no provider was asked: the configuration does not load", details: [] },
        advice: "mend what `agentcfg lint` reports",
      };
    return judged(situation, asked, asked.providers);
  },
};

function judged(situation: Situation, asked: Online, providers: readonly ProviderAnswer[]): Answer {
  const refused = providers.filter(({ answer }) => answer.kind === "refused");
  const others = providers.filter(({ answer }) => answer.kind === "failed" || answer.kind === "skipped");
  const listed = providers.length - refused.length - others.length;
  const unfit = unfitDefaults(situation, asked, listed > 0 && listed === providers.length);
  const details = [...[...refused, ...others].map((one) => detailOf(situation, one)), ...unfit];
  if (refused.length > 0) {
    const title = `${count(refused.length, "provider")} ${refused.length === 1 ? "refuses" : "refuse"} the key`;
    return { status: "problem", title, details, advice: "give each its own key, one that is valid" };
  }
  if (unfit.length > 0) {
    const title = `${count(unfit.length, "default model")} cannot be used`;
    return { status: "problem", title, details, advice: "`agentcfg models --discover` shows the models that can be" };
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
}

function detailOf(situation: Situation, { name, answer }: ProviderAnswer): Detail {
  const path = ["providers", name];
  const key = [...path, "auth", "key"];
  const isOfKey = answer.kind === "refused" && settingAt(situation.counting.complete, key) !== undefined;
  const why = answer.kind === "listed" ? "" : answer.why;
  const text = `${placeName(situation, path)}: ${answer.kind === "skipped" ? "it was not asked: " : ""}${why}`;
  return { text, ...locationInEffect(situation, isOfKey ? key : path) };
}

const SLOTS: readonly Slot[] = ["full", "mini", "nano"];

/** `isWhole`: every provider has listed its models. */
function unfitDefaults(situation: Situation, { models, defaults }: Online, isWhole: boolean): readonly Detail[] {
  return SLOTS.flatMap((slot) => {
    const text = defaults[slot];
    if (text === undefined) return [];
    const { model } = parseModelReference(text, (name) => models.find(name) !== undefined);
    const known = models.find(model);
    const missing = isWhole ? "nothing says which provider it runs on, and no provider lists it" : undefined;
    const why = known?.entry.provider === undefined ? missing : (lackOf(known)?.why ?? unfitFor(slot, known));
    if (why === undefined) return [];
    const path = ["defaults", slot];
    const name = quote(situation.snapshot.redactor.text(model));
    return [{ text: `${placeName(situation, path)}: ${name}: ${why}`, ...locationInEffect(situation, path) }];
  });
}
