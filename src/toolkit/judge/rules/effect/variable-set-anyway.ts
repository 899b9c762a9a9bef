/** Spec 2.10: variables in `env` override those copied by `pass_env`. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { isOver } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/variable-set-anyway",
  severity: "warning",
  check(context, report) {
    for (const { key: server, entry } of entriesOf(context.config.mcp_servers)) {
      if (entry.transport !== "stdio") continue;
      for (const [index, variable] of (entry.pass_env ?? []).entries()) {
        const path: Path = ["mcp_servers", server, "pass_env", index];
        const reason: Path = ["mcp_servers", server, "env", variable];
        if (!Object.hasOwn(entry.env ?? {}, variable) || !isOver(context, path, reason)) continue;
        report({
          at: valueAt(...path),
          message: `${quote(variable)} is not passed on, because ${name(...reason.slice(0, -1))} sets it`,
          label: "`env` wins",
          related: [{ at: keyAt(...reason), message: "the value that the server gets" }],
        });
      }
    }
  },
};
