/** Spec 2.10: a remote server speaks streamable HTTP. Its predecessor, HTTP with SSE, usually has an address that ends in `/sse`. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { readUrl } from "../url.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/sse-address",
  severity: "info",
  check({ config, text }, report) {
    for (const { key } of serversOver(config, "http")) {
      const path = ["mcp_servers", key, "url"];
      if (!/\/sse\/?$/.test(readUrl(text(path))?.pathname ?? "")) continue;
      report({
        at: valueAt(...path),
        message: `${name(...path)} ends like an address of HTTP with SSE, and the agent speaks streamable HTTP`,
        help: `many servers speak it at ${quote("/mcp")}: look for that address in the server's documentation`,
      });
    }
  },
};
