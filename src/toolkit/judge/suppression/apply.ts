/**
 * The diagnostics that comments of their file suppress, and the mistakes in those comments. A comment without a rule or a reason suppresses
 * nothing. Comments cannot suppress rules about unreadable files, or about the effects of a project's file on its user.
 */
import { grouped } from "../../../text/grouped.js";
import { oncePerKey } from "../../../text/once.js";
import { suggest } from "../../../text/suggest.js";
import type { Diagnostic, Scope, Severity } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { type Suppression, suppressionsIn, wholeComment } from "./comments.js";
import type { SuppressionFact } from "./facts.js";

interface Suppressed {
  /** The suppressed diagnostics, each with the reason in its comment. */
  readonly suppressed: ReadonlyMap<Diagnostic, string>;
  readonly facts: readonly SuppressionFact[];
}

const NOTHING: Suppressed = { suppressed: new Map(), facts: [] };

/** `own`: the diagnostics of a document of this scope; `rules`: the ids of all rules. */
export function suppress(
  document: Document,
  scope: Scope,
  own: readonly Diagnostic[],
  rules: readonly string[],
): Suppressed {
  const suppressions = suppressionsIn(document);
  if (suppressions.length === 0) return NOTHING;
  const targets = new Map<Target, string>();
  const targetOf = targetsIn(own, scope, rules);
  const facts = suppressions.flatMap((suppression) => apply(suppression, { document, scope, targetOf, met: targets }));
  const suppressed = [...targets].flatMap(([{ hits }, reason]) => hits.map((hit) => [hit, reason] as const));
  return { suppressed: new Map(suppressed), facts };
}

/** The diagnostics that a rule's name in a comment refers to. */
interface Target {
  readonly hits: readonly Diagnostic[];
  readonly isRefused: boolean;
  /** Similar names of rules, if no rule has this name. */
  readonly alike: readonly string[] | undefined;
}

type Targets = (rule: string, line: number | undefined) => Target;

/** Each target is made once, even if many comments refer to it. */
function targetsIn(own: readonly Diagnostic[], scope: Scope, rules: readonly string[]): Targets {
  const ids = new Set(rules);
  const keyOf = (rule: string, line: number | undefined): string => `${line ?? ""} ${rule}`;
  const hits = grouped(
    own.flatMap((diagnostic) => {
      const { rule, range } = diagnostic;
      return [range.start.line, undefined].map((line) => [keyOf(rule, line), diagnostic] as const);
    }),
  );
  return oncePerKey(keyOf, (rule, line) => {
    const matches = hits.get(keyOf(rule, line)) ?? [];
    return {
      hits: matches,
      isRefused: matches.some(({ severity }) => !maySuppress(rule, severity, scope)),
      alike: ids.has(rule) ? undefined : suggest(rule, rules),
    };
  });
}

interface Situation {
  readonly document: Document;
  readonly scope: Scope;
  readonly targetOf: Targets;
  /** The targets that the comments so far suppress, and the reasons. */
  readonly met: Map<Target, string>;
}

function apply(suppression: Suppression, context: Situation): readonly SuppressionFact[] {
  const { scope, document, targetOf, met } = context;
  const { line, span, reason, gap } = suppression;
  const at = { span };
  if (suppression.rules.length === 0) return [{ kind: "suppression-without-rule", at }];
  const facts: SuppressionFact[] = [];
  const unused: string[] = [];
  for (const rule of suppression.rules) {
    const target = targetOf(rule, line);
    const { hits, isRefused, alike } = target;
    if (alike !== undefined) {
      facts.push({ kind: "suppression-of-unknown-rule", at, id: rule, alike });
    } else if (isRefused || !maySuppress(rule, "warning", scope)) {
      const isProjects = scope === "project" && maySuppress(rule, "warning", "global");
      facts.push({ kind: "suppression-not-allowed", at, id: rule, scope, isProjects });
    } else if (hits.length === 0) unused.push(rule);
    else if (reason !== undefined) met.set(target, reason);
  }
  if (unused.length > 0) {
    const isAll = unused.length === suppression.rules.length;
    const comment = wholeComment(document, span);
    facts.push({ kind: "unused-suppression", at, rules: unused, isAll, isOfFile: line === undefined, comment });
  } else if (facts.length === 0 && reason === undefined) facts.push({ kind: "suppression-without-reason", at, gap });
  return facts;
}

/** Whether a comment in a layer of this scope may suppress a rule's findings of this severity. */
export function maySuppress(rule: string, severity: Severity, scope: Scope): boolean {
  const [family = ""] = rule.split("/");
  if (["syntax", "layer", "policy", "suppress"].includes(family) || (family === "schema" && severity === "error"))
    return false;
  return scope === "global" || !["trust", "secret", "substitution"].includes(family);
}
