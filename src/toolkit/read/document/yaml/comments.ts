/** The comments of a YAML text. */
import { type Comment, commentAt } from "../comment.js";
import { CST, Lexer } from "./bundled.js";

export function yamlComments(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    inScalar = type === "scalar";
    // Lexemes that announce the next one and have no characters in the text.
    if (inScalar || type === "doc-mode" || type === "flow-error-end") continue;
    if (type === "comment") comments.push(commentAt(lexeme, offset, "#"));
    offset += lexeme.length;
  }
  return comments;
}
