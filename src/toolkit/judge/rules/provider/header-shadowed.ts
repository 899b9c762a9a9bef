/** Spec 2.3: if a header matches one that the agent sends with each request, the agent's value wins. */
import { NONE } from "../../../../text/none.js";
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { type Provider, protocolOf } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";
import { carrierOf, KEY_HEADERS } from "./carrier.js";

/** Headers of the single request or of the connection: no configuration can set them. */
const PER_REQUEST: ReadonlySet<string> = new Set([
  "content-length",
  "content-type",
  "connection",
  "host",
  "transfer-encoding",
]);

const DOUBTFUL: ReadonlySet<string> = new Set([...PER_REQUEST, ...Object.values(KEY_HEADERS)]);

export const rule: Rule = {
  id: "provider/header-shadowed",
  severity: "warning",
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      for (const header of doubtfulIn(entry.headers))
        reportShadowed(["providers", provider], header, carrierOf(entry, protocolOf(context, provider, entry)));
    }
    for (const { key: server, entry } of entriesOf(context.config.mcp_servers)) {
      if (entry.transport !== "http") continue;
      const sends = entry.auth?.type === "authorization-header" || entry.auth?.type === "oauth";
      for (const header of doubtfulIn(entry.headers))
        reportShadowed(["mcp_servers", server], header, sends ? "authorization" : undefined);
    }

    function reportShadowed(path: readonly string[], header: string, carrier: string | undefined): void {
      const lower = header.toLowerCase();
      const isCarrier = lower === carrier;
      if (!isCarrier && !PER_REQUEST.has(lower)) return;
      const auth = [...path, "auth", "type"];
      report({
        at: keyAt(...path, "headers", header),
        message: `the agent sends ${quote(header)} itself, and its value wins over this one`,
        label: "never sent",
        because: [auth, [...path, "auth", "format"], [...path, "protocol"], [...path, "kind", "type"]],
        related: isCarrier
          ? [{ at: { path: auth, part: "value" }, message: "sends the credential in this header" }]
          : [],
        help: isCarrier ? "keep either the header or `auth`" : "remove it",
      });
    }
  },
};

/** The headers that the agent may send itself. */
function doubtfulIn(headers: Provider["headers"]): readonly string[] {
  return headers === undefined ? NONE : Object.keys(headers).filter((header) => DOUBTFUL.has(header.toLowerCase()));
}
