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
  const unlisted = unlistedDefaults(situation, asked, providers);
  const details = [...[...refused, ...others].map((one) => detailOf(situation, one)), ...unfit, ...unlisted];
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
  if (unlisted.length > 0) {
    const title = `${count(unlisted.length, "default model")} ${unlisted.length === 1 ? "is" : "are"} in no list`;
    return {
      status: "warning",
      title,
      details,
      advice: "is the name right? `agentcfg models --discover` shows the lists",
    };
  }
  const title =
    listed === 0
      ? "there is no provider to ask"
      : `${count(listed, "provider")} listed ${listed === 1 ? "its" : "their"} models`;
  return { status: "ok", title, details };
}

/** Default models that their providers do not list. Some lists have a longer name for a model, and a gamma host takes names of deployments. */
function unlistedDefaults(
  situation: Situation,
  { models, defaults }: Online,
  providers: readonly ProviderAnswer[],
): readonly Detail[] {
  const lists = new Map(
    providers.flatMap(({ name, answer }) => (answer.kind === "listed" ? [[name, answer.models]] : [])),
  );
  return SLOTS.flatMap((slot) => {
    const { model = "", known } = defaultOf(slot, { models, defaults });
    const { provider = "", provider_name: sent = model } = known?.entry ?? {};
    const list = lists.get(provider);
    if (list === undefined || known?.listed !== undefined) return [];
    const format = settingAt(situation.counting.complete, ["providers", provider, "auth", "format"]);
    if (format?.kind === "scalar" && format.value === "gamma_api_key") return [];
    if ([...list.keys()].some((id) => id.startsWith(sent))) return [];
    return [defaultDetail(situation, slot, model, `${placeName(situation, ["providers", provider])} does not list it`)];
  });
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
    const { model, known } = defaultOf(slot, { models, defaults });
    if (model === undefined) return [];
    const missing = isWhole ? "nothing says which provider it runs on, and no provider lists it" : undefined;
    const why = known?.entry.provider === undefined ? missing : (lackOf(known)?.why ?? unfitFor(slot, known));
    if (why === undefined) return [];
    return [defaultDetail(situation, slot, model, why)];
  });
}

/** The model of a slot, as far as it is known. */
function defaultOf(slot: Slot, { models, defaults }: Pick<Online, "models" | "defaults">) {
  const text = defaults[slot];
  if (text === undefined) return {};
  const { model } = parseModelReference(text, (name) => models.find(name) !== undefined);
  return { model, known: models.find(model) };
}

function defaultDetail(situation: Situation, slot: Slot, model: string, why: string): Detail {
  const path = ["defaults", slot];
  const name = quote(situation.snapshot.redactor.text(model));
  return { text: `${placeName(situation, path)}: ${name}: ${why}`, ...locationInEffect(situation, path) };
}
