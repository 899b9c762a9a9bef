/** The substitutions of a text as its parts: variables, commands and the signs around them. Reads no variable and runs no command. */
import type { Substitution } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { commandsAllowed, templatesIn } from "../../toolkit/mean/substitution/find.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { spanWithin } from "../../toolkit/read/document/within.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";
import { inOrder, linesOf } from "./spans.js";

export interface Token {
  /** On one line. */
  readonly span: Span;
  readonly kind: "variable" | "operator" | "command";
}

/** The most tokens of one text. */
const MOST_TOKENS = 10_000;

/** The tokens of a layer, in the order of its text. A substitution that stays literal text has no tokens. */
export function tokensOf(snapshot: Snapshot, layer: Layer): readonly Token[] {
  const tree = snapshot.trees.get(layer);
  if (tree === undefined) return [];
  const mayRun = layer.scope === "global" && commandsAllowed(layerOfScope(snapshot.layers, "global"));
  const tokens: Token[] = [];
  for (const { place, scan } of templatesIn(tree)) {
    const { node, shape } = place;
    // Loading ignores a key outside the schema.
    if (shape === undefined || node.kind !== "scalar") continue;
    for (const part of scan.parts) {
      if (tokens.length >= MOST_TOKENS) return inOrder(tokens).slice(0, MOST_TOKENS);
      if (part.kind === "text" || (part.kind !== "variable" && !mayRun)) continue;
      for (const { span, kind } of piecesOf(part)) {
        const written = spanWithin(layer.document, node, span);
        if (written === undefined) continue;
        for (const line of linesOf(layer.document.source.text, written)) tokens.push({ span: line, kind });
      }
    }
  }
  return inOrder(tokens);
}

/** The pieces of a substitution, by offsets in its value. */
function piecesOf(part: Substitution): readonly Token[] {
  const name = part.kind === "command" ? 0 : part.name.length;
  const command = part.kind === "variable" ? 0 : part.command.length;
  const pieces = [
    { kind: "operator", length: 2 },
    { kind: "variable", length: name },
    { kind: "operator", length: part.kind === "fallback" ? 2 : 0 },
    { kind: "command", length: command },
    { kind: "operator", length: 1 },
  ] as const;
  let at = part.start;
  return pieces.flatMap(({ kind, length }) => {
    const span = { start: at, end: at + length };
    at = span.end;
    return length === 0 ? [] : [{ kind, span }];
  });
}
