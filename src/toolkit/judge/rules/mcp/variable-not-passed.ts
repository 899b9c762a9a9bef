/** Spec 2.10: a server starts with a cleared environment. A variable that its command line needs has to be in `env` or `pass_env`. */
import { variablesPassedOn } from "../../../../text/containers.js";
import type { Path } from "../../../../text/path.js";
import { enumerate, quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext, SuggestedFix } from "../rule.js";
import { gets, SAFE_SET } from "./needed-variables.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/variable-not-passed",
  severity: "warning",
  check(context, report) {
    for (const { key, entry } of serversOver(context.config, "stdio")) {
      const { command, args = [], pass_env: passed } = entry;
      if (command === undefined) continue;
      const server: Path = ["mcp_servers", key];
      const missing = variablesPassedOn(command, args).filter((needed) => !gets(entry, needed.name));
      const [first, ...others] = missing;
      if (first !== undefined) {
        const names = [...new Set(missing.map((needed) => needed.name))];
        const at = ({ index, start, end }: typeof first) =>
          start === 0
            ? valueAt(...server, "args", index)
            : { ...valueAt(...server, "args", index), within: { start, end } };
        report({
          at: at(first),
          message: `${name(...server)} passes ${enumerate(names.map(quote), "and")} on to a container, but does not get ${names.length === 1 ? "this variable" : "these variables"}`,
          label: "not in its environment",
          related: others.map((other) => ({ at: at(other), message: "and this" })),
          help: `a server starts with a cleared environment: name it in ${quote("pass_env")}`,
          fixes: passing(context, server, [...(passed ?? SAFE_SET), ...names], { from: "args", safe: false }),
        });
      }
      const lacking = withoutPath(context, server, passed, entry);
      if (lacking !== undefined) report(lacking);
    }
  },
};

/** A name without a path is looked for in `PATH`. */
function withoutPath(
  context: RuleContext,
  server: Path,
  passed: readonly string[] | undefined,
  entry: Parameters<typeof gets>[0],
): Report | undefined {
  const command = context.text([...server, "command"]);
  if (command === undefined || command.trim() === "" || /[\\/~$%]/.test(command) || passed === undefined)
    return undefined;
  // An empty list asks for an empty environment. `mcp/variable-name` reports an entry that is no name.
  if (passed.length === 0 || !passed.every((variable) => /^[\w()]+$/.test(variable))) return undefined;
  if (gets(entry, "PATH") || gets(entry, "Path")) return undefined;
  const usual = SAFE_SET.filter((variable) => !gets(entry, variable));
  return {
    at: valueAt(...server, "pass_env"),
    because: [[...server, "env"]],
    message: `${name(...server)} gets no ${quote("PATH")}, so ${quote(command.split(/\s/, 1)[0] ?? "")} may not be found`,
    label: `replaces ${enumerate(SAFE_SET.map(quote), "and")}`,
    help: `add ${enumerate(usual.filter((variable) => ["HOME", "PATH"].includes(variable)).map(quote), "and")}, or write the whole path of the program`,
    fixes: passing(context, server, ["HOME", "PATH", ...passed.filter((variable) => variable !== "HOME")], {
      from: "pass_env",
      safe: false,
    }),
  };
}

/** The fix, if the list that it changes is in the layer of the finding. */
function passing(
  { scope }: RuleContext,
  server: Path,
  variables: readonly string[],
  { from, safe }: { readonly from: string; readonly safe: boolean },
): readonly SuggestedFix[] {
  const path = [...server, "pass_env"];
  const layer = scope(path);
  if (layer !== undefined && layer !== scope([...server, from])) return [];
  return [{ title: "pass them on with `pass_env`", safe, changes: [{ kind: "put", path, value: variables }] }];
}
