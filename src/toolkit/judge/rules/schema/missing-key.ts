/** S13: the merged object must have the key; the layer that began the object has to supply it. */
import type { Path } from "../../../../text/path.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { find } from "../../../read/document/node.js";
import type { Shape } from "../../../read/schema/shape.js";
import { didYouMean, firstSentence, name, renamesIn, withNames } from "../phrases.js";
import type { FactContext, Rule, Wording } from "../rule.js";

export const rule: Rule<"missing-keys" | "missing-tag"> = {
  id: "schema/missing-key",
  severity: "error",
  asksGlobal: true,
  words: {
    "missing-keys": ({ at: { path }, keys, shape, scattered }, context) => {
      const described = keys.flatMap((key) => {
        const description = shape.properties.get(key)?.schema.description;
        return description === undefined ? [] : [`${quote(key)}: ${firstSentence(description)}`];
      });
      const alike = namesAlike(path, context);
      const deeper = levelTooDeep(path, context, shape);
      if (deeper !== undefined) return deeper;
      return {
        message: needs(path, keys),
        label: areMissing(keys),
        notes: described,
        ...(scattered === undefined
          ? {}
          : { help: `write ${quote(`${keys[0]}: ${sketchOf(scattered, path, context)}`)}` }),
        ...(alike.length === 0 ? {} : { help: didYouMean(alike) }),
      };
    },
    "missing-tag": ({ at: { path }, key, likely, accepted, others, renames }, context) => {
      const choice =
        likely === undefined
          ? `${quote(key)} is one of ${quoteList(accepted)}`
          : `the other keys fit ${quote(`${key}: ${likely}`)}${renames.length === 0 ? "" : `, ${withNames(renames)}`}`;
      const alike = namesAlike(path, context);
      const deeper = levelTooDeep(path, context);
      if (deeper !== undefined) return deeper;
      return {
        message: needs(path, [key, ...others]),
        label: areMissing([key, ...others]),
        // A partial entry with one likely name is a slip: a change to an existing entry is rarely complete.
        ...(likely !== undefined && others.length === 0 ? { isSure: true as const } : {}),
        ...(alike.length === 0 ? { help: choice } : { notes: [choice], help: didYouMean(alike) }),
        fixes:
          likely === undefined || alike.length > 0 || others.length > 0
            ? []
            : [
                {
                  title: `add ${quote(`${key}: ${likely}`)}`,
                  safe: false,
                  changes: [{ kind: "put", path: [...path, key], value: likely }, ...renamesIn(path, renames)],
                },
              ],
      };
    },
  },
};

function needs(path: Path, keys: readonly string[]): string {
  return `${name(...path)} needs the ${keys.length === 1 ? "key" : "keys"} ${quoteList(keys, "and")}`;
}

function areMissing([key = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `${quote(key)} is missing` : "these keys are missing";
}

/** The missing keys in their written form: the tag with its value, the rest by name. */
function sketchOf(keys: readonly string[], path: Path, { layer }: FactContext): string {
  const { root } = layer.document;
  const entries = keys.map((key) => {
    const node = root && find(root, [...path, key])?.node;
    return `${key}: ${key === "type" && node?.kind === "scalar" ? String(node.value) : "…"}`;
  });
  return `{ ${entries.join(", ")} }`;
}

/** An entry that holds entries: a level too many. */
function levelTooDeep(path: Path, { layer: { document } }: FactContext, shape?: Shape): Wording | undefined {
  const node = path.length === 2 ? document.root && find(document.root, path)?.node : undefined;
  if (node?.kind !== "mapping" || node.entries.size === 0) return undefined;
  const isEntry = ([key]: readonly [string, unknown]): boolean => shape === undefined || shape.properties.has(key);
  const isEach = [...node.entries].every(
    ([key, { value }]) => value.kind === "mapping" && [...value.entries].some(isEntry) && !OWN_MAPPINGS.has(key),
  );
  if (!isEach) return undefined;
  const [section = "", entry = ""] = path.map(String);
  return {
    message: `${name(...path)} holds entries of ${quote(section)}, and is none itself`,
    label: "a level too many",
    help: `move the entries of ${quote(entry)} one level up, and delete ${quote(entry)}`,
  };
}

/** Keys of entries that are mappings. */
const OWN_MAPPINGS: ReadonlySet<string> = new Set([
  "kind",
  "auth",
  "headers",
  "env",
  "reasoning",
  "request_option_defaults",
]);

/** Entries of other layers in the same map, with a similar name: the entry may be a misspelling of one. */
function namesAlike(path: Path, { layer, settings, suggest }: FactContext): readonly string[] {
  const map = path.slice(0, -1);
  const around = settingAt(settings, map);
  if (around?.kind !== "object" || around.shape?.rest === undefined) return [];
  const { root } = layer.document;
  return suggest(String(path.at(-1)), around.entries).filter(
    (name) => root && find(root, [...map, name]) === undefined,
  );
}
