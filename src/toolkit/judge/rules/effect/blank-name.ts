/** Names that are empty or begin or end with white space, which belongs to the name (`x-name`; S8). */
import { oncePer } from "../../../../text/once.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import type { Place } from "../../../read/schema/place.js";
import { name, writing } from "../phrases.js";
import type { KnownText, Report, Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/blank-name",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, tree, texts } of layers) {
      for (const { path, text } of blankTexts(texts))
        report({ ...about(text, name(...path), "replace", path), at: { ...valueAt(...path), layer: scope } });
      for (const [section, key] of tree === undefined ? [] : blankKeys(tree)) {
        const at = { ...keyAt(section, key), layer: scope };
        report({ ...about(key, `a name in ${name(section)}`, "rename", [section, key]), at });
      }
    }
  },
};

function about(
  text: string,
  subject: string,
  kind: "replace" | "rename",
  path: Report["at"]["path"],
): Omit<Report, "at"> {
  const to = text.trim();
  if (to === "") return { message: `${subject} is empty`, help: "write a name, or leave it out" };
  const change = kind === "rename" ? ({ kind, path, to } as const) : ({ kind, path, value: to } as const);
  return {
    message: `${subject} ${text.startsWith(to[0] ?? "") ? "ends" : "begins"} with white space`,
    label: "it belongs to the name",
    fixes: [writing(to, { safe: true, changes: [change] })],
  };
}

/** References with white space are reported as unknown names, and empty texts where the schema forbids them as such. */
const blankTexts = oncePer((texts: readonly KnownText[]) =>
  texts.filter(({ text, shape: { schema, pattern } }) => {
    if (text.trim() === "") return pattern === undefined && (schema["x-name"] === true || schema["x-ref"] === "models");
    return schema["x-name"] === true && text !== text.trim();
  }),
);

/** Whether a name has white space at an end. An empty name is as good as any other. */
const isPadded = (key: string): boolean => key.trim() !== "" && key !== key.trim();

const blankKeys = oncePer((tree: Place) =>
  [...(tree.kind === "object" ? tree.entries : [])].flatMap(([section, place]) =>
    place.kind === "object" && place.shape?.rest !== undefined && place.shape.rest.schema["x-opaque"] !== true
      ? [...place.entries.keys()].filter(isPadded).map((key) => [section, key] as const)
      : [],
  ),
);
