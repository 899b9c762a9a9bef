/** The toolkit's findings about a configuration: plain data, the same in the library, in JSON and in an editor. */

export type Severity = "error" | "warning" | "info";

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severity === least || severity === "error" || least === "info";
}

/** The layer of a file: the user's own, or the one in a repository. */
export type Scope = "global" | "project";

/** A place in a text. Lines and columns start at 1; columns and offsets count UTF-16 units; a byte order mark has no column. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Offsets into a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of text; `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Another place that is part of the mistake. */
export interface Related {
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/** Replaces the text between two offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FileEdit extends TextEdit {
  readonly file: string;
}

/** A way to fix the mistake. `safe`: the author evidently meant this, so a tool may apply it unasked. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly FileEdit[];
}

/**
 * One mistake, reported once. No field ever holds a secret, and sentences for people hold no character that acts on a terminal or CI
 * system. `file`, `path` and the texts of fixes are exact, so that a program can open, resolve and apply them: escape them before you show
 * them, as `format` does.
 */
export interface Diagnostic {
  /** The rule that reported it, such as `schema/unknown-key`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** A few words to show next to the marked text. */
  readonly label?: string;
  readonly layer: Scope;
  readonly file: string;
  /** JSON Pointer of the value, where there is one; its names are exact, not escaped for display. */
  readonly path?: string;
  readonly range: Range;
  readonly related: readonly Related[];
  readonly notes: readonly string[];
  readonly help?: string;
  readonly fixes: readonly Fix[];
}

/** Whether `lint --fix` fixes it. */
export function isFixable({ fixes }: Diagnostic): boolean {
  return fixes.some(({ safe }) => safe);
}

/** The total order of a report: file, line, column, rule, message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.file, b.file) ||
    a.range.start.offset - b.range.start.offset ||
    compare(a.rule, b.rule) ||
    compare(a.path ?? "", b.path ?? "") ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Drops repetitions: aliases repeat a mistake with another path, and a file can belong to two pairs. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ file, rule, range, label }) => {
    const key = `${file}\n${rule} ${range.start.offset} ${range.end.offset} ${label}`;
    return !seen.has(key) && seen.add(key);
  });
}
