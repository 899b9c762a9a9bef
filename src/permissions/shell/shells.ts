/** The script of a shell that a command starts: text in its words, a file, or its standard input. */
import type { Word } from "./word.js";

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "rbash"]);

export function isShell(program: string): boolean {
  return SHELLS.has(program);
}

type ShellScript =
  | { readonly kind: "inline"; readonly text: string }
  /** `code` as in `Run`. */
  | { readonly kind: "file"; readonly code: number }
  | { readonly kind: "unread"; readonly code: number; readonly why: string };

/** `words`: the shell and its arguments. */
export function scriptOfShell(words: readonly Word[]): ShellScript {
  const never = Number.POSITIVE_INFINITY;
  let hasText = false;
  let at = 1;
  for (; at < words.length; at += 1) {
    const text = words[at]?.literal;
    if (text === undefined || !/^[-+]./.test(text)) break;
    if (text === "--") {
      at += 1;
      break;
    }
    if (/^--(?:noprofile|norc|posix|login)$/.test(text)) continue;
    // Options that read commands or files from elsewhere are not in it.
    if (!/^[-+](?:[acefhklmnuvxbBCEHPT]+[oO]?|[oO])$/.test(text))
      return { kind: "unread", code: never, why: "a shell has an option that is not read" };
    hasText ||= text.startsWith("-") && text.includes("c");
    if (/[oO]$/.test(text)) at += 1;
  }
  const script = words[at];
  if (script === undefined) return { kind: "file", code: never };
  if (script.literal === undefined)
    return { kind: "unread", code: never, why: "only the shell knows which script runs" };
  return hasText ? { kind: "inline", text: script.literal } : { kind: "file", code: at };
}
