/** S8. Other names of JavaScript's own, such as `constructor`, are ordinary ones. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/reserved-name",
  severity: "error",
  summary: "`__proto__` used as a name",
  why: `In many JavaScript programs, setting \`__proto__\` does not add an entry but changes what every lookup in the
object finds, which makes it a well-known way to smuggle settings in. No file that holds it is used: a project's is
left out as a whole, and a global one keeps the configuration from loading. If you did not write it, ask who did; if
you need the name, choose another one.`,
  examples: {
    bad: [
      `
        models:
          «__proto__»: { context_window: 200000 }
      `,
      {
        global: `
          {
            "plugins": { "tracker": { "project": "platform" } }
          }
        `,
        project: `
          {
            "plugins": {
              "tracker": { «"__proto__"»: { "admin": true } }
            }
          }
        `,
      },
    ],
    good: [
      `
        models:
          proto: { context_window: 200000 }
      `,
      {
        global: `
          {
            "plugins": { "tracker": { "project": "platform" } }
          }
        `,
        project: `
          {
            "plugins": {
              "tracker": { "constructor": "bridge-builders", "toString": true }
            }
          }
        `,
      },
    ],
  },
};
