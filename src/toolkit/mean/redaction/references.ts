/** Recognises values in place of a secret that are not secret: substitutions, placeholders, and words that open nothing. */
import { OPENER, scan } from "../../../text/scan.js";
import { inCode } from "../../../text/variable.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { configShape, type Shape } from "../../read/schema/shape.js";
import { without } from "./cover.js";

/** References in the forms of shells and other tools. Shell variables count only in capitals, because a password may start with `$`. */
const PLACEHOLDERS = [
  /^(?:\$[A-Z_][A-Z0-9_]*(?:-[A-Z0-9_]+)*|%[A-Z_][A-Z0-9_]*%)$/,
  /^(?:\$?\{?env[:.][A-Za-z_]\w*\}?|process\.env\.\w+|os\.environ\/\w+|\{\{[ \w.]{1,64}(?:\|[ |]*(?:\w{1,20}(?:\((?:["'](?:none|null)?["'])?\))?[ |]*){1,4})?\}\}|!(?:secret|env|vault) [\w.-]+)$/,
  /^(?:(?:os\.environ|process\.env|ENV)\[["']\w+["']\]|(?:os\.environ\.get|(?:os\.|System\.)?getenv|env)\(["']\w+["']\)|\{\{ ?lookup\(["']env["'], ?["']\w+["']\) ?\}\})$/,
];

/** Placeholders as examples use them. */
const LEFT_OUT =
  /^(?:<[a-z][\w -]{0,64}>|your[-_ ][\w -]{1,64}|(?:change|replace|fill)[-_ ]?(?:me|this|it)(?:[-_ ]in)?|(?:insert|enter|put|paste)[-_ ]?(?:your|here)(?:[-_ ][\w -]{1,40})?|todo|tbd|fixme|x{3,}|\*{3,}|\.{3}|…|(?:sk|pk|key|ghp|glpat|xoxb)[-_](?:[\w-]{0,16}[-_])?(?:\*{3,}|x{3,}|\.{3,}|…)\w{0,6})$/i;

/** An empty text, a switch, a kind of authentication, or the path of a file, such as the value of `GOOGLE_APPLICATION_CREDENTIALS`. */
const HARMLESS =
  /^\s*$|^(?:true|false|yes|no|on|off|none|null|auto|basic|bearer|digest|oauth2?|enabled|disabled|required|optional|[01])$|^(?:~|\.{1,2})\/|^\/[A-Za-z]+\/|^[A-Za-z]:\\/i;

/** Whether a value under the name of a credential opens nothing. */
export function isHarmless(value: string): boolean {
  return HARMLESS.test(value);
}

/** Words for a missing key, or for one to fill in. */
const NO_KEY =
  /^(?:empty|none|null|nil|unused|dummy|fake|test|placeholder|change[-_ ]?me|not[-_ ]?(?:needed|required|used)|no[-_ ]?key)$/i;

/** Whether a value in place of a key is not a key. */
export function saysNoKey(value: string): boolean {
  return NO_KEY.test(value.trim()) || isPlaceholder(value);
}

/** Whether a text names the source of a secret, instead of the secret itself. */
export function isPlaceholder(value: string): boolean {
  const form = withoutScheme(value);
  return LEFT_OUT.test(form) || PLACEHOLDERS.some((pattern) => pattern.test(form)) || inCode(form) !== undefined;
}

/** Whether a text is a placeholder of an example, for its reader to replace. */
export function isLeftOut(value: string): boolean {
  return LEFT_OUT.test(withoutScheme(value));
}

/** Words that only examples use in place of a key, and marks for omitted letters. */
const EXAMPLE =
  /(?:^|[^a-z])(?:your|example|sample|placeholder|replace|insert|todo|dummy|fake|redacted|here)(?:[^a-z]|$)|x{4}|\*{3}|\.{3}|…|^<[^<>]{0,64}>$|^\[[\w -]{0,64}\]$|^\{{1,2}[\w -]{0,64}\}{1,2}$/i;

/** Whether a text evidently is an example of a secret, although it may begin like a key. */
export function isExample(value: string): boolean {
  return EXAMPLE.test(withoutScheme(value)) || saysNoKey(withoutScheme(value));
}

function withoutScheme(value: string): string {
  return value.trim().replace(/^(?:bearer|basic|token) /i, "");
}

/** Words that introduce a secret, and quotes or brackets around it. */
const NO_SECRET = /^[\s"'`“”‘’«»()[\]{},;:]*(?:(?:bearer|basic|token|digest|apikey)\b[\s"'`:]*)?$/i;

/** A user or a kind of authentication, right before a substitution. */
const INTRODUCTION = /^[A-Za-z][A-Za-z-]{0,15}[ :]$/;

/** The same before the variable of a shell. */
const INTRODUCED = /^[A-Za-z][A-Za-z-]{0,15}[ :]\$[A-Z_][A-Z0-9_]*$/;

/** The parts of a span that may be secret: without substitutions and placeholders. */
export function withoutReferences(text: string, span: Span): readonly Span[] {
  const holes = substitutionsIn(text.slice(span.start, span.end)).map(({ start, end }) => ({
    start: start + span.start,
    end: end + span.start,
  }));
  return without(span, holes).filter(({ start, end }) => {
    const part = text.slice(start, end);
    if (NO_SECRET.test(part) || isPlaceholder(part) || INTRODUCED.test(part)) return false;
    return end === span.end || !INTRODUCTION.test(part);
  });
}

/**
 * The substitutions in a text. The fallback of a variable is a command, except for a single word, which its author meant as a default text.
 */
function substitutionsIn(text: string): readonly Span[] {
  if (!OPENER.test(text)) return [];
  const { parts, problems } = scan(text);
  const named = problems.filter(({ start, end }) => {
    const form = text.slice(start, end);
    return isPlaceholder(form) || UNCLOSED_COMMAND.test(form);
  });
  const known = parts.flatMap((part): readonly Span[] => {
    if (part.kind === "text") return [];
    if (part.kind !== "fallback" || !isText(part.command.trim())) return [part];
    const { start, end, command } = part;
    return [
      { start, end: end - command.length - 1 },
      { start: end - 1, end },
    ];
  });
  return [...known, ...named].sort((a, b) => a.start - b.start);
}

/** Whether a command is one word, or only prints one. */
function isText(command: string): boolean {
  return !/[\s;|&<>$`]/.test(command.replace(/^(?:echo|printf(?: %s)?) +/, ""));
}

/** A command with arguments and without its closing bracket. */
const UNCLOSED_COMMAND = /^\$\([a-z][\w./-]* [^)]*$/;

let vocabulary: ReadonlySet<string> | undefined;

/** Whether the schema itself uses a word as a name or value, so that it is not secret. */
export function isSchemaWord(word: string): boolean {
  vocabulary ??= wordsOf(configShape);
  return vocabulary.has(word);
}

function wordsOf(root: Shape): ReadonlySet<string> {
  const words = new Set(["true", "false", "null"]);
  const visit = ({ values, properties, rest, items, tag }: Shape): void => {
    if (values !== undefined) for (const value of values) words.add(value);
    for (const [key, shape] of properties) {
      words.add(key);
      visit(shape);
    }
    if (rest !== undefined) visit(rest);
    if (items !== undefined) visit(items);
    if (tag !== undefined) for (const variant of tag.variants.values()) visit(variant);
  };
  visit(root);
  return words;
}
