/** The packages that carry the editors' protocol as a part of their own: what `src/lsp/protocol.ts` uses of them. */

const PROTOCOL = [
  "createMessageConnection",
  "ReadableStreamMessageReader",
  "ResponseError",
  "WriteableStreamMessageWriter",
];

export const editorsProtocol = {
  stdin: {
    contents: `
      export { ${PROTOCOL.join()} } from "vscode-jsonrpc/node";
      export { TextDocument } from "vscode-languageserver-textdocument";`,
    resolveDir: ".",
  },
};
