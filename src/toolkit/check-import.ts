/**
 * Checks the file of another tool in place (S52): its translatable settings, the others, and the mistakes for which the tool itself refuses
 * the file. Reads and writes no file and runs no command.
 */
import { printable } from "../text/escape.js";
import { type Path, parsePath, toPointer } from "../text/path.js";
import { quote } from "../text/quote.js";
import { type ClearText, clearTextIn } from "./import/clear-text.js";
import { DIALECTS } from "./import/dialects/table.js";
import { configOf } from "./import/entries.js";
import { GENERATED, type Remark, type RemarkKind, shownName, shownPath, type Wanted } from "./import/log.js";
import { originOf } from "./import/origin.js";
import { type Reading, readForeign, readingRemarks } from "./import/read.js";
import { translate } from "./import/translate.js";
import { broken, type ImportOptions, type ImportResult, judged, right } from "./import-from.js";
import { rule as otherTransport } from "./judge/rules/mcp/other-transport.js";
import { rule as lostBackslash } from "./judge/rules/path/lost-backslash.js";
import { rule as missingKey } from "./judge/rules/schema/missing-key.js";
import { rule as unknownKey } from "./judge/rules/schema/unknown-key.js";
import { rule as unknownValue } from "./judge/rules/schema/unknown-value.js";
import { rule as wrongType } from "./judge/rules/schema/wrong-type.js";
import { rule as inArguments } from "./judge/rules/secret/in-arguments.js";
import { rule as literal } from "./judge/rules/secret/literal.js";
import { rule as duplicateKey } from "./judge/rules/syntax/duplicate-key.js";
import { rule as invalidJson } from "./judge/rules/syntax/json.js";
import { joined, reaching } from "./mean/redaction/cover.js";
import { credentialsIn } from "./mean/redaction/credentials.js";
import { isExample } from "./mean/redaction/references.js";
import {
  compareDiagnostics,
  type Diagnostic,
  type Scope,
  type Severity,
  type Span,
  withoutRepeats,
} from "./read/diagnostic/diagnostic.js";
import { dataAt, type JsonObject } from "./read/document/data.js";
import { rangeOf } from "./read/document/source.js";
import { spanWithin } from "./read/document/within.js";

export type CheckResult =
  | { readonly ok: true; readonly tool: string; readonly diagnostics: readonly Diagnostic[] }
  | Pick<Extract<ImportResult, { readonly ok: false }>, "ok" | "reason" | "diagnostics">;

type Foreign = Extract<Reading, { readonly kind: "foreign" }>;

/** A finding, before it has a place in a file. */
interface FileFinding extends Partial<Pick<Diagnostic, "label" | "help" | "notes">> {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly path?: Path;
}

/**
 * The findings about a file of another tool, each at its place in that file. Servers, providers and models are checked as a layer of this
 * agent, by default as a project's. Reports credentials in clear text in any place, settings without a counterpart, and as errors the
 * mistakes for which the tool itself would refuse the file. Writes nothing and offers no fix.
 */
export function checkImport(text: string | Uint8Array, options: ImportOptions = {}): CheckResult {
  const { file = "", as = "project" } = right("checkImport", text, options);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const reading = readForeign(bytes, file);
  if (reading.kind === "other") return { ok: false, reason: reading.reason, diagnostics: [] };
  if (reading.kind === "broken") return broken(bytes, file, reading.format);
  const { tool, root, source } = reading;
  const { entries, remarks, wanted } = translate(root, tool, "own");
  const config = configOf(entries);
  const secrets = [...clearTextIn(root).map((one) => secretFound(one, reading, as)), ...inComments(reading, as)];
  const translated = judged(config, as).map(({ path: pointer = "", ...one }): FileFinding => {
    const path = parsePath(pointer) ?? [];
    return { ...one, path, span: originOf(entries, root, DIALECTS[tool.id], path) ?? { start: 0, end: 0 } };
  });
  const hidden = joined(secrets.map(({ span }) => span));
  const isSecret = ({ span, rule }: FileFinding): boolean => SECRETS.has(rule) && reaching(hidden, span).length > 0;
  const findings: readonly FileFinding[] = [
    ...translated.filter((one) => !isSecret(one) && !isGuess(one, config, wanted)),
    ...secrets,
    ...[...readingRemarks(reading), ...remarks].flatMap(remarkFound),
    ...repeatedKeys(reading),
    ...refusedJson(reading),
  ];
  const diagnostics = findings.map(
    ({ rule, severity, message, span, path, label, notes = [], help }): Diagnostic => ({
      ...{ rule, severity, message, file, layer: as, range: rangeOf(source, span) },
      ...(path === undefined ? {} : { path: toPointer(path) }),
      ...(label === undefined ? {} : { label }),
      ...(help === undefined ? {} : { help }),
      ...{ related: [], notes, fixes: [] },
    }),
  );
  return { ok: true, tool: tool.name, diagnostics: withoutRepeats(diagnostics).toSorted(compareDiagnostics) };
}

/** Rules that report in the translation the same credential as in the file. */
const SECRETS = new Set([literal.id, inArguments.id]);

/** Whether an argument holds a value that only looks generated, for which the translation has a variable. */
function isGuess({ rule, path = [] }: FileFinding, config: JsonObject, wanted: readonly Wanted[]): boolean {
  if (rule !== inArguments.id) return false;
  const argument = String(dataAt(config, path) ?? "");
  const names = Array.from(argument.matchAll(/\$\{(\w+)\}/g), ([, name]) => name);
  const isGenerated = (name: string | undefined): boolean =>
    wanted.some((one) => one.name === name && one.as === GENERATED);
  return names.length > 0 && names.every(isGenerated);
}

function secretFound({ path, at, isCertain }: ClearText, reading: Foreign, as: Scope): FileFinding {
  const shown = path.map(shownName);
  const message = isCertain
    ? "contains a secret in clear text"
    : "holds a text that looks generated, and may be a secret";
  return {
    ...{ rule: literal.id, severity: isCertain ? severityOf(as) : "warning", path: shown, span: spanOf(at, reading) },
    message: `${quote(shownPath(shown))} ${message}`,
    help: `write a variable, as files of ${reading.tool.name} spell it`,
  };
}

function spanOf(at: ClearText["at"], reading: Foreign): Span {
  if ("keySpan" in at) return at.keySpan;
  // The other formats do not have the long quotes of TOML.
  if (/^(?:"""|''')/.test(reading.source.text.slice(at.node.span.start, at.node.span.start + 3))) return at.node.span;
  return (at.within && spanWithin(reading, at.node, at.within)) ?? at.node.span;
}

/** A project's file is public. */
function severityOf(as: Scope): Severity {
  return as === "project" ? "error" : "warning";
}

/** A commented-out line is published with the file. */
function inComments({ comments, tool }: Foreign, as: Scope): readonly FileFinding[] {
  return comments.flatMap(({ text, span }): readonly FileFinding[] => {
    const isSecret = credentialsIn(text).some(
      ({ start, end }) => !isExample(text.slice(start, end)) && !/[${]/.test(text.slice(start, end)),
    );
    if (!isSecret) return [];
    return [
      {
        ...{ rule: literal.id, severity: severityOf(as), span },
        message: "a comment contains a secret in clear text",
        help: `remove it, or write a variable, as files of ${tool.name} spell it`,
      },
    ];
  });
}

const RULES: Readonly<Record<Exclude<RemarkKind, "note">, readonly [rule: string, severity: Severity]>> = {
  lost: [unknownKey.id, "warning"],
  value: [unknownValue.id, "warning"],
  incomplete: [missingKey.id, "error"],
  type: [wrongType.id, "error"],
  "other-transport": [otherTransport.id, "warning"],
  backslash: [lostBackslash.id, "warning"],
};

function remarkFound({ kind, span, path, message }: Remark): readonly FileFinding[] {
  if (kind === "note") return [];
  const [rule, severity] = RULES[kind];
  return [
    {
      rule,
      severity,
      span,
      path,
      message: printable(`${quote(shownPath(path))} ${message.replace(/, (?:and|which) is left out$/, "")}`),
    },
  ];
}

/** Tools disagree on which of two equal keys counts, so the server that starts is unknown. */
function repeatedKeys({ problems }: Foreign): readonly FileFinding[] {
  return problems.flatMap((fact): readonly FileFinding[] => {
    if (fact.kind !== "duplicate-key") return [];
    const message = `the key ${quote(String(shownName(fact.key)))} appears twice in one mapping`;
    return [{ rule: duplicateKey.id, severity: "error", span: fact.at.span, message, help: "keep one of the two" }];
  });
}

/** Comments and trailing commas: readable here, but the tool itself refuses the file because of them. */
function refusedJson({ tool, refused }: Foreign): readonly FileFinding[] {
  return refused.flatMap((fact): readonly FileFinding[] => {
    if (fact.kind !== "invalid-json") return [];
    const what = WORDS[fact.problem as keyof typeof WORDS] ?? WORDS.other;
    const message = `${what}: ${tool.name} does not read such a file`;
    return [{ rule: invalidJson.id, severity: "error", span: fact.at.span, message, help: "remove it" }];
  });
}

const WORDS = {
  comment: "JSON has no comments",
  "trailing-comma": "JSON allows no comma after the last entry",
  other: "this is not valid JSON",
} as const;
