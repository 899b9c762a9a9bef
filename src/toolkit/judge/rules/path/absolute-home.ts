/** A project path in one person's home: the project is shared. Values of `env` may be secret and are never quoted. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { startsAnywhere } from "../../../read/schema/path-start.js";
import { name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";
import { holdsCommand } from "./relative.js";

export const rule: Rule = {
  id: "path/absolute-home",
  severity: "warning",
  check(context, report) {
    if (!context.layers.some(({ scope }) => scope === "project")) return;
    for (const known of context.placesWith("x-path")) {
      const { place, shape } = known;
      const value = place.kind === "scalar" && startsAnywhere(shape.schema["x-path"]) ? place.value : undefined;
      // The patterns come first: few texts match them, and the other checks take longer.
      if (typeof value !== "string" || !MAY_BE_HOME.test(value)) continue;
      const { before = "", home, own } = HOME.exec(value)?.groups ?? {};
      if (home === undefined) continue;
      const { path } = known;
      if (context.scope(path) !== "project" || context.spelling(path) === undefined) continue;
      const variable = own === undefined ? "${HOME}" : "${USERPROFILE}";
      const within = { start: before.length, end: before.length + home.length };
      report({
        at: valueAt(...path),
        message: `${name(...path)} leads into one person's home${shape.schema["x-path"] === "variable" ? "" : `, ${quote(home)}`}`,
        label: "nobody else has it",
        help: `write ${quote(variable)} for everybody's own home, or name something in the project`,
        fixes: holdsCommand(value)
          ? []
          : [
              writing(variable, {
                safe: false,
                changes: [{ kind: "replace-within", path, within, text: variable }],
              }),
            ],
      });
    }
  },
};

/** At the start of a text, or after the `=` of an argument. Shared directories and patterns are not homes. */
const HOME =
  /^(?<before>[^=/\\\s]*=)?(?<home>(?:\/var)?\/home\/(?!linuxbrew(?:\/|$))[^/*?{$]+|\/Users\/(?!Shared(?:\/|$))[^/*?{$]+|\/root|(?<own>[A-Za-z]:[\\/]Users[\\/](?!Public(?:[\\/]|$))[^\\/*?{$]+))(?=[\\/]|$)/;

/** All homes contain one of these. */
const MAY_BE_HOME = /[\\/](?:home|Users|root)/;
