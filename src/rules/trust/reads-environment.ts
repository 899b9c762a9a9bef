/** S17: a variable of its user's that a project reads, and that evidently is for something else. */
import { valueAt } from "../../diagnostic/anchor.js";
import { jsonOf } from "../../schema/place.js";
import { quote } from "../../text/quote.js";
import { scan } from "../../text/scan.js";
import { isForSomethingElse } from "../../trust/ambient.js";
import { name } from "../phrases.js";
import type { KnownPlace, Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/reads-environment",
  severity: "warning",
  summary: "a project that reads a credential of its user's environment",
  *check({ layers, settings, scope }) {
    const project = layers.find((layer) => layer.scope === "project");
    for (const place of project?.places ?? []) {
      const { path } = place;
      if (scope(path) !== "project") continue;
      const entry = path.slice(0, 2);
      for (const { variable, within } of variablesIn(place)) {
        if (!isForSomethingElse(variable, settings, entry)) continue;
        yield {
          at: { ...valueAt(...path), ...(within && { within }) },
          message: `this project hands your ${quote(variable)} to ${name(...entry)}`,
          label: "a credential for something else",
        };
      }
    }
  },
};

interface Mention {
  readonly variable: string;
  readonly within?: { readonly start: number; readonly end: number };
}

function variablesIn({ path, place }: KnownPlace): readonly Mention[] {
  const text = place.kind === "scalar" ? jsonOf(place) : undefined;
  if (typeof text !== "string") return [];
  if (path.at(-2) === "pass_env") return [{ variable: text }];
  return scan(text).parts.flatMap((part) =>
    part.kind === "variable" ? [{ variable: part.name, within: { start: part.start, end: part.end } }] : [],
  );
}
