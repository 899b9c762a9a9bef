/** S5: reported when loading; `lint` says it by its exit code. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/no-config",
  severity: "error",
  summary: "no configuration was found, neither a global one nor a project's",
  why: `Without a configuration there is no provider to talk to, so loading fails instead of handing out an empty one. Often
the file is there and nobody looks where it lies: the global one belongs in \`~/.config/agent/\`, or
\`$XDG_CONFIG_HOME/agent/\` where that variable is an absolute path, and a project's in the \`.agent/\` directory of the
working directory or, inside a repository, of a directory above it. Create one of the two.`,
  examples: {
    bad: [
      { files: {}, env: {} },
      // Outside a repository nobody looks above the working directory, nor beside its `.agent/`.
      {
        files: {
          ".agent/config.yaml": "tui: { theme: dark }\n",
          "project/config.yaml": "tui: { theme: dark }\n",
        },
        env: {},
      },
      // A relative XDG_CONFIG_HOME does not count, and neither does a file in another format.
      {
        files: {
          "settings/agent/config.yaml": "tui: { theme: dark }\n",
          ".config/agent/config.toml": "",
        },
        env: { XDG_CONFIG_HOME: "../settings" },
      },
    ],
    good: [
      { files: { ".config/agent/config.yaml": "tui: { theme: dark }\n" }, env: {} },
      { files: { "project/.agent/config.yaml": "tui: { theme: dark }\n" }, env: {} },
      // In a repository its root is found from anywhere below.
      {
        files: {
          ".git/": "",
          ".agent/config.yaml": "tui: { theme: dark }\n",
        },
        env: {},
      },
    ],
  },
};
