/** §2.4: models. */
import type { Catalog } from "../../../src/toolkit/read/layers/catalog.js";
import type { Table } from "../cover.js";

const CATALOG: Catalog = {
  models: { "alpha-1": { class: "full", context_window: 200000, max_tokens: 32000 } },
};

export const models: Table = {
  "2.4 models: ModelOverride": [
    [
      "Each entry is a partial override.",
      {
        load: { global: "models: { alpha-1: { supports_vision: true } }", catalog: CATALOG },
        gives: { 'models["alpha-1"].supports_vision': true, 'models["alpha-1"].context_window': 200000 },
      },
    ],
    [
      "When the key matches a catalog model, only the fields set are applied and the rest is inherited.",
      {
        load: { global: "models: { alpha-1: { class: mini, context_window: 100000 } }", catalog: CATALOG },
        gives: {
          'models["alpha-1"].class': "mini",
          'models["alpha-1"].context_window': 100000,
          'models["alpha-1"].max_tokens': 32000,
        },
      },
    ],
    [
      "When it does not match, a new model is built and its provider must be named.",
      {
        rule: "model/missing-provider",
        example: {
          global: "models: { «alpha-2»: { class: full, context_window: 200000 } }",
          catalog: "models: { alpha-1: { context_window: 200000 } }",
        },
      },
    ],
    [
      "Entries may also target models discovered at runtime: a matching entry overlays the provider-reported configuration; if the provider has not reported the model yet the overlay has no effect until it does.",
      {
        reason:
          "What a provider reports is not known before it is asked, and linting and loading ask nobody: the agent does.",
      },
    ],
    [
      "For discovered models the provider-reported capability list decides eligibility for default slots, so `class` is informational there.",
      {
        reason:
          "Which models are discovered is not known before the agent has asked a provider. Therefore `reference/wrong-class` only warns.",
      },
    ],
    [
      "enabled: `false` removes a model that would otherwise be offered.",
      {
        rule: "reference/disabled-model",
        example: `
          models: { acme/big: { enabled: false, context_window: 200000 } }
          defaults: { full: «acme/big» }
        `,
      },
    ],
    [
      "class: Required for custom models not matching a catalog entry.",
      {
        rule: "model/missing-class",
        example: `
          providers: { acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 } }
          models: { «acme/big»: { provider: acme, context_window: 200000 } }
        `,
      },
    ],
    [
      "max_tokens: Absolute output ceiling reported by the catalog; used only for validation.",
      {
        rule: "model/output-exceeds-max",
        example: {
          global: "models: { alpha-1: { max_output_tokens_per_turn: «64000» } }",
          catalog: "models: { alpha-1: { context_window: 200000, max_tokens: 32000 } }",
        },
      },
      {
        load: { global: "models: { acme/big: { context_window: 200000, max_tokens: 32000 } }" },
        gives: { 'models["acme/big"].max_output_tokens_per_turn': undefined },
      },
    ],
    [
      "max_output_tokens_per_turn: Must not exceed `max_tokens`.",
      {
        rule: "model/output-exceeds-max",
        example: {
          global: "models: { acme/big: { context_window: 200000, max_tokens: 32000 } }",
          project: "models: { acme/big: { max_output_tokens_per_turn: «32001» } }",
        },
      },
      {
        accepted:
          "models: { acme/big: { context_window: 200000, max_tokens: 32000, max_output_tokens_per_turn: 32000 } }",
      },
    ],
    [
      "provider: Provider this model runs on; must match a configured provider; required for custom models.",
      {
        rule: "reference/unknown-provider",
        example: "models: { acme/big: { provider: «acme», class: full, context_window: 200000 } }",
      },
      {
        rule: "model/missing-provider",
        example: {
          global: "models: { «acme/big»: { class: full, context_window: 200000 } }",
          catalog: "models: {}",
        },
      },
      {
        reason:
          "Without a catalog nobody knows which entries are custom, so a provider is missed only with one (`--catalog FILE`).",
      },
    ],
    [
      "context_window: Required for every model: omitting it is a validation error.",
      {
        rule: "model/missing-context-window",
        example: `
          providers: { acme: { kind: { type: custom_beta_compatible }, url: https://acme.example/v1 } }
          models: { «acme/big»: { provider: acme, class: full }, acme/small: { provider: acme, class: full, context_window: 9000 } }
        `,
      },
      {
        rule: "model/missing-context-window",
        example: `
          providers: { acme: { kind: { type: custom_beta_compatible }, url: https://acme.example/v1 } }
          models: { «acme/big»: { provider: acme, class: full, context_window: null } }
        `,
      },
      // Not known here: a model of the catalog has one.
      { accepted: "models: { acme/big: { supports_vision: true } }" },
    ],
    [
      "compaction_threshold: Must be in (0.0, 1.0].",
      {
        rule: "schema/out-of-range",
        example: `
          models:
            one: { context_window: 200000, compaction_threshold: «0.0» }
            two: { context_window: 200000, compaction_threshold: «1.01» }
            three: { context_window: 200000, compaction_threshold: 1.0 }
        `,
      },
    ],
    [
      "tool_loading: `native_deferred`: the model starts without the full list and requests tools as needed (needs provider support).",
      { reason: "Neither the specification nor a configuration says which providers support it." },
    ],
    [
      "tool_loading: `no_tools`: the model cannot use tools.",
      {
        rule: "effect/tool-setting-without-tools",
        example: `
          models:
            acme/big:
              context_window: 200000
              tool_loading: no_tools
              «max_tool_batch_size»: 4
              «forced_tool_choice_supported»: true
        `,
      },
    ],
    [
      "max_tool_batch_size: When omitted: 4 for an unknown or small window, rising with larger windows up to 8.",
      {
        load: { global: "models: { acme/big: { context_window: 200000 } }" },
        gives: { 'models["acme/big"].max_tool_batch_size': undefined },
      },
      {
        reason:
          "The specification does not say at which windows it rises, so the agent derives it. It limits the default; a larger value may be written.",
      },
    ],
    [
      "request_option_defaults: map string -> (boolean or string of at most 512 UTF-8 bytes)",
      {
        rule: "schema/too-long",
        example: `models: { m: { context_window: 1000, request_option_defaults: { tier: «${"é".repeat(257)}» } } }`,
      },
      {
        rule: "schema/wrong-type",
        example: "models: { m: { context_window: 1000, request_option_defaults: { tier: «1» } } }",
      },
      {
        accepted: `models: { m: { context_window: 1000, request_option_defaults: { tier: ${"é".repeat(256)}, fast: true } } }`,
      },
    ],
    [
      "inherits: Name of a model whose provider identity, class metadata, context window and request defaults are inherited.",
      {
        load: {
          global: `
            providers: { acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 } }
            models:
              parent:
                provider: acme
                provider_name: acme-1
                class: mini
                context_window: 200000
                request_option_defaults: { fast: true }
                supports_vision: true
              child: { inherits: parent }
          `,
        },
        gives: {
          "models.child": {
            inherits: "parent",
            provider: "acme",
            provider_name: "acme-1",
            class: "mini",
            context_window: 200000,
            request_option_defaults: { fast: true },
            supports_vision: false,
            forced_tool_choice_supported: true,
          },
        },
      },
    ],
    [
      "inherits: The child keeps explicitly authored request options and replaces matching parent keys.",
      {
        load: {
          global: `
            models:
              parent: { context_window: 200000, request_option_defaults: { fast: true, tier: standard } }
              child: { inherits: parent, request_option_defaults: { fast: false, cache: true } }
          `,
        },
        gives: { "models.child.request_option_defaults": { fast: false, tier: "standard", cache: true } },
      },
    ],
    [
      "inherits: Model keys may contain provider-qualified paths, dots, slashes, underscores and hyphens; the exact key is used for lookup.",
      {
        rule: "reference/unknown-parent",
        example: `
          models:
            acme/Big_1.5-turbo: { context_window: 200000 }
            one: { inherits: «acme/big_1.5-turbo», context_window: 200000 }
            two: { inherits: «Big_1.5-turbo», context_window: 200000 }
        `,
      },
      {
        accepted: `
          models:
            gateway/acme/Big_1.5-turbo: { context_window: 200000 }
            child: { inherits: gateway/acme/Big_1.5-turbo }
          defaults: { full: gateway/acme/Big_1.5-turbo(high) }
        `,
      },
    ],
    [
      "effort: effort_set (string, required), can_disable (boolean, required), levels (array of string in provider order, required), default_level (string or null; must be one of `levels` when present)",
      {
        rule: "schema/missing-key",
        example: `
          models:
            one: { context_window: 1000, «reasoning»: { type: effort, can_disable: true, levels: [low] } }
            two: { context_window: 1000, «reasoning»: { type: effort, effort_set: std, levels: [low] } }
            three: { context_window: 1000, «reasoning»: { type: effort, effort_set: std, can_disable: true } }
        `,
      },
      {
        rule: "model/default-level",
        example: `
          models:
            acme/big:
              context_window: 200000
              reasoning: { type: effort, effort_set: std, can_disable: true, levels: [low], default_level: «high» }
        `,
      },
    ],
    [
      "thinking: can_disable (boolean, required)",
      {
        rule: "schema/missing-key",
        example: "models: { acme/big: { context_window: 200000, «reasoning»: { type: thinking } } }",
      },
    ],
  ],
};
