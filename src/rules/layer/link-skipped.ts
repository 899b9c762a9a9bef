/** Spec 2.11: `daemon.follow_symlinks_for_configs`, which only the global layer decides (S4). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/link-skipped",
  severity: "warning",
  summary: "a project file that is a link, while the global config does not follow links",
  why: `Your global config sets \`daemon.follow_symlinks_for_configs\` to \`false\`, and the configuration of this project is a
symbolic link or lies in a directory that is one. It is skipped, so nothing it says is in effect, however sound it is.
Replace the link by the file it leads to, or follow links again in the global config; a project cannot do so for you.`,
  examples: {
    bad: [
      {
        files: {
          ".config/agent/config.yaml": "daemon: { follow_symlinks_for_configs: false }\n",
          "project/tools/agent.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml": "-> ../tools/agent.yaml",
        },
      },
      // The directory is the link, and what the file in it says about links comes too late.
      {
        files: {
          ".config/agent/config.json": '{ "daemon": { "follow_symlinks_for_configs": false } }\n',
          "project/tools/agent/config.yaml": "daemon: { follow_symlinks_for_configs: true }\n",
          "project/.agent": "-> tools/agent",
        },
      },
    ],
    good: [
      // Links are followed unless the global config says otherwise.
      {
        files: {
          ".config/agent/config.yaml": "daemon: { log_level: info }\n",
          "project/tools/agent.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml": "-> ../tools/agent.yaml",
        },
      },
      {
        files: {
          ".config/agent/config.yaml": "daemon: { follow_symlinks_for_configs: false }\n",
          "project/.agent/config.yaml": "tui: { theme: dark }\n",
        },
      },
    ],
  },
};
