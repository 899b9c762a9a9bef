/** The decision of rules about one call: deny beats ask beats allow, whatever the layer; a project's rules allow nothing (P-S108). */
import type { PermissionCall } from "./call.js";
import { decideCommand } from "./command.js";
import type { Decision } from "./decision.js";
import { fitsServer, fitsTool } from "./fits.js";
import { pathIsAllowed, pathIsMeant } from "./paths.js";
import type { Effect, PlacedRule } from "./rule.js";

const ORDER: readonly Effect[] = ["deny", "ask", "allow"];

const REASONS: Readonly<Record<Effect, string>> = {
  deny: "a rule denies it",
  ask: "a rule asks",
  allow: "a rule allows it",
};

export function decide(rules: readonly PlacedRule[], call: PermissionCall): Decision {
  if (call.command !== undefined) return decideCommand(rules, call, call.command);
  const fitting = rules.filter(
    ({ rule }) => rule.command === undefined && fitsTool(rule, call) && fitsServer(rule, call),
  );
  for (const effect of ORDER) {
    const own = fitting.filter((one) => one.effect === effect && !(effect === "allow" && one.source === "project"));
    const decided = effect === "allow" ? allowedBy(own, call) : own.find((one) => restricts(one, call));
    if (decided !== undefined) return { effect, rule: decided, reason: REASONS[effect] };
  }
  return { effect: "none", reason: "no rule is about it" };
}

function restricts({ rule: { path } }: PlacedRule, { places = [], cwd }: PermissionCall): boolean {
  if (path === undefined) return true;
  return places.some((place) => [place.path, place.named ?? place.path].some((one) => pathIsMeant(path, one, cwd)));
}

/** The first of the rules that allow all places together. */
function allowedBy(rules: readonly PlacedRule[], call: PermissionCall): PlacedRule | undefined {
  const whole = rules.find(({ rule }) => rule.path === undefined);
  if (whole !== undefined) return whole;
  const { places = [] } = call;
  const found = places.map(({ path: one }) =>
    rules.find(({ rule: { path } }) => path !== undefined && pathIsAllowed(path, one, call)),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}
