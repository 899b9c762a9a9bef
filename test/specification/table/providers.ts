/** §2.3: providers. */
import type { Cover, Table } from "../cover.js";

const ONLY_KIND: Cover = { accepted: "providers: { acme: { kind: { type: catalog, name: alpha } } }" };

export const providers: Table = {
  "2.3 providers: ProviderInstance": [
    ["kind: required: yes", { rule: "schema/missing-key", example: "providers: { «acme»: { headers: {} } }" }],
    [
      "url: required for custom providers",
      {
        rule: "provider/missing-url",
        example: `
          providers:
            «one»: { kind: { type: custom_alpha_compatible } }
            «two»: { kind: { type: custom_beta_compatible }, url: null }
            «three»: { kind: { type: custom_beta_responses } }
        `,
      },
      ONLY_KIND,
    ],
    [
      "url: Base URL for provider requests; overrides the catalog default for catalog providers.",
      {
        load: {
          global: "providers: { acme: { kind: { type: catalog, name: alpha }, url: https://mirror.acme.example } }",
          catalog: { providers: { alpha: { url: "https://api.alpha.example", protocol: "alpha_messages" } } },
        },
        gives: { "providers.acme.url": "https://mirror.acme.example" },
      },
    ],
    ["auth: required: no", ONLY_KIND],
    ["protocol: required: no", ONLY_KIND],
    ["headers: required: no", ONLY_KIND],
    [
      "headers: Names must be valid HTTP header names.",
      {
        rule: "provider/header-name",
        example: `
          providers:
            acme: { kind: { type: catalog, name: alpha }, headers: { «X Team»: platform, «"X-Team:"»: platform } }
        `,
      },
    ],
    [
      "headers: When a name matches a header the tool already sends per request, the per-request value wins.",
      {
        rule: "provider/header-shadowed",
        example: `
          providers:
            acme:
              kind: { type: catalog, name: alpha }
              auth: { type: static_key, key: "\${ACME_KEY}", format: alpha_x_api_key }
              headers: { «Content-Type»: text/plain, «X-API-Key»: "\${OTHER_KEY}" }
        `,
      },
    ],
    ["cache_control_strategy: required: no", ONLY_KIND],
    [
      "cache_control_strategy: Prompt caching for alpha-messages providers only.",
      {
        rule: "provider/inert-cache-control",
        example: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
              cache_control_strategy: «alpha_breakpoints»
        `,
      },
    ],
    [
      "`alpha_messages`: enter the origin only.",
      {
        rule: "provider/url-shape",
        example: "providers: { acme: { kind: { type: custom_alpha_compatible }, url: «https://api.acme.example/v1» } }",
      },
    ],
    [
      "`beta_chat_completions`: enter the versioned base (ending in `/v1`).",
      {
        rule: "provider/url-shape",
        example: "providers: { acme: { kind: { type: custom_beta_compatible }, url: «https://api.acme.example» } }",
      },
    ],
    [
      "`beta_responses`: origin or a trailing `/v1` are both accepted; the duplicate is removed automatically.",
      {
        accepted: `
          providers:
            one: { kind: { type: custom_beta_responses }, url: https://api.acme.example }
            two: { kind: { type: custom_beta_responses }, url: https://api.acme.example/v1 }
        `,
      },
      {
        rule: "provider/url-shape",
        example: `
          providers:
            acme: { kind: { type: custom_beta_responses }, url: «https://api.acme.example/v1/responses» }
        `,
      },
    ],
    [
      "Gamma (cloud-hosted beta) responses: base is the resource host followed by `/openai/v1`, auth format `gamma_api_key`, and the deployment name is the model name.",
      {
        rule: "provider/url-shape",
        example: `
          providers:
            gamma:
              kind: { type: custom_beta_responses }
              url: «https://acme.gamma.example/v1»
              auth: { type: static_key, key: "\${GAMMA_KEY}", format: gamma_api_key }
        `,
      },
      {
        reason:
          "Which deployments there are only the resource knows, and whether a host is one of gamma nothing but the format tells.",
      },
    ],
    [
      "catalog: name (string, required): catalog entry such as `alpha`, `beta` or `delta`",
      { rule: "schema/missing-key", example: "providers: { acme: { «kind»: { type: catalog } } }" },
      {
        rule: "provider/unknown-catalog-entry",
        example: {
          global: "providers: { acme: { kind: { type: catalog, name: «alhpa» } } }",
          catalog: "providers: { alpha: {} }",
        },
      },
    ],
    [
      "custom_beta_compatible: Custom backend speaking a beta-compatible dialect; protocol defaults to `beta_chat_completions`; set `beta_responses` explicitly only if the provider serves that API.",
      {
        rule: "provider/protocol-mismatch",
        example: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example, protocol: «alpha_messages» }
        `,
      },
      {
        load: {
          global: "providers: { acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 } }",
        },
        gives: { "providers.acme.protocol": "beta_chat_completions" },
      },
      // The URL is judged by the default protocol.
      {
        rule: "provider/url-shape",
        example: `
          providers:
            one: { kind: { type: custom_beta_compatible }, url: «https://api.acme.example» }
            two: { kind: { type: custom_beta_compatible }, url: https://api.acme.example, protocol: beta_responses }
        `,
      },
      { reason: "Whether a provider serves the responses API is only known by asking it." },
    ],
    [
      "ProviderProtocol allowed values: `alpha_messages`, `beta_responses`, `beta_chat_completions`, `v3_chat_completions`, `v4_chat_completions`, `v5_chat_completions`, `v6_messages`, `v7_messages`, `v8_messages`, `v9_messages`, `v10_messages`, `v11_chat_completions`, `v12_chat_completions`, `v13_responses`, `test`.",
      {
        rule: "schema/unknown-value",
        example: "providers: { acme: { kind: { type: catalog, name: alpha }, protocol: «v3_messages» } }",
      },
    ],
  ],
};
