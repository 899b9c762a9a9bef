/** Variables that act on a program before its own code does (attacks E12). */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { effectOf } from "../../../mean/trust/environment.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/loader-environment",
  severity: "warning",
  highest: "error",
  check(context, report) {
    for (const {
      key: server,
      entry: { env },
    } of serversOver(context.config, "stdio")) {
      for (const variable of Object.keys(env ?? {})) {
        const path: Path = ["mcp_servers", server, "env", variable];
        const effect = effectOf(variable, () => context.text(path));
        if (effect === undefined) continue;
        const isProjects = context.scope(path) === "project";
        const isOwn = context.scope(["mcp_servers", server, "command"]) === context.scope(path);
        if (isOwn && USUAL.has(variable.toLowerCase())) continue;
        const isForced = isProjects && !isOwn;
        report({
          at: keyAt(...path),
          ...(isForced ? { severity: "error" } : {}),
          message: `${quote(variable)} ${effect}`,
          label: isForced ? "not for a project to decide" : "is this meant?",
          help: isForced
            ? "leave it out; users who need it can set it in their global config"
            : "leave it out, or pass your own value on with `pass_env`",
        });
      }
    }
  },
};

/** Usual variables: the environment of a server starts empty (spec 2.10), so a configuration has to set the paths of programs and modules. */
const USUAL: ReadonlySet<string> = new Set(["path", "pythonpath", "node_path"]);
