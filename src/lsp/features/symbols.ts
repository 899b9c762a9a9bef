/** The outline of a file: its sections, entries and values. */
import { type OutlineSymbol, symbolsOf } from "../../service/marks/symbols.js";
import type { Text } from "../configuration/state.js";
import { feature } from "../feature.js";
import type { DocumentSymbol, DocumentSymbolParams, SymbolInformation, SymbolKind } from "../protocol.js";
import { partsAt, rangeNow } from "../session.js";

const KIND: Readonly<Record<OutlineSymbol["kind"], SymbolKind>> = { section: 3, entry: 5, value: 7 };

export const symbols = feature<DocumentSymbolParams>({
  method: "textDocument/documentSymbol",
  offer: () => ({ documentSymbolProvider: true }),
  answer: ({ workspace, client }, { textDocument: { uri } }) => {
    const [part] = partsAt(workspace, uri);
    if (part === undefined) return [];
    const found = symbolsOf(part.text.readable, part.state.snapshot.redactor);
    const tree = found.flatMap((symbol) => symbolOf(symbol, part.text));
    return client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport
      ? tree
      : tree.flatMap((one) => flat(one, uri));
  },
});

/** Nothing for a symbol whose line has changed since the text could be read. */
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
