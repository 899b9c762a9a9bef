/** S7. Reading stops at the first mistake: the structure of the text after it is unknown. */
import { suggest } from "../../../../text/suggest.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { YamlProblem } from "../../../read/document/facts.js";
import type { Change } from "../../../read/edit/change.js";
import { NEEDS_SPACE, rewrites, suggestion } from "../phrases.js";
import type { Rule, Wording } from "../rule.js";
import { hereText, otherComment, otherForm } from "./other-form.js";
import { quoting, SHARED, worded } from "./wording.js";

export const rule: Rule<"invalid-yaml"> = {
  id: "syntax/yaml",
  severity: "error",
  words: {
    "invalid-yaml": (fact, { layer }) => {
      const { problem, at, mark = "", other, repair } = fact;
      const { text } = layer.document.source;
      const form = otherForm(text, at.span) ?? otherComment(text, at.span) ?? hereText(text, at.span);
      if (form !== undefined) return form;
      if (problem === "unknown-alias") return unknownAlias(at.span, text);
      if (problem === "nameless-anchor" && /^\*[ \t]/.test(text.slice(at.span.start, at.span.start + 2)))
        return bullet(at.span.start);
      const wording = worded(MEANINGS[problem], named(problem, mark), fact);
      const isUnquoted = repair === undefined && problem.startsWith("unquoted-");
      const fixes = isUnquoted ? quoting(at.span, text) : [];
      return {
        ...wording,
        ...(other && {
          related: [...(wording.related ?? []), { at: { span: other }, message: "or is it this line?" }],
        }),
        ...(fixes.length > 0 && { fixes }),
      };
    },
  },
};

/** The words for a list item behind the bullet of a document. */
function bullet(start: number): Wording {
  const changes: readonly Change[] = [{ kind: "replace-text", span: { start, end: start + 1 }, text: "-" }];
  const help = "write `-` before each item";
  return {
    message: "`*` begins no item of a list in YAML",
    help,
    fixes: [{ title: "write `-`", safe: false, changes }],
  };
}

/** The words for an alias that no anchor has, with the anchors above that it may mean. */
function unknownAlias({ start, end }: Span, text: string): Wording {
  const written = text.slice(start + 1, end);
  const anchors = Array.from(text.slice(0, start).matchAll(/(?<![^\s,[{:-])&([^\s,[\]{}]+)/g), ([, name = ""]) => name);
  const close = suggest(written, new Set(anchors));
  return {
    ...MEANINGS["unknown-alias"],
    ...suggestion(close.map((name) => `*${name}`)),
    fixes: rewrites(written, close, (name) => ({
      kind: "replace-text",
      span: { start: start + 1, end },
      text: name,
    })),
  };
}

const SPACES: Readonly<Record<string, string>> = { "\u00a0": "no-break space", "\ufeff": "byte order mark" };

/** The name of a problem's subject in a message. */
function named(problem: YamlProblem, mark: string): string {
  if (problem.startsWith("indented-")) return mark === "-" ? "list item" : "line";
  if (problem !== "odd-space" && problem !== "control-character") return mark;
  const code = `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return problem === "odd-space" ? `${SPACES[mark] ?? "character"} (${code})` : code;
}

const ALIGNED = "entries of one mapping or list start in the same column";

const MEANINGS: Readonly<Record<YamlProblem, Wording>> = {
  ...SHARED,
  "unclosed-quote": {
    message: "this quoted text is never closed",
    help: "close it on this line, or indent its other lines",
  },
  "unindented-bracket": { message: "the lines inside this bracket must be indented" },
  "stray-closer": {
    message: "this bracket closes nothing",
    help: "one too many, or not indented like the lines inside it?",
  },
  "missing-colon": { message: "a key needs a `:` after it", help: "write `key: value`" },
  "missing-space": { message: NEEDS_SPACE },
  "missing-comma": { message: "a `,` is missing between two entries" },
  "broken-quote": { message: "the quotes do not fit here: there is one too many, or one is missing" },
  "indented-too-far": { message: "this @ is indented too far", help: ALIGNED },
  "indented-too-little": { message: "this @ is indented too little", help: ALIGNED },
  "unindented-text": { message: "the text of `|` has to be indented", help: "further than the key it belongs to" },
  "text-after-mark": {
    message: "the text of `@` begins in the next line",
    help: "indent it further than its key; a text of one line needs no such mark",
  },
  "stray-dash": { message: "this `-` makes a list of what stands beside keys", help: "remove it" },
  "odd-space": { message: "this is a @, not a space", help: "delete it, or write a space" },
  "missing-dash": { message: "a list item needs a `-` in front" },
  "comment-without-space": { message: "a comment needs a space before its `#`" },
  "content-after-marker": { message: "content cannot follow `---` on the same line" },
  "stray-content": {
    message: "this does not belong to the value before it",
    help: "does a string need quotes, or is a `:`, a `,` or a line break missing?",
  },
  "bad-start": { message: "a value cannot start with this character", help: "put the string in quotes" },
  "unknown-escape": {
    message: "this escape does not exist in double quotes",
    help: "write `\\\\` for a backslash, or use single quotes",
  },
  "bad-indentation": {
    message: "the indentation does not fit what stands above",
    help: ALIGNED,
  },
  "tab-indentation": { message: "YAML cannot be indented with tabs", help: "use spaces" },
  "block-in-flow": { message: "an indented block cannot stand inside `[ ]` or `{ }`" },
  "nested-on-line": {
    message: "a `key: value` cannot stand inside another value on the same line",
    help: "put a string that contains `: ` in quotes, and each key on a line of its own",
  },
  "nested-in-value": {
    message: "a value cannot have a `key: value` below it",
    help: "is one of the two lines indented too far or too little?",
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
  "unquoted-template": {
    message: "a template such as `{{ NAME }}` is not filled in",
    help: 'write `"${NAME}"` for a variable of the environment',
  },
  "control-character": {
    message: "YAML does not accept the character @",
    help: "delete it, or write it as an escape in double quotes, such as `\\x1b`",
  },
  "lone-return": {
    message: "some programs end the line here and others do not: a carriage return without a line feed",
    help: "end lines with a line feed, or with both",
  },
  other: { message: "this is not valid YAML" },
};
