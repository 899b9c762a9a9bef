/** What the next line that a person types is for, and what is told of it. */

/** The text before a prompt. */
export const PROMPT = "> ";

export type Stand =
  /** A turn runs: a line is the prompt after it. */
  | { readonly kind: "busy" }
  /** `label` is the text before it. */
  | { readonly kind: "prompt"; readonly label: string }
  /** `label` is the text before the answer. */
  | { readonly kind: "question"; readonly id: string; readonly label: string };

/** What a completion puts in the place of the characters before the cursor. */
export interface Completed {
  readonly characters: number;
  readonly text: string;
  /** Lines that show the choices where several are left; empty otherwise. */
  readonly choices: string;
}

export interface TypingListener {
  /** A line was typed, or a text pasted and Enter typed. `isShown`: it stays on the screen, and is the next that happens. */
  readonly prompt: (text: string, isShown: boolean) => void;
  readonly answer: (line: string) => void;
  /** Something came at a question that is no answer, and waits in the line of the next prompt. */
  readonly kept: (what: "paste" | "lines") => void;
  /** The completion of a text that ends at the cursor; undefined where it has none. Never rejects. */
  readonly complete: (before: string, signal: AbortSignal) => Promise<Completed | undefined>;
  readonly key: (key: "interrupt" | "escape" | "end-of-input") => void;
  /** The terminal has gone. */
  readonly lost: () => void;
}

export function isSame(a: Stand, b: Stand): boolean {
  if (a.kind === "prompt") return b.kind === "prompt" && a.label === b.label;
  return a.kind === b.kind && (a.kind !== "question" || b.kind !== "question" || a.id === b.id);
}
