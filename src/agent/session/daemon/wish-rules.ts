/** The rules in use, as a turn asks them about its calls. */
import type { PermissionCall } from "../../../permissions/call.js";
import { ruleText } from "../../../permissions/notation.js";
import { outcomeOf } from "../../../permissions/outcome.js";
import type { Rules, Wish } from "../turn/permission.js";
import type { RulesInUse } from "./rules.js";

export interface Here {
  /** The working directory. */
  readonly directory: string;
  readonly shell: "bash" | "powershell";
}

export function rulesOf(rules: RulesInUse, here: Here): Rules {
  return {
    decide: (wish) => rules.decide(callOf(wish, here)),
    outcome: (wish, decision, matcher) => outcomeOf(decision, callOf(wish, here), matcher),
    offer: (wish) => {
      const offer = rules.offer(callOf(wish, here));
      return offer && { file: offer.file, rules: offer.rules.map(ruleText), accept: () => rules.allow(offer) };
    },
  };
}

/** A call as rules see it. */
export function callOf({ tool, input, places }: Wish, { directory: cwd, shell }: Here): Omit<PermissionCall, "home"> {
  const { command } = input;
  return {
    ...{ tool: tool.name, cwd },
    ...(tool.server === undefined ? {} : { server: tool.server }),
    ...(places === undefined ? {} : { places }),
    ...(tool.name === "shell" && typeof command === "string" ? { command: { text: command, shell } } : {}),
  };
}
