/** Values of another type or form than the key takes, and what was meant. */
import { rows } from "./row.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }\n";
const model = (rest: string): string =>
  `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200000, ${rest} } }`;
const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, command: s, ${rest} } }`;

rows({
  "a delay in seconds": {
    global: "daemon: { retry: { base_delay_ms: 2 } }",
    says: ["global warning effect/milliseconds 2"],
    telling: /write 2000 for 2 seconds/,
    mended: "daemon: { retry: { base_delay_ms: 2000 } }",
  },
  "other times in seconds": {
    global: "daemon: { retry: { max_computed_delay_ms: 60 }, file_catalog: { max_duration_ms: 15 } }",
    says: ["global warning effect/milliseconds 60", "global warning effect/milliseconds 15"],
  },
  "a stream that ends before it may be idle": {
    global: "daemon: { provider_stream_idle_timeout_secs: 600, provider_stream_max_lifetime_secs: 300 }",
    says: ["global warning effect/stall-before-idle 300"],
  },
  "streams without such a limit": {
    global: "daemon: { provider_stream_idle_timeout_secs: 600, provider_stream_max_lifetime_secs: 0 }",
    says: [],
  },
  "short times in milliseconds": {
    global:
      "daemon: { retry: { base_delay_ms: 50, max_computed_delay_ms: 500 }, file_catalog: { max_duration_ms: 200 } }",
    says: [],
  },
  "the tag alone": {
    global: "providers: { p: { kind: custom_alpha_compatible, url: 'https://p.example' } }",
    says: ["global error schema/wrong-type custom_alpha_compatible"],
    telling: /write `\{ type: custom_alpha_compatible \}`/,
    fixed: "providers: { p: { kind: { type: custom_alpha_compatible }, url: 'https://p.example' } }",
  },
  "the tag of a variant that needs more": {
    global: "providers: { p: { kind: catalog } }",
    says: ["global error schema/wrong-type catalog"],
    telling: /write `\{ type: catalog, name: … \}`/,
    fixed: "same",
  },
  "a tag that is none": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: oauth } }",
    says: ["global error schema/wrong-type oauth"],
    fixed: "same",
  },
  "the only key that is needed": {
    global: "facets: { plan: agent://facets/plan.md }",
    says: ["global error schema/wrong-type agent://facets/plan.md"],
    mended: "facets: { plan: { source: agent://facets/plan.md } }",
  },
  "a model for the whole of the defaults": {
    global: "defaults: big",
    says: ["global error schema/wrong-type big"],
    telling: /write `\{ full: … \}`/,
  },
  "words for a list": {
    global:
      "mcp_servers: { s: { transport: http, url: 'https://s.example', auth: { type: oauth, scopes: read write } } }",
    says: ["global error schema/wrong-type read write"],
    telling: /\["read", "write"\]/,
    mended:
      "mcp_servers: { s: { transport: http, url: 'https://s.example', auth: { type: oauth, scopes: [read, write] } } }",
  },
  "one word for a list": {
    global: server("args: --stdio"),
    says: ["global error schema/wrong-type --stdio"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, args: ["--stdio"] } }',
  },
  "arguments in one string": {
    global: server('args: "-y foo"'),
    says: ["global error schema/wrong-type -y foo"],
    mended: 'mcp_servers: { s: { transport: stdio, command: s, args: ["-y", foo] } }',
  },
  "a command in a list": {
    global: "mcp_servers: { s: { transport: stdio, command: [npx, -y, foo] } }",
    says: ["global error schema/wrong-type [npx, -y, foo]"],
    mended: 'mcp_servers: { s: { transport: stdio, command: npx, args: ["-y", foo] } }',
  },
  "variables in a list": {
    global: server("env: [A=b, C=d=e]"),
    says: ["global error schema/wrong-type [A=b, C=d=e]"],
    telling: /`\{ A: …, C: … \}`/,
  },
  "headers in a list": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, headers: ['X-A: b'] } }",
    says: ["global error schema/wrong-type ['X-A: b']"],
    telling: /`\{ X-A: … \}`/,
  },
  "models in a list": {
    global: "models: [{ name: a }]",
    says: ["global error schema/wrong-type [{ name: a }]"],
    telling: /the name of each is its key/,
  },
  "numbers and truth for variables": {
    global: server("env: { PORT: 8080, DEBUG: true }"),
    says: ["global error schema/wrong-type 8080", "global error schema/wrong-type true"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, env: { PORT: "8080", DEBUG: "true" } } }',
  },
  "a number that a text would not say alike": {
    global: server("env: { N: 0x10, V: 1.0 }"),
    says: ["global error schema/wrong-type 0x10", "global error schema/wrong-type 1.0"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, env: { N: "0x10", V: "1.0" } } }',
  },
  "percents for a share": {
    global: model("compaction_threshold: 80%"),
    says: ["global error schema/wrong-type 80%"],
    telling: /write `0.8`/,
    mended: `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200000, compaction_threshold: 0.8 } }`,
  },
  "a share as a percentage": {
    global: model("compaction_threshold: 80"),
    says: ["global error schema/out-of-range 80"],
    telling: /write `0.8`/,
  },
  "thousands by a letter": {
    global: `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200k } }`,
    says: ["global error schema/wrong-type 200k"],
    telling: /write `200000`/,
    mended: `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200000 } }`,
  },
  "a time with its unit, in the unit that the key names": {
    global:
      "daemon: { provider_stream_idle_timeout_secs: 5m, retry: { base_delay_ms: 1.5 s, max_computed_delay_ms: 2Minutes } }",
    says: [
      "global error schema/wrong-type 5m",
      "global error schema/wrong-type 1.5 s",
      "global error schema/wrong-type 2Minutes",
    ],
    telling: /write `300`/,
    mended:
      "daemon: { provider_stream_idle_timeout_secs: 300, retry: { base_delay_ms: 1500, max_computed_delay_ms: 120000 } }",
  },
  "a time that is less than its unit, and letters that are no time": {
    global:
      "daemon: { provider_stream_idle_timeout_secs: 500ms, subagent_stall_threshold_secs: 5x, retry: { base_delay_ms: 5k } }",
    says: [
      "global error schema/wrong-type 500ms",
      "global error schema/wrong-type 5x",
      "global error schema/wrong-type 5k",
    ],
    notTelling: /write `/,
  },
  "null where a value has to be": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: null } } }",
    says: ["global error schema/wrong-type null"],
    telling: /give it a value/,
    notTelling: /remove the key/,
  },
  "null in a list": {
    global: server("args: [a, null]"),
    says: ["global error schema/wrong-type null"],
    telling: /give it a value/,
    notTelling: /remove the key/,
  },
});

rows({
  "a stamp waits until the file is otherwise right": {
    global: "#!\nmodels: [{ name: a }]\ndefault_model: a\n",
    says: [
      "global info version/missing models",
      "global error schema/wrong-type [{ name: a }]",
      "global warning schema/unknown-key default_model",
    ],
    fixed: "same",
  },
  "and follows when it is": {
    global: "#!\ndaemon: { log_level: inf }\n",
    says: ["global info version/missing daemon", "global error schema/unknown-value inf"],
    fixed: "daemon: { log_level: info }",
  },
  "a project needs no version": { project: "#!\ntui: { theme: dark }\n", says: [] },
});
