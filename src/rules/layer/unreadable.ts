/** S4, S5: reported when loading; `lint` says it by its exit code. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/unreadable",
  severity: "error",
  summary: "a configuration file that is there and cannot be read",
  why: `Something has the name of a configuration and cannot be opened as a file: a directory, a link that leads nowhere, a
file whose permissions keep you out. Going on as though it did not exist could undo a limit that you set in it, so an
unreadable global config lets nothing load; an unreadable project file leaves the global config in effect alone.
Restore the file or its permissions, or remove what stands in its place.`,
  examples: {
    bad: [
      { files: { ".config/agent/config.yaml/": "" }, env: {} },
      // The file it should lead to was never made.
      {
        files: {
          ".config/agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.yaml": "-> config.local.yaml",
        },
        env: {},
      },
    ],
    good: [
      {
        files: {
          ".config/agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/config.local.yaml": "tui: { theme: light }\n",
          "project/.agent/config.yaml": "-> config.local.yaml",
        },
        env: {},
      },
      // A project need not have a configuration.
      {
        files: {
          ".config/agent/config.yaml": "tui: { theme: dark }\n",
          "project/.agent/": "",
        },
        env: {},
      },
    ],
  },
};
