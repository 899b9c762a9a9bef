/** Spec 2.10: `pass_env` lists the names of variables, not references to them. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { scan } from "../../../../text/scan.js";
import { spelledVariable } from "../../../../text/variable.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { badFormat } from "../bad-format.js";
import { writing } from "../phrases.js";
import { entriesOf, type Rule, type SuggestedFix } from "../rule.js";

export const rule: Rule<never, "bad-format"> = {
  id: "mcp/variable-name",
  severity: "error",
  named: {
    "bad-format": (fact) => ({ ...badFormat(fact), fixes: bareName(fact.at.path, spelledVariable(fact.value)?.name) }),
  },
  check({ config }, report) {
    for (const { key: server, entry } of entriesOf(config.mcp_servers)) {
      for (const variable of hyphened(entry.transport === "stdio" ? entry.env : undefined)) {
        const meant = variable.replaceAll("-", "_");
        const path: Path = ["mcp_servers", server, "env", variable];
        report({
          severity: "warning",
          at: keyAt(...path),
          message: `shells and many programs cannot read a variable with a hyphen in its name, as in ${quote(variable)}`,
          help: `write ${quote(meant)}`,
          fixes: [writing(meant, { safe: false, changes: [{ kind: "rename", path, to: meant }] })],
        });
      }
      const names = entry.transport === "stdio" ? (entry.pass_env ?? []) : [];
      for (const [index, text] of names.entries()) {
        const [part, ...others] = scan(text).parts;
        if (part?.kind !== "variable" || others.length > 0) continue;
        const path: Path = ["mcp_servers", server, "pass_env", index];
        report({
          at: valueAt(...path),
          message: `${quote(text)} is replaced by the value of ${quote(part.name)}, but a name is wanted here`,
          help: `write ${quote(part.name)}`,
          fixes: bareName(path, part.name),
        });
      }
    }
  },
};

/** Names in capitals with hyphens, which headers have. */
function hyphened(env: object | undefined): readonly string[] {
  return env === undefined ? NONE : Object.keys(env).filter((name) => /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/.test(name));
}

function bareName(path: Path, variable: string | undefined): readonly SuggestedFix[] {
  if (variable === undefined) return [];
  return [writing(variable, { safe: true, changes: [{ kind: "replace", path, value: variable }] })];
}
