/** One slip in a text that cannot be read for it: which line is to blame, and words that say what to do. */
import { rows } from "./row.js";

const text = (...lines: readonly string[]): string => `#!\n${lines.join("\n")}\n`;
const MODELS = ["version: 3", "models:", "  big:"];

rows({
  "a quote that is missing at the end, with more quoted texts below": {
    global: text(
      ...MODELS,
      '    provider_name: "coder:30b',
      "    class: full",
      "facets:",
      "  a:",
      "    source: x",
      '    - "y"',
    ),
    says: ['global error syntax/yaml "'],
    telling: /never closed/,
    at: "4:20",
  },
  "one of the other kind in braces": {
    global: text(
      ...["version: 3", "providers:", "  a: { auth: { type: static_key, key: '${A_KEY}} }"],
      ...["  b: { auth: { type: static_key, key: '${B_KEY}' } }", "tui: { theme: 'dark' }"],
    ),
    says: ["global error syntax/yaml '"],
    at: "3:39",
  },
  "one within brackets": {
    global: text("version: 3", "mcp_servers:", "  s:", '    args: ["--lang, "en"]', "    command: s"),
    says: ['global error syntax/yaml "'],
    at: "4:12",
  },
  "a comma between the entries of a mapping in braces": {
    global: "providers:\n  a:\n    kind: {type: catalog name: alpha}\n    auth: { type: no_auth }",
    says: ["global error syntax/yaml name"],
    telling: /a `,` is missing/,
    at: "4:26",
    fixed: "providers:\n  a:\n    kind: {type: catalog, name: alpha}\n    auth: { type: no_auth }",
  },
  "one before a mapping within": {
    global: text(...["version: 3", "models:"], "  a: { inherits: forge/anvil reasoning: { type: effort } }", "  b: {}"),
    says: ["global error syntax/yaml reasoning"],
    at: "3:30",
  },
  "one between numbers": {
    global: text("version: 3", "daemon:", "  retry: { max_retries: 9 base_delay_ms: 1000 }", "tui: {}"),
    says: ["global error syntax/yaml base_delay_ms"],
    at: "3:27",
  },
  "one at the end of a line": {
    global: text("version: 3", "tui: {", "  theme: dark", "  density: standard", "}"),
    says: ["global error syntax/yaml dark"],
    telling: /missing after this/,
    at: "3:10",
  },
  "a bracket that is not closed early on": {
    global: text(
      "version: 3",
      "permissions:",
      "  secret_files: [.env, a",
      "tui:",
      "  theme: dark",
      "daemon: { retry: {} }",
    ),
    says: ["global error syntax/yaml ["],
    at: "3:17",
  },
  "a list item that is indented too little": {
    global: text("version: 3", "permissions:", "  secret_files:", "- a", "  - b"),
    says: ["global error syntax/yaml - a"],
    telling: /list item is indented too little/,
    at: "4:1",
  },
  "one that is one column short": {
    global: text("version: 3", "permissions:", "  secret_files:", "  - a", " - b"),
    says: ["global error syntax/yaml - b"],
    telling: /list item is indented too little/,
    at: "5:2",
  },
  "a line that is one column too deep": {
    global: text("version: 3", "daemon:", "  log_level: info", "   max_tool_turns: 5"),
    says: ["global error syntax/yaml max_tool_turns: 5"],
    telling: /line is indented too far/,
    at: "4:4",
  },
  "the first line of a mapping that is not as deep as all others": {
    global: text(
      "version: 3",
      "tui:",
      "  theme: dark",
      "daemon:",
      "    log_level: info",
      "  max_tool_turns: 5",
      "  retry: {}",
    ),
    says: ["global error syntax/yaml log_level: info"],
    telling: /too far/,
    at: "5:5",
  },
  "no-break spaces": {
    global: text(
      "version: 3",
      "daemon:",
      "  log_level: info",
      "\u00a0\u00a0max_tool_turns: 5",
      "  retry: {}",
      "tui: {}",
    ),
    says: ["global error syntax/yaml"],
    telling: /no-break space/,
    at: "4:1",
  },
  "no-break spaces before the only key": {
    global: text("version: 3", "daemon:", "\u00a0\u00a0log_level: info"),
    says: ["global error syntax/yaml"],
    telling: /no-break space/,
    at: "3:1",
  },
  "one behind a colon": {
    global: text("version: 3", "daemon:", "  log_level:\u00a0info", "  max_tool_turns: 5"),
    says: ["global error syntax/yaml"],
    at: "3:13",
  },
  "a byte order mark that stands there twice": {
    global: "#!\n\ufeff\ufeffversion: 3\ntui: {}\n",
    says: ["global error syntax/yaml"],
    telling: /byte order mark/,
    at: "1:1",
  },
  "a dash before the first of several entries": {
    global: text("version: 3", "models:", "  - llama:", "      class: full", "  other:", "    class: mini"),
    says: ["global error syntax/yaml - llama:"],
    at: "3:3",
  },
  "a dash before an entry": {
    global: text("version: 3", "models:", "- llama:", "    class: full"),
    says: ["global error schema/wrong-type - llama:"],
    at: "3:1",
  },
  "a colon without a space, and a comment below": {
    global: text("version:3", "# more to come", "tui: {}"),
    says: ["global error syntax/yaml version:3"],
    telling: /`:` needs a space after it/,
    at: "1:1",
    fixed: "# more to come\ntui: {}",
  },
  "a template without quotes": {
    global: "providers:\n  a: { auth: { type: static_key, key: {{ A_TOKEN }} } }",
    says: ["global error syntax/yaml {{ A_TOKEN }}"],
    telling: /template.*is not filled in/,
    mended: 'providers:\n  a: { auth: { type: static_key, key: "${A_TOKEN}" } }',
  },
  "one in a block": {
    global: "mcp_servers:\n  s:\n    env:\n      TOKEN: {{TOKEN}}",
    says: ["global error syntax/yaml {{TOKEN}}"],
    telling: /template/,
  },
  "a text behind a bar that is not indented": {
    global: text(
      "version: 3",
      "autonomous_permission_matcher:",
      "  classifier_rules: |",
      "  Ask first.",
      "  Then push.",
    ),
    says: ["global error syntax/yaml Ask first."],
    telling: /the text of `\|` has to be indented/,
    at: "4:3",
  },
  "a merge conflict": {
    global: text(
      "version: 3",
      "<<<<<<< HEAD",
      "tui: { theme: dark }",
      "=======",
      "tui: { theme: light }",
      ">>>>>>> branch",
    ),
    says: ["global error syntax/yaml <<<<<<< HEAD"],
    telling: /merge conflict/,
  },
  "what is left of one": {
    global: text("version: 3", "tui: { theme: dark }", "=======", "tui: { theme: light }", ">>>>>>> branch"),
    says: ["global error syntax/yaml ======="],
    telling: /merge conflict/,
  },
  "typographic quotes around a text with a colon": {
    global: "autonomous_permission_matcher:\n  classifier_rules: “Ask: always”",
    says: ["global error syntax/yaml “Ask: always”"],
    telling: /`“` is no quote/,
    fixed: 'autonomous_permission_matcher:\n  classifier_rules: "Ask: always"',
  },
});

const json = (...lines: readonly string[]): string => text("{", '  "version": 3,', ...lines, "}");

rows({
  "a bracket too many at the end of a line": {
    global: json('  "active_session": { "default_facet": "analysis" }},', '  "tui": {', '    "theme": "dark"', "  }"),
    says: ["global error syntax/json }"],
    telling: /closes nothing/,
    at: "3:52",
  },
  "one of the other kind": {
    global: json(
      '  "mcp_servers": {',
      '    "s": {',
      '      "args": ["a.js", "--stdio"]],',
      '      "command": "node"',
      "    }",
      "  }",
    ),
    says: ["global error syntax/json ]"],
    at: "5:34",
  },
  "one that is missing at the end of a line": {
    global: json('  "daemon":', '    "log_level": "info"', "  },", '  "tui": {}'),
    says: ["global error syntax/json :"],
    telling: /a `{` is missing after this/,
    at: "3:11",
  },
  "a comma that is missing at the end of a line": {
    global: json('  "tui": { "theme": "dark" }', '  "daemon": {}'),
    says: ["global error syntax/json }"],
    telling: /a `,` is missing after this/,
    at: "3:28",
  },
  "a quote that is missing before a comma": {
    global: json('  "mcp_servers": { "s": { "args": ["--lang, "en"] } }'),
    says: ["global error syntax/json --lang,"],
    telling: /never closed/,
  },
  "one before a text": {
    global: json('  "tui": { "theme": dark" }'),
    says: ["global error syntax/json dark"],
    telling: /a `"` is missing before this/,
  },
  "words of Python": {
    global: json('  "tui": { "theme": None },', '  "telemetry": {}'),
    says: ["global error syntax/json None"],
    fixed: '{\n  "version": 3,\n  "tui": { "theme": null },\n  "telemetry": {}\n}',
  },
  "a number with a unit": {
    global: json('  "daemon": { "max_tool_turns": 5k }'),
    says: ["global error syntax/json 5k"],
    telling: /not a number/,
  },
  "quotes of a word processor": {
    global: json('  "tui": { "theme": “dark” }'),
    says: ["global error syntax/json “dark”"],
    fixed: '{\n  "version": 3,\n  "tui": { "theme": "dark" }\n}',
  },
  "a merge conflict in JSON": {
    global: json("<<<<<<< HEAD", '  "tui": {}', "=======", '  "tui": { "theme": "dark" }', ">>>>>>> branch"),
    says: ["global error syntax/json <<<<<<< HEAD"],
    telling: /merge conflict/,
  },
});

rows({
  "a name that is a number, and one that is a word of YAML": {
    global: "plugins:\n  1: { a: b }\n  true: { c: d }",
    says: ["global error syntax/unsupported-yaml 1", "global error syntax/unsupported-yaml true"],
    fixed: 'plugins:\n  "1": { a: b }\n  "true": { c: d }',
  },
  "a list as a name is not put in quotes": {
    global: "plugins: { [a]: b }",
    says: ["global error syntax/unsupported-yaml [a]"],
    fixed: "same",
  },
  "an entry in braces without its colon": {
    global:
      "providers: { a: { kind: { type: catalog, name: alpha } } }\nmodels:\n  m: { provider: a, context_window: 9000, class mini }",
    says: ["global warning schema/unknown-key class mini"],
    telling: /a `:` is missing after `class`/,
  },
  "a header without the space behind its colon": {
    global: "providers: { a: { kind: { type: catalog, name: alpha }, headers: { X-Tier:free } } }",
    says: ["global error syntax/yaml X-Tier:free"],
  },
  "a path of Windows in double quotes": {
    global: json('  "mcp_servers": { "s": { "transport": "stdio", "command": "C:\\tools\\new\\bin.exe" } }'),
    says: ["global warning path/lost-backslash C:\tools\new\bin.exe"],
    fixed: json('  "mcp_servers": { "s": { "transport": "stdio", "command": "C:\\\\tools\\\\new\\\\bin.exe" } }')
      .slice(3)
      .trim(),
  },
  "one in a variable of a server": {
    global: 'mcp_servers: { s: { transport: stdio, command: s, env: { P: "C:\\tmp\\files" } } }',
    says: ["global warning path/lost-backslash C:\tmp\files"],
  },
  "a value that is wrong where its anchor is": {
    global:
      "models:\n  a: { class: full, variant: &v familya, provider: p, context_window: 9000 }\n" +
      "  b: { class: full, variant: *v, provider: p, context_window: 9000 }\nproviders: { p: { kind: { type: catalog, name: alpha } } }",
    says: ["global error schema/unknown-value familya"],
  },
  "one that is wrong only where it is used": {
    global:
      "plugins: { x: &v familya }\nproviders: { p: { kind: { type: catalog, name: alpha } } }\n" +
      "models:\n  b: { class: full, variant: *v, provider: p, context_window: 9000 }",
    says: ["global error schema/unknown-value *v"],
  },
  "`<<` in quotes is a name like any other": {
    global: 'plugins: { k: { "<<": [], x: 1 } }',
    says: [],
  },
  "`<<` without quotes is left out": {
    global: "plugins: { k: { <<: [], x: 1 } }",
    says: ["global warning syntax/merge-key <<"],
  },
  "items whose dashes lack a space": {
    global: "permissions:\n  secret_files:\n    -.env\n    -.pem",
    says: ["global error schema/wrong-type -.env"],
    telling: /^a `-` needs a space after it; write a list: `\["\.env", "\.pem"\]`$/m,
    fixed: "same",
    mended: 'permissions:\n  secret_files: [".env", ".pem"]',
  },
  "one item whose dash lacks a space": {
    global: "mcp_servers: { s: { transport: stdio, command: s, pass_env: -HOME } }",
    says: ["global error schema/wrong-type -HOME"],
    fixed: "same",
    mended: "mcp_servers: { s: { transport: stdio, command: s, pass_env: [HOME, PATH] } }",
  },
  "a misspelt key whose value is wrong as well": {
    global: 'daemon: { log_levl: INFO, max_tol_turns: "5" }\ntui: { alt_screen: Never }',
    says: [
      "global warning schema/unknown-key log_levl",
      "global warning schema/unknown-key max_tol_turns",
      "global warning schema/unknown-key alt_screen",
    ],
    fixed: "daemon: { log_level: info, max_tool_turns: 5 }\ntui: { alt-screen: never }",
  },
  "an option of a program, or a program whose dash lacks a space": {
    global: "mcp_servers: { s: { transport: stdio, command: s, args: -server } }",
    says: ["global error schema/wrong-type -server"],
    fixed: "same",
    mended: 'mcp_servers: { s: { transport: stdio, command: s, args: ["-server"] } }',
  },
  "an option of a program": {
    global: "mcp_servers: { s: { transport: stdio, command: s, args: -v } }",
    says: ["global error schema/wrong-type -v"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, args: ["-v"] } }',
  },
  "a brace before a key that stands further left, in JSON": {
    global: text(
      "{",
      '  "version": 3,',
      '  "models": {',
      '    "a": { "context_window": 10000',
      '  "b": {}',
      "  }",
      "}",
    ),
    says: ["global error syntax/json {"],
    at: "4:10",
    fixed: "same",
  },
  "a brace before a key of the same column, in JSON": {
    global: text("{", '  "models": {', '    "a": {', '      "context_window": 10000', '    "b": {}', "  }", "}"),
    says: ["global error syntax/json {"],
    at: "3:10",
    fixed: "same",
  },
  "a bracket before a key, in JSON": {
    global: text("{", '  "permissions": {', '    "secret_files": ["a", "b"', '    "secret_words": []', "  }", "}"),
    says: ["global error syntax/json ["],
    at: "3:21",
    fixed: "same",
  },
  "a brace before a section, in JSON": {
    global: text("{", '  "daemon": {', '    "retry": { "max_retries": 1 }', '  "tui": {}', "}"),
    says: ["global error syntax/json {"],
    at: "2:13",
    fixed: "same",
  },
  "a brace before a key, between lines that end in CRLF": {
    global: text("{", '  "models": {', '    "a": { "context_window": 10000', '  "b": {}', "  }", "}").replaceAll(
      "\n",
      "\r\n",
    ),
    says: ["global error syntax/json {"],
    at: "3:10",
    fixed: "same",
  },
  "two braces before a key, in JSON": {
    global: text("{", '  "daemon": {', '    "retry": { "max_retries": 1', '  "tui": {}', "}"),
    says: ["global error syntax/json {"],
    at: "3:14",
    fixed: "same",
  },
  "a comma alone before a key that stands further left, in JSON": {
    global: text("{", '  "version": 3, "models": { "a": {}', '"b": {} }', "}"),
    says: ["global error syntax/json }"],
    at: "2:35",
    fixed: '{\n  "version": 3, "models": { "a": {},\n"b": {} }\n}',
  },
  "a brace before a key that stands further left, in YAML": {
    global: text("version: 3", "models: {", "    a: { context_window: 10000", "  b: {}", "  }"),
    says: ["global error syntax/yaml {"],
    at: "3:8",
    fixed: "same",
  },
  "a brace before a key of the same column, in YAML": {
    global: text("version: 3", "models: {", "    a: {", "      context_window: 10000", "    b: {}", "  }"),
    says: ["global error syntax/yaml {"],
    at: "3:8",
    fixed: "same",
  },
});
