/** A question of a daemon in words for a person, and a line of input as its answer (P-S26). Every text in it is that of a stranger. */
import { beginningOf } from "../../text/beginning.js";
import { printable, printableLines } from "../../text/escape.js";
import type { Answer, Interrogative } from "../wire/client/index.js";

/** Most characters of a question that are shown: more than a daemon sends. */
const LONGEST = 16_384;
const LONGEST_NAME = 200;

/** Most choices that letters can name. */
const LETTERS = 26;

export type Reading =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** The line is no answer; `hint` says which ones are. */
  | { readonly kind: "unclear"; readonly hint: string };

/** Whole lines: whoever allows a command has to see all of it. Texts are indented, so that none of them passes for a line of this program. */
export function questionLines({ kind, text, choices = [], tool }: Interrogative): string {
  const heading =
    kind === "permission" ? `may ${printable(beginningOf(tool ?? "a tool", LONGEST_NAME))} run this?` : "a question:";
  const isCut = text.length > LONGEST;
  const labels = labelsOf(choices);
  return [
    heading,
    indented(isCut ? `${beginningOf(text, LONGEST)}…` : text),
    ...(isCut && kind === "permission" ? ["(only its beginning is shown)"] : []),
    ...choices.map((choice, at) => `  ${labels[at]}. ${printable(beginningOf(choice, LONGEST))}`),
    "",
  ].join("\n");
}

/** The text before the place where the answer is typed. */
export function askingFor({ kind, choices = [] }: Interrogative): string {
  if (kind === "permission") return "[y]es once, [a]lways in this session, [n]o: ";
  if (choices.length === 0) return "your answer: ";
  return isLettered(choices) ? "a letter, or your own words: " : "a number, or your own words: ";
}

export function answerIn({ kind, choices = [] }: Interrogative, line: string): Reading {
  const said = line.trim();
  if (kind === "permission") return permissionIn(said.toLowerCase());
  if (said === "") return { kind: "unclear", hint: "an empty line is no answer; Ctrl-C cancels the turn" };
  const at = labelsOf(choices).indexOf(said.toLowerCase());
  const chosen = choices[at] ?? choices.find((one) => one.trim().toLowerCase() === said.toLowerCase());
  if (chosen !== undefined) return { kind: "answer", answer: { kind: "clarification_choice", choice: chosen } };
  if (choices.length > 0 && /^\d+$/.test(said) && !isLettered(choices))
    return { kind: "unclear", hint: `the choices are 1 to ${choices.length}` };
  return { kind: "answer", answer: { kind: "clarification_text", text: said } };
}

function permissionIn(said: string): Reading {
  const permission = (granted: boolean, scope?: "session"): Reading => ({
    kind: "answer",
    answer: { kind: "permission_answer", granted, ...(scope === undefined ? {} : { scope }) },
  });
  if (said === "y" || said === "yes") return permission(true);
  if (said === "a" || said === "always") return permission(true, "session");
  if (said === "n" || said === "no") return permission(false);
  return { kind: "unclear", hint: "the answers are y, a and n; Ctrl-C cancels the turn" };
}

/** Choices that are numbers themselves have letters, so that a number means one thing. */
function isLettered(choices: readonly string[]): boolean {
  return choices.length <= LETTERS && choices.some((choice) => /^\s*\d+\s*$/.test(choice));
}

function labelsOf(choices: readonly string[]): readonly string[] {
  const isOfLetters = isLettered(choices);
  return choices.map((_, at) => (isOfLetters ? String.fromCharCode(97 + at) : String(at + 1)));
}

function indented(text: string): string {
  return printableLines(text).replace(/^/gm, "    ");
}
