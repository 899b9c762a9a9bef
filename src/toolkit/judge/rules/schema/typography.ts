/**
 * Quotes and dashes of a word processor, and characters as HTML writes them: no format reads the first as quotes, no program reads the
 * dash as the start of a flag, and nothing turns `&amp;` back.
 */
import { keysWhere } from "../../../../text/entries.js";
import { withoutEntities } from "../../../../text/html.js";
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { OPENER } from "../../../../text/scan.js";
import { flagMeant, insideQuotes } from "../../../../text/typography.js";
import type { Change } from "../../../read/edit/change.js";
import type { Shape } from "../../../read/schema/shape.js";
import { name } from "../phrases.js";
import type { KnownPlace, Report, Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/typography",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, places } of layers) {
      for (const slip of slips(places)) {
        const { path, part, change } = slip;
        report({ at: { path, part, layer: scope }, ...worded(slip, [change]) });
      }
    }
  },
};

function worded({ path, part, meant, isHtml, isPlain }: Slip, changes: readonly Change[]): Omit<Report, "at"> {
  if (isHtml === true)
    return {
      message: `${name(...path)} contains characters as HTML writes them`,
      label: "kept as they are written",
      help: `write ${quote("&")} for ${quote("&amp;")}, and the like`,
      fixes: [{ title: "write the characters themselves", safe: true, changes }],
    };
  if (isPlain === true)
    return {
      message: `quotes are part of the value of ${name(...path)}`,
      label: "quotes inside of the quotes",
      help: "no shell removes them: write the value without them",
      fixes: [{ title: "write it without them", safe: false, changes }],
    };
  const help = "word processors put them in; write plain ones";
  if (meant.startsWith("-") && part === "value")
    return {
      message: `a dash begins ${name(...path)}, where a hyphen is meant`,
      label: "no program knows it as a flag",
      help,
      fixes: [{ title: `write ${quote(meant)}`, safe: true, changes }],
    };
  return {
    message: `typographic quotes are part of ${part === "key" ? "the name" : "the value of"} ${name(...path)}`,
    label: "kept as they are written",
    help,
    fixes: [{ title: "write it without them", safe: true, changes }],
  };
}

interface Slip {
  readonly path: Path;
  readonly part: "key" | "value";
  readonly meant: string;
  readonly isHtml?: true;
  /** Whether the quotes are plain ones. */
  readonly isPlain?: true;
  readonly change: Change;
}

const slips = oncePer((places: readonly KnownPlace[]) => places.flatMap(slipsAt));

/** Computes the path for few places only. */
function slipsAt(known: KnownPlace): readonly Slip[] {
  const { place, shape } = known;
  if (place.kind === "object") {
    const isMap = shape.rest !== undefined && shape.schema["x-opaque"] !== true;
    const unusual = isMap ? keysWhere(place.entries, beginsUnusually) : NONE;
    return unusual.length === 0 ? NONE : slipsOf(known, unusual);
  }
  if (place.kind === "list" || typeof place.value !== "string") return NONE;
  const text = place.value;
  const plain = isFree(shape) || shape.values !== undefined ? undefined : withoutEntities(text);
  if (plain !== undefined) {
    const { path } = known;
    return [{ path, part: "value", meant: plain, isHtml: true, change: { kind: "replace", path, value: plain } }];
  }
  if (/^["']/.test(text)) {
    const inner = isForProgram(known) ? /^(["'])([^"'\\]+)\1$/s.exec(text)?.[2] : undefined;
    if (inner === undefined) return NONE;
    const { path } = known;
    return [{ path, part: "value", meant: inner, isPlain: true, change: { kind: "replace", path, value: inner } }];
  }
  if (!beginsUnusually(undefined, text) || isJudgedElsewhere(known.path, text, shape)) return NONE;
  const { path } = known;
  const isFlag = path.at(-2) === "args";
  const meant = insideQuotes(text) ?? (isFlag ? flagMeant(text) : undefined);
  return meant === undefined ? NONE : [{ path, part: "value", meant, change: { kind: "replace", path, value: meant } }];
}

/** Whether a text is the program of a server, or the value of its variable: no shell reads them. */
function isForProgram({ shape }: KnownPlace): boolean {
  const { "x-path": path } = shape.schema;
  return path === "program" || path === "variable";
}

function slipsOf({ path: around }: KnownPlace, keys: readonly string[]): readonly Slip[] {
  return keys.flatMap((key): readonly Slip[] => {
    const meant = insideQuotes(key);
    if (meant === undefined) return NONE;
    const path = around.concat(key);
    return [{ path, part: "key", meant, change: { kind: "rename", path, to: meant } }];
  });
}

/** Whether a text may begin with a quote or a dash that no keyboard has: few texts do. */
function beginsUnusually(_: unknown, text: string): boolean {
  return text.charCodeAt(0) >= 0xab;
}

/** Whether a place takes any text, as prose or for an extension. */
function isFree({ types, schema }: Shape): boolean {
  return types === undefined || schema["x-prose"] === true || schema["x-opaque"] === true;
}

/** Prose may begin with a quotation; other rules refuse such quotes in words, names, URLs, headers and patterns. */
function isJudgedElsewhere(path: Path, text: string, shape: Shape): boolean {
  const { values, schema } = shape;
  const isHeader = path.at(-2) === "headers" && !OPENER.test(text);
  return (
    isFree(shape) ||
    isHeader ||
    values !== undefined ||
    schema["x-ref"] !== undefined ||
    schema["x-path"] === "pattern" ||
    path.at(-1) === "url"
  );
}
