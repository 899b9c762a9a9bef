/** The guess for an unknown key whose value says what was meant: one of the values of a key, or the name of an entry that a key refers to. */
import { quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import type { FactOf } from "../fact.js";
import { didYouMean, suggestion } from "../phrases.js";
import type { FactContext, Wording } from "../rule.js";

type Fact = FactOf<"unknown-key">;

interface Guess extends Pick<Wording, "label" | "related"> {
  /** The names that may replace the key as it stands. */
  readonly names?: readonly string[];
}

export function thereAlready({ at }: Fact, key: string): Pick<Wording, "label" | "related"> {
  const related = [{ at: keyAt(...at.path.slice(0, -1), key), message: "is here already" }];
  return { label: `did you mean ${quote(key)}, which is there already?`, related };
}

export function meantByValue(fact: Fact, context: FactContext): Guess | undefined {
  const { byValue, place, taken } = fact;
  if (byValue !== undefined && taken.includes(byValue.key)) return thereAlready(fact, byValue.key);
  if (byValue?.tag !== undefined) {
    const more = place.kind === "object" && place.entries.size > 0 ? ", …" : "";
    return { label: didYouMean([`${byValue.key}: { ${byValue.tag}: ${byValue.text}${more} }`]) };
  }
  const names = byValue === undefined ? referring(fact, context) : [byValue.key];
  return names.length === 1 ? { ...suggestion(names), names } : undefined;
}

/** The keys that refer to an entry of the value's name. */
function referring({ at, place, accepted }: Fact, { settings }: FactContext): readonly string[] {
  const text = place.kind === "scalar" && typeof place.value === "string" ? place.value : undefined;
  if (text === undefined) return [];
  const around = settingAt(settings, at.path.slice(0, -1));
  const properties = around?.kind === "object" ? around.variant?.properties : undefined;
  return accepted.filter((name) => {
    const section = properties?.get(name)?.schema["x-ref"];
    return section !== undefined && settingAt(settings, [section, text]) !== undefined;
  });
}
