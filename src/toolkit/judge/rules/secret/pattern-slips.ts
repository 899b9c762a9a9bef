/** The mistakes in a pattern for files, each with the pattern that was meant. The grammar (`text/file-pattern.ts`) decides what can fit a path. */
import { filePatterns } from "../../../../text/file-pattern.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { toolRule } from "./tool-rule.js";

export interface PatternSlip {
  /** Completes "an entry of `permissions.secret_files` …". */
  readonly message: string;
  readonly help: string;
  /** The pattern to write instead; undefined where nobody can tell. */
  readonly meant?: string;
  /** Whether no other pattern can have been meant (S35). */
  readonly isCertain?: boolean;
}

type Look = (text: string) => PatternSlip | undefined;

/** The first mistake in a pattern; undefined for a pattern that can fit a path and means what it says. */
export const slipIn: Look = (text) => {
  for (const look of LOOKS) {
    const slip = look(text);
    if (slip !== undefined) return slip;
  }
  return undefined;
};

/** The pattern to write, unless it has a mistake of its own. */
function meaning(pattern: string, isCertain: boolean): Pick<PatternSlip, "meant" | "isCertain"> {
  return slipIn(pattern) === undefined ? { meant: pattern, isCertain } : {};
}

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
  const found = toolRule(text);
  if (found === undefined) return undefined;
  const { kind, pattern, isCertain } = found;
  const help =
    kind === "command"
      ? "name the files that are secret; rules for commands stand in the file of permission rules"
      : "write the path alone, such as `.env` or `secrets/**`";
  const meant = pattern === undefined ? {} : meaning(pattern, isCertain);
  return { message: "is written as a rule of another tool", help, ...meant };
};

const QUOTES = "\"'`“”‘’";

const quoted: Look = (text) => {
  const [first = "", ...others] = text.trim();
  const last = others.pop() ?? "";
  if (first === "" || last === "" || !QUOTES.includes(first) || !QUOTES.includes(last)) return undefined;
  return {
    message: "has quotes as part of the name",
    help: "remove the quotes",
    ...meaning(others.join("").trim(), true),
  };
};

/** Signs that a text is a regular expression: anchors, `.*\.`, `.+`, classes such as `\d`, groups. */
const EXPRESSION = [/^\^/, /^\\\./, /\.\w+\$$/, /\.\+/, /\.\*\\/, /\\[dws](?![A-Za-z])/, /\(\?/, /^\([^)]*\|/];

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
    ...(/[\\^$+()|]/.test(glob) ? {} : meaning(glob, false)),
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

/** Whether a text is a path or a pattern by its form, and no word of a name with blanks or commas. */
function isPathLike(part: string): boolean {
  return /^(?:[.~*$]|\/|\w+\/)|\.[A-Za-z]\w{0,9}$/.test(part);
}

/** Whether a text is the whole name of a file or a folder, and not the beginning or the end of one with blanks. */
function isWholeName(part: string): boolean {
  return /^[^/]*\.[A-Za-z]\w*$|^\w+\/\*{0,2}$|^\*/.test(part);
}

/** The patterns in a text that is written as a list; braces and brackets are left alone. */
function partsOf(text: string): readonly string[] {
  const outside = withoutGroups(text);
  for (const [separator, isList] of SEPARATORS) {
    const cuts = [...outside.matchAll(separator)];
    const ends = [...cuts.map(({ index }) => index), text.length];
    const starts = [0, ...cuts.map(({ 0: cut, index }) => index + cut.length)];
    const parts = starts.map((start, at) => text.slice(start, ends[at]).trim()).filter((part) => part !== "");
    if (parts.length > 1 && isList(parts, text)) return parts;
  }
  return [text];
}

/** The text with letters in place of what stands in braces and brackets. */
function withoutGroups(text: string): string {
  let closers = "";
  let result = "";
  for (const [at, character] of [...text].entries()) {
    const closer = CLOSERS.get(character);
    const isOpen = closer !== undefined && text.includes(closer, at);
    if (isOpen) closers += closer;
    result += isOpen || closers !== "" ? "x".repeat(character.length) : character;
    if (character === closers.at(-1)) closers = closers.slice(0, -1);
  }
  return result;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** What stands between patterns. A name can hold a comma or a blank: then the parts have to look like patterns. */
const SEPARATORS: readonly (readonly [RegExp, (parts: readonly string[], text: string) => boolean])[] = [
  [/[\r\n;|]+/g, () => true],
  [
    /,/g,
    (parts) => parts.every(isPathLike) || /^[./~]/.test(parts[0] ?? "") || parts.every((part) => /^[\w-]+$/.test(part)),
  ],
  [/\s+/g, (parts) => parts.every((part) => /^[.~*$/]/.test(part)) || parts.every(isWholeName)],
  [/:/g, (parts) => parts.every((part) => /^[./~*]/.test(part))],
];

const blanks: Look = (text) =>
  text === text.trim()
    ? undefined
    : { message: "begins or ends with a blank", help: "remove the blank", ...meaning(text.trim(), true) };

const comment: Look = (text) => {
  const at = text.search(/\s#(?:\s|$)/);
  return at <= 0
    ? undefined
    : {
        message: "has a comment in it",
        help: "write the comment outside of the text",
        ...meaning(text.slice(0, at).trimEnd(), false),
      };
};

/** A variable as shells, Windows and other tools write it; `$` inside a name is none. */
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
    // The substitution itself is no mistake.
    ...(slipIn(isHome ? pattern : `x${rest}`) === undefined
      ? { meant: pattern, isCertain: /^[A-Z_]+$/.test(name) }
      : {}),
  };
};

const address: Look = (text) => {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme === "") return undefined;
  const meant = scheme.toLowerCase() === "file" ? meaning(rest, false) : {};
  return { message: "is a URL", help: "write the path of the file", ...meant };
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
    ...(isPattern ? meaning(text.slice(mark.length), false) : {}),
  };
};

/** A backslash before a sign makes it an ordinary character; before a letter it separates names on Windows alone. */
const backslash: Look = (text) =>
  /\\(?=[\p{L}\p{N}_.~-]|\\|$)/u.test(text)
    ? {
        message: "has `\\` in it, which does not separate names",
        help: "write `/` between the names",
        ...meaning(text.replace(/\\+/g, "/"), !text.startsWith("\\")),
      }
    : undefined;

const unclosed: Look = (text) => {
  const bare = text.replace(/\\./g, "").replace(/\[[^[\]]+\]/g, "");
  const open = ["{", "["].find((one, index) => bare.split(one).length > bare.split("}]"[index] ?? "").length);
  if (open === undefined) return undefined;
  return { message: `has a ${quote(open)} that is never closed`, help: `close it, or write ${quote(`\\${open}`)}` };
};

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
  ...[empty, negation, otherTool, quoted, expression, several, blanks, comment, address, marked],
  ...[variable, backslash, unclosed, wholeHome, impossible],
];
