/** Spec 2.10: blocked tools are named `mcp__server__tool`. Names may contain underscores, so only the beginning is compared. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";
import { respelling } from "../suggestion.js";

export const rule: Rule = {
  id: "effect/tool-of-another-server",
  severity: "warning",
  check(context, report) {
    for (const {
      key: server,
      entry: { block_list: blocked },
    } of entriesOf(context.config.mcp_servers)) {
      const prefix = `mcp__${server}__`;
      for (const index of (blocked ?? []).keys()) {
        const path: Path = ["mcp_servers", server, "block_list", index];
        const tool = context.text(path);
        const { other, rest } = partsOf(tool ?? "");
        if (tool === undefined || other === "" || tool.startsWith(prefix)) continue;
        const isThere = context.names("mcp_servers").has(other);
        report({
          at: valueAt(...path),
          message: `${quote(tool)} is no tool of ${name("mcp_servers", server)}, so nothing is hidden`,
          label: `names a tool of ${quote(other)}`,
          help: isThere
            ? `move it to ${name("mcp_servers", other, "block_list")}`
            : `tools of this server begin with ${quote(prefix)}`,
          ...(isThere ? {} : respelling(context, path, other, [server], { spell: (name) => `mcp__${name}${rest}` })),
        });
      }
    }
  },
};

/** The shortest server name in a tool's name, and the rest; empty for a text that is not a tool's name. */
function partsOf(tool: string): { readonly other: string; readonly rest: string } {
  const end = tool.startsWith("mcp__") ? tool.indexOf("__", 6) : -1;
  return end === -1 || end + 2 >= tool.length
    ? { other: "", rest: "" }
    : { other: tool.slice(5, end), rest: tool.slice(end) };
}
