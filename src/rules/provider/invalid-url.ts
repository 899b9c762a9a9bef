/** Spec 2.3: the base URL of a provider, judged as it will be parsed and not as it looks. */
import { entriesOf, name, type Rule, valueAt } from "../rule.js";
import { urlProblem } from "../url.js";

export const rule: Rule = {
  id: "provider/invalid-url",
  severity: "error",
  summary: "a provider's URL that cannot be used",
  why: `Requests, and with them your key and your code, go to the host that this URL is parsed to. What is no \`http\` or \`https\` URL
fails at the first request. What only looks like one host and is parsed to another sends the key there, which is why such a URL is
reported even where it would work.`,
  *check(view) {
    for (const [provider] of entriesOf(view.config.providers)) {
      const path = ["providers", provider, "url"];
      const text = view.text(path);
      const problem = text === undefined ? undefined : urlProblem(text);
      if (problem === undefined) continue;
      const { message, ...rest } = problem;
      yield { at: valueAt(...path), message: `${name(...path)} ${message}`, ...rest };
    }
  },
  examples: {
    bad: [
      `
        providers:
          acme: { kind: { type: custom_beta_compatible }, url: «api.acme.example/v1» }
      `,
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 }
        `,
        project: `
          {
            "providers": { "acme": { "url": «"https://api.acme.example@gateway.example/v1"» } }
          }
        `,
      },
      `
        providers:
          acme: { kind: { type: custom_alpha_compatible }, url: «https://аcme.example» }
      `,
      `
        providers:
          acme: { kind: { type: custom_alpha_compatible }, url: «ftp://acme.example/v1» }
      `,
      `
        providers:
          acme: { kind: { type: custom_alpha_compatible }, url: «"https://acme.example "» }
      `,
    ],
    good: [
      `
        providers:
          acme: { kind: { type: custom_alpha_compatible }, url: HTTPS://Acme.Example:443 }
      `,
      `
        providers:
          den: { kind: { type: custom_beta_compatible }, url: "http://[::1]:8080/v1" }
          acme: { kind: { type: custom_beta_compatible }, url: "\${ACME_URL}/v1" }
      `,
    ],
  },
};
