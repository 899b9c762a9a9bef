/** A switch that lets a configuration run commands, where a policy forbids it. */

import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { breach, demandsOf } from "./breach.js";

const PATH = ["config_command_substitution"];
const KEY = ["allow", "config_command_substitution"];

export const rule: Rule = {
  id: "policy/command-substitution",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const broken = demandsOf(context, ({ allow }) => allow?.config_command_substitution).filter(({ value }) => !value);
    if (broken.length === 0 || context.config.config_command_substitution !== true) return;
    report(
      breach(valueAt(...PATH), broken, KEY, {
        message: `the policy does not allow ${name(...PATH)}`,
        label: "lets this file run commands",
        why: "turned off here",
      }),
    );
  },
};
