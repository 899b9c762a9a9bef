/** Fixes for a key of another tool: this agent's name for it, with the value in its unit and its sense. */
import { switchWord } from "../../../../text/switch-word.js";
import type { Change } from "../../../read/edit/change.js";
import type { Alias } from "../../../read/schema/alias.js";
import type { Place } from "../../../read/schema/place.js";
import type { FactOf } from "../fact.js";
import { rewrites, writing } from "../phrases.js";
import type { SuggestedFix } from "../rule.js";

/** The seconds for a key that other tools count in milliseconds; undefined if the value is hardly a time in milliseconds. */
function secondsIn({ key, alias, place }: FactOf<"unknown-key">): number | undefined {
  if (!/_sec(?:ond)?s$/.test(alias?.key ?? "") || /sec/i.test(key)) return undefined;
  const value = place.kind === "scalar" ? Number(place.value) : 0;
  return value >= 1000 && value % 1000 === 0 ? value / 1000 : undefined;
}

/** The opposite of a truth value, also of one that a word spells. */
export function opposite(place: Place): boolean | undefined {
  const written = place.kind === "scalar" ? switchWord(String(place.value))?.value : undefined;
  return written === undefined ? undefined : !written;
}

/** Our key, with its value if that is the opposite of the written one. */
export function spelled({ place }: FactOf<"unknown-key">, { key, isOpposite }: Alias): string {
  const value = isOpposite ? opposite(place) : undefined;
  return value === undefined ? key : `${key}: ${value}`;
}

/** Fixes that write the value, or its opposite, under this agent's name for the key. */
export function aliasFix(fact: FactOf<"unknown-key">): readonly SuggestedFix[] {
  const { alias, place, at } = fact;
  if (alias === undefined) return [];
  const { key: to, isOpposite } = alias;
  const rename = (name: string): Change => ({ kind: "rename", path: at.path, to: name });
  const seconds = secondsIn(fact);
  if (seconds !== undefined) {
    const inSeconds: readonly Change[] = [rename(to), { kind: "replace", path: at.path, value: seconds }];
    return [writing(`${to}: ${seconds}`, { safe: false, changes: inSeconds })];
  }
  if (!isOpposite) return rewrites(fact.key, [to], rename);
  const value = opposite(place);
  if (value === undefined) return [];
  const changes: readonly Change[] = [rename(to), { kind: "replace", path: at.path, value }];
  return [writing(`${to}: ${value}`, { safe: false, changes })];
}
