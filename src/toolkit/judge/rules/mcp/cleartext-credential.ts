/** A server's credential over plain HTTP, where anybody on the network can read it (spec 5.2). */
import { namesCredential } from "../../../../text/credential-names.js";
import { cleartext, mayBeCleartext } from "../cleartext.js";
import type { Rule } from "../rule.js";
import { type HttpServer, serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/cleartext-credential",
  severity: "warning",
  check(context, report) {
    for (const { key: server, entry } of serversOver(context.config, "http")) {
      const credential = mayBeCleartext(entry.url) ? credentialOf(entry) : undefined;
      const finding = credential && cleartext(context, ["mcp_servers", server], credential);
      if (finding !== undefined) report(finding);
    }
  },
};

/** The place of a credential in a server's entry: its authentication first, then a header with the name of a credential. */
function credentialOf({ auth, headers }: HttpServer): readonly string[] | undefined {
  if (auth?.type === "authorization-header" || auth?.type === "oauth") return ["auth", "type"];
  const header = Object.keys(headers ?? {}).find(namesCredential);
  return header === undefined ? undefined : ["headers", header];
}
