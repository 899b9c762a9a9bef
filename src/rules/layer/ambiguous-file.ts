/** S2: the names a configuration may have, and why two of them in one directory are one too many. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/ambiguous-file",
  severity: "error",
  summary: "several configuration files in one directory, so none of them is used",
  why: `A directory has room for one of \`config.yaml\`, \`config.yml\`, \`config.json\` and \`config.jsonc\`. Where there are
two, nobody but you knows which one is kept up to date, so neither is read: a project then runs on the global config
alone, and with two global files nothing loads at all. Move what is worth keeping into one of them and delete the rest.`,
  examples: {
    bad: [
      {
        files: {
          "project/.agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.json": '{ "tui": { "theme": "light" } }\n',
        },
      },
      {
        files: {
          ".config/agent/config.yaml": "daemon: { log_level: info }\n",
          ".config/agent/config.yml": "daemon: { log_level: debug }\n",
          "project/.agent/config.yaml": "tui: { theme: dark }\n",
        },
      },
    ],
    good: [
      // One in each directory: that is what layers are.
      {
        files: {
          ".config/agent/config.yaml": "daemon: { log_level: info }\n",
          "project/.agent/config.json": '{ "tui": { "theme": "light" } }\n',
        },
      },
      // A copy by any other name is no configuration.
      {
        files: {
          "project/.agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml.bak": "tui: { theme: light }\n",
          "project/.agent/config.example.json": "{}\n",
        },
      },
    ],
  },
};
