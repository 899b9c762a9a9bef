/** Substitutions in a printable form: the name of a variable reveals no value, but a command may hold one. */
import { quote } from "../../../text/quote.js";
import type { Substitution } from "../../../text/scan.js";
import type { CommandPart } from "../../mean/substitution/facts.js";
import type { Wording } from "./rule.js";

export function sketch(part: Substitution): string {
  if (part.kind === "command") return "`$(…)`";
  return part.kind === "variable" ? `\`\${${part.name}}\`` : `\`\${${part.name}:-…}\``;
}

/** The escaped form of a substitution's opening, for a literal text. */
export function escapeOf(part: CommandPart): string {
  return part.kind === "command" ? "for a literal `$(` write `$$(`" : "for a literal `${` write `$${`";
}

export function staysLiteral(part: CommandPart, because: string): Pick<Wording, "message" | "label"> {
  const consequence =
    part.kind === "command" ? "does not run" : `is not resolved, not even where ${quote(part.name)} is set`;
  return { message: `${sketch(part)} ${consequence}, because ${because}`, label: "stays literal text" };
}
