/** Spec 9, S10: versions 0 to 2. */
import { CURRENT_VERSION, stamp } from "../../../read/layers/upgrade.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"outdated-version"> = {
  id: "version/outdated",
  severity: "info",
  words: {
    "outdated-version": ({ version }, { layer, isMistaken }) => ({
      message: `version ${version} is older than ${CURRENT_VERSION}, so this file is upgraded in memory`,
      help: "`agentcfg upgrade --write` writes the upgrade into the file",
      fixes: [{ title: `write \`${CURRENT_VERSION}\``, safe: !isMistaken, changes: [stamp(layer.document)] }],
    }),
  },
};
