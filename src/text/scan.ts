/**
 * Finds the substitutions in one string (S17–S20). It resolves, runs and reads nothing.
 *
 * value := ( text | escape | command | fallback | variable )*
 * escape := "$$(" or "$${" a literal "$(" or "${"
 * command := "$(" shell-text ")"
 * fallback := "${" NAME ":-" shell-text "}" the right side is a command, not a default text
 * variable := "${" NAME "}"
 */
import { remembered } from "./once.js";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string; readonly start: number; readonly end: number }
  | { readonly kind: "command"; readonly command: string; readonly start: number; readonly end: number }
  | {
      readonly kind: "fallback";
      readonly name: string;
      readonly command: string;
      readonly start: number;
      readonly end: number;
    };

/** A part that resolving replaces. */
export type Substitution = Exclude<Part, { kind: "text" }>;

/** A text that begins like a substitution and is invalid. */
export interface ScanProblem {
  readonly kind: "unclosed" | "arithmetic" | "empty-command" | "empty-fallback" | "nul" | "unknown-operator";
  readonly start: number;
  readonly end: number;
}

export interface Scan {
  readonly parts: readonly Part[];
  readonly problems: readonly ScanProblem[];
}

/**
 * The parts of a string, in order; an invalid substitution is plain text. Offsets count UTF-16 units of the string. The time is linear in
 * its length.
 */
export const scan = remembered((text: string): Scan => {
  const { 1: name } = VARIABLE.exec(text) ?? [];
  return name === undefined ? scanned(text) : { parts: [variable(name, 0, text.length)], problems: [] };
});

/** A text that is one variable: most texts with substitutions are. */
const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

function variable(name: string, start: number, end: number): Substitution {
  return { kind: "variable", name, start, end };
}

function scanned(text: string): Scan {
  const parts: Part[] = [];
  const problems: ScanProblem[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf("$", at);
    if (dollar === -1) break;
    literal += text.slice(at, dollar);
    if (/^\$\$[({]/.test(text.slice(dollar, dollar + 3))) {
      literal += text.slice(dollar + 1, dollar + 3);
      at = dollar + 3;
    } else if (text[dollar + 1] === "(" || text[dollar + 1] === "{") {
      const part = text[dollar + 1] === "(" ? readCommand(text, dollar) : readBraces(text, dollar);
      if (isSubstitution(part)) {
        parts.push(...textPart(literal), part);
        literal = "";
      } else {
        problems.push(part);
        literal += text.slice(part.start, part.end);
      }
      at = part.end;
    } else {
      literal += "$";
      at = dollar + 1;
    }
  }
  parts.push(...textPart(literal + text.slice(at)));
  return { parts, problems };
}

/** The first two characters of a substitution, valid or not. */
export const OPENER = /\$[({]/;

/**
 * The value of a string without resolving it; undefined where it depends on a variable, a command or a guess. With `inert`, commands stay
 * text.
 */
export function literalOf(text: string, inert = false): string | undefined {
  return OPENER.test(text) ? literalOfTemplate(text, inert) : text;
}

function literalOfTemplate(text: string, inert: boolean): string | undefined {
  const { parts, problems } = scan(text);
  return problems.length > 0 || parts.some(inert ? isVariable : isReplaced) ? undefined : joined(text, parts);
}

function isVariable({ kind }: Part): boolean {
  return kind === "variable";
}

function isReplaced({ kind }: Part): boolean {
  return kind !== "text";
}

function joined(text: string, parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : text.slice(part.start, part.end))).join("");
}

/** The spelling of a text that the scanner reads back as that text. */
export function escaped(text: string): string {
  return text.replace(/\$(?=[({])/g, "$$$$");
}

const ESCAPE = /\$\$(?=[({])/g;

/** The offset in the spelling of an offset in the literal value, for a text without substitutions. */
export function rawOffset(text: string, at: number): number {
  let raw = at;
  for (const { index } of text.matchAll(ESCAPE)) if (index < raw) raw += 1;
  return raw;
}

function isSubstitution(part: Substitution | ScanProblem): part is Substitution {
  return part.kind === "variable" || part.kind === "command" || part.kind === "fallback";
}

function textPart(text: string): readonly Part[] {
  return text === "" ? [] : [{ kind: "text", text }];
}

function readCommand(text: string, start: number): Substitution | ScanProblem {
  const close = closing(text, start + 2, ")");
  if (close === undefined) return { kind: "unclosed", start, end: text.length };
  const end = close + 1;
  if (text[start + 2] === "(" && text[close - 1] === ")") return { kind: "arithmetic", start, end };
  const command = text.slice(start + 2, close);
  if (command.trim() === "") return { kind: "empty-command", start, end };
  return command.includes("\0") ? { kind: "nul", start, end } : { kind: "command", command, start, end };
}

const OPENING = /\$\{([A-Za-z_][A-Za-z0-9_]*)(\}|:-)/y;

function readBraces(text: string, start: number): Substitution | ScanProblem {
  OPENING.lastIndex = start;
  const { 0: opening = "", 1: name = "", 2: operator = "" } = OPENING.exec(text) ?? [];
  if (operator === "}") return variable(name, start, start + opening.length);
  const close = closing(text, start + Math.max(opening.length, 2), "}");
  if (close === undefined) return { kind: "unclosed", start, end: text.length };
  const end = close + 1;
  if (operator === "") {
    // Other tools read `${{ … }}` as one expression.
    const isDouble = text[start + 2] === "{" && text[end] === "}";
    return { kind: "unknown-operator", start, end: isDouble ? end + 1 : end };
  }
  const command = text.slice(start + opening.length, close);
  if (command.includes("\0")) return { kind: "nul", start, end };
  return command.trim() === ""
    ? { kind: "empty-fallback", start, end }
    : { kind: "fallback", name, command, start, end };
}

/** The characters that begin an opener or quote one. */
const SPECIAL = "$(`\"'\\";

/** The closer of each opener in shell text. Single quotes contain no openers; double quotes contain only substitutions. */
const CLOSERS = new Map([
  ["$(", ")"],
  ["${", "}"],
  ["(", ")"],
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
]);

/** The index of the closer for shell text that starts at `from`; respects quotes, backslashes and nesting. */
function closing(text: string, from: number, closer: string): number | undefined {
  const waiting = [closer];
  for (let at = from; at < text.length; at += 1) {
    const wanted = waiting[waiting.length - 1];
    const character = text[at] ?? "";
    if (character === wanted) {
      waiting.pop();
      if (waiting.length === 0) return at;
    } else if (wanted === "'" || !SPECIAL.includes(character)) {
      // All characters up to the next single quote are text, and so are ordinary characters.
    } else if (character === "\\") {
      at += 1;
    } else {
      const opener = character === "$" ? text.slice(at, at + 2) : character;
      const opened = CLOSERS.get(opener);
      if (opened === undefined || (wanted === '"' && opener.length === 1 && opener !== "`")) continue;
      waiting.push(opened);
      at += opener.length - 1;
    }
  }
  return undefined;
}
