/** Spec 5.2: a fixed redirect address is HTTPS, or HTTP on a loopback host. The rule judges the parsed host. RFC 6749 forbids a fragment. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { isLoopback, isUseless, type UrlProblem } from "../url.js";
import { type Address, addressAt } from "./address.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/redirect-uri",
  severity: "error",
  check(context, report) {
    for (const {
      key: server,
      entry: { auth },
    } of serversOver(context.config, "http")) {
      if (auth?.type !== "oauth" || auth.redirect?.type !== "fixed") continue;
      const address = addressAt(context, "mcp_servers", server, "auth", "redirect", "uri");
      const problem = address && problemOf(address);
      if (address === undefined || problem === undefined) continue;
      report({
        ...problem,
        at: valueAt(...address.path),
        message: `${name(...address.path)} ${problem.message}`,
        help: HELP,
      });
    }
  },
};

const HELP = "write an `https://` address, or one on this machine such as `http://127.0.0.1:8123/callback`";

function problemOf({ text, problem }: Address): Pick<UrlProblem, "message" | "severity"> | undefined {
  if (isUseless(problem)) return problem;
  const url = new URL(text);
  if (/#/.test(text)) return { message: "has a fragment (`#`), which no login server accepts" };
  if (url.protocol === "https:" || isLoopback(url)) return problem;
  return { message: `is plain HTTP, and ${quote(url.hostname)} is not this machine` };
}
