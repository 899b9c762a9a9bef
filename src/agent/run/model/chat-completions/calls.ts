/** `beta_chat_completions`: the calls of an answer, put together from their pieces. */
import { limits } from "../../../../generated/protocol/tables.js";
import { BadAnswer, type Call } from "../event.js";
import type { CallPiece } from "./call-pieces.js";

interface Growing {
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly input: string[];
}

export class Calls {
  readonly #growing: Growing[] = [];

  /** Throws a `BadAnswer` when there are too many. */
  add(piece: CallPiece): void {
    const call = this.#of(piece);
    call.id ||= piece.id;
    call.name ||= piece.name;
    call.input.push(piece.input);
  }

  /** In the order in which they began. One without an id gets its number. */
  get all(): readonly Call[] {
    return this.#growing.map(({ id, name, input }, at) => ({
      ...{ id: id || `call_${at}`, name },
      // A tool that takes nothing is called with nothing by some servers.
      input: input.join("") || "{}",
    }));
  }

  /** A piece without an index begins a call when it has a name, and goes on with the last one otherwise. */
  #of({ index, id, name }: CallPiece): Growing {
    const last = this.#growing.at(-1);
    const known =
      index === undefined ? (name === "" ? last : undefined) : this.#growing.find((one) => one.index === index);
    // Some servers count every call as the first.
    if (known !== undefined && !(id !== "" && known.id !== "" && id !== known.id)) return known;
    if (this.#growing.length >= limits.toolCalls) throw new BadAnswer("too-large");
    const begun = { index, id, name, input: [] };
    if (known !== undefined) this.#growing[this.#growing.indexOf(known)] = { ...known, index: undefined };
    this.#growing.push(begun);
    return begun;
  }
}
