/**
 * Writes comments that suppress the findings of a rule, in the form that `comments.ts` reads: with the fewest edits, and only if the text
 * keeps its meaning. Knows no findings: their lines are an argument.
 */
import { printable } from "../../../text/escape.js";
import type { Scope, Severity, TextEdit } from "../../read/diagnostic/diagnostic.js";
import { FORMATS } from "../../read/document/formats.js";
import { toData } from "../../read/document/node.js";
import { type Document, parse } from "../../read/document/parse.js";
import { applyEdits } from "../../read/edit/text-edits.js";
import { maySuppress } from "./apply.js";
import { suppressionsIn } from "./comments.js";
import { joined, type Placed, placeIn } from "./place.js";

export interface Wanted {
  readonly rule: string;
  readonly scope: Scope;
  /** The highest severity of the findings. */
  readonly severity: Severity;
  /** The lines of the findings (from 1), or all of the file. */
  readonly where: readonly number[] | "file";
  /** Why the findings may stay; a comment without a reason suppresses nothing yet. */
  readonly reason: string | undefined;
}

/** `missed`: lines without a place for a comment, and `why`. */
export type Suppressing =
  | { readonly edits: readonly TextEdit[]; readonly missed: readonly number[]; readonly why: string }
  | { readonly refusal: string };

/** A comment and its line (from 1); undefined for the file. */
interface Edited {
  readonly line: number | undefined;
  readonly edit: TextEdit;
}

/** The edits that suppress findings, or a clause with the reason why they cannot be made. */
export function suppressing(document: Document, wanted: Wanted): Suppressing {
  const refusal = refusalOf(document, wanted);
  if (refusal !== undefined) return { refusal };
  const reason = wanted.reason === undefined ? undefined : reasonFrom(wanted.reason);
  if (reason === "unprintable") return { refusal: "the reason has characters that cannot be shown" };
  const places = placesFor(document, { ...wanted, reason });
  const edited = places.flatMap(({ line, placed }) =>
    placed?.edit === undefined ? [] : [{ line, edit: placed.edit }],
  );
  const missed = places.flatMap(({ line, placed }) => (placed === undefined && line !== undefined ? [line] : []));
  if (missed.length > 0 && missed.length === places.length) return { refusal: NO_PLACE };
  if (!isHarmless(document, edited, { ...wanted, reason })) return { refusal: NO_PLACE };
  return { edits: edited.map(({ edit }) => edit), missed, why: NO_PLACE };
}

const NO_PLACE = "a comment there would be a part of the text around it; `agentcfg-ignore-file` counts everywhere";

/** Why no comment of this document may suppress such findings; undefined if one may. */
export function refusalOf(
  { format, root }: Document,
  { rule, severity, scope }: Pick<Wanted, "rule" | "severity" | "scope">,
): string | undefined {
  if (FORMATS[format].mark === undefined) return "strict JSON has no comments";
  if (root === undefined) return "the file cannot be read";
  if (maySuppress(rule, severity, scope)) return undefined;
  const where = scope === "project" && maySuppress(rule, severity, "global") ? " in a project's file" : "";
  return `findings of \`${printable(rule)}\` cannot be suppressed${where}`;
}

/** Tells whether a line has a place for a comment. */
export function placesIn(document: Document): (line: number) => boolean {
  const place = placeIn(document);
  return (line) => place(line, "") !== undefined;
}

/** A reason in its written form: on one line, and undefined if it is empty. */
export function reasonFrom(text: string): string | undefined | "unprintable" {
  const line = text.trim().replace(/\s+/g, " ");
  if (line === "") return undefined;
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(line) ? "unprintable" : line;
}

/** The suppression of each line: an edit, or an existing comment; without `placed` there is no place. `line`: undefined for the file. */
function placesFor(
  document: Document,
  { rule, where, reason }: Wanted,
): readonly { readonly line: number | undefined; readonly placed: Placed | undefined }[] {
  const existing = suppressionsIn(document);
  const place = placeIn(document);
  const lines = where === "file" ? [undefined] : [...new Set(where)].toSorted((a, b) => a - b);
  return lines.map((line) => {
    const same = existing.filter((one) => one.line === line).map((one) => joined(document, one, rule, reason));
    const joining = same.find((one) => one?.edit === undefined && one !== undefined) ?? same.find((one) => one);
    const file = line === undefined ? "-file" : "";
    const because = reason === undefined ? "" : ` -- ${reason}`;
    return { line, placed: joining ?? place(line, `agentcfg-ignore${file} ${rule}${because}`) };
  });
}

/** Whether the document with some comments has the same data and the same mistakes, and each comment applies to its own line. */
function isHarmless(document: Document, edited: readonly Edited[], { rule, reason }: Wanted): boolean {
  if (edited.length === 0) return true;
  const { source, format, root, problems } = document;
  const text = applyEdits(
    source.text,
    edited.map(({ edit }) => edit),
  );
  const after = parse({ file: source.file, text }, format);
  if (root === undefined || after.root === undefined || after.problems.length !== problems.length) return false;
  const read = suppressionsIn(after).filter((one) => one.rules.includes(rule) && one.reason === reason);
  const lines = new Set(read.map(({ line }) => line));
  let above = 0;
  const isRead = edited.every(({ line, edit }) => {
    above += /[\r\n]$/.test(edit.text) ? 1 : 0;
    return lines.has(line && line + above);
  });
  return isRead && JSON.stringify(toData(root)) === JSON.stringify(toData(after.root));
}
