/** Spec 9, S10: such a file is upgraded in memory. Reported for files that have keys, but none like `version`. */
import { CURRENT_VERSION, stamp } from "../../../read/layers/upgrade.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"no-version"> = {
  id: "version/missing",
  severity: "info",
  words: {
    "no-version": (_, { layer, isMistaken }) => ({
      message: "this file has no `version`, so it is read as an older one and upgraded in memory",
      help: "`agentcfg upgrade --write` writes the upgrade into the file",
      fixes: [{ title: `add \`version: ${CURRENT_VERSION}\``, safe: !isMistaken, changes: [stamp(layer.document)] }],
    }),
  },
};
