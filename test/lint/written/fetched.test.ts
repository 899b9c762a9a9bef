/** Packages that a server fetches at its start, behind other programs; and base URLs that hold a part twice. */
import { rows } from "./row.js";

const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, ${rest} } }`;
const UNPINNED = "global info mcp/unpinned-package";

rows({
  "behind a shell": {
    global: server('command: sh, args: [-c, "exec npx -y notes-mcp"]'),
    says: [`${UNPINNED} notes-mcp`],
  },
  "behind a login shell": {
    global: server('command: bash, args: [-lc, "uvx notes-mcp"]'),
    says: [`${UNPINNED} notes-mcp`],
  },
  "behind a shell of Windows": {
    global: server('command: cmd, args: [/C, "npx -y x-mcp@latest"]'),
    says: [`${UNPINNED} x-mcp@latest`],
  },
  "behind a shell of Windows, in words": {
    global: server("command: cmd, args: [/c, npx, -y, x-mcp@latest]"),
    says: [`${UNPINNED} x-mcp@latest`],
  },
  "behind a variable": { global: server("command: env, args: [A=b, npx, -y, x-mcp]"), says: [`${UNPINNED} x-mcp`] },
  "behind a directory": {
    global: server('command: sh, args: [-c, "cd /srv && A=b npx --yes x-mcp --port 1"]'),
    says: [`${UNPINNED} x-mcp`],
  },
  "in one argument with its flag": {
    global: server('command: npx, args: ["-y notes-mcp"]'),
    says: ["global warning mcp/joined-arguments -y notes-mcp"],
  },
  "behind two programs": {
    global: server('command: env, args: [sh, -c, "npx notes-mcp"]'),
    says: [`${UNPINNED} notes-mcp`],
  },
  "one version behind a shell": { global: server('command: sh, args: [-c, "exec npx -y notes-mcp@1.2.3"]'), says: [] },
  "a script of its own": { global: server('command: sh, args: [-c, "exec /srv/notes --npx x"]'), says: [] },
  "a name in a text": { global: server('command: bash, args: [-c, "echo npx notes-mcp"]'), says: [] },
});

const provider = (url: string, kind = "custom_beta_compatible"): string =>
  `providers: { p: { kind: { type: ${kind} }, url: "${url}" } }`;
const SHAPE = "global warning provider/url-shape";

rows({
  "the version twice": {
    global: provider("https://p.example/v1/v1"),
    says: [`${SHAPE} https://p.example/v1/v1`],
    telling: /contains the version twice/,
    fixed: provider("https://p.example/v1"),
  },
  "the version twice where it is optional": {
    global: provider("https://p.example/v1/v1", "custom_beta_responses"),
    says: [`${SHAPE} https://p.example/v1/v1`],
    fixed: provider("https://p.example/v1", "custom_beta_responses"),
  },
  "the version twice before an endpoint": {
    global: provider("https://p.example/v1/v1/chat/completions"),
    says: [`${SHAPE} https://p.example/v1/v1/chat/completions`],
    fixed: provider("https://p.example/v1"),
  },
  "the scheme twice": {
    global: provider("https://https://p.example/v1"),
    says: [`${SHAPE} https://https://`],
    fixed: provider("https://p.example/v1"),
  },
  "two schemes": {
    global: provider("http://https://p.example/v1"),
    says: [`${SHAPE} http://https://`],
    fixed: "same",
    mended: provider("https://p.example/v1"),
  },
  "a key in the address, written out": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1?key=abc123def' } }",
    says: ["global warning secret/literal abc123def"],
    telling: /write `\$\{NAME\}` in `auth`/,
  },
  "a key in the address": {
    global: provider("https://p.example/v1?key=${K}"),
    says: [`${SHAPE} https://p.example/v1?key=\${K}`],
  },
  "a variable in the path": { global: provider("https://p.example/${TEAM}/v1"), says: [] },
  "another version before it": { global: provider("https://p.example/v2/v1"), says: [] },
  "a version in a name": { global: provider("https://p.example/api-v1/v1"), says: [] },
});
