/** Where a value comes from, in the notations of other tools: templates, properties, files, and a key in the place of its name. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }";
const key = (text: string): string =>
  `providers: { p: { ${KIND}, url: https://p.example/v1, auth: { type: static_key, key: ${text} } } }`;
const base = (text: string): string => `providers: { p: { ${KIND}, url: ${text}, auth: { type: no_auth } } }`;
const LITERAL = (text: string): string => `global warning secret/literal ${text}`;
const SPELT = (text: string): string => `global warning substitution/not-substituted ${text}`;
const BROKEN = (text: string): string => `global error substitution/syntax ${text}`;

rows({
  "braces without a dollar": {
    global: key('"{PRESS_KEY}"'),
    says: [SPELT("{PRESS_KEY}")],
    fixed: key('"${PRESS_KEY}"'),
  },
  "double round brackets": {
    global: key('"((PRESS_KEY))"'),
    says: [SPELT("((PRESS_KEY))")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "braces behind another sign": {
    global: key('"#{PRESS_KEY}"'),
    says: [SPELT("#{PRESS_KEY}")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "the interpolation of a file of settings": {
    global: key('"%(PRESS_KEY)s"'),
    says: [SPELT("%(PRESS_KEY)s")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "braces in the argument of a program": {
    global: 'mcp_servers: { s: { transport: stdio, command: /opt/s, args: ["{INPUT_FILE}"] } }',
    says: [],
  },
  "braces around a word in small letters": {
    global: key('"{press-9f8a7b6c}"'),
    says: [LITERAL("{press-9f8a7b6c}")],
  },
  "a template with a default": {
    global: base(`"{{ press_url | default('https://p.example/v1') }}"`),
    says: ["global error substitution/not-substituted {{ press_url | default('https://p.example/v1') }}"],
    telling: /write `\$\{press_url\}`/,
  },
  "a template with a filter": {
    global: key('"{{ PRESS_KEY | trim }}"'),
    says: [SPELT("{{ PRESS_KEY | trim }}")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "a template with a key as its default": {
    global: key(`"{{ PRESS_KEY | default('ghp_16C7e42F292c6912E7710c838347Ae178B4a') }}"`),
    says: [LITERAL("{{ PRESS_KEY | default('ghp_16C7e42F292c6912E7710c838347Ae178B4a') }}")],
  },
  "a secret of a pipeline, or else a word": {
    global: key(`"\${{ secrets.PRESS_KEY || 'none' }}"`),
    says: [BROKEN("${{ secrets.PRESS_KEY || 'none' }}")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "a property that ends in the name of a variable": {
    global: key('"${data.vault_generic_secret.press.data.PRESS_KEY}"'),
    says: [BROKEN("${data.vault_generic_secret.press.data.PRESS_KEY}")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "braces that are never closed": {
    global: key('"${PRESS_KEY"'),
    says: [BROKEN("${PRESS_KEY")],
    telling: /write `\$\{PRESS_KEY\}`/,
  },
  "a command that is never closed": {
    global: key('"$(pass show press"'),
    says: [BROKEN("$(pass show press")],
    telling: /for a literal/,
  },
  "a key in place of the name of its variable": {
    global: key('"${sk-proj-4fQ82hGt5LmPz0Vx7RbN}"'),
    says: [BROKEN("${sk-proj-4fQ82hGt5LmPz0Vx7RbN}")],
    telling: /write `\$\{NAME\}` and set that variable/,
    notTelling: /4fQ82/,
  },
  "a function that reads a file": {
    global: key(`'file("~/.press/key")'`),
    says: [LITERAL('file("~/.press/key")')],
    telling: /write `\$\(cat …\)` with its path/,
  },
  "a key with most of its letters left out": {
    global: key("sk-...f3Qa"),
    says: ["global warning secret/placeholder sk-...f3Qa"],
  },
  "a key with asterisks": {
    global: key('"sk-proj-********"'),
    says: ["global warning secret/placeholder sk-proj-********"],
  },
  "an empty key": {
    global: key('""'),
    says: ["global error schema/format"],
    telling: /no_auth/,
  },
  "a variable by reference": {
    global:
      "mcp_servers: { s: { transport: stdio, command: /opt/s, env: { TOKEN: { valueFrom: { secretKeyRef: { name: s } } } } } }",
    says: ["global error schema/wrong-type { valueFrom: { secretKeyRef: { name: s } } }"],
    telling: /write `\$\{TOKEN\}`/,
  },
  "a variable without a value": {
    global: "mcp_servers: { s: { transport: stdio, command: /opt/s, env: { MODE: } } }",
    says: ["global error layer/null-entry MODE"],
    telling: /`pass_env`/,
  },
  "a program that prints the key": {
    global: `providers: { p: { ${KIND}, url: https://p.example/v1, apiKeyHelper: /opt/key.sh } }`,
    says: ["global warning schema/unknown-key apiKeyHelper"],
    telling: /key: \$\(command\)/,
  },
  "the entry point of a container": {
    global: "mcp_servers: { s: { transport: stdio, entrypoint: /opt/s } }",
    says: ["global error schema/unknown-key entrypoint"],
    mended: "mcp_servers: { s: { transport: stdio, command: /opt/s } }",
  },
  "the command of a step": {
    global: "mcp_servers: { s: { transport: stdio, run: /opt/s } }",
    says: ["global error schema/unknown-key run"],
    mended: "mcp_servers: { s: { transport: stdio, command: /opt/s } }",
  },
  "a theme by the name of an editor": {
    global: "tui: { color_theme: dark }",
    says: ["global warning schema/unknown-key color_theme"],
    mended: "tui: { theme: dark }",
  },
  "a switch for a theme": {
    global: "tui: { dark-mode: true }",
    says: ["global warning schema/unknown-key dark-mode"],
    telling: /`theme: dark`/,
  },
  "a key that only a newer agent knows": {
    global: "tui: { sidebar: true }",
    says: [],
  },
  "several stores of certificates": {
    global: "daemon: { tls: { trust_store: [/etc/a.pem, /etc/b.pem] } }",
    says: ["global error schema/wrong-type [/etc/a.pem, /etc/b.pem]"],
    telling: /one path: a PEM file may contain several/,
  },
  "the list alone": {
    global: "daemon: { system_reminders: [todo] }",
    says: ["global error schema/wrong-type [todo]"],
    mended: "daemon: { system_reminders: { disabled: [todo] } }",
  },
});
