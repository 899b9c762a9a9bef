/**
 * The editors' protocol: its types, and the packages that carry its messages and keep its texts. No other file imports them, so that only a
 * server loads them.
 */
import {
  createMessageConnection,
  ReadableStreamMessageReader,
  ResponseError,
  WriteableStreamMessageWriter,
} from "vscode-jsonrpc/node";
import { TextDocument } from "vscode-languageserver-textdocument";

export type * from "vscode-languageserver/node";
export {
  createMessageConnection,
  ReadableStreamMessageReader,
  ResponseError,
  TextDocument,
  WriteableStreamMessageWriter,
};
