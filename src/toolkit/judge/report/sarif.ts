/** SARIF 2.1.0, the interchange format of static analysis: code scanning, editors and archives of findings read it. */
import { printable, printableJson } from "../../../text/escape.js";
import { grouped } from "../../../text/grouped.js";
import { redactorFor } from "../../mean/redaction/redactor.js";
import { compareDiagnostics, type Diagnostic, type Fix, type Range } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { rangeOf } from "../../read/document/source.js";
import type { Layer } from "../../read/layers/layer.js";
import type { LintResult } from "../analysis/run.js";
import { findingFingerprints } from "./fingerprint.js";
import { type Ground, nameFromRoot, type Place, placeOf } from "./ground.js";
import { adviceOf, onOneLine, placeName } from "./remarks.js";
import type { Exchange, Means } from "./reporter.js";
import { LEVELS, type RuleTexts, sarifRules } from "./sarif-rules.js";
import { version } from "./version.js";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** The directories that file names are relative to. Their own places are omitted: they differ between machines. */
const BASES: Readonly<Record<Place["base"], { readonly id: string; readonly is: string }>> = {
  repository: { id: "SRCROOT", is: "The root of the repository." },
  home: { id: "USERHOME", is: "The home directory of the user, whose own configuration is below it." },
  root: { id: "FILESYSTEM", is: "The root of the file system." },
};

export const sarif: Exchange = {
  render: (result, shown, means) =>
    `${printableJson({ $schema: SCHEMA, version: "2.1.0", runs: [runOf(result, shown, means)] })}\n`,
  summary: "none",
};

function runOf(result: LintResult, shown: readonly Diagnostic[], means: Means): object {
  const { layers, unreadable } = result;
  const { ground, suppressed } = means;
  const isForeign = (diagnostic: Diagnostic): boolean => isOutside(diagnostic, ground);
  const notified = shown.filter(isForeign);
  const all = [...shown, ...suppressed.keys()].filter((one) => !isForeign(one)).toSorted(compareDiagnostics);
  const rules = sarifRules(
    [...all, ...notified].map(({ rule }) => rule),
    means.pageOf,
  );
  const tool = {
    driver: {
      name: "agentcfg",
      semanticVersion: version,
      rules: rules.map(({ descriptor }) => descriptor),
    },
  };
  const unread = unreadable.map(({ file, reason }) => ({
    level: "error",
    message: { text: sentence(`Cannot read ${printable(nameFromRoot(ground, file))}: ${reason}`) },
  }));
  const context: Context = {
    ground,
    rules,
    fingerprints: findingFingerprints(result, ground),
    documents: new Map(layers.map(({ document }) => [document.source.file, document])),
    reasonFor: reasons(layers, suppressed),
  };
  const used = new Set(
    [...all, ...notified]
      .flatMap(({ file, related }) => [file, ...related.map((one) => one.file)])
      .map((file) => placeOf(ground, file).base),
  );
  return {
    tool,
    invocations: [
      {
        executionSuccessful: unreadable.length === 0,
        toolExecutionNotifications: [...unread, ...notified.map((diagnostic) => notificationFor(diagnostic, context))],
      },
    ],
    originalUriBaseIds: Object.fromEntries(
      [...used].toSorted().map((base) => [BASES[base].id, { description: { text: BASES[base].is } }]),
    ),
    columnKind: "utf16CodeUnits",
    newlineSequences: ["\r\n", "\n", "\r"],
    results: all.map((diagnostic) => resultFor(diagnostic, context)),
  };
}

interface Context {
  readonly ground: Ground;
  readonly rules: readonly RuleTexts[];
  readonly fingerprints: ReadonlyMap<Diagnostic, string>;
  readonly documents: ReadonlyMap<string, Document>;
  readonly reasonFor: (diagnostic: Diagnostic) => string | undefined;
}

/** Why a comment suppresses a finding, without secrets; undefined for a finding that no comment suppresses. */
function reasons(
  layers: readonly Layer[],
  suppressed: Means["suppressed"],
): (diagnostic: Diagnostic) => string | undefined {
  const redactor = redactorFor(layers);
  return (diagnostic) => {
    const reason = suppressed.get(diagnostic);
    return reason === undefined ? undefined : printable(redactor.text(reason));
  };
}

/** Whether a finding is about the user's own file outside of the repository. Consumers would look for the place of a result in the repository. */
function isOutside({ layer, file }: Diagnostic, ground: Ground): boolean {
  const { base, path } = placeOf(ground, file);
  return layer === "global" && (base !== "repository" || /^\.\.(?:\/|$)/.test(path));
}

/** The level is not that of the finding: in a notification, `error` and `warning` mean that the run itself is incomplete. */
function notificationFor(diagnostic: Diagnostic, { ground, rules }: Context): object {
  const { rule, severity, file, range } = diagnostic;
  const text = `${placeName(ground, file, range)}: ${severity}[${rule}]: ${onOneLine(diagnostic, ground)}`;
  return {
    level: "note",
    message: { text: sentence(unlinked(text)) },
    locations: [physical(ground, file, range)],
    associatedRule: { id: rule, index: indexOf(rules, rule) },
  };
}

function indexOf(rules: readonly RuleTexts[], rule: string): number {
  return rules.findIndex(({ id }) => id === rule);
}

function resultFor(diagnostic: Diagnostic, context: Context): object {
  const { rule, severity, file, range, related, fixes } = diagnostic;
  const { ground, rules, fingerprints, reasonFor } = context;
  const reason = reasonFor(diagnostic);
  return {
    ruleId: rule,
    ruleIndex: indexOf(rules, rule),
    level: LEVELS[severity],
    message: { text: messageOf(diagnostic) },
    locations: [physical(ground, file, range)],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((one, id) => ({
            id,
            ...physical(ground, one.file, one.range),
            message: { text: sentence(unlinked(one.message)) },
          })),
        }),
    partialFingerprints: { "agentcfgFinding/v1": fingerprints.get(diagnostic) },
    ...(fixes.length === 0 ? {} : { fixes: fixes.map((fix) => fixFor(fix, context)) }),
    suppressions: reason === undefined ? [] : [{ kind: "inSource", justification: reason }],
  };
}

/** The finding, links to its related places, and the advice. Without arguments, so that braces need no escapes. */
function messageOf(diagnostic: Diagnostic): string {
  const { message, label, related } = diagnostic;
  const links = related.map((one, id) => `[${one.message.replace(/[\\[\]]/g, "\\$&")}](${id})`);
  return [
    sentence(unlinked([message, ...(label === undefined ? [] : [label])].join("; "))),
    ...(links.length === 0 ? [] : [sentence(`See ${links.join(", ")}`)]),
    ...adviceOf(diagnostic).map((text) => sentence(unlinked(text))),
  ].join("\n");
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function unlinked(text: string): string {
  return text.replaceAll("](", "] (");
}

function physical(ground: Ground, file: string, range: Range): { readonly physicalLocation: object } {
  return {
    physicalLocation: {
      artifactLocation: artifact(ground, file),
      region: regionOf(range),
    },
  };
}

function regionOf({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function artifact(ground: Ground, file: string): object {
  const { base, path } = placeOf(ground, file);
  const uri = path
    .split("/")
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join("/");
  return { uri, uriBaseId: BASES[base].id };
}

function fixFor({ title, safe, edits }: Fix, { ground, documents }: Context): object {
  const byFile = grouped(edits.map((edit) => [edit.file, edit]));
  return {
    description: { text: sentence(unlinked(`${title} (${safe ? "safe" : "unsafe"})`)) },
    artifactChanges: [...byFile].map(([file, own]) => ({
      artifactLocation: artifact(ground, file),
      replacements: own.map(({ start, end, text }) => {
        const document = documents.get(file);
        const range = document && rangeOf(document.source, { start, end });
        return {
          deletedRegion: range === undefined ? { charOffset: start, charLength: end - start } : regionOf(range),
          ...(text === "" ? {} : { insertedContent: { text } }),
        };
      }),
    })),
  };
}
