/** Mistakes that follow from another layer: the layer that is blamed, the other places, and mistakes that no fix can mend. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import type { Range } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { outdented } from "./example.js";
import type { Texts } from "./layers-of.js";

const NAMES = { global: "config.yaml", project: ".agent/config.yaml" };

/** `rule in layer: text | label`, and a line for each other place. */
function told(texts: Texts, catalog?: Catalog): readonly string[] {
  const inputs = (["global", "project"] as const).flatMap((scope) => {
    const text = texts[scope];
    return text === undefined ? [] : [{ file: NAMES[scope], text: outdented(text), as: scope }];
  });
  const excerpt = (file: string, { start, end }: Range): string =>
    inputs.find((input) => input.file === file)?.text.slice(start.offset, end.offset) ?? "?";
  return lint({ texts: inputs, ...(catalog && { catalog }) })
    .diagnostics.filter(({ rule }) => rule !== "version/missing")
    .flatMap(({ rule, layer, file, range, label, related }) => [
      `${rule} in ${layer}: ${excerpt(file, range)} | ${label}`,
      ...related.map((other) => `  ${other.file}: ${excerpt(other.file, other.range)} | ${other.message}`),
    ]);
}
interface Case {
  readonly what: string;
  readonly texts: Texts;
  readonly catalog?: Catalog;
  readonly said: readonly string[];
}

const ACME = "providers: { acme: { kind: { type: custom_beta_compatible }, url: https://acme.example/v1 } }";

const SIZES = `
  models:
    tiny: { class: nano, context_window: 1000 }
    big: { class: full, context_window: 1000 }
    middle: { inherits: big }
    mine: { inherits: middle }
  defaults: { full: mine }
`;

const blamed: readonly Case[] = [
  {
    what: "the value that the project wrote instead",
    texts: {
      global: `
        providers: { acme: { kind: { type: custom_beta_compatible }, url: https://acme.example/v1 } }
        models:
          big: { context_window: 200000 }
          mine: { provider: acme, class: full, inherits: big }
      `,
      project: "models: { mine: { inherits: null } }",
    },
    said: [
      "model/missing-context-window in project: null | because of this",
      "  config.yaml: mine | its context window is not known",
    ],
  },
  {
    what: "another parent",
    texts: { global: SIZES, project: "defaults: {}\nmodels: { mine: { inherits: tiny } }" },
    said: [
      "reference/wrong-class in project: tiny | because of this",
      "  config.yaml: mine | a model of class `nano`",
      "  config.yaml: nano | its class",
    ],
  },
  {
    what: "another parent with a smaller window",
    texts: {
      global: `
        models:
          small: { context_window: 1000 }
          big: { context_window: 9000 }
          mine: { inherits: big, max_output_tokens_per_turn: 2000 }
      `,
      project: "models: { mine: { inherits: small } }",
    },
    said: [
      "model/output-exceeds-window in project: small | because of this",
      "  config.yaml: 2000 | the limit is 2000 tokens",
      "  config.yaml: 1000 | the window is 1000 tokens",
    ],
  },
  {
    what: "as much as it says of the causes, where it wrote none of them",
    texts: { global: SIZES, project: "tui: {}\ndefaults: {}\nmodels: { middle: { inherits: tiny } }" },
    said: [
      "reference/wrong-class in project: models | because of this",
      "  config.yaml: mine | a model of class `nano`",
      "  config.yaml: nano | its class",
    ],
  },
  {
    what: "a switch inside of an object",
    texts: {
      global: `
        models:
          big:
            context_window: 1000
            reasoning: { type: effort, effort_set: std, can_disable: true, levels: [low, high] }
        defaults: { full: big(none) }
      `,
      project: "tui: {}\nmodels: { big: { reasoning: { can_disable: false } } }",
    },
    said: [
      "reference/invalid-effort in project: false | because of this",
      "  config.yaml: none | not an effort of this model",
      "  config.yaml: [low, high] | how this model reasons",
    ],
  },
  {
    what: "a URL that makes two logins of one",
    texts: {
      global: `
        mcp_servers:
          docs: { transport: http, url: https://docs.example.net, auth: { type: oauth } }
          slow: { transport: http, url: https://docs.example.net, auth: { type: oauth }, auth_key_name: docs }
      `,
      project: "mcp_servers: { docs: { url: https://other.example.net } }",
    },
    said: [
      "mcp/auth-key-collision in project: https://other.example.net | because of this",
      "  config.yaml: docs | also used by `docs`",
      "  config.yaml: docs | the same directory",
      "trust/credential-redirect in project: https://other.example.net | the project's destination",
      "  config.yaml: oauth | the credential that goes there",
    ],
  },
  {
    what: "a login that makes two of one",
    texts: {
      global: `
        mcp_servers:
          docs: { transport: http, url: https://docs.example.net, auth: { type: oauth } }
          slow: { transport: http, url: https://docs.example.net, auth: { type: oauth }, auth_key_name: docs }
      `,
      project: "mcp_servers: { slow: { auth: { scopes: [read] } } }",
    },
    said: [
      "mcp/auth-key-collision in project: { scopes: [read] } | because of this",
      "  config.yaml: docs | also used by `docs`",
      "  config.yaml: docs | the same directory",
      "trust/credential-redirect in project: [read] | in an entry of yours",
      "  config.yaml: oauth | the credential",
    ],
  },
  {
    what: "a protocol that it unset",
    texts: {
      global: `
        providers:
          beta:
            kind: { type: catalog, name: beta }
            protocol: alpha_messages
            cache_control_strategy: alpha_breakpoints
      `,
      project: "providers: { beta: { protocol: null } }",
    },
    catalog: { providers: { beta: { protocol: "beta_responses" } } },
    said: [
      "provider/inert-cache-control in project: null | because of this",
      "  config.yaml: alpha_breakpoints | has no effect",
      "  config.yaml: catalog | speaks `beta_responses`",
    ],
  },
  {
    what: "a protocol whose key goes in this header",
    texts: {
      global: `
        providers:
          acme:
            kind: { type: catalog, name: other }
            auth: { type: static_key, key: "\${ACME_KEY}" }
            headers: { X-Api-Key: "\${OTHER_KEY}" }
      `,
      project: "providers: { acme: { protocol: alpha_messages } }",
    },
    said: [
      "provider/header-shadowed in project: alpha_messages | because of this",
      "  config.yaml: X-Api-Key | never sent",
      "  config.yaml: static_key | sends the credential in this header",
    ],
  },
  {
    what: "a format whose key goes in this header",
    texts: {
      global: `
        providers:
          acme:
            kind: { type: catalog, name: other }
            auth: { type: static_key, key: "\${ACME_KEY}" }
            headers: { Api-Key: "\${OTHER_KEY}" }
      `,
      project: "providers: { acme: { auth: { format: gamma_api_key } } }",
    },
    said: [
      "provider/header-shadowed in project: gamma_api_key | because of this",
      "  config.yaml: Api-Key | never sent",
      "  config.yaml: static_key | sends the credential in this header",
    ],
  },
  {
    what: "a kind whose key goes in this header",
    texts: {
      global: `
        providers:
          acme:
            kind: { type: custom_beta_responses }
            url: https://api.acme.example
            auth: { type: static_key, key: "\${ACME_KEY}" }
            headers: { X-Api-Key: "\${OTHER_KEY}" }
      `,
      project: "providers: { acme: { kind: { type: custom_alpha_compatible } } }",
    },
    said: [
      "provider/header-shadowed in project: custom_alpha_compatible | because of this",
      "  config.yaml: X-Api-Key | never sent",
      "  config.yaml: static_key | sends the credential in this header",
      "trust/credential-redirect in project: custom_alpha_compatible | in an entry of yours",
      '  config.yaml: "${ACME_KEY}" | the credential',
    ],
  },
  {
    what: "a custom provider that it chose",
    texts: {
      global: `
        providers:
          alpha: { kind: { type: catalog, name: alpha } }
          acme: { kind: { type: custom_beta_responses }, url: https://api.acme.example }
        models: { big: { provider: alpha, context_window: 1000 } }
      `,
      project: "models: { big: { provider: acme } }",
    },
    said: ["model/missing-class in project: acme | because of this", "  config.yaml: big | its class is not known"],
  },
  {
    what: "a kind whose URLs look otherwise",
    texts: {
      global: "providers: { acme: { kind: { type: custom_beta_responses }, url: https://api.acme.example/v1 } }",
      project: "providers: { acme: { kind: { type: custom_alpha_compatible } } }",
    },
    said: [
      "provider/url-shape in project: custom_alpha_compatible | because of this",
      "  config.yaml: https://api.acme.example/v1 | the agent appends the endpoint to this",
    ],
  },
  {
    what: "a format whose URLs look otherwise",
    texts: {
      global: `
        providers:
          acme:
            kind: { type: custom_beta_responses }
            url: https://api.acme.example/v1
            auth: { type: static_key, key: "\${ACME_KEY}" }
      `,
      project: "providers: { acme: { auth: { format: gamma_api_key } } }",
    },
    said: [
      "provider/url-shape in project: gamma_api_key | because of this",
      "  config.yaml: https://api.acme.example/v1 | the agent appends the endpoint to this",
    ],
  },
  {
    what: "a place that took part already, and is not named twice",
    texts: {
      global: `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net
            headers: { Authorization: "Bearer \${DOCS_TOKEN}" }
      `,
      project: "mcp_servers: { docs: { auth: { type: oauth } } }",
    },
    said: [
      "provider/header-shadowed in project: oauth | because of this",
      "  config.yaml: Authorization | never sent",
      "trust/credential-redirect in project: oauth | in an entry of yours",
      '  config.yaml: "Bearer ${DOCS_TOKEN}" | the credential',
    ],
  },
  {
    what: "a kind that needs a URL, while another mistake was there before",
    texts: {
      global: `
        models: { mine: { provider: lab, class: full } }
        providers:
          acme: { kind: { type: catalog, name: other } }
          lab: { kind: { type: custom_beta_compatible }, url: https://lab.example/v1 }
      `,
      project: "providers: { acme: { kind: { type: custom_beta_responses } } }",
    },
    said: [
      "provider/missing-url in project: custom_beta_responses | because of this",
      "  config.yaml: acme | `url` is missing",
      "model/missing-context-window in global: mine | its context window is not known",
    ],
  },
];

test.each(blamed)(
  "a mistake of the global file that the project brought about is said of $what",
  ({ texts, catalog, said }) => {
    const all = told(texts, catalog);
    expect(all).toEqual(said);
    const { global = "" } = texts;
    expect(told({ global }, catalog).filter((line) => !all.includes(line))).toEqual([]);
  },
);

test("an entry to which the project adds something is named by its key, where nothing in it is the cause", () => {
  const global = `${ACME}\nmodels: { parent: { provider: acme, class: full }, mine: { inherits: parent } }`;
  expect(told({ global, project: "models: { parent: { enabled: false }, mine: { supports_vision: true } }" })).toEqual([
    "model/missing-context-window in project: mine | because of this",
    "  config.yaml: mine | its context window is not known",
  ]);
});

test("what the project did not bring about stays where it is", () => {
  const global = `${ACME}\nmodels: { mine: { provider: acme, class: full } }`;
  const said = ["model/missing-context-window in global: mine | its context window is not known"];
  expect(told({ global })).toEqual(said);
  expect(told({ global, project: "models: { mine: { class: mini } }" })).toEqual(said);
});

test("mistakes of the project's own change nothing about what else it brought about", () => {
  const project = "models: { mine: { context_window: null }, other: { provider: acme, class: full } }";
  expect(
    told({ global: `${ACME}\nmodels: { mine: { provider: acme, class: full, context_window: 1000 } }`, project }),
  ).toEqual([
    "model/missing-context-window in project: null | because of this",
    "  config.yaml: mine | its context window is not known",
    "model/missing-context-window in project: other | its context window is not known",
  ]);
});

test("a file that cannot be read is blamed for nothing but that", () => {
  expect(told({ global: "models: { mine: {} }", project: "models: [" })).toEqual([
    "syntax/yaml in project: [ | undefined",
  ]);
});

describe("what nobody wrote", () => {
  const catalog = { models: { big: { context_window: 1000, max_tokens: 10, max_output_tokens_per_turn: 20 } } };

  test("nobody can mend", () => {
    expect(told({ global: "models: { big: {} }" }, catalog)).toEqual([]);
  });

  test("is no other place, either", () => {
    expect(told({ global: "models: { big: { max_output_tokens_per_turn: 30 } }" }, catalog)).toEqual([
      "model/output-exceeds-max in global: 30 | the ceiling is 10",
    ]);
  });
});

test("an inherited value is shown where it is written", () => {
  const global =
    "models: { big: { context_window: 10000 }, mine: { inherits: big, max_output_tokens_per_turn: 20000 } }";
  expect(told({ global })).toEqual([
    "model/output-exceeds-window in global: 20000 | the limit is 20000 tokens",
    "  config.yaml: 10000 | the window is 10000 tokens",
  ]);
});

test("a secret is found where it is written, even if it is not in effect", () => {
  const global = `
    providers:
      acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: correct-horse } }
  `;
  expect(told({ global, project: "providers: { acme: { auth: null } }" })).toEqual([
    "trust/credential-redirect in project: auth | in an entry of yours",
    "  config.yaml: correct-horse | the credential",
    "secret/literal in global: correct-horse | written out",
  ]);
});
