/**
 * The editors' protocol: its types, and the packages that carry its messages and keep its texts. No other file imports them, so that only a
 * server loads them.
 */
import {
  AbstractMessageReader,
  createMessageConnection,
  ResponseError,
  WriteableStreamMessageWriter,
} from "vscode-jsonrpc/node";
import { TextDocument } from "vscode-languageserver-textdocument";

export type * from "vscode-languageserver/node";
export { AbstractMessageReader, createMessageConnection, ResponseError, TextDocument, WriteableStreamMessageWriter };
