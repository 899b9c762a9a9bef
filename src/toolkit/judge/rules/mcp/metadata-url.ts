/** Spec 5.2: the client metadata document has an HTTPS URL with a path. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule } from "../rule.js";
import { isUseless } from "../url.js";
import { type Address, addressAt } from "./address.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/metadata-url",
  severity: "error",
  check(context, report) {
    for (const {
      key: server,
      entry: { auth },
    } of serversOver(context.config, "http")) {
      if (auth?.type !== "oauth" || auth.registration?.type !== "client-metadata-url") continue;
      const address = addressAt(context, "mcp_servers", server, "auth", "registration", "url");
      const problem = address && problemOf(address);
      if (address === undefined || problem === undefined) continue;
      report({ ...problem, at: valueAt(...address.path), message: `${name(...address.path)} ${problem.message}` });
    }
  },
};

function problemOf({ path, text, problem }: Address): Omit<Report, "at"> | undefined {
  if (isUseless(problem)) return { message: problem.message, help: HELP };
  const { protocol, pathname, search } = new URL(text);
  if (protocol === "http:") {
    return {
      message: "is not HTTPS",
      help: HELP,
      fixes: [
        {
          title: "write `https`",
          safe: false,
          changes: [{ kind: "replace-within", path, within: { start: 0, end: "http".length }, text: "https" }],
        },
      ],
    };
  }
  if (!/[^/]/.test(pathname)) return { message: "names a host, not a document on it", help: HELP };
  if (text.includes("#"))
    return { message: "contains a fragment: no server receives the text behind a `#`", help: HELP };
  if (search !== "") return { severity: "warning", message: "contains a query, which servers may refuse", help: HELP };
  return problem;
}

const HELP = "write the address of the document, such as `https://issues.example.com/clients/agent.json`";
