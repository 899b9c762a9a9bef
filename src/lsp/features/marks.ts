/** An editor's marks in a file: its outline, links, hints and tokens. */
import { hintsOf } from "../../service/marks/hints.js";
import { linksOf } from "../../service/marks/links.js";
import { type OutlineSymbol, symbolsOf } from "../../service/marks/symbols.js";
import { type Token, tokensOf } from "../../service/marks/tokens.js";
import { type Redactor, redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import { feature } from "../feature.js";
import { offsetIn } from "../positions.js";
import type {
  DocumentLink,
  DocumentLinkParams,
  DocumentSymbol,
  DocumentSymbolParams,
  InlayHint,
  InlayHintParams,
  SemanticTokens,
  SemanticTokensParams,
  SymbolInformation,
  SymbolKind,
} from "../protocol.js";
import { locationOf, type Opened, openAt, partsAt, unique } from "../session.js";
import { rangeNow, type Text } from "../text.js";

const KIND: Readonly<Record<OutlineSymbol["kind"], SymbolKind>> = { section: 3, entry: 5, value: 7 };

/** The outline: sections, entries and values. */
export const symbols = feature<DocumentSymbolParams>({
  method: "textDocument/documentSymbol",
  offer: () => ({ documentSymbolProvider: true }),
  answer: ({ workspace, client }, { textDocument: { uri } }) => {
    const open = openAt(workspace, uri);
    if (open === undefined) return [];
    const outline = symbolsOf(open.text.readable, open.shape, redactorOf(open));
    const tree = outline.flatMap((symbol) => symbolOf(symbol, open.text));
    return client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport
      ? tree
      : tree.flatMap((one) => flat(one, uri));
  },
});

function redactorOf(open: Opened): Redactor {
  return open.kind === "layer" ? open.state.snapshot.redactor : redactorFor([]);
}

/** Undefined for a symbol on a line that has changed since the text was readable. */
function symbolOf(
  { name, kind, detail, span, nameSpan, children }: OutlineSymbol,
  text: Text,
): readonly DocumentSymbol[] {
  const selectionRange = rangeNow(text, nameSpan);
  if (selectionRange === undefined) return [];
  return [
    {
      ...{ name, kind: KIND[kind], selectionRange, range: rangeNow(text, span) ?? selectionRange },
      ...(detail !== undefined && { detail }),
      children: children.flatMap((child) => symbolOf(child, text)),
    },
  ];
}

/** The same for clients without trees. */
function flat(
  { name, kind, range, children = [] }: DocumentSymbol,
  uri: string,
  containerName?: string,
): readonly SymbolInformation[] {
  const own = { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) };
  return [own, ...children.flatMap((child) => flat(child, uri, name))];
}

/** Paths of files in the project, as links. */
export const links = feature<DocumentLinkParams>({
  method: "textDocument/documentLink",
  offer: () => ({ documentLinkProvider: { resolveProvider: false } }),
  answer: ({ workspace }, { textDocument: { uri } }): readonly DocumentLink[] => {
    const [part] = partsAt(workspace, uri);
    if (part === undefined) return [];
    return linksOf(part.state.snapshot, part.text.readableLayer, part.state.host).flatMap(({ span, file }) => {
      const range = rangeNow(part.text, span);
      return range === undefined ? [] : [{ range, target: workspace.machine.uriOf(file) }];
    });
  },
});

/** Next to a value that overrides another one, or is overridden: the value of the other layer. */
export const hints = feature<InlayHintParams>({
  method: "textDocument/inlayHint",
  offer: () => ({ inlayHintProvider: true }),
  answer: (session, { textDocument: { uri }, range }): readonly InlayHint[] => {
    const { workspace } = session;
    if (!workspace.options.inlayHints) return [];
    const all = partsAt(workspace, uri).flatMap(({ state, text }) => {
      const { source } = text.document;
      const [from, to] = range ? [offsetIn(source, range.start), offsetIn(source, range.end)] : [0, source.text.length];
      return hintsOf(state.snapshot, text.readableLayer, state.counting()?.withheld).flatMap(
        ({ offset, text: label, about }): readonly InlayHint[] => {
          const position = rangeNow(text, { start: offset, end: offset })?.start;
          const at = position && offsetIn(source, position);
          if (position === undefined || at === undefined || at < from || at > to) return [];
          const location = about && locationOf(session, state, about.layer, about.span);
          return [{ position, label: [{ value: label, ...(location && { location }) }], paddingLeft: true }];
        },
      );
    });
    return unique(all);
  },
});

const TYPES: readonly Token["kind"][] = ["variable", "operator", "command"];

/** Their names in the protocol, which has no type for commands. */
const LEGEND = ["variable", "operator", "function"];

/** The parts of substitutions, as semantic tokens. */
export const tokens = feature<SemanticTokensParams>({
  method: "textDocument/semanticTokens/full",
  offer: () => ({ semanticTokensProvider: { legend: { tokenTypes: LEGEND, tokenModifiers: [] }, full: true } }),
  answer: ({ workspace }, { textDocument: { uri } }): SemanticTokens => {
    const [part] = partsAt(workspace, uri);
    const data: number[] = [];
    let [line, character] = [0, 0];
    for (const { span, kind } of part ? tokensOf(part.state.snapshot, part.text.readableLayer) : []) {
      const start = part && rangeNow(part.text, span)?.start;
      if (start === undefined) continue;
      if (start.line !== line) character = 0;
      data.push(start.line - line, start.character - character, span.end - span.start, TYPES.indexOf(kind), 0);
      [line, character] = [start.line, start.character];
    }
    return { data };
  },
});
