/** Which permission rule decides about a call, where it stands, and what happens then. Runs nothing. */
import type { PermissionCall } from "../../permissions/call.js";
import { decide } from "../../permissions/decide.js";
import { besideMistakes, type Decision } from "../../permissions/decision.js";
import { type Matcher, type Outcome, outcomeOf, whyFree } from "../../permissions/outcome.js";
import type { PlacedRule, Rule } from "../../permissions/rule.js";
import { secretIn } from "../../permissions/secret-call.js";
import type { SecretMention } from "../../permissions/secret-files.js";
import { readBash } from "../../permissions/shell/reveal.js";
import { displayName, type Host } from "../../toolkit/read/host/host.js";

interface DecidingRule extends Rule {
  readonly effect: PlacedRule["effect"];
  readonly source: PlacedRule["source"];
  readonly file: string;
  readonly line: number;
}

interface Verdict {
  /** `none`: no rule is about it, or not about all of it. */
  readonly effect: Decision["effect"];
  readonly reason: string;
  readonly rule?: DecidingRule;
}

export interface CallStory extends Verdict {
  readonly call: string;
  /** What the agent does. */
  readonly outcome: Outcome;
  readonly matcher: Matcher;
  /** The part of a command that decides. */
  readonly part?: string;
  /** The parts of a command that has several, each by itself. */
  readonly parts?: readonly (Verdict & { readonly part: string })[];
}

/** The most parts of a command that are shown. */
const MOST_PARTS = 50;

interface Around {
  readonly host: Host;
  readonly matcher: Matcher;
  /** The rules of lint that find errors in the files of permissions. */
  readonly mistakes: readonly string[];
  /** `permissions.secret_files` of the configuration. */
  readonly secretFiles: readonly string[];
}

export function callStory(
  written: string,
  call: PermissionCall,
  rules: readonly PlacedRule[],
  { host, matcher, mistakes, secretFiles }: Around,
): CallStory {
  const decided = besideMistakes(decide(rules, call), matcher === "bypass_plus" ? mistakes : []);
  const free = decided.effect === "none" ? whyFree(call) : undefined;
  const ruled = free === undefined ? decided : { ...decided, reason: free };
  const outcome = outcomeOf(ruled, call, matcher);
  const secret = outcome === "denied" ? undefined : secretIn(call, secretFiles);
  // It is asked about whatever rules say.
  const decision: Decision = secret === undefined ? ruled : { effect: ruled.effect, reason: whyAsked(secret) };
  const verdictOf = ({ effect, reason, rule }: Decision): Verdict => ({
    ...{ effect, reason },
    ...(rule !== undefined && { rule: placedRule(rule, host) }),
  });
  const parts = partsOf(call).map((part) => {
    const own = { ...call, command: { text: part, shell: "bash" as const } };
    return { part, ...verdictOf(decide(rules, own)) };
  });
  return {
    call: written,
    outcome: secret === undefined ? outcome : "asks",
    ...verdictOf(decision),
    matcher,
    ...(decision.part !== undefined && { part: decision.part }),
    ...(parts.length > 1 && { parts }),
  };
}

function whyAsked({ pattern }: SecretMention): string {
  return pattern === undefined ? "it is too long to be looked through" : `it names a secret file (\`${pattern}\`)`;
}

function partsOf({ command }: PermissionCall): readonly string[] {
  if (command === undefined) return [];
  return [...new Set(readBash(command.text).runs.map(({ source }) => source))].slice(0, MOST_PARTS);
}

function placedRule({ rule, effect, source, place = "" }: PlacedRule, host: Host): DecidingRule {
  const colon = place.lastIndexOf(":");
  return {
    effect,
    ...rule,
    source,
    file: displayName(host, place.slice(0, colon)),
    line: Number(place.slice(colon + 1)),
  };
}
