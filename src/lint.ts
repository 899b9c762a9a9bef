/** Reads configurations and reports what is wrong with them. Runs nothing, connects to nothing, reads nothing but the named files. */

import { diagnose, type Layer } from "./diagnose.js";
import { compareDiagnostics, type Diagnostic, type Scope, type Severity } from "./diagnostic.js";
import { type Document, type Format, formatOf, parse } from "./document/document.js";
import { toValue } from "./document/node.js";
import type { Source } from "./document/source.js";
import { decode, MAX_SIZE, tooLarge } from "./document/text.js";
import type { Finding } from "./finding.js";
import { displayName, type Host, nodeHost } from "./host.js";
import { check } from "./schema/check.js";
import { checkDigits } from "./schema/exact.js";
import { secretWords } from "./schema/hidden.js";

/** A configuration given as text, or as the bytes of one, instead of as a file. */
export interface LintText {
  /** The name shown in the report; its ending decides the format unless `format` does. */
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly format?: Format;
  readonly as?: Scope;
}

export interface LintOptions {
  /** Files to read, relative to the host's working directory. */
  readonly files?: readonly string[];
  readonly texts?: readonly LintText[];
  /** The layer of all inputs. Without it a file in an `.agent` directory is a project's, any other is global. */
  readonly as?: Scope;
  /** The machine; the one this process runs on by default. With `texts` alone nothing on it is read. */
  readonly host?: Host;
}

/** How many diagnostics there are of each severity. */
export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** A file that was named but could not be read; `reason` completes "cannot read FILE: …". */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

export interface LintResult {
  /** What was read, in the order it was named. */
  readonly layers: readonly Layer[];
  /** In the order of file, line, column and rule; the same input gives the same list. */
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  readonly unreadable: readonly Unreadable[];
}

/**
 * Lints each configuration by itself.
 *
 * Bad input gives diagnostics, never an exception. No secret appears in the diagnostics; `layers` hold the texts as they are.
 */
export function lint(options: LintOptions): LintResult {
  const host = options.host ?? nodeHost();
  const readings = [
    ...(options.files ?? []).map((file) => readFile(file, options, host)),
    ...(options.texts ?? []).map((text) => readText(text, options, host)),
  ];
  const inputs = readings.filter((reading) => "layer" in reading);
  const unreadable = readings.filter((reading) => "reason" in reading);
  const words = inputs.flatMap(({ layer }) => secretWords(layer.document));
  const diagnostics = inputs
    .flatMap(({ layer, findings }) => unique(findings.map((finding) => diagnose(finding, layer, words))))
    .sort(compareDiagnostics);
  return { layers: inputs.map(({ layer }) => layer), diagnostics, summary: summarise(diagnostics), unreadable };
}

interface Input {
  readonly layer: Layer;
  readonly findings: readonly Finding[];
}

function readFile(file: string, options: LintOptions, host: Host): Input | Unreadable {
  const name = displayName(host, file);
  const scope = options.as ?? scopeOf(host.resolve(file));
  const read = host.readFile(file, MAX_SIZE);
  switch (read.kind) {
    case "unreadable":
      return { file: name, reason: read.reason };
    case "too-large":
      return unfit({ file: name, text: "" }, scope, undefined, tooLarge());
    case "bytes":
      return readBytes(name, read.bytes, formatOf(file), scope, host);
  }
}

function readText({ file, text, format = formatOf(file), as }: LintText, options: LintOptions, host: Host): Input {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return readBytes(file, bytes, format, as ?? options.as ?? scopeOf(file), host);
}

function readBytes(file: string, bytes: Uint8Array, format: Format, scope: Scope, host: Host): Input {
  const sha256 = host.sha256(bytes);
  if (bytes.length > MAX_SIZE) return unfit({ file, text: "" }, scope, sha256, tooLarge());
  const { text, problem } = decode(bytes);
  if (problem !== undefined) return unfit({ file, text }, scope, sha256, problem);
  const document = parse({ file, text }, format);
  const { root, problems } = document;
  const findings = root === undefined ? problems : [...problems, ...check(toValue(root)), ...checkDigits(root)];
  return { layer: { scope, document, sha256 }, findings };
}

function unfit(source: Source, scope: Scope, sha256: string | undefined, problem: Finding): Input {
  const document: Document = { source, format: formatOf(source.file), root: undefined, problems: [problem] };
  return { layer: { scope, document, sha256 }, findings: [problem] };
}

/** A file in an `.agent` directory belongs to a project (S1). */
function scopeOf(file: string): Scope {
  return file.split(/[\\/]/).slice(0, -1).includes(".agent") ? "project" : "global";
}

/** A value that aliases use again is one mistake, not two: its messages differ only in the path. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ rule, range, label }) => {
    const key = `${rule} ${range.start.offset} ${range.end.offset} ${label}`;
    return !seen.has(key) && seen.add(key);
  });
}

function summarise(diagnostics: readonly Diagnostic[]): Summary {
  const count = (severity: Severity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}
