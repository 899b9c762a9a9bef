/** Spec 2.5, 2.14: a project's prompt that replaces one of its user or a built-in one. */
import { BUILT_IN_FACETS } from "../../../mean/configuration/facets.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/overrides-prompt",
  severity: "info",
  check({ trust: { changes } }, report) {
    for (const { path, capability, shape, now, before } of changes) {
      const { 0: section, 1: entry = "" } = path;
      const isBuiltIn = section === "facets" && BUILT_IN_FACETS.includes(String(entry));
      // An extension interprets its own facet references.
      const isSource = shape.schema["x-path"] === "shipped";
      if (!isSource && shape.schema["x-ref"] !== "facets") continue;
      if (capability !== "context" || now === undefined || (before === undefined && !isBuiltIn)) continue;
      report({
        at: valueAt(...path),
        message: `this project replaces ${name(...path)}${before === undefined ? ", which is built in" : ""}`,
        ...(isSource && { help: "with a name of its own it replaces nothing" }),
        related: before === undefined ? [] : [{ at: { ...valueAt(...path), layer: "global" }, message: "replaced" }],
      });
    }
  },
};
