/** S4: what a project's configuration says must lie in the project. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/leaves-project",
  severity: "error",
  summary: "a project file that is a link out of the project",
  why: `The project's configuration is a symbolic link, or lies behind one, and the link ends outside the project. A cloned
repository could point such a link at any file of yours, so it is refused before a byte is read, and the global config
counts alone. Put the file itself into the project; settings that you share between projects belong in your global
config.`,
  examples: {
    bad: [
      {
        files: {
          "dotfiles/agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml": "-> ../../dotfiles/agent/config.yaml",
        },
      },
      {
        files: {
          ".config/agent/config.yaml": "daemon: { log_level: info }\n",
          "dotfiles/agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent": "-> ../dotfiles/agent",
        },
      },
    ],
    good: [
      // A link may lead to another place in the project.
      {
        files: {
          "project/tools/agent.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml": "-> ../tools/agent.yaml",
        },
      },
      // Your own file may be a link to wherever you like.
      {
        files: {
          "dotfiles/agent/config.yaml": "tui: { theme: dark }\n",
          ".config/agent/config.yaml": "-> ../../dotfiles/agent/config.yaml",
        },
      },
    ],
  },
};
