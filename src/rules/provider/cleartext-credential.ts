/** Over plain HTTP everybody on the way reads the key; a loopback address has no way (spec 5.1). */
import { namesCredential } from "../../redaction/credential.js";
import { cleartext } from "../cleartext.js";
import { entriesOf, type Rule } from "../rule.js";
import type { Provider } from "./protocol.js";

export const rule: Rule = {
  id: "provider/cleartext-credential",
  severity: "warning",
  summary: "a credential sent without encryption",
  why: `Over \`http:\` the key travels readable for every machine between you and the provider, and with it your code. Use \`https:\`.
A server on this machine (\`localhost\`, \`127.0.0.1\`, \`::1\`) is not reported, nor one that gets no credential.`,
  *check(view) {
    for (const [provider, entry] of entriesOf(view.config.providers)) {
      const credential = credentialOf(entry);
      const report = credential && cleartext(view, ["providers", provider], credential);
      if (report !== undefined) yield report;
    }
  },
  examples: {
    bad: [
      {
        global: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: «http://models.corp.example/v1»
              auth: { type: static_key, key: "\${ACME_KEY}" }
            lab:
              kind: { type: custom_beta_compatible }
              url: «http://lab.corp.example/v1»
              auth: { type: delta_device, profile: work }
        `,
        fixed: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://models.corp.example/v1
              auth: { type: static_key, key: "\${ACME_KEY}" }
            lab:
              kind: { type: custom_beta_compatible }
              url: https://lab.corp.example/v1
              auth: { type: delta_device, profile: work }
        `,
      },
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: http://localhost.example/v1 }
        `,
        project: `
          {
            "providers": { "acme": { "headers": { "Authorization": «"Bearer \${ACME_KEY}"» } } }
          }
        `,
      },
    ],
    good: [
      `
        providers:
          den:
            kind: { type: custom_beta_compatible }
            url: http://127.0.0.1:8080/v1
            auth: { type: static_key, key: "\${DEN_KEY}" }
          lab:
            kind: { type: custom_beta_compatible }
            url: http://lab.internal:7070/v1
            auth: { type: no_auth }
            headers: { X-Team: platform }
      `,
      {
        global: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: http://models.corp.example/v1
              auth: { type: static_key, key: "\${ACME_KEY}" }
        `,
        project: `
          providers:
            acme: { url: https://models.corp.example/v1 }
        `,
      },
    ],
  },
};

/** Where a provider's credential is, from the provider on. */
function credentialOf({ auth, headers }: Provider): readonly string[] | undefined {
  if (auth?.type !== undefined && auth.type !== "no_auth")
    return auth.type === "static_key" ? ["auth", "key"] : ["auth", "type"];
  const header = Object.keys(headers ?? {}).find(namesCredential);
  return header === undefined ? undefined : ["headers", header];
}
