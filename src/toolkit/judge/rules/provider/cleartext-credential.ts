/** A provider's key over plain HTTP, where anybody on the network can read it; a loopback address has no network (spec 5.1). */
import { namesCredential } from "../../../../text/credential-names.js";
import { cleartext, mayBeCleartext } from "../cleartext.js";
import type { Provider } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/cleartext-credential",
  severity: "warning",
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      const credential = mayBeCleartext(entry.url) ? credentialOf(entry) : undefined;
      const finding = credential && cleartext(context, ["providers", provider], credential);
      if (finding !== undefined) report(finding);
    }
  },
};

/** The place of a provider's credential, as a path from the provider. */
function credentialOf({ auth, headers }: Provider): readonly string[] | undefined {
  if (auth?.type !== undefined && auth.type !== "no_auth")
    return auth.type === "static_key" ? ["auth", "key"] : ["auth", "type"];
  const header = Object.keys(headers ?? {}).find(namesCredential);
  return header === undefined ? undefined : ["headers", header];
}
