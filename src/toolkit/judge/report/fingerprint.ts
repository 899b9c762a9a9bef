/**
 * The identity of a finding from one run to the next, and from one report to another: its rule, its layer, its file and its path in the
 * configuration, or without a path the printable text of its line. A number distinguishes equal findings. Contains no line number, so that
 * text above changes nothing, and no secret. (`analysis/fingerprint.ts` hashes values.)
 */
import { oncePerKey } from "../../../text/once.js";
import { hiddenIn } from "../../mean/redaction/hidden.js";
import { compareDiagnostics, type Diagnostic, type Scope } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import type { LintResult } from "../analysis/run.js";
import { type Ground, nameFromRoot } from "./ground.js";
import { safeLine } from "./safe.js";

/** Long enough to be unique among all findings. */
const DIGITS = 32;

/** The fingerprint of each finding of a run, including suppressed ones, in hexadecimal and unique. */
export function findingFingerprints(result: LintResult, ground: Ground): ReadonlyMap<Diagnostic, string> {
  const encoder = new TextEncoder();
  const hash = (text: string): string => ground.sha256(encoder.encode(text));
  const lineOf = shownLines(result, hash);
  const counts = new Map<string, number>();
  // Suppressing one of several equal findings changes no fingerprint.
  const all = [...result.diagnostics, ...(result.suppressions?.keys() ?? [])].toSorted(compareDiagnostics);
  return new Map(
    all.map((diagnostic) => {
      const { rule, layer, file, path } = diagnostic;
      const place = path === undefined ? { line: lineOf(diagnostic) } : { path };
      const known = JSON.stringify([rule, layer, nameFromRoot(ground, file), place]);
      const count = (counts.get(known) ?? 0) + 1;
      counts.set(known, count);
      return [diagnostic, hash(`${known} ${count}`).slice(0, DIGITS)];
    }),
  );
}

/** A longer line is replaced by its hash, because many findings may be on it. */
const LONGEST_LINE = 200;

/** The first line of a finding, without secrets, and without white space around it. */
function shownLines({ layers }: LintResult, hash: (text: string) => string): (diagnostic: Diagnostic) => string {
  const keyOf = (scope: Scope, file: string): string => `${scope} ${file}`;
  const documents = new Map<string, Document>(
    layers.map(({ scope, document }) => [keyOf(scope, document.source.file), document]),
  );
  const hidden = hiddenIn(layers);
  const lineIn = oncePerKey(
    (file: string, line: number) => `${line} ${file}`,
    (file, number) => {
      const document = documents.get(file);
      const line = document === undefined ? "" : safeLine(document, number, hidden).trim();
      return line.length > LONGEST_LINE ? hash(line) : line;
    },
  );
  return ({ layer, file, range }) => lineIn(keyOf(layer, file), range.start.line);
}
