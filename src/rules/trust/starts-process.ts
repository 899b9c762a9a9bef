/** What a project starts on its user's machine: a program for each server, a shell, a script. */
import { valueAt } from "../../diagnostic/anchor.js";
import type { Json } from "../../document/data.js";
import { quote } from "../../text/quote.js";
import { programsIn } from "../../trust/changes.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/starts-process",
  severity: "info",
  summary: "a program that a project starts",
  *check({ trust: { changes } }) {
    for (const { path, now } of programsIn(changes)) {
      const place = name(...path.slice(0, -1));
      const program = path.at(-1) === "command" ? programIn(now) : undefined;
      yield {
        at: valueAt(...path),
        message:
          program === undefined
            ? `this project changes what is run for ${place}`
            : `this project starts ${quote(program)} for ${place}`,
        help: "it runs as you, when the agent starts in this project",
      };
    }
  },
};

/** The program itself; its arguments may hold what nobody should see. */
function programIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value.split(/\s/, 1)[0] : undefined;
}
