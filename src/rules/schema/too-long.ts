/** Spec 2.4, 8: a request option is at most 512 UTF-8 bytes. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/too-long",
  severity: "error",
  summary: "a text with more bytes than fit",
  why: `A request option may hold 512 bytes. A longer one is not cut off, since half an option is worse than none: a
global file that holds it is not loaded, and a project's value is left out. The limit counts bytes of UTF-8, not
characters: \`é\` takes two and most emoji take four. Longer texts belong in the prompt of a facet or subagent.`,
  examples: {
    bad: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            request_option_defaults:
              guidance: «>-»
                Answer in two sentences where two will do. Name the files you read before you draw a conclusion,
                and say so when you have not read one. Quote code with its line numbers. Prefer the words of
                this code base over your own. When a test fails, show its message before you explain it. Ask
                before you delete a file, rename a public function or add a dependency. Write commit messages
                in the imperative, without a full stop, and keep the first line under sixty characters. Never
                apologise for a mistake; mend it, and say in a sentence what went wrong.
      `,
      // 288 characters, but 522 bytes.
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "request_option_defaults": { "guidance": «"${"Отвечай кратко. ".repeat(18)}"» }
            }
          }
        }
      `,
    ],
    good: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            request_option_defaults:
              guidance: >-
                Answer in two sentences where two will do. Name the files you read before you draw a conclusion,
                and say so when you have not read one. Quote code with its line numbers. Prefer the words of
                this code base over your own. When a test fails, show its message before you explain it. Ask
                before you delete a file, rename a public function or add a dependency. Write commit messages
                in the imperative, without a full stop.
      `,
      // 288 bytes.
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "request_option_defaults": { "guidance": "${"Answer briefly. ".repeat(18)}" }
            }
          }
        }
      `,
    ],
  },
};
