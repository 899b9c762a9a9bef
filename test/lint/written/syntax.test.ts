/** Texts that cannot be read, and which character is to blame. */
import { rows } from "./row.js";

const KEY = "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key:";

rows({
  "a reference without quotes, inside braces": {
    global: `${KEY} \${A_KEY} } } }`,
    says: ["global error syntax/yaml ${A_KEY}"],
    telling: /needs quotes inside `\{ \}` and `\[ \]`/,
    fixed: `${KEY} "\${A_KEY}" } } }`,
  },
  "one inside of brackets, with more around it": {
    global: "mcp_servers: { s: { transport: stdio, command: s, args: [--root, ${HOME}/notes, x] } }",
    says: ["global error syntax/yaml ${HOME}/notes"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, args: [--root, "${HOME}/notes", x] } }',
  },
  "one after a word": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example', headers: { A: Bearer ${TOKEN} } } }",
    says: ["global error syntax/yaml Bearer ${TOKEN}"],
    fixed: "mcp_servers: { s: { transport: http, url: 'https://s.example', headers: { A: \"Bearer ${TOKEN}\" } } }",
  },
  "a comma between thousands, inside braces": {
    global: "daemon: { max_tool_turns: 1,500 }",
    says: ["global error syntax/unsupported-yaml 1,500"],
    telling: /in braces a `,` ends the number.*write `1500`/s,
    notTelling: /quotes/,
    fixed: "same",
    mended: "daemon: { max_tool_turns: 1500 }",
  },
  "several of them": {
    global: "models: { m: { context_window: 1,000,000, max_tokens: 20,000 } }",
    says: ["global error syntax/unsupported-yaml 1,000,000", "global error syntax/unsupported-yaml 20,000"],
    fixed: "models: { m: { context_window: 1000000, max_tokens: 20000 } }",
  },
  "several of them, with spaces": {
    global: "daemon: { max_tool_turns: 1, 200,000 , log_level: info }",
    says: ["global error syntax/unsupported-yaml 1, 200,000"],
    telling: /write `1200000`/,
    fixed: "same",
    mended: "daemon: { max_tool_turns: 1200000 , log_level: info }",
  },
  "a comma for a point, inside braces": {
    global: "models: { m: { compaction_threshold:\n   0,5 # five\n } }",
    says: ["global error syntax/unsupported-yaml 0,5"],
    telling: /in braces a `,` ends the number/,
    fixed: "models: { m: { compaction_threshold:\n   0.5 # five\n } }",
  },
  "a comma for a point, before another key": {
    global: "models: { m: { compaction_threshold: 0,6, context_window: 10000 } }",
    says: ["global error syntax/unsupported-yaml 0,6"],
    fixed: "models: { m: { compaction_threshold: 0.6, context_window: 10000 } }",
  },
  "a comma and blanks between thousands, inside braces": {
    global: "daemon: { max_tool_turns: 1,  500 }",
    says: ["global error syntax/unsupported-yaml 1,  500"],
    fixed: "same",
    mended: "daemon: { max_tool_turns: 1500 }",
  },
  "a comma in the number of a project": {
    global: "models: { m: { context_window: 10000 } }",
    project: "models: { m: { context_window: 20,000 } }",
    says: ["project error syntax/unsupported-yaml 20,000"],
    fixed: "models: { m: { context_window: 20000 } }",
  },
  "a comma in a number that is a secret": {
    global: "integrations: { search: { strategy: random, providers: { search_a: { key: 123,456 } } } }",
    says: ["global error syntax/unsupported-yaml 123,456"],
    telling: /digits alone/,
    notTelling: /123456/,
    mended: "same",
  },
  "a comma in a number of a plugin": {
    global: "plugins: { p: { a: 1,000 } }",
    says: ["global error syntax/unsupported-yaml 1,000"],
    mended: "plugins: { p: { a: 1000 } }",
  },
  "a comma in a number of JSON": {
    global: '#!\n{ "version": 3, "models": { "m": { "context_window": 1,000,000, "max_tokens": 5 } } }',
    says: ["global error syntax/json 1,000,000"],
    fixed: '{ "version": 3, "models": { "m": { "context_window": 1000000, "max_tokens": 5 } } }',
  },
  "a comma for a point in JSON": {
    global: '#!\n{ "version": 3, "models": { "m": { "compaction_threshold": 0,6 } } }',
    says: ["global error syntax/json 0,6"],
    fixed: '{ "version": 3, "models": { "m": { "compaction_threshold": 0.6 } } }',
  },
  "a comma in a number of JSON that may be a secret": {
    global: '#!\n{ "version": 3, "plugins": { "p": { "api_key": 123,456 } } }',
    says: ["global error syntax/json 123,456"],
    notTelling: /123456/,
    mended: "same",
  },
  "a unit in a number of JSON": {
    global: '#!\n{ "version": 3, "models": { "m": { "context_window": 256Ki } } }',
    says: ["global error syntax/json 256Ki"],
    telling: /write `262144`/,
    fixed: "same",
    mended: '{ "version": 3, "models": { "m": { "context_window": 262144 } } }',
  },
  "commas, points and blanks in numbers of a block": {
    global: `
      models:
        a: { compaction_threshold: "0,82" }
        b:
          context_window: 500,000
          max_tokens: 1.000.000
          max_output_tokens_per_turn: 10 000
          compaction_threshold: 0,6`,
    says: [
      "global error schema/wrong-type 0,82",
      "global error schema/wrong-type 500,000",
      "global error schema/wrong-type 1.000.000",
      "global error schema/wrong-type 10 000",
      "global error schema/wrong-type 0,6",
    ],
    fixed: `
models:
  a: { compaction_threshold: 0.82 }
  b:
    context_window: 500000
    max_tokens: 1000000
    max_output_tokens_per_turn: 10000
    compaction_threshold: 0.6`,
  },
  "units in numbers of a block": {
    global: "models:\n  m:\n    context_window: 256Ki\n    max_tokens: 64KB",
    says: ["global error schema/wrong-type 256Ki", "global error schema/wrong-type 64KB"],
    telling: /write `262144`/,
    fixed: "same",
    mended: "models:\n  m:\n    context_window: 262144\n    max_tokens: 64000",
  },
  "a comma for a point, beyond what the place takes": {
    global: "models:\n  m:\n    compaction_threshold: 1,5",
    says: ["global error schema/wrong-type 1,5"],
    telling: /digits alone/,
    mended: "same",
  },
  "a number for a name behind a word that ends in a digit, inside braces": {
    global: "plugins: { p: { a: b2,000 } }",
    says: ["global error syntax/unsupported-yaml 000"],
    telling: /in quotes/,
  },
  "a number for a name behind a number, inside braces": {
    global: "plugins: { p: { a: 1, 200 : 2 } }",
    says: ["global error syntax/unsupported-yaml 200"],
    fixed: 'plugins: { p: { a: 1, "200" : 2 } }',
  },
  "a number for a name at the start, and a comma at the end": {
    global: "#!\n1: a\nversion: 3\n# 1,5",
    says: ["global error syntax/unsupported-yaml 1"],
    telling: /in quotes/,
  },
  "a comma between thousands in a list": {
    global: "plugins: { p: { a: [1,000] } }",
    says: [],
  },
  "a pattern without quotes": {
    global: "permissions:\n  secret_files:\n    - *.pem",
    says: ["global error syntax/yaml *.pem"],
    telling: /starts with `\*` needs quotes/,
    fixed: 'permissions:\n  secret_files:\n    - "*.pem"',
  },
  "a pattern for all directories": {
    global: "permissions: { secret_files: [**/*.pem] }",
    says: ["global error syntax/yaml **/*.pem"],
    fixed: 'permissions: { secret_files: ["**/*.pem"] }',
  },
  "a comma that is missing between lines": {
    global: "daemon: { log_level: info,\n  max_tool_turns: 5\n  retry: { max_retries: 3 } }",
    says: ["global error syntax/yaml 5"],
    at: "3:19",
    telling: /`,` is missing/,
  },
  "a quote that is not closed": {
    global:
      'tui: { theme: dark }\nfacets:\n  a: { source: "agent://a }\n  b:\n    source: agent://b\n  c: { source: "agent://c" }',
    says: ['global error syntax/yaml "'],
    telling: /never closed/,
  },
  "one in a block": {
    global:
      "providers:\n  a:\n    url: 'https://a.example\n    kind: { type: catalog, name: a }\n  b:\n    url: 'https://b.example'",
    says: ["global error syntax/yaml '"],
    telling: /never closed/,
  },
});

const json = (...lines: readonly string[]): string => `#!\n${lines.join("\n")}\n`;

rows({
  "a brace that is missing far down": {
    global: json(
      "{",
      '  "version": 3,',
      '  "providers": {',
      '    "p": {',
      '      "kind": { "type": "catalog", "name": "alpha" }',
      "  },",
      '  "tui": { "theme": "dark" }',
      "}",
    ),
    says: ["global error syntax/json {"],
    telling: /never closed/,
    at: "4:10",
  },
  "a bracket too many": {
    global: json(
      "{",
      '  "version": 3,',
      '  "permissions": {',
      '    "secret_words": ["xyzzy", "plugh"],',
      '    "secret_files": [".env"]',
      "    ]",
      "  },",
      '  "tui": { "theme": "dark" }',
      "}",
    ),
    says: ["global error syntax/json ]"],
    telling: /closes nothing/,
    at: "6:5",
  },
  "an array that is closed by a brace": {
    global: json("{", '  "version": 3,', '  "permissions": { "secret_words": ["xyzzy" },', '  "tui": {}', "}"),
    says: ["global error syntax/json ["],
    telling: /never closed/,
    at: "3:36",
  },
  "a brace too many at the end": {
    global: json("{", '  "version": 3,', '  "tui": {', '    "theme": "dark"', "  }", "  },", '  "data": {}', "}"),
    says: ["global error syntax/json }"],
    telling: /closes nothing/,
    at: "6:3",
  },
});
