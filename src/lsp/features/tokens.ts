/** The parts of substitutions, as semantic tokens. */
import { type Token, tokensOf } from "../../service/marks/tokens.js";
import { feature } from "../feature.js";
import type { SemanticTokens, SemanticTokensParams } from "../protocol.js";
import { partsAt, rangeNow } from "../session.js";

const TYPES: readonly Token["kind"][] = ["variable", "operator", "command"];

/** Their names in the protocol, which has no type for commands. */
const LEGEND = ["variable", "operator", "function"];

export const tokens = feature<SemanticTokensParams>({
  method: "textDocument/semanticTokens/full",
  offer: () => ({ semanticTokensProvider: { legend: { tokenTypes: LEGEND, tokenModifiers: [] }, full: true } }),
  answer: ({ workspace }, { textDocument: { uri } }): SemanticTokens => {
    const [part] = partsAt(workspace, uri);
    const data: number[] = [];
    let [line, character] = [0, 0];
    for (const { span, kind } of part ? tokensOf(part.state.snapshot, part.text.readable) : []) {
      const start = part && rangeNow(part.text, span)?.start;
      if (start === undefined) continue;
      if (start.line !== line) character = 0;
      data.push(start.line - line, start.character - character, span.end - span.start, TYPES.indexOf(kind), 0);
      [line, character] = [start.line, start.character];
    }
    return { data };
  },
});
