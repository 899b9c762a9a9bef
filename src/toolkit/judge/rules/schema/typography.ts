/** Quotes and dashes of a word processor: no format reads them as quotes, and no program reads the dash as the start of a flag. */
import { keysWhere } from "../../../../text/entries.js";
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { OPENER } from "../../../../text/scan.js";
import { flagMeant, insideQuotes } from "../../../../text/typography.js";
import type { Change } from "../../../read/edit/change.js";
import type { Shape } from "../../../read/schema/shape.js";
import { name } from "../phrases.js";
import type { KnownPlace, Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/typography",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, places } of layers) {
      for (const { path, part, meant, change } of slips(places)) {
        const isFlag = meant.startsWith("-") && part === "value";
        report({
          at: { path, part, layer: scope },
          message: isFlag
            ? `a dash begins ${name(...path)}, where a hyphen is meant`
            : `typographic quotes are part of ${part === "key" ? "the name" : "the value of"} ${name(...path)}`,
          label: isFlag ? "no program knows it as a flag" : "kept as they are written",
          help: "word processors put them in; write plain ones",
          fixes: [{ title: isFlag ? `write ${quote(meant)}` : "write it without them", safe: true, changes: [change] }],
        });
      }
    }
  },
};

interface Slip {
  readonly path: Path;
  readonly part: "key" | "value";
  readonly meant: string;
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
  if (!beginsUnusually(undefined, text) || isJudgedElsewhere(known.path, text, shape)) return NONE;
  const { path } = known;
  const isFlag = path.at(-2) === "args";
  const meant = insideQuotes(text) ?? (isFlag ? flagMeant(text) : undefined);
  return meant === undefined ? NONE : [{ path, part: "value", meant, change: { kind: "replace", path, value: meant } }];
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

/** Prose may begin with a quotation; other rules refuse such quotes in words, names, URLs, headers and patterns. */
function isJudgedElsewhere(path: Path, text: string, { types, values, schema }: Shape): boolean {
  const isFree = types === undefined || schema["x-prose"] === true || schema["x-opaque"] === true;
  const isHeader = path.at(-2) === "headers" && !OPENER.test(text);
  return (
    isFree ||
    isHeader ||
    values !== undefined ||
    schema["x-ref"] !== undefined ||
    schema["x-path"] === "pattern" ||
    path.at(-1) === "url"
  );
}
