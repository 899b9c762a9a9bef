/** S7. Reading stops at the first mistake: what stands after it can no longer be told apart. */
import type { Span } from "../../diagnostic/diagnostic.js";
import type { YamlProblem } from "../../document/facts.js";
import type { Change } from "../../edit/change.js";
import type { Rule, SuggestedFix, Wording } from "../rule.js";

export const rule: Rule<"invalid-yaml"> = {
  id: "syntax/yaml",
  severity: "error",
  summary: "text that is not valid YAML",
  fixable: true,
  words: {
    "invalid-yaml": ({ problem, at }, { layer }) => {
      const fixes = problem.startsWith("unquoted-") ? quoting(at.span, layer.document.source.text) : [];
      return fixes.length > 0 ? { ...MEANINGS[problem], fixes } : MEANINGS[problem];
    },
  },
};

/** Quotes around what stands there, unless it has characters that mean something else in them. */
function quoting(span: Span, text: string): readonly SuggestedFix[] {
  const written = text.slice(span.start, span.end);
  if (/["\\\p{Cc}]/u.test(written)) return [];
  const quote = (at: number): Change => ({ kind: "replace-text", span: { start: at, end: at }, text: '"' });
  return [{ title: "put it in quotes", safe: true, changes: [quote(span.start), quote(span.end)] }];
}

const NEEDS_SPACE = "a `:` needs a space after it";

const MEANINGS: Readonly<Record<YamlProblem, Wording>> = {
  "unclosed-quote": { message: "this quoted text is never closed" },
  "unclosed-bracket": { message: "this bracket is never closed" },
  "unindented-bracket": { message: "the lines inside this bracket must be indented" },
  "stray-closer": {
    message: "this bracket closes nothing",
    help: "one too many, or not indented like the lines inside it?",
  },
  "missing-colon": { message: "a key needs a `:` after it", help: "write `key: value`" },
  "missing-space": { message: NEEDS_SPACE },
  "missing-comma": { message: "a `,` is missing between two entries" },
  "extra-comma": { message: "there is a `,` too many here" },
  "missing-dash": { message: "a list item needs a `-` in front" },
  "comment-without-space": { message: "a comment needs a space before its `#`" },
  "content-after-marker": { message: "content cannot follow `---` on the same line" },
  "stray-content": {
    message: "this does not belong to the value before it",
    help: "does a string need quotes, or is a `,` or line break missing?",
  },
  "bad-start": { message: "a value cannot start with this character", help: "put the string in quotes" },
  "unknown-escape": {
    message: "this escape does not exist in double quotes",
    help: "write `\\\\` for a backslash, or use single quotes",
  },
  "bad-indentation": {
    message: "the indentation does not fit what stands above",
    help: "entries of one mapping or list start in the same column",
  },
  "tab-indentation": { message: "YAML cannot be indented with tabs", help: "use spaces" },
  "block-in-flow": { message: "an indented block cannot stand inside `[ ]` or `{ }`" },
  "nested-on-line": {
    message: "a `key: value` cannot stand inside another value on the same line",
    help: "put a string that contains `: ` in quotes",
  },
  "nested-in-value": {
    message: "a value cannot have a `key: value` below it",
    help: "is the next line indented too far?",
  },
  "multiline-key": {
    message: "a key must stand on one line, with a `:` after it",
    help: "is a `:` missing on the line above?",
  },
  "long-key": { message: "this key is longer than 1024 characters" },
  "alias-with-properties": { message: "an alias cannot have an anchor or tag of its own" },
  "nameless-anchor": { message: "this anchor or alias has no name" },
  "misplaced-anchor": { message: "an anchor must stand after the `-`, `?` or `:`" },
  "several-anchors": { message: "a value can have only one anchor" },
  "unknown-alias": {
    message: "this alias names an anchor that was not defined before it",
    help: "define the anchor (`&name`) earlier in the file",
  },
  "unquoted-pattern": {
    message: "a string that starts with `*` needs quotes",
    help: "without quotes, `*` means a value that an anchor (`&name`) stands for",
  },
  "unquoted-substitution": {
    message: "a `${NAME}` needs quotes inside `{ }` and `[ ]`",
    help: "without quotes, its braces begin a mapping of their own",
  },
  "lone-return": {
    message: "a line ends here for some readers and not for others: a carriage return without a line feed",
    help: "end lines with a line feed, or with both",
  },
  other: { message: "this is not valid YAML" },
};
