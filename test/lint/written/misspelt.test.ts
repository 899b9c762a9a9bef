/** Sections whose name is surely a slip: their contents are judged as if it were spelt right (S42). */
import { rows } from "./row.js";

rows({
  "a slip in a guard": {
    global:
      "default_permission_matcher: autonomous\nautonomous_permission_matcher: { Classifier_rules: Ask., max_denials: 1 }",
    says: ["global error schema/unknown-key Classifier_rules", "global error schema/unknown-key max_denials"],
    telling: /classifier_rules/,
  },
  "servers copied from another tool": {
    project: `
      mcpServers:
        github:
          command: docker
          args: [run, -i, ghcr.io/acme/github-mcp]
          env: { GITHUB_PERSONAL_ACCESS_TOKEN: ghp_0123456789abcdefghijABCDEFGHIJ012345 }`,
    says: [
      "project warning schema/unknown-key mcpServers",
      "project error schema/missing-key github",
      "project error secret/literal ghp_0123456789abcdefghijABCDEFGHIJ012345",
    ],
    telling: /agentcfg import/,
    mended: `
mcp_servers:
  github:
    command: docker
    args: [run, -i, ghcr.io/acme/github-mcp]
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: ghp_0123456789abcdefghijABCDEFGHIJ012345 }
    transport: stdio`,
  },
  "a name of another case, and a mistake in it": {
    project: '{ "version": 3, "Models": { "m": { "reasonin": { "type": "non" } } } }'.replace(/^/, "#!\n"),
    says: [
      "project warning schema/unknown-key Models",
      "project warning schema/unknown-key reasonin",
      "project error schema/unknown-variant non",
    ],
  },
  "two slips within each other, and a third": {
    global:
      "provders: { acme: { knd: { type: catalog, name: alpha }, headrs: { Authorization: 'Bearer sk-0123456789abcdef0123' } } }",
    says: [
      "global warning schema/unknown-key provders",
      "global error schema/unknown-key knd",
      "global warning schema/unknown-key headrs",
      "global warning secret/literal Bearer sk-0123456789abcdef0123",
    ],
    fixed:
      "providers: { acme: { kind: { type: catalog, name: alpha }, headers: { Authorization: 'Bearer sk-0123456789abcdef0123' } } }",
  },
  "what a rule says of it": {
    global: "mcp_server: { s: { transport: stdio, command: npx -y files-mcp } }",
    says: [
      "global warning schema/unknown-key mcp_server",
      "global warning mcp/command-with-arguments npx -y files-mcp",
    ],
  },
  "a section that is there already is not judged for another one": {
    global: "permissions: { secret_files: [.env] }\npermission: { secret_words: 5 }",
    says: ["global error schema/unknown-key permission"],
    fixed: "same",
  },
  "what refers to a misspelt section leads somewhere": {
    global: `
      providrs: { p: { kind: { type: catalog, name: alpha } } }
      models: { m: { provider: q, class: full, context_window: 5000 } }`,
    says: ["global warning schema/unknown-key providrs", "global error reference/unknown-provider q"],
  },
  "the user's own servers below a project's": {
    global: "mcp_servers: { docs: { transport: stdio, command: docs-mcp } }",
    project: "mcp_servrs: { docs: { args: x y } }",
    says: ["project warning schema/unknown-key mcp_servrs", "project error schema/wrong-type x y"],
  },
});

rows({
  "a guard that is misspelt guards nothing": {
    project: "permisions: { secret_files: [.env] }",
    says: ["project error schema/unknown-key permisions"],
    fixed: "permissions: { secret_files: [.env] }",
  },
  "by a letter less": {
    global: "permission: { secret_files: [.env] }",
    says: ["global error schema/unknown-key permission"],
  },
  "by its case": {
    global: "Permissions: { secret_files: [.env] }",
    says: ["global error schema/unknown-key Permissions"],
  },
  "the matcher": {
    global: "default_permission_matchr: standard",
    says: ["global error schema/unknown-key default_permission_matchr"],
    fixed: "default_permission_matcher: standard",
  },
  "the classifier": {
    global: "autonomous-permission-matcher: { max_consecutive_denials: 2 }",
    says: ["global error schema/unknown-key autonomous-permission-matcher"],
  },
  "another tool's name for it is no slip": {
    global: "permission_mode: plan",
    says: ["global warning schema/unknown-key permission_mode"],
  },
});

const KEY = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

rows({
  "a credential below a key that nobody knows": {
    project: `foo: { key: ${KEY} }`,
    says: ["project warning schema/unknown-key foo", `project error secret/literal ${KEY}`],
  },
  "in a list there": {
    project: `foo: { bar: [{ args: [--token, ${KEY}] }] }`,
    says: ["project warning schema/unknown-key foo", `project error secret/literal ${KEY}`],
  },
  "a password, by its name": {
    global: "database: { url: 'postgres://db.example/x', password: correct-horse9 }",
    says: ["global warning schema/unknown-key database", "global warning secret/literal correct-horse9"],
  },
  "a key by another tool's name": {
    project: `
      providers:
        p: { kind: { type: catalog, name: alpha }, api_key: sk-0123456789abcdef0123 }`,
    says: ["project warning schema/unknown-key api_key", "project error secret/literal sk-0123456789abcdef0123"],
  },
  "a reference is none": {
    project: "foo: { key: '${KEY}', token: YOUR_TOKEN, password: '', auth: true, shortcut: { key: ctrl-k } }",
    says: ["project warning schema/unknown-key foo"],
  },
  "an incomplete entry beside a complete one with a similar name, in the same file": {
    project: `
      mcp_servers:
        server-a: { transport: stdio, command: a-mcp }
        server-b: { command: b-mcp }`,
    says: ["project error schema/missing-key server-b"],
    notTelling: /did you mean/,
    mended: `
mcp_servers:
  server-a: { transport: stdio, command: a-mcp }
  server-b: { command: b-mcp, transport: stdio }`,
  },
});
