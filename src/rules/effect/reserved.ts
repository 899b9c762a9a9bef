/** Spec 2.8: keys that the specification reserves (`x-effect`). */
import { quote } from "../../text/printable.js";
import { keyAt, name, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/reserved",
  severity: "info",
  summary: "a key that is reserved and does nothing yet",
  why: `The specification reserves the key for a later version: it is accepted and has no effect. Whoever reads the file believes
that notifications start a turn, and none does. Delete the key; should it get a meaning one day, you decide then whether you
want it.`,
  *check({ places }) {
    for (const { path, shape } of places) {
      if (shape.schema["x-effect"] !== "reserved") continue;
      yield {
        at: keyAt(...path),
        message: `${name(...path)} is reserved and does nothing`,
        label: "no effect",
        proposals: [
          { title: `delete ${quote(String(path.at(-1)))}`, safe: false, changes: [{ kind: "delete", path }] },
        ],
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          notifications:
            auto_drain_notifications: false
            «trigger_turn»: true
        `,
        fixed: `
          notifications:
            auto_drain_notifications: false
        `,
      },
      {
        global: `
          notifications: { auto_drain_notifications: true }
        `,
        project: `
          {
            "notifications": { "auto_drain_notifications": false, «"trigger_types"»: ["stalled"] } // who is told?
          }
        `,
        fixed: {
          project: `
          {
            "notifications": { "auto_drain_notifications": false } // who is told?
          }
        `,
        },
      },
    ],
    good: [
      `
        notifications:
          auto_drain_notifications: false
      `,
      // An extension may give the name a meaning of its own.
      `
        plugins:
          bell: { trigger_turn: true }
      `,
    ],
  },
};
