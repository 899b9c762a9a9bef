/** Models whose name is still the placeholder of a first configuration. */
import type { Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { childrenOf, jsonAt, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { YOUR_MODEL } from "../starter/options.js";
import { type Check, placeName, type Situation } from "./check.js";
import { locationInEffect } from "./location.js";

export const models: Check = {
  id: "models",
  look: (situation) => {
    const places = placeholders(situation);
    const details = places.map((path) => ({
      text: `${quote(YOUR_MODEL)} is a placeholder (${placeName(situation, path)})`,
      ...locationInEffect(situation, path),
    }));
    if (details.length === 0) return { status: "ok", title: "no model's name is a placeholder", details };
    const advice = `write your model's name in its place, or \`agentcfg set --global models.${YOUR_MODEL}.provider_name NAME\``;
    return { status: "problem", title: "a model's name is a placeholder", details, advice };
  },
};

/** The paths at which the placeholder would be sent to a provider. */
function placeholders({ counting }: Situation): readonly Path[] {
  const { complete } = counting;
  return [...childrenOf(settingAt(complete, ["models"])).keys()].flatMap((key): readonly Path[] => {
    const name = jsonAt(complete, ["models", key, "provider_name"]);
    if (name === YOUR_MODEL) return [["models", key, "provider_name"]];
    return key === YOUR_MODEL && name === undefined ? [["models", key]] : [];
  });
}
