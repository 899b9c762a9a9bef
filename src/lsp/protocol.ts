/** The editors' protocol as its packages define it. No other file imports them, so that only a server loads them. */
import {
  createMessageConnection,
  ReadableStreamMessageReader,
  ResponseError,
  WriteableStreamMessageWriter,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

export type * from "vscode-languageserver/node";
export {
  createMessageConnection,
  ReadableStreamMessageReader,
  ResponseError,
  TextDocument,
  WriteableStreamMessageWriter,
};
