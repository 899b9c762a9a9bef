/** The message of a finding with the advice that belongs to it, on one line, for readers who see no marked text beside it. */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";

type Words = Pick<Diagnostic, "message" | "label" | "help">;

/** The message, and the suggestion for the marked text. Other labels describe marked text. */
export function withSuggestion({ message, label }: Words): string {
  return [message, ...suggestionIn(label)].join("; ");
}

/** The message, and the suggestion or else the help. */
export function withAdvice(words: Words): string {
  const { message, label, help } = words;
  if (help === undefined || suggestionIn(label).length > 0) return withSuggestion(words);
  return `${message}; ${help}`;
}

function suggestionIn(label: string | undefined): readonly string[] {
  return label !== undefined && /^(?:did you mean|the same letters,)/.test(label) ? [label] : [];
}
