/** The remarks about a finding in addition to its message, as printable phrases. */
import { printable } from "../../../text/escape.js";
import type { Diagnostic, Range } from "../../read/diagnostic/diagnostic.js";
import { type Ground, nameFromRoot } from "./ground.js";

/** The label, other places, notes, help and fixes. */
export function remarksOf(diagnostic: Diagnostic, ground: Ground): readonly string[] {
  const { label, related } = diagnostic;
  return [
    ...(label === undefined ? [] : [label]),
    ...related.map(({ file, range, message }) => `${placeName(ground, file, range)}: ${message}`),
    ...adviceOf(diagnostic),
  ];
}

/** The message and all remarks on one line, for a format with one text for each finding. */
export function onOneLine(diagnostic: Diagnostic, ground: Ground): string {
  return [diagnostic.message, ...remarksOf(diagnostic, ground)].join("; ");
}

/** The notes, the help and the fixes. */
export function adviceOf({ notes, help, fixes }: Diagnostic): readonly string[] {
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(help === undefined ? [] : [`help: ${help}`]),
    ...fixes.map(({ title, safe }) => `fix: ${title} (${safe ? "safe" : "unsafe"})`),
  ];
}

/** `.agent/config.yaml:4:7`, relative to the root of the repository. */
export function placeName(ground: Ground, file: string, { start }: Range): string {
  return `${printable(nameFromRoot(ground, file))}:${start.line}:${start.column}`;
}
