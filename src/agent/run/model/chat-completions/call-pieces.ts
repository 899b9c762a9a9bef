/** `beta_chat_completions`: calls of tools in one object of an answer, whole or in pieces. Servers differ in what they leave out. */
import { type Fields, isFields } from "./fields.js";

/** A piece of a call. */
export interface CallPiece {
  /** Tells calls of one answer apart; undefined for a piece of the call before. */
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  /** More of its JSON. */
  readonly input: string;
}

/** The pieces in a `delta` or a `message`, the older `function_call` included. */
export function callPiecesIn(said: Fields): readonly CallPiece[] {
  const calls = Array.isArray(said["tool_calls"]) ? said["tool_calls"].filter(isFields) : [];
  const pieces = calls.map((call) => pieceOf(call, call["function"], indexIn(call["index"])));
  return isFields(said["function_call"]) ? [...pieces, pieceOf({}, said["function_call"], 0)] : pieces;
}

function pieceOf(call: Fields, named: unknown, index: number | undefined): CallPiece {
  const { name, arguments: input } = isFields(named) ? named : {};
  return { index, id: textIn(call["id"]), name: textIn(name), input: inputIn(input) };
}

/** Some servers send the arguments as an object. */
function inputIn(input: unknown): string {
  return isFields(input) ? JSON.stringify(input) : textIn(input);
}

function indexIn(index: unknown): number | undefined {
  return Number.isSafeInteger(index) ? Number(index) : undefined;
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
