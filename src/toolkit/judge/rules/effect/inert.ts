/** S4: settings inside a section that only the global layer may make (`x-scope`); the value of a project has no effect. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"global-setting"> = {
  id: "effect/inert",
  severity: "warning",
  words: {
    "global-setting": ({ at: { path } }) => ({
      message: `${name(...path)} has no effect in a project`,
      label: "taken from the global config only",
      help: "set it in the global config",
      fixes: [{ title: "remove it", safe: true, changes: [{ kind: "delete", path }] }],
    }),
  },
};
