/** A protection that is weaker with the project than without it. */
import { quote } from "../../../../text/quote.js";
import { anchorOf, type Change } from "../../../mean/trust/changes.js";
import { isRepeated, isWeakened, valueBefore } from "../../../mean/trust/guard.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Json } from "../../../read/document/data.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/weakens-permissions",
  severity: "warning",
  check({ trust: { changes, flows } }, report) {
    const removed = flows.touches.flatMap(({ isLost, change, others }) => (isLost ? [change, ...others] : []));
    const isGone = new Set(removed.map(({ entry }) => entry));
    for (const change of changes) {
      const { path, capability, shape, before, now, entry } = change;
      // `trust/credential-redirect` reports an entry that is gone with its credential.
      if (path[0] === "integrations" && now === undefined && isGone.has(entry)) continue;
      // Another rule reports lists that protect.
      if (
        capability !== "guard" ||
        shape.schema["x-stricter"] === "longer" ||
        !isWeakened(change) ||
        isRepeated(change)
      )
        continue;
      const old = valueBefore(change);
      const instead = isShort(old) ? ` instead of ${quote(old)}` : "";
      report({
        at: anchorOf(change),
        message: messageOf(change, instead),
        ...(before === undefined
          ? {}
          : {
              related: [
                {
                  at: { ...valueAt(...path), layer: "global" as const },
                  message: path[0] === "integrations" ? "as you have it" : "stricter in your config",
                },
              ],
            }),
        help: "whoever works on the project decides this for themselves, in the global config",
      });
    }
  },
};

function messageOf({ path, entry, now }: Change, instead: string): string {
  // A switch of search providers is neither strict nor weak.
  if (path[0] === "integrations")
    return `this project turns ${name(...(entry?.path ?? path))} ${now === true ? "on" : "off"}`;
  return isShort(now)
    ? `this project weakens ${name(...path)}: ${quote(now)}${instead}`
    : `this project weakens ${name(...path)}`;
}

function isShort(value: Json | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 40;
}
