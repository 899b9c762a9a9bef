/** Variables that a server's command line needs, and that its cleared environment does not have (spec 2.10). */
import { rows } from "./row.js";

const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, ${rest} } }`;
const IMAGE = '"acme/forge-mcp:1.2.3"';
const NOT = "global warning mcp/variable-not-passed";
const SAFE = "HOME, PATH, LANG, TMPDIR";

rows({
  "a variable for a container": {
    global: server(`command: docker, args: [run, -i, --rm, -e, FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
    fixed: "same",
    mended: server(
      `command: docker, args: [run, -i, --rm, -e, FORGE_TOKEN, ${IMAGE}], pass_env: [${SAFE}, FORGE_TOKEN]`,
    ),
  },
  "the long option of another program": {
    global: server(`command: podman, args: [run, -i, --env, FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "an option with `=`": {
    global: server(`command: /usr/bin/docker, args: [container, run, -i, --env=FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "a glued option": {
    global: server(`command: docker.exe, args: [run, -i, --rm, -eFORGE_TOKEN, "acme/forge-mcp:1.2.3"]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "a flag without a value before the option": {
    global: server(`command: docker, args: [run, -ie, FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "a container behind another program": {
    global: server(`command: sudo, args: [-n, docker, run, -i, -e, FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "a container in another context": {
    global: server(`command: docker, args: [--context, lab, run, -i, -e, FORGE_TOKEN, ${IMAGE}]`),
    says: [`${NOT} FORGE_TOKEN`],
  },
  "several variables behind options with values": {
    global: server(
      `command: docker, args: [run, -i, -v, "/a:/a", -e, A_TOKEN, --name, x, -e, B_TOKEN, ${IMAGE}], pass_env: [PATH, HOME]`,
    ),
    says: [`${NOT} A_TOKEN`],
    telling: /`A_TOKEN` and `B_TOKEN`/,
    fixed: "same",
    mended: server(
      `command: docker, args: [run, -i, -v, "/a:/a", -e, A_TOKEN, --name, x, -e, B_TOKEN, ${IMAGE}], pass_env: [PATH, HOME, A_TOKEN, B_TOKEN]`,
    ),
  },
  "a variable for a container of a project": {
    global: "tui: { theme: dark }",
    project: server(`command: docker, args: [run, -i, -e, FORGE_TOKEN, ${IMAGE}]`),
    says: ["project warning mcp/variable-not-passed FORGE_TOKEN"],
  },
  "variables that the server gets": {
    global: server(
      `command: docker, args: [run, -i, -e, A_TOKEN, -e, B, -e, HOME, ${IMAGE}], env: { B: b }, pass_env: [HOME, PATH, A_TOKEN]`,
    ),
    says: [],
  },
  "an option of the image": { global: server(`command: docker, args: [run, -i, ${IMAGE}, -e, FORGE_TOKEN]`), says: [] },
  "a file of variables": {
    global: server(`command: docker, args: [run, -i, --env-file, /etc/x.env, ${IMAGE}]`),
    says: [],
  },
  "another program": { global: server("command: forge, args: [run, -i, -e, FORGE_TOKEN]"), says: [] },
  "another command of docker": { global: server("command: docker, args: [mcp, gateway, -e, X]"), says: [] },

  "a list without `PATH`": {
    global: server('command: npx, args: ["notes@1.2.3"], pass_env: [NOTES_TOKEN]'),
    says: [`${NOT} [NOTES_TOKEN]`],
    telling: /gets no `PATH`, so `npx` may not be found/,
    fixed: "same",
    mended: server('command: npx, args: ["notes@1.2.3"], pass_env: [HOME, PATH, NOTES_TOKEN]'),
  },
  "an empty list": { global: server("command: notes-mcp, pass_env: []"), says: [] },
  "a list with `HOME` alone": {
    global: server("command: notes-mcp, pass_env: [HOME]"),
    says: [`${NOT} [HOME]`],
    mended: server("command: notes-mcp, pass_env: [HOME, PATH]"),
  },
  "a list of a project": {
    global: server("command: notes-mcp, env: { A: b }"),
    project: "mcp_servers: { s: { pass_env: [LANG] } }",
    says: ["project warning mcp/variable-not-passed [LANG]"],
  },
  "a list without `PATH` and a whole path": {
    global: server("command: /opt/bin/notes-mcp, pass_env: [NOTES_TOKEN]"),
    says: [],
  },
  "a `PATH` of its own": {
    global: server("command: npx, args: [notes@1.2.3], env: { PATH: /opt/bin }, pass_env: [NOTES_TOKEN]"),
    says: [],
  },
  "a program by a variable": { global: server('command: "${NOTES_BIN}", pass_env: []'), says: [] },
  "no list": { global: server("command: notes-mcp"), says: [] },
});
