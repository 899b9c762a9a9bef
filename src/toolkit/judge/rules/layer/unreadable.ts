/** S4, S5: reported when loading; `lint` exits with its own code instead. S39: an unexpected exception is always reported. */
import type { Layer } from "../../../read/layers/layer.js";
import { fileOf } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unreadable" | "unforeseen"> = {
  id: "layer/unreadable",
  severity: "error",
  words: {
    unreadable: ({ reason }, { layer }) => ({
      message: `${fileOf(layer)} cannot be read: ${reason}`,
      help: consequence(layer),
    }),
    unforeseen: ({ stage }, { layer }) => ({
      message: `${stage} ${fileOf(layer)} failed unexpectedly`,
      notes: ["this is a bug in agentcfg; its details are not shown, because they may quote the file"],
      help: consequence(layer),
    }),
  },
};

function consequence({ scope, isPermissions }: Layer): string {
  if (isPermissions) return "no rule of this file counts until then";
  return scope === "global" ? "nothing loads until it can be read" : "the global config counts alone until then";
}
