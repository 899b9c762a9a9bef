/** Quotes and dashes that a word processor put in. */
import { rows } from "./row.js";

const provider = (rest: string): string =>
  `providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1', ${rest} } }`;
const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, ${rest} } }`;
const SLIP = "global warning schema/typography";

rows({
  "quotes around a pattern for files": {
    global: "permissions: { secret_files: [“.env”, «.npmrc»] }",
    says: ["global error secret/pattern “.env”", "global error secret/pattern «.npmrc»"],
    fixed: 'permissions: { secret_files: [".env", ".npmrc"] }',
  },
  "a key that is a reference": {
    global:
      "providers:\n  p:\n    kind: { type: catalog, name: alpha }\n    auth:\n      type: static_key\n      key: “${TOKEN}”",
    says: [`${SLIP} “\${TOKEN}”`],
    fixed:
      'providers:\n  p:\n    kind: { type: catalog, name: alpha }\n    auth:\n      type: static_key\n      key: "${TOKEN}"',
  },
  "a program": {
    global: server("command: “npx”"),
    says: [`${SLIP} “npx”`],
    fixed: server("command: npx"),
  },
  "arguments, quoted in each way, and a flag": {
    global: server("command: x, args: [“-y”, ‘x’, —quiet, «y»]"),
    says: [`${SLIP} “-y”`, `${SLIP} ‘x’`, `${SLIP} —quiet`, `${SLIP} «y»`],
    fixed: server('command: x, args: ["-y", x, "--quiet", y]'),
  },
  "a flag with its value": {
    global: server("command: x, args: [—dir=., –v]"),
    says: [`${SLIP} —dir=.`, `${SLIP} –v`],
    fixed: server('command: x, args: ["--dir=.", "-v"]'),
  },
  "the environment of a server": {
    global: server("command: x, env: { A: “1” }"),
    says: [`${SLIP} “1”`],
    fixed: server('command: x, env: { A: "1" }'),
  },
  "an edit format": {
    global: `${provider("")}\nmodels: { m: { provider: p, class: full, context_window: 9000, edit_format: “diff” } }`,
    says: [`${SLIP} “diff”`],
  },
  "the name of a model": {
    global: `${provider("")}\nmodels: { “big”: { provider: p, class: full, context_window: 9000 } }`,
    says: [`${SLIP} “big”`],
    fixed: `${provider("")}\nmodels: { big: { provider: p, class: full, context_window: 9000 } }`,
  },
  "a name that is looked for": {
    global: `${provider("")}\nmodels: { m: { provider: ‘p’, class: full, context_window: 9000 } }`,
    says: ["global error reference/unknown-provider ‘p’"],
    telling: /did you mean `p`/,
  },
  "a header is refused as ever": {
    global: provider("headers: { X-Title: “Tool” }"),
    says: ["global error provider/header-value “Tool”"],
  },
  "prose, and marks within a text": {
    global: `${server("command: x, args: ['A — B', »], env: { TITLE: 'the “best”' }")}\nautonomous_permission_matcher: { classifier_rules: “Ask first.” }\ndefault_permission_matcher: autonomous\ntui: { motto: “x” }\nplugins: { p: { q: “x” } }`,
    says: [],
  },
});
