/** Substitutions as they may be shown: the name of a variable says nothing of its value, a command may be anything. */
import { quote } from "../../../text/quote.js";
import type { Substitution } from "../../../text/scan.js";
import type { CommandPart } from "../../mean/substitution/facts.js";
import type { Wording } from "./rule.js";

export function sketch(part: Substitution): string {
  if (part.kind === "command") return "`$(…)`";
  return part.kind === "variable" ? `\`\${${part.name}}\`` : `\`\${${part.name}:-…}\``;
}

/** How to write what starts a substitution where it is meant literally. */
export function escapeOf(part: CommandPart): string {
  return part.kind === "command" ? "for a literal `$(` write `$$(`" : "for a literal `${` write `$${`";
}

export function staysLiteral(part: CommandPart, because: string): Pick<Wording, "message" | "label"> {
  const consequence =
    part.kind === "command" ? "does not run" : `is not resolved, not even where ${quote(part.name)} is set`;
  return { message: `${sketch(part)} ${consequence}, because ${because}`, label: "stays literal text" };
}
