/**
 * Comments that suppress diagnostics:
 *
 *   # agentcfg-ignore rule, rule -- reason        this line, or the next one when the comment stands alone
 *   # agentcfg-ignore-file rule -- reason         the whole file
 *
 * Each names its rules and gives a reason; what does not, suppresses nothing. What decides whether a file can be read at all, and
 * what a stranger's file does to its user, cannot be suppressed.
 */

import type { Diagnostic, Scope, Span } from "../diagnostic/diagnostic.js";
import type { Finding, Proposal } from "../diagnostic/finding.js";
import { commentsIn } from "../document/comments.js";
import type { Document } from "../document/document.js";
import { lineSpan, positionOf } from "../document/source.js";
import type { Layer } from "../layers/layer.js";
import { rules } from "../rules/index.js";
import { quote, quoteList } from "../text/printable.js";
import { suggest } from "../text/suggest.js";
import { diagnose } from "./diagnose.js";

interface Suppression {
  readonly span: Span;
  /** Line whose diagnostics it is about; undefined for the whole file. */
  readonly line: number | undefined;
  readonly rules: readonly string[];
  readonly reason: string | undefined;
}

interface Outcome {
  readonly kept: readonly Diagnostic[];
  readonly suppressed: number;
}

/** The diagnostics that no comment of their file suppresses, and what is wrong with such comments. */
export function suppress(
  diagnostics: readonly Diagnostic[],
  layers: readonly Layer[],
  words: RegExp | undefined,
): Outcome {
  const gone = new Set<Diagnostic>();
  const said: Diagnostic[] = [];
  for (const layer of layers) {
    const suppressions = suppressionsIn(layer.document);
    if (suppressions.length === 0) continue;
    const own = diagnostics.filter(
      ({ file, layer: scope }) => file === layer.document.source.file && scope === layer.scope,
    );
    const findings = suppressions.flatMap((suppression) => apply(suppression, own, layer, gone));
    said.push(...findings.map((finding) => diagnose(finding, layer, layers, words)));
  }
  return { kept: [...diagnostics.filter((diagnostic) => !gone.has(diagnostic)), ...said], suppressed: gone.size };
}

const MARK = "agentcfg-ignore";
const FORM = /^agentcfg-ignore(-file)?(?![\w-])(.*)$/s;

function suppressionsIn(document: Document): readonly Suppression[] {
  const { source } = document;
  // Few files hold one, and comments take a scan of their own.
  if (!source.text.includes(MARK) || document.root === undefined) return [];
  const comments = commentsIn(document);
  const alone = new Set(
    comments.filter(({ span }) => standsAlone(document, span)).map(({ span }) => lineAt(document, span)),
  );
  return comments.flatMap(({ span, text }): readonly Suppression[] => {
    const [match, file, rest = ""] = FORM.exec(text) ?? [];
    if (match === undefined) return [];
    const [names = "", ...reasons] = rest.split(/\s--(?=\s|$)/);
    const reason = reasons.join(" --").trim();
    let line = lineAt(document, span);
    while (alone.has(line)) line += 1;
    const rule = names.split(/[\s,]+/).filter((name) => name !== "");
    return [
      { span, line: file === undefined ? line : undefined, rules: rule, reason: reason === "" ? undefined : reason },
    ];
  });
}

/** The line that a comment ends on. */
function lineAt({ source }: Document, { end }: Span): number {
  return positionOf(source, end).line;
}

function standsAlone({ source }: Document, span: Span): boolean {
  const before = source.text.slice(lineSpan(source, positionOf(source, span.start).line).start, span.start);
  const after = source.text.slice(span.end, lineSpan(source, positionOf(source, span.end).line).end);
  return `${before}${after}`.trim() === "";
}

/** Marks what is suppressed as gone, and says what is wrong with the comment. */
function apply(
  suppression: Suppression,
  own: readonly Diagnostic[],
  { document, scope }: Layer,
  gone: Set<Diagnostic>,
): readonly Finding[] {
  const at = { span: suppression.span };
  if (suppression.rules.length === 0) {
    return [{ rule: "suppress/unknown-rule", at, message: "this suppression names no rule", help: EXAMPLE }];
  }
  const findings: Finding[] = [];
  const unused: string[] = [];
  for (const rule of suppression.rules) {
    const hits = own.filter(
      ({ rule: id, range }) => id === rule && (suppression.line === undefined || suppression.line === range.start.line),
    );
    const refused = hits.filter(({ severity }) => !maySuppress(rule, severity, scope));
    if (!rules.some(({ id }) => id === rule)) findings.push(unknownRule(rule, at));
    else if (refused.length > 0 || !maySuppress(rule, "warning", scope)) findings.push(notAllowed(rule, scope, at));
    else if (hits.length === 0) unused.push(rule);
    else if (suppression.reason !== undefined) for (const hit of hits) gone.add(hit);
  }
  if (unused.length > 0) findings.push(unusedFinding(unused, suppression, document));
  else if (findings.length === 0 && suppression.reason === undefined) {
    findings.push({
      rule: "suppress/no-reason",
      at,
      message: "this suppression gives no reason, so it suppresses nothing",
      help: "say after `--` why this is all right here",
    });
  }
  return findings;
}

const EXAMPLE = "write `agentcfg-ignore model/output-exceeds-window -- why this is all right`";

/** Whether a comment in a layer of this scope may suppress a rule's findings of this severity. */
export function maySuppress(rule: string, severity: Diagnostic["severity"], scope: Scope): boolean {
  const [family = ""] = rule.split("/");
  if (["syntax", "layer", "suppress"].includes(family) || (family === "schema" && severity === "error")) return false;
  return scope === "global" || !["trust", "secret", "substitution"].includes(family);
}

function unknownRule(rule: string, at: Finding["at"]): Finding {
  const alike = suggest(
    rule,
    rules.map(({ id }) => id),
  );
  return {
    rule: "suppress/unknown-rule",
    at,
    message: `no rule is called ${quote(rule)}`,
    ...(alike.length === 0 ? {} : { label: `did you mean ${quoteList(alike)}?` }),
    help: "`agentcfg rules` lists them",
  };
}

function notAllowed(rule: string, scope: Scope, at: Finding["at"]): Finding {
  const isProjects = scope === "project" && maySuppress(rule, "warning", "global");
  return {
    rule: "suppress/not-allowed",
    at,
    message: `${quote(rule)} cannot be suppressed${isProjects ? " from a project file" : ""}`,
    help: isProjects
      ? "a project cannot vouch for itself; mend it, or leave it reported"
      : "the configuration does not work like this; mend it instead",
  };
}

function unusedFinding(unused: readonly string[], suppression: Suppression, document: Document): Finding {
  const all = unused.length === suppression.rules.length;
  return {
    rule: "suppress/unused",
    at: { span: suppression.span },
    message: `there is no ${quoteList(unused)} to suppress ${suppression.line === undefined ? "in this file" : "here"}`,
    ...(all
      ? { proposals: [removal(suppression.span, document)] }
      : { help: `take ${quoteList(unused, "and")} out of the list` }),
  };
}

/** Takes the comment out, with the line if it stands alone on it. */
function removal(span: Span, document: Document): Proposal {
  const { text } = document.source;
  const first = lineSpan(document.source, positionOf(document.source, span.start).line);
  const last = lineSpan(document.source, lineAt(document, span));
  const before = text.slice(first.start, span.start);
  const lineBreak = /^(?:\r\n|\n|\r)?/.exec(text.slice(last.end, last.end + 2))?.[0] ?? "";
  const whole = standsAlone(document, span)
    ? { start: first.start, end: last.end + lineBreak.length }
    : { start: first.start + before.trimEnd().length, end: span.end };
  return { title: "remove the comment", safe: true, changes: [{ kind: "cut", span: whole }] };
}
