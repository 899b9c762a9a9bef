/** Spec 2.10, 5.2: the directory stores OAuth credentials, and only servers over HTTP can have any. */
import type { Path } from "../../../../text/path.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { isOver } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule, type RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "effect/directory-without-login",
  severity: "warning",
  asksGlobal: true,
  check(context, report) {
    for (const { key: server, entry } of entriesOf(context.config.mcp_servers)) {
      const path: Path = ["mcp_servers", server, "auth_key_name"];
      const reason = entry.auth_key_name === undefined ? undefined : withoutLogin(context, server, entry);
      if (reason === undefined || !isOver(context, path, reason.path)) continue;
      report({
        at: keyAt(...path),
        message: `${name(...path)} has no effect, because this server stores no OAuth credentials`,
        label: reason.label,
      });
    }
  },
};

type Server = NonNullable<RuleContext["config"]["mcp_servers"]>[string];

/** Why there is no OAuth login, and the place of the reason; undefined if there is one, or may be. */
function withoutLogin(context: RuleContext, server: string, entry: Server): { path: Path; label: string } | undefined {
  const path: Path = ["mcp_servers", server];
  if (entry?.transport !== "http") return { path: [...path, "transport"], label: "a local process needs no login" };
  const type = entry.auth?.type;
  if (type === "oauth" || (type === undefined && !context.lacks([...path, "auth"]))) return undefined;
  return { path: [...path, "auth", "type"], label: "its `auth` is not `oauth`" };
}
