/**
 * Which diagnostics the comments of their file suppress, and what is wrong with the comments. Each names its rules and gives a reason;
 * what does not, suppresses nothing. What decides whether a file can be read at all, and what a stranger's file does to its user,
 * cannot be suppressed.
 */
import type { Diagnostic, Scope, Severity } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/parse.js";
import { suggest } from "../text/suggest.js";
import { type Suppression, suppressionsIn, wholeComment } from "./comments.js";
import type { SuppressionFact } from "./facts.js";

interface Suppressed {
  /** Diagnostics that are not to be shown. */
  readonly suppressed: ReadonlySet<Diagnostic>;
  readonly facts: readonly SuppressionFact[];
}

/** `own`: the diagnostics of a document of this scope; `rules`: the ids of all rules. */
export function suppress(
  document: Document,
  scope: Scope,
  own: readonly Diagnostic[],
  rules: readonly string[],
): Suppressed {
  const suppressed = new Set<Diagnostic>();
  const facts = suppressionsIn(document).flatMap((suppression) =>
    apply(suppression, { document, scope, own, rules, suppressed }),
  );
  return { suppressed, facts };
}

interface Situation {
  readonly document: Document;
  readonly scope: Scope;
  readonly own: readonly Diagnostic[];
  readonly rules: readonly string[];
  readonly suppressed: Set<Diagnostic>;
}

function apply(suppression: Suppression, context: Situation): readonly SuppressionFact[] {
  const { own, rules, scope, document, suppressed } = context;
  const { line, span, reason } = suppression;
  const at = { span };
  if (suppression.rules.length === 0) return [{ kind: "suppression-without-rule", at }];
  const facts: SuppressionFact[] = [];
  const unused: string[] = [];
  for (const rule of suppression.rules) {
    const hits = own.filter(({ rule: id, range }) => id === rule && (line === undefined || line === range.start.line));
    const refused = hits.filter(({ severity }) => !maySuppress(rule, severity, scope));
    if (!rules.includes(rule)) {
      facts.push({ kind: "suppression-of-unknown-rule", at, id: rule, alike: suggest(rule, rules) });
    } else if (refused.length > 0 || !maySuppress(rule, "warning", scope)) {
      const isProjects = scope === "project" && maySuppress(rule, "warning", "global");
      facts.push({ kind: "suppression-not-allowed", at, id: rule, scope, isProjects });
    } else if (hits.length === 0) unused.push(rule);
    else if (reason !== undefined) for (const hit of hits) suppressed.add(hit);
  }
  if (unused.length > 0) {
    const isAll = unused.length === suppression.rules.length;
    const comment = wholeComment(document, span);
    facts.push({ kind: "unused-suppression", at, rules: unused, isAll, isOfFile: line === undefined, comment });
  } else if (facts.length === 0 && reason === undefined) facts.push({ kind: "suppression-without-reason", at });
  return facts;
}

/** Whether a comment in a layer of this scope may suppress a rule's findings of this severity. */
export function maySuppress(rule: string, severity: Severity, scope: Scope): boolean {
  const [family = ""] = rule.split("/");
  if (["syntax", "layer", "suppress"].includes(family) || (family === "schema" && severity === "error")) return false;
  return scope === "global" || !["trust", "secret", "substitution"].includes(family);
}
