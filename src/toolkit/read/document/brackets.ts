/** Finds a missing or superfluous bracket by the indentation of its line and of its partner's, in any format with `{ }` and `[ ]`. */

export interface Piece {
  /** The bracket, comma or colon; any other text stands for any other token. */
  readonly mark: string;
  readonly offset: number;
  readonly end: number;
  readonly indent: number;
  /** Whether it is the first token on its line. */
  readonly isFirst: boolean;
}

/** A bracket without a partner; `unopened`: a token after which an opening bracket is missing. */
export interface Lone {
  readonly kind: "unclosed" | "stray" | "unopened";
  readonly piece: Piece;
  /** If the place is known: the token before which the partner is missing, and the end of the token after which it is missing. */
  readonly before?: Piece;
  readonly end?: number;
}

export const PARTNERS: Readonly<Record<string, string>> = { "}": "{", "]": "[", "{": "}", "[": "]" };

interface Open {
  readonly piece: Piece;
  indent: number;
  readonly line: number;
  /** The indentation of the first line inside the brackets. */
  child: number | undefined;
}

/**
 * A container and the bracket that closed it. `isEarly`: the bracket is on another line than its partner, and follows a token or has
 * another indentation.
 */
interface Closed {
  readonly open: Open;
  readonly by: Piece;
  readonly isEarly: boolean;
}

/** Undefined if the indentation does not show the place. */
export function loneBracket(pieces: Iterable<Piece>): Lone | undefined {
  const open: Open[] = [];
  let above: readonly Closed[] = [];
  let here: Closed[] = [];
  let last: Piece | undefined;
  let end = 0;
  let line = 0;
  for (const piece of pieces) {
    if (piece.isFirst) {
      above = here;
      line += 1;
      here = [];
    }
    const opener = isCloser(piece) ? PARTNERS[piece.mark] : undefined;
    const lone =
      opener !== undefined
        ? closing(piece, opener, open, above)
        : piece.isFirst
          ? beginning(piece, open, above, last)
          : undefined;
    if (lone !== undefined) return { ...lone, end };
    if (opener !== undefined) {
      const closed = open.pop();
      const isEarly = closed?.line !== line && (!piece.isFirst || closed?.indent !== piece.indent);
      if (closed !== undefined) here.push({ open: closed, by: piece, isEarly });
    } else if (isOpener(piece)) open.push({ piece, indent: piece.indent, line, child: undefined });
    last = piece;
    if (piece.mark !== ",") end = piece.end;
  }
  const top = open.at(-1);
  return top && { kind: "unclosed", piece: top.piece, end };
}

function isCloser({ mark }: Piece): boolean {
  return mark === "}" || mark === "]";
}

function isOpener({ mark }: Piece): boolean {
  return mark === "{" || mark === "[";
}

function closing(piece: Piece, opener: string, open: readonly Open[], above: readonly Closed[]): Lone | undefined {
  const top = open.at(-1);
  const isPartner = ({ piece: { mark }, indent }: Open): boolean => mark === opener && indent === piece.indent;
  if (top !== undefined && (piece.isFirst ? isPartner(top) : top.piece.mark === opener)) return undefined;
  const early = piece.isFirst ? above.findLast((closed) => closed.isEarly && isPartner(closed.open)) : undefined;
  if (early !== undefined) return { kind: "stray", piece: early.by };
  if (top === undefined) return { kind: "stray", piece };
  const isMeant = open.some((one) => one.piece.mark === opener && one.indent === piece.indent);
  if (isMeant) return { kind: "unclosed", piece: top.piece, before: piece };
  return top.piece.mark === opener ? undefined : { kind: "stray", piece };
}

/** Handles the first token of a line, except for a closing bracket. */
function beginning(
  piece: Piece,
  open: readonly Open[],
  above: readonly Closed[],
  last: Piece | undefined,
): Lone | undefined {
  const top = open.at(-1);
  if (top !== undefined && last === top.piece) top.indent = Math.min(top.indent, piece.indent - 1);
  if (top !== undefined && piece.indent <= top.indent) return { kind: "unclosed", piece: top.piece, before: piece };
  if (last !== undefined && (top === undefined || piece.indent > (top.child ?? piece.indent))) {
    const early = above.findLast(
      ({ open: { indent, child } }) => indent < piece.indent && (child ?? piece.indent) === piece.indent,
    );
    if (early !== undefined) return { kind: "stray", piece: early.by };
    if (top !== undefined && last.mark === ":") return { kind: "unopened", piece: last, before: piece };
  }
  if (top !== undefined) top.child ??= piece.indent;
  return undefined;
}
