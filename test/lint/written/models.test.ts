/** Models, their providers and references to them, as people write them. */
import { rows } from "./row.js";

const CATALOG = "providers: { p: { kind: { type: catalog, name: alpha } } }\n";
const CUSTOM = "providers: { p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 } }\n";
const MODEL = "{ provider: p, class: full, context_window: 200000 }";

const EFFORT = "global error reference/invalid-effort";
/** A model with efforts, the defaults that name it, and the default effort. */
const scale = (levels: string, slots: string, level = "null"): string =>
  `${CUSTOM}models: { m: { provider: p, class: full, context_window: 100000, reasoning: { type: effort, effort_set: x, can_disable: true, levels: [${levels}], default_level: ${level} } } }\ndefaults: { ${slots} }`;

rows({
  "a partial override of a model of the catalog": {
    global: `${CATALOG}models: { alpha-1: { compaction_threshold: 0.2 } }`,
    says: [],
  },
  "one that names its provider of the catalog": {
    global: `${CATALOG}models: { alpha-1: { provider: p, compaction_threshold: 0.2 } }`,
    says: [],
  },
  "a model of the catalog, turned on again": { global: `${CATALOG}models: { alpha-1: { enabled: true } }`, says: [] },
  "a project that changes a model of the catalog": {
    global: CATALOG,
    project: "models: { alpha-1: { max_output_tokens_per_turn: 1000 } }",
    says: [],
  },
  "a project that turns a model on that its user turned off": {
    global: `${CATALOG}models: { alpha-1: { enabled: false } }`,
    project: "models: { alpha-1: { enabled: true } }",
    says: [],
  },
  "a child of a model of the catalog": {
    global: `${CATALOG}models: { a: { inherits: alpha-1, max_tokens: 5 } }`,
    says: [],
  },
  "a custom model without a window": {
    global: `${CUSTOM}models: { m: { provider: p, class: full } }`,
    says: ["global error model/missing-context-window m"],
  },
  "a child of such a model": {
    global: `${CUSTOM}models: { m: { provider: p, class: full }, n: { inherits: m } }`,
    says: ["global error model/missing-context-window m"],
  },
  "a custom model whose provider a project takes away": {
    global: `${CUSTOM}models: { m: ${MODEL} }`,
    project: "models: { m: { provider: null } }",
    says: ["project error model/missing-provider null"],
  },
  "a model that a custom provider may list": {
    global: `${CUSTOM}defaults: { full: p/listed }`,
    catalog: { models: {}, providers: {} },
    says: [],
  },
  "a model that no catalog has": {
    global: `${CATALOG}defaults: { full: alpha-9 }`,
    catalog: { models: { "alpha-1": { class: "full" } }, providers: { alpha: {} } },
    says: ["global error reference/unknown-model alpha-9"],
    telling: /alpha-1/,
  },
  "defaults of the catalog": { global: `${CATALOG}defaults: { full: alpha-1, mini: alpha-1-mini(low) }`, says: [] },
  "an effort of a thinking model": {
    global: `${CUSTOM}models: { m: { provider: p, class: full, context_window: 5000, reasoning: { type: thinking, can_disable: true } } }\ndefaults: { full: m(thinking), mini: m(t) }`,
    says: [],
  },
  "the model itself is no suggestion for its parent": {
    global: `${CUSTOM}models: { acme/big: ${MODEL}, acme/big-2: { inherits: acme/big-3 } }`,
    says: ["global error reference/unknown-parent acme/big-3"],
    telling: /acme\/big`/,
    notTelling: /did you mean.*acme\/big-2/,
  },
  "a parent whose window does not fit": {
    global: `${CUSTOM}models: { b: { provider: p, class: full, context_window: "5" }, c: { inherits: b } }`,
    says: ["global error schema/wrong-type 5"],
    telling: /write `5`/,
  },
  "a window below zero is not missing, too": {
    global: `${CUSTOM}models: { b: { provider: p, class: full, context_window: -1 } }`,
    says: ["global error schema/out-of-range -1"],
  },
  "a misspelt class is not missing in the other file": {
    global: `${CUSTOM}models: { b: { provider: p, context_window: 5000 } }`,
    project: "models: { b: { class: flul } }",
    says: ["project error schema/unknown-value flul"],
  },
  "the name that a provider has for a model": {
    global: `${CUSTOM}models: { north/polar-2: { provider: p, provider_name: polar-2, class: full, context_window: 5000 } }\ndefaults: { full: polar-2 }`,
    says: ["global warning reference/unknown-model polar-2"],
    telling: /did you mean `north\/polar-2`/,
  },
  "two spellings of one accent": {
    global: `${CUSTOM}models: { "\u00e9tude": ${MODEL} }\ndefaults: { full: "e\u0301tude" }`,
    says: ["global warning reference/unknown-model e\u0301tude"],
    telling: /same letters/,
  },
});

rows({
  "a gamma key on the chat completions of a gateway": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: https://gw.example/v1, auth: { type: static_key, key: '${K}', format: gamma_api_key } } }",
    says: [],
  },
  "an origin for a kind whose protocol was changed": {
    global:
      "providers: { p: { kind: { type: custom_alpha_compatible }, url: https://x.example, protocol: beta_chat_completions } }",
    says: ["global warning provider/protocol-mismatch beta_chat_completions"],
  },
  "a slash at the end": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: https://x.example/v1/ } }",
    says: ["global warning provider/url-shape https://x.example/v1/"],
    telling: /ends in a slash/,
    fixed: "providers: { p: { kind: { type: custom_beta_compatible }, url: https://x.example/v1 } }",
  },
  "a URL that the project replaces is wrong all the same": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: notaurl } }",
    project: "providers: { p: { url: https://x.example/v1 } }",
    says: ["project warning trust/reroutes-traffic https://x.example/v1", "global error provider/invalid-url notaurl"],
  },
});

const BIG =
  "providers: { acme: { kind: { type: custom_beta_compatible }, url: 'https://acme.example/v1' } }\nmodels: { acme/big: { provider: acme, class: full, context_window: 9000 } }\n";
const effort = (slots: string): string => `${BIG}defaults: { ${slots} }`;
const UNKNOWN = "global warning reference/unknown-model";
const PARENT = "global error reference/unknown-parent";

rows({
  "an effort in other brackets": {
    global: effort("mini: 'acme/big[low]', nano: 'acme/big(low', full: 'acme/big@low'"),
    says: [`${UNKNOWN} acme/big[low]`, `${UNKNOWN} acme/big(low`, `${UNKNOWN} acme/big@low`],
    fixed: effort("mini: 'acme/big(low)', nano: 'acme/big(low)', full: 'acme/big(low)'"),
  },
  "an effort behind a colon": {
    global: effort("full: 'acme/big:low'"),
    says: [`${UNKNOWN} acme/big:low`],
    fixed: effort("full: 'acme/big(low)'"),
  },
  "a tag behind a colon": { global: effort("full: 'acme/big:30b'"), says: [] },
  "a parent with an effort, of a provider that may list more models": {
    global: BIG.replace(
      "models: { ",
      "models: { a: { inherits: acme/big(low) }, b: { inherits: acme/big:low }, c: { inherits: acme/big:30b }, ",
    ),
    says: [`${PARENT} acme/big(low)`, `${PARENT} acme/big:low`],
    telling: /nothing to inherit/,
  },
  "a parent with an effort, beside a catalog that is not known": {
    global: `${CATALOG}models: { big: { context_window: 9000 }, a: { inherits: "big[low]" }, b: { inherits: big@low }, c: { inherits: small@low } }`,
    says: [`${PARENT} big[low]`, `${PARENT} big@low`],
  },
  "an override whose name differs by case": {
    global: BIG,
    project: "models: { acme/Big: { compaction_threshold: 0.5 } }",
    says: ["project warning reference/unknown-override acme/Big"],
    telling: /did you mean `acme\/big`/,
  },
  "an override whose name differs by a number": {
    global: BIG.replaceAll("acme/big", "acme/big-1"),
    project: "models: { acme/big-2: { compaction_threshold: 0.5 } }",
    says: [],
  },
  "an effort that another model has": {
    global: scale("low, medium, high", "full: m(xhigh)"),
    says: [`${EFFORT} xhigh`],
    telling: /did you mean `high`/,
    fixed: "same",
    mended: scale("low, medium, high", "full: m(high)"),
  },
  "an effort that this model lacks": {
    global: scale("low, xhigh", "full: m(high)"),
    says: [`${EFFORT} high`],
    fixed: "same",
  },
  "an effort with a letter too many": {
    global: scale("low, medium, high", "full: m(mediumm)"),
    says: [`${EFFORT} mediumm`],
    fixed: "same",
  },
  "an effort in another case": {
    global: scale("low, max", "full: m(Max), mini: m(LOW)"),
    says: [`${EFFORT} Max`, `${EFFORT} LOW`],
    fixed: scale("low, max", "full: m(max), mini: m(low)"),
  },
  "an effort with a separator": {
    global: scale("low, xhigh", "full: m(x-high)"),
    says: [`${EFFORT} x-high`],
    fixed: scale("low, xhigh", "full: m(xhigh)"),
  },
  "none in another case": {
    global: scale("low, high", "full: m(None)"),
    says: [`${EFFORT} None`],
    fixed: scale("low, high", "full: m(none)"),
  },
  "an effort in another case, in a project": {
    global: scale("low, max", ""),
    project: "defaults: { full: m(Max) }",
    says: ["project error reference/invalid-effort Max"],
    fixed: "defaults: { full: m(max) }",
  },
  "a default level that another model has": {
    global: scale("low, xhigh", "", "high"),
    says: ["global error model/default-level high"],
    fixed: "same",
  },
  "a default level in another case": {
    global: scale("low, max", "", "Max"),
    says: ["global error model/default-level Max"],
    fixed: scale("low, max", "", "max"),
  },
  "a dialect whose number differs": {
    global:
      'providers: { b: { kind: { type: custom_beta_compatible }, url: "https://b.example/v1", protocol: v11_responses } }',
    says: ["global error schema/unknown-value v11_responses"],
    fixed: "same",
  },
});
