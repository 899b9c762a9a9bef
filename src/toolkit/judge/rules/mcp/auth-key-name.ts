/** Spec 2.10: ASCII letters, digits, hyphens and single underscores, the first not an underscore. */
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { badFormat } from "../bad-format.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

/** The schema has the same pattern for `auth_key_name` (`x-rule`); without that key the server's name is the directory. */
const DIRECTORY = /^[0-9A-Za-z-]+(?:_[0-9A-Za-z-]+)*_?$/;

export const rule: Rule<never, "bad-format"> = {
  id: "mcp/auth-key-name",
  severity: "error",
  named: { "bad-format": badFormat },
  check(context, report) {
    for (const { key: server, entry } of entriesOf(context.config.mcp_servers)) {
      const path = ["mcp_servers", server];
      const isStored = entry.transport === "http" && entry.auth?.type === "oauth";
      if (!isStored || DIRECTORY.test(server) || !context.lacks([...path, "auth_key_name"])) continue;
      report({
        at: keyAt(...path),
        message: `${name(...path)} stores its login in a directory of its own name, which is not a valid one`,
        label: "not a valid directory name",
        help: "write an `auth_key_name` of ASCII letters, digits, hyphens and single underscores",
        because: [
          [...path, "auth_key_name"],
          [...path, "auth", "type"],
        ],
      });
    }
  },
};
