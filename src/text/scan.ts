/**
 * Finds the substitutions in one string (S17–S20). Looks only: nothing is resolved, run or read here.
 *
 *   value    := ( text | escape | command | fallback | variable )*
 *   escape   := "$$(" or "$${"                 a literal "$(" or "${"
 *   command  := "$(" shell-text ")"
 *   fallback := "${" NAME ":-" shell-text "}"   the right side is a command, not a default text
 *   variable := "${" NAME "}"
 */

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

/** A part that stands for something else. */
export type Substitution = Exclude<Part, { kind: "text" }>;

/** Something that starts like a substitution and is none. */
interface ScanProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help: string;
  /** What helps instead where commands may run. */
  readonly commandHelp?: string;
}

export interface Scan {
  readonly parts: readonly Part[];
  readonly problems: readonly ScanProblem[];
}

/** The parts of a string, in order. Offsets count UTF-16 units of the string. Takes time linear in its length. */
export function scan(text: string): Scan {
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
      const found = text[dollar + 1] === "(" ? readCommand(text, dollar) : readBraces(text, dollar);
      if ("message" in found) problems.push(found);
      else parts.push(...textPart(literal), found);
      if (!("message" in found)) literal = "";
      at = found.end;
    } else {
      literal += "$";
      at = dollar + 1;
    }
  }
  return { parts: [...parts, ...textPart(literal + text.slice(at))], problems };
}

/**
 * The text that a string has without anything being resolved; undefined where that takes a variable, a command or a guess.
 * With `inert`, commands are known not to run and stay as they are written.
 */
export function literalOf(text: string, inert = false): string | undefined {
  if (!/\$[({]/.test(text)) return text;
  const { parts, problems } = scan(text);
  const texts = parts.map((part) => {
    if (part.kind === "text") return part.text;
    return part.kind === "variable" || !inert ? undefined : text.slice(part.start, part.end);
  });
  return problems.length > 0 || texts.includes(undefined) ? undefined : texts.join("");
}

function textPart(text: string): readonly Part[] {
  return text === "" ? [] : [{ kind: "text", text }];
}

function readCommand(text: string, start: number): Substitution | ScanProblem {
  const close = closing(text, start + 2, ")");
  if (close === undefined) return unclosed(text, start, ")");
  if (text[start + 2] === "(" && text[close - 1] === ")") {
    return {
      start,
      end: close + 1,
      message: "arithmetic `$((…))` is not supported",
      help: LITERAL,
      commandHelp: "use a command: `$(expr 1 + 1)`",
    };
  }
  const command = text.slice(start + 2, close);
  if (command.trim() === "") return { start, end: close + 1, message: "this command is empty", help: LITERAL };
  if (command.includes("\0")) return { start, end: close + 1, message: NUL, help: LITERAL };
  return { kind: "command", command, start, end: close + 1 };
}

const NUL = "a command cannot hold a NUL character";
const LITERAL = "for a literal `$(` or `${` write `$$(` or `$${`";

function readBraces(text: string, start: number): Substitution | ScanProblem {
  const [opening = "", name = "", operator = ""] =
    /^\$\{([A-Za-z_][A-Za-z0-9_]*)(\}|:-)/.exec(text.slice(start, start + 300)) ?? [];
  if (operator === "}") return { kind: "variable", name, start, end: start + opening.length };
  const close = closing(text, start + Math.max(opening.length, 2), "}");
  if (close === undefined) return unclosed(text, start, "}");
  const end = close + 1;
  if (operator === "") {
    const message = "only `${NAME}` and `${NAME:-command}` can stand here";
    return { start, end, message, ...meantBy(text.slice(start, start + 300)) };
  }
  const command = text.slice(start + opening.length, close);
  if (command.includes("\0")) return { start, end, message: NUL, help: LITERAL };
  if (command.trim() === "") {
    const help = `write \`\${${name}}\``;
    return { start, end, message: "the command after `:-` is empty", help, commandHelp: `${help}, or a command` };
  }
  return { kind: "fallback", name, command, start, end };
}

/** What the braces of a shell or of another tool would be here. The default text itself may be secret. */
function meantBy(text: string): Pick<ScanProblem, "help" | "commandHelp"> {
  const [, prefixed, name = prefixed, operator] =
    /^\$\{(?:env[:.]([A-Za-z_]\w*)\}|([A-Za-z_]\w*)(:?=|:?\?|-))/.exec(text) ?? [];
  if (name === undefined) return { help: LITERAL };
  const help = `write \`\${${name}}\``;
  const isDefault = operator?.endsWith("=") || operator === "-";
  return isDefault ? { help, commandHelp: `for a default text: \`\${${name}:-echo …}\`` } : { help };
}

function unclosed(text: string, start: number, closer: string): ScanProblem {
  return {
    start,
    end: text.length,
    message: `the \`${text.slice(start, start + 2)}\` is never closed by \`${closer}\``,
    help: LITERAL,
  };
}

/** What each opener waits for, in shell text. Inside single quotes nothing opens; inside double quotes only substitutions do. */
const OPENERS: readonly (readonly [string, string])[] = [
  ["$(", ")"],
  ["${", "}"],
  ["(", ")"],
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
];

/** Index of the closer that belongs to shell text starting at `from`: quotes, backslashes and nesting are understood. */
function closing(text: string, from: number, closer: string): number | undefined {
  const waiting = [closer];
  for (let at = from; at < text.length; at += 1) {
    const wanted = waiting[waiting.length - 1];
    if (text[at] === wanted) {
      waiting.pop();
      if (waiting.length === 0) return at;
    } else if (wanted === "'") {
      // Everything up to the next single quote is text.
    } else if (text[at] === "\\") {
      at += 1;
    } else {
      const opener = OPENERS.find(
        ([open]) => text.startsWith(open, at) && (wanted !== '"' || open.length === 2 || open === "`"),
      );
      if (opener === undefined) continue;
      waiting.push(opener[1]);
      at += opener[0].length - 1;
    }
  }
  return undefined;
}
