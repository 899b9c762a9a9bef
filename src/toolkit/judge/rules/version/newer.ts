/** S10: versions 4 to 255. Such a file is never rewritten. */
import { CURRENT_VERSION } from "../../../read/layers/upgrade.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"newer-version"> = {
  id: "version/newer",
  severity: "error",
  words: {
    "newer-version": ({ version }) => ({
      message: `version ${version} is newer than ${CURRENT_VERSION}, the newest this program knows`,
      help: "update agentcfg; the file is never rewritten",
    }),
  },
};
