/** `alpha_messages`: one block of an answer, from its beginning to its end. */
import type { ModelEvent } from "../event.js";
import { type Fields, isFields } from "../fields.js";
import { stateOf } from "./state.js";

export class Block {
  /** As it began; of a thought with all that has come since. */
  #block: Fields;
  /** The events of what the block began with. */
  readonly beginning: readonly ModelEvent[];
  readonly #input: string[] = [];
  readonly #number: number;

  /** `number`: the number of the call in its answer, for one without an id. */
  constructor(block: Fields, number: number) {
    this.#block = block;
    this.#number = number;
    this.beginning = [...said("text", block["text"]), ...said("reasoning", block["thinking"])];
  }

  /** The events of a piece. Pieces of other kinds, such as citations, say nothing. */
  grow(delta: Fields): readonly ModelEvent[] {
    switch (delta["type"]) {
      case "text_delta":
        return said("text", delta["text"]);
      case "input_json_delta":
        if (typeof delta["partial_json"] === "string") this.#input.push(delta["partial_json"]);
        return [];
      case "thinking_delta":
        this.#append("thinking", delta["thinking"]);
        return said("reasoning", delta["thinking"]);
      case "signature_delta":
        this.#append("signature", delta["signature"]);
        return [];
      default:
        return [];
    }
  }

  /** The call or the state that the block was; undefined for a text. */
  end(): ModelEvent | undefined {
    if (this.#block["type"] === "tool_use") return { kind: "call", call: this.#call() };
    const state = stateOf(this.#block);
    return state === undefined ? undefined : { kind: "state", state };
  }

  #call() {
    const { id, name, input } = this.#block;
    const whole = isFields(input) ? JSON.stringify(input) : "{}";
    return {
      id: typeof id === "string" && id !== "" ? id : `call_${this.#number}`,
      name: typeof name === "string" ? name : "",
      // A tool that takes nothing is called with nothing.
      input: this.#input.join("") || whole,
    };
  }

  #append(field: string, more: unknown): void {
    if (typeof more !== "string") return;
    const before = this.#block[field];
    this.#block = { ...this.#block, [field]: typeof before === "string" ? before + more : more };
  }
}

function said(kind: "text" | "reasoning", text: unknown): readonly ModelEvent[] {
  return typeof text === "string" && text !== "" ? [{ kind, text }] : [];
}
