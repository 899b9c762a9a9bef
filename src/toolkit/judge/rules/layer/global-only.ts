/** Spec 1 and S11: presence is enough, whatever the value. */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { find } from "../../../read/document/node.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"global-only"> = {
  id: "layer/global-only",
  severity: "error",
  words: {
    "global-only": ({ at: { path }, isNull }, { global }) => {
      const key = quote(String(path.at(-1)));
      const isSet = global?.root !== undefined && find(global.root, path) !== undefined;
      const owned = "owned by the global config; this value stays in effect";
      return {
        message: `a project config must not set or erase ${key}`,
        label: isNull && isSet ? "`null` here would erase the global value" : "has no effect in a project",
        related: isSet ? [{ at: { ...keyAt(...path), layer: "global" }, message: owned }] : [],
        help: `to change ${key}, edit ${global === undefined ? "the global config" : quote(global.document.source.file)}`,
        fixes: [{ title: `delete ${key}`, safe: true, changes: [{ kind: "delete", path }] }],
      };
    },
  },
};
