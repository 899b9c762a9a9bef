/** The message of a finding with the advice that belongs to it, on one line, for readers who see no marked text beside it. */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import { isSuggestion } from "../rules/suggestion.js";

type Words = Pick<Diagnostic, "message" | "label" | "help">;

/** The message, and the suggestion for the marked text. */
export function withSuggestion({ message, label }: Words): string {
  return isSuggestion(label) ? `${message}; ${label}` : message;
}

/** The message, and the suggestion or else the help. */
export function withAdvice(words: Words): string {
  const { message, label, help } = words;
  return help === undefined || isSuggestion(label) ? withSuggestion(words) : `${message}; ${help}`;
}
