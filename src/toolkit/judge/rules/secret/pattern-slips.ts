/**
 * The mistakes in a file pattern, each with the pattern that was meant. The grammar (`text/file-pattern.ts`) decides what can match a path.
 */
import { filePatterns } from "../../../../text/file-pattern.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { blankInBraces, choice, loneBraces, unclosed } from "./pattern-groups.js";
import { partsOf } from "./pattern-list.js";
import { type Look, type Seen, unquoted } from "./pattern-look.js";
import { toolRule } from "./tool-rule.js";

export interface PatternSlip extends Pick<Seen, "message" | "help"> {
  /** The pattern to write instead; undefined if it is unclear. */
  readonly meant?: string;
  /** Whether the author can have meant no other pattern (S35). */
  readonly isCertain?: boolean;
}

/** The first mistake in a pattern; undefined for a pattern that can match a path and means what it says. */
export function slipIn(text: string): PatternSlip | undefined {
  const seen = firstIn(text);
  if (seen === undefined) return undefined;
  const { message, help, instead, isCertain = false } = seen;
  // A substitution is not a mistake.
  const isRight = instead !== undefined && firstIn(instead.replace(/\$\{\w+\}/g, "x")) === undefined;
  return isRight ? { message, help, meant: instead, isCertain } : { message, help };
}

const firstIn: Look = (text) => {
  for (const look of LOOKS) {
    const seen = look(text);
    if (seen !== undefined) return seen;
  }
  return undefined;
};

const empty: Look = (text) =>
  text.trim() === "" ? { message: "is empty", help: "write the name of a file, or remove the entry" } : undefined;

const negation: Look = (text) =>
  /^\s*!/.test(text)
    ? {
        message: "begins with `!`, and the list has no exceptions",
        help: "remove the entry, and name only the files that are secret",
      }
    : undefined;

const otherTool: Look = (text) => {
  const rule = toolRule(text);
  if (rule === undefined) return undefined;
  const { kind, pattern, isCertain } = rule;
  const help =
    kind === "command"
      ? "name the files that are secret; rules for commands stand in the file of permission rules"
      : "write the path alone, such as `.env` or `secrets/**`";
  return { message: "is written as a rule of another tool", help, instead: pattern, isCertain };
};

const quoted: Look = (text) => {
  const instead = unquoted(text.trim());
  return instead === undefined || partsOf(text).length > 1
    ? undefined
    : { message: "has quotes as part of the name", help: "remove the quotes", instead, isCertain: true };
};

/** `[".env"]`: a list of another format in one text. */
const bracketed: Look = (text) => {
  const inner = /^\s*\[\s*(["'].*["'])\s*\]\s*$/s.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const message = "is a list in brackets, written as one text";
  return several(inner) ?? { message, help: "write its items as entries", instead: unquoted(inner), isCertain: true };
};

/** Signs that a text is a regular expression: anchors, `.*\.`, `*\.`, `.+`, classes such as `\d`, groups. */
const EXPRESSION = [
  ...[/^\^/, /^\\\./, /\.\w+\$$/, /\.\+/, /\.\*\\/, /\\[dws](?![A-Za-z])/, /\(\?/, /^\([^)]*\|/],
  ...[/(?:^|[^*])\*\\\./, /[*+]\)\\\./, /\][*+]?\\\./],
];

/** The regular expression between slashes; undefined for a path. */
function delimited(text: string): string | undefined {
  const flags = /\/[a-z]{0,8}$/.exec(text)?.[0];
  if (!text.startsWith("/") || flags === undefined || flags.length === text.length) return undefined;
  const body = text.slice(1, -flags.length);
  return /[\\^$+()|]|\.\*/.test(body) ? body : undefined;
}

const expression: Look = (text) => {
  const body = delimited(text) ?? text;
  if (body === text && !EXPRESSION.some((sign) => sign.test(text))) return undefined;
  const glob = body
    .replace(/^\^|\$$/g, "")
    .replace(/\.[*+]/g, "*")
    .replace(/\\([./_-])/g, "$1");
  return {
    message: "is written as a regular expression",
    help: "patterns are globs: `*` stands for any part of a name, `**` for any folders",
    instead: /[\\^$+()|]/.test(glob) ? undefined : glob,
  };
};

const several: Look = (text) => {
  const parts = partsOf(text);
  return parts.length < 2
    ? undefined
    : {
        message: `holds ${parts.length === 2 ? "two" : "several"} patterns in one text`,
        help: `write an entry for each: ${quoteList(parts, "and", 3)}`,
      };
};

/** The separator of a list that has one item here. */
const separator: Look = (text) => {
  const [before = "", after = ""] = [/^\s*[,;]/.exec(text)?.[0].trim(), /[,;](?=\s*$)/.exec(text)?.[0]];
  if (before + after === "") return undefined;
  const message = before === "" ? `ends with ${quote(after)}` : `begins with ${quote(before)}`;
  const instead = text.replace(/^[\s,;]+/, "").trimEnd();
  return { message, help: "remove it", instead: withoutEnd(instead), isCertain: true };
};

function withoutEnd(text: string): string {
  return /[\s,;]$/.test(text) ? withoutEnd(text.slice(0, -1)) : text;
}

/** Zero-width, control and bidi characters, which are pasted along. */
const invisible: Look = (text) => {
  const instead = text.replace(/[^\P{Cc}\t\n\r]|[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, "");
  return instead === text
    ? undefined
    : { message: "has an invisible character in it", help: "write the name again", instead, isCertain: true };
};

const blanks: Look = (text) =>
  text === text.trim()
    ? undefined
    : { message: "begins or ends with a blank", help: "remove the blank", instead: text.trim(), isCertain: true };

const comment: Look = (text) => {
  const at = text.search(/\s(?:#|\/\/)(?:\s|$)/);
  return at <= 0
    ? undefined
    : {
        message: "has a comment in it",
        help: "write the comment outside of the text",
        instead: text.slice(0, at).trimEnd(),
      };
};

/** A variable of shells, Windows and other tools; not a `$` inside a name. */
const VARIABLE =
  /(?<![\w~$])\$(?:env:)?([A-Za-z_]\w*)(?![\w.])|%([A-Za-z_][\w()]*)%|\{env:([A-Za-z_]\w*)\}|\{\{ ?(?:env[.:])?([A-Za-z_]\w*) ?\}\}/i;

const HOME = /^(?:home|userprofile|homepath)$/i;

const variable: Look = (text) => {
  const match = VARIABLE.exec(text);
  if (match === null) return undefined;
  const { 0: written, index } = match;
  const name = match.slice(1).find((one) => one !== undefined) ?? "";
  const isHome = index === 0 && HOME.test(name);
  const rest = text.slice(index + written.length).replaceAll("\\", "/");
  const pattern = isHome ? `~${rest}` : `${text.slice(0, index)}\${${name}}${rest}`;
  return {
    message: `has ${quote(written)} in it, which is not substituted`,
    help: `write ${isHome ? "`~/` for the home directory" : `${quote(`\${${name}}`)}, which is substituted`}`,
    instead: pattern,
    isCertain: /^[A-Z_]+$/.test(name),
  };
};

const address: Look = (text) => {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme === "") return undefined;
  const instead = scheme.toLowerCase() === "file" ? rest : undefined;
  return { message: "is a URL", help: "write the path of the file", instead };
};

/** `glob:…`, and the marks of git's pathspecs. */
const MARK = /^(?:(?:glob|path|file|pattern|regexp?|re):|:(?:\([a-z,]*\)|[!^/]))\s*/i;

const marked: Look = (text) => {
  const mark = MARK.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const isPattern = /^(?:glob|path|file|pattern):/i.test(mark);
  return {
    message: `begins with ${quote(mark.trim())}, a mark of another tool`,
    help: "write the pattern alone",
    instead: isPattern ? text.slice(mark.length) : undefined,
  };
};

/** The mark of an item, a comment or a mention. */
const prefixed: Look = (text) => {
  const mark = /^\s*(?:[-+•#]\s+(?=\S)|@(?=[.~/]))/.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const message = `begins with ${quote(mark.trim())}, which is read as part of the name`;
  return { message, help: "write the pattern alone", instead: text.slice(mark.length) };
};

const placeholder: Look = (text) =>
  /(?:^|\/)<[A-Za-z][\w .-]*>(?:\/|$)/.test(text)
    ? { message: "has a placeholder in it", help: "write the name that it stands for" }
    : undefined;

/**
 * A backslash before a sign makes it an ordinary character; before a letter, and between a name and `*`, it separates names on Windows
 * alone.
 */
const backslash: Look = (text) =>
  /\\(?=[\p{L}\p{N}_.~-]|\\|$)|(?<=[\p{L}\p{N}_.*~-])\\(?=\*{1,2}(?:$|[\\/.]))/u.test(text)
    ? {
        message: "has `\\` in it, which does not separate names",
        help: "write `/` between the names",
        instead: text.replace(/\\+/g, "/"),
        isCertain: !text.startsWith("\\"),
      }
    : undefined;

const wholeHome: Look = (text) =>
  /^~(?:$|[\w.-]*\/(?:\*\*(?:\/\*?)?)?$)/.test(text)
    ? { message: "names the home directory itself", help: "name what is secret in it, such as `~/.ssh`" }
    : undefined;

const impossible: Look = (text) =>
  filePatterns(text).length === 0
    ? { message: "can fit no path", help: "write the path of a file, or remove the entry" }
    : undefined;

/** In this order: a mistake that explains others comes first. */
const LOOKS: readonly Look[] = [
  ...[empty, invisible, negation, otherTool, bracketed, quoted, expression, choice, several, separator],
  ...[blanks, comment, address, marked, prefixed, variable, placeholder, backslash],
  ...[blankInBraces, loneBraces, unclosed, wholeHome, impossible],
];
