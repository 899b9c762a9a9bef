/** MCP servers, as people write them. */
import { rows } from "./row.js";

const OURS =
  "mcp_servers: { s: { transport: stdio, command: python3, args: [-m, t], env: { PYTHONPATH: src, PATH: /usr/bin } } }";

rows({
  "where a server's own programs and modules are": { project: OURS, says: [] },
  "a proxy for a server of one's own": {
    project: "mcp_servers: { s: { transport: stdio, command: s, env: { HTTPS_PROXY: 'http://proxy.example:1' } } }",
    says: ["project warning mcp/loader-environment HTTPS_PROXY"],
  },
  "modules for somebody else's server": {
    global: "mcp_servers: { s: { transport: stdio, command: python3, args: [-m, s] } }",
    project: "mcp_servers: { s: { env: { PYTHONPATH: src } } }",
    says: ["project error mcp/loader-environment PYTHONPATH"],
  },
  "a proxy over SOCKS": {
    global: "daemon: { web: { https_proxy: 'socks5://proxy.example:1080', http_proxy: 'socks5h://p.example:1' } }",
    says: [],
  },
  "a cap on delays alone": { global: "daemon: { retry: { max_computed_delay_ms: 500 } }", says: [] },
  "a project that is stricter": {
    global: "default_permission_matcher: autonomous\nautonomous_permission_matcher: { max_consecutive_denials: 2 }",
    project: "default_permission_matcher: standard",
    says: [],
  },
  "a project that goes back to the default": {
    global: "default_permission_matcher: autonomous\nautonomous_permission_matcher: { max_consecutive_denials: 2 }",
    project: "default_permission_matcher: null",
    says: [],
  },
  "a facet that is discovered": {
    project: "active_session: { default_facet: review }",
    files: { ".agent/facets/review.md": "Review." },
    says: [],
  },
  "a facet that is nowhere": {
    global: "facets: {}",
    project: "active_session: { default_facet: review }",
    says: ["project warning reference/unknown-facet review"],
  },
  "a source of the user's that this project does not have": {
    global: "facets: { review: { source: docs/review.md } }",
    project: "facets: {}",
    says: [],
  },
  "a command with its arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: npx -y foo } }",
    says: ["global warning mcp/command-with-arguments npx -y foo"],
    telling: /as an item of `args`/,
    mended: 'mcp_servers: { s: { transport: stdio, command: npx, args: ["-y", foo] } }',
  },
  "a list for the command, beside arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: [p4, --port], args: [a:1, x] } }",
    says: ["global error schema/wrong-type [p4, --port]"],
    mended: 'mcp_servers: { s: { transport: stdio, command: p4, args: ["--port", a:1, x] } }',
  },
  "a list for the command above arguments in a block": {
    global: `
      mcp_servers:
        s:
          transport: stdio
          args:
            - x # first
            # then
            - y
          command: [p4, "-v"]`,
    says: ['global error schema/wrong-type [p4, "-v"]'],
    mended: `
mcp_servers:
  s:
    transport: stdio
    args:
      - "-v"
      - x # first
      # then
      - y
    command: p4`,
  },
  "a list for the command in JSON, beside arguments": {
    global:
      '#!\n{ "version": 3, "mcp_servers": { "s": { "transport": "stdio", "command": ["p4", "-v"], "args": ["x"] } } }',
    says: ['global error schema/wrong-type ["p4", "-v"]'],
    mended: '{ "version": 3, "mcp_servers": { "s": { "transport": "stdio", "command": "p4", "args": ["-v", "x"] } } }',
  },
  "a list of the program alone, beside arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: [p4], args: [x] } }",
    says: ["global error schema/wrong-type [p4]"],
    mended: "mcp_servers: { s: { transport: stdio, command: p4, args: [x] } }",
  },
  "a list for the command, beside arguments that are no list": {
    global: "mcp_servers: { s: { transport: stdio, command: [p4, --port], args: { a: b } } }",
    says: ["global error schema/wrong-type [p4, --port]", "global error schema/wrong-type { a: b }"],
    mended: "same",
  },
  "a list for the command over the user's arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: p, args: ['${ONE}'] } }",
    project: "mcp_servers: { s: { command: [p4, --port] } }",
    says: ["project error schema/wrong-type [p4, --port]"],
    mended: "same",
  },
  "a command with arguments over the user's arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: p, args: [x] } }",
    project: "mcp_servers: { s: { command: p4 --port } }",
    says: ["project warning mcp/command-with-arguments p4 --port"],
    mended: "same",
  },
  "a path with a space in it": {
    global: "mcp_servers: { s: { transport: stdio, command: /opt/My Tools/server } }",
    says: [],
  },
  "a home in arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: s, args: [~/code, --dir=~/code, $HOME/x] } }",
    says: ["global warning path/not-expanded ~", "global warning path/not-expanded $HOME"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: s, args: ["${HOME}/code", --dir=~/code, "${HOME}/x"] } }',
  },
  "names of variables in the syntax of references": {
    global: "mcp_servers: { s: { transport: stdio, command: s, pass_env: ['%USERPROFILE%', $PATH] } }",
    says: ["global error mcp/variable-name %USERPROFILE%", "global error mcp/variable-name $PATH"],
    fixed: "mcp_servers: { s: { transport: stdio, command: s, pass_env: ['USERPROFILE', PATH] } }",
  },
  "a blank at the end of a blocked tool": {
    global: 'mcp_servers: { s: { transport: stdio, command: s, block_list: ["mcp__s__t "] } }',
    says: ["global error mcp/block-list-name mcp__s__t"],
  },
  "a pattern in place of blocked tools": {
    global: 'mcp_servers: { s: { transport: stdio, command: s, block_list: ["mcp__s__*"] } }',
    says: ["global error mcp/block-list-name mcp__s__*"],
    telling: /^`mcp__s__\*` is a pattern, which hides no tool\n+name each tool/,
    fixed: "same",
    mended: "same",
  },
  "a pattern without the server": {
    global: "mcp_servers: { s: { transport: stdio, command: s, block_list: [delete_*] } }",
    says: ["global error mcp/block-list-name delete_*"],
    telling: /is a pattern/,
    mended: "same",
  },
  "a blocked tool that lacks mcp alone": {
    global: "mcp_servers: { s: { transport: stdio, command: s, block_list: [s__t] } }",
    says: ["global error mcp/block-list-name s__t"],
    fixed: "same",
    mended: "mcp_servers: { s: { transport: stdio, command: s, block_list: [mcp__s__t] } }",
  },
  "a blocked tool with single underscores": {
    global: "mcp_servers: { s: { transport: stdio, command: s, block_list: [mcp_s_t] } }",
    says: ["global error mcp/block-list-name mcp_s_t"],
    mended: "mcp_servers: { s: { transport: stdio, command: s, block_list: [mcp__s__t] } }",
  },
  "a blocked tool whose name begins like the server's": {
    global: "mcp_servers: { s: { transport: stdio, command: s, block_list: [s_t] } }",
    says: ["global error mcp/block-list-name s_t"],
    mended: "mcp_servers: { s: { transport: stdio, command: s, block_list: [mcp__s__s_t] } }",
  },
  "a blocked tool of another server with single underscores": {
    global: "mcp_servers: { s: { transport: stdio, command: s, block_list: [mcp_r_t] } }",
    says: ["global error mcp/block-list-name mcp_r_t"],
    mended: "same",
  },
  "a variable in a blocked tool": {
    global: 'mcp_servers: { s: { transport: stdio, command: s, block_list: ["mcp__s__${TOOL}"] } }',
    says: [],
  },
  "names that no variable has": {
    global: 'mcp_servers: { s: { transport: stdio, command: s, pass_env: ["-HOME", "A*", "HOME,PATH", "a.b"] } }',
    says: [
      "global error mcp/variable-name -HOME",
      "global error mcp/variable-name A*",
      "global error mcp/variable-name HOME,PATH",
    ],
  },
  "a URL for a server that runs here": {
    global: "mcp_servers: { s: { transport: stdio, url: 'https://s.example/mcp' } }",
    says: ["global error mcp/other-transport stdio"],
  },
});

rows({
  "a reference to a key under another name": {
    global: 'providers: { p: { kind: { type: catalog, name: alpha }, api_key: "${ALPHA_API_KEY}" } }',
    says: ["global warning schema/unknown-key api_key"],
    telling: /auth: \{ type: static_key, key: \$\{ALPHA_API_KEY\} \}/,
    mended:
      'providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: "${ALPHA_API_KEY}" } } }',
  },
  "a reference in place of a way to sign in": {
    global: 'providers: { p: { kind: { type: catalog, name: alpha }, auth: "${ALPHA_API_KEY}" } }',
    says: ["global error schema/wrong-type ${ALPHA_API_KEY}"],
    telling: /write `\{ type: static_key, key: \$\{ALPHA_API_KEY\} \}`/,
  },
  "a key under another name": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, apiKey: sk-hunter2hunter2hunter2 } }",
    says: ["global warning schema/unknown-key apiKey", "global warning secret/literal sk-hunter2hunter2hunter2"],
    telling: /auth: \{ type: static_key, key: … \}/,
    notTelling: /hunter/,
  },
  "a key that a shell would put in": {
    global:
      "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: $BETA_API_KEY } } }",
    says: ["global warning substitution/not-substituted $BETA_API_KEY"],
    telling: /\$\{BETA_API_KEY\}/,
    fixed:
      'providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: "${BETA_API_KEY}" } } }',
  },
  "other ways to say variable": {
    global:
      'mcp_servers: { s: { transport: stdio, command: s, env: { A_TOKEN: "%KEY%", B_TOKEN: "env:KEY", C_TOKEN: "{env:KEY}", D: $DOG } } }',
    says: [
      "global warning substitution/not-substituted %KEY%",
      "global warning substitution/not-substituted env:KEY",
      "global warning substitution/not-substituted {env:KEY}",
      "global warning substitution/not-substituted $DOG",
    ],
    fixed:
      'mcp_servers: { s: { transport: stdio, command: s, env: { A_TOKEN: "${KEY}", B_TOKEN: "${KEY}", C_TOKEN: "${KEY}", D: "${DOG}" } } }',
  },
  "a proxy that a shell would put in": {
    global: "daemon: { web: { http_proxy: $HTTP_PROXY } }",
    says: ["global error substitution/not-substituted $HTTP_PROXY"],
    fixed: 'daemon: { web: { http_proxy: "${HTTP_PROXY}" } }',
  },
  "a name of any length": {
    global: `mcp_servers: { s: { transport: stdio, command: s, env: { A: "\${${"N".repeat(400)}}" } } }`,
    says: [],
  },
  "a placeholder is no secret": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: http://gpu-box.local/v1, auth: { type: static_key, key: EMPTY } } }",
    says: [],
  },
  "a key on its way through a private network": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: http://192.168.4.7/v1, auth: { type: static_key, key: '${K}' } } }",
    says: ["global info provider/cleartext-credential http://192.168.4.7/v1"],
  },
  "a key on its way through a private network of IPv6": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: 'http://[fd12:3456::1]/v1', auth: { type: static_key, key: '${K}' } } }",
    says: ["global info provider/cleartext-credential http://[fd12:3456::1]/v1"],
  },
  "a key on its way through the internet of IPv6": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: 'http://[2606:4700:4700::1111]/v1', auth: { type: static_key, key: '${K}' } } }",
    says: ["global warning provider/cleartext-credential http://[2606:4700:4700::1111]/v1"],
  },
  "a real key among the secret words of a project": {
    global: "permissions: { secret_words: [ghp_Zx81kQmT4vLr0aYw77Zx81kQmT4vLr0aYw77] }",
    project: "permissions: { secret_words: [tulip-garden, sk-ant-api03-ABCDEFGHIJKLMNOPQRSTUV] }",
    says: [
      "project warning trust/shrinks-secret-list secret_words",
      "project error secret/literal sk-ant-api03-ABCDEFGHIJKLMNOPQRSTUV",
    ],
    notTelling: /api03|ghp_/,
  },
  "names in a block list that are spelt in other ways": {
    global:
      "mcp_servers: { git: { transport: stdio, command: s, block_list: [mcp__git__, MCP__git__push, git__, mcp-git-push, Git__push] } }",
    says: ["mcp__git__", "MCP__git__push", "git__", "mcp-git-push", "Git__push"].map(
      (name) => `global error mcp/block-list-name ${name}`,
    ),
    notTelling: /did you mean/,
    mended: "same",
  },
});
