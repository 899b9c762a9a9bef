/** The message that an answer only repeats its prompt (P-S30), so that it is not taken for the answer of a model. */
import type { Terminal } from "../../../terminal/terminal.js";
import type { Change, HistoryItem } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";

/** Says it once. */
export class EchoNotice {
  readonly #terminal: Pick<Terminal, "stderr">;
  #isSaid = false;

  constructor(terminal: Pick<Terminal, "stderr">) {
    this.#terminal = terminal;
  }

  /** Says it when one of these items is an echo. */
  async of(items: readonly HistoryItem[]): Promise<void> {
    if (this.#isSaid || !items.some(({ echo }) => echo === true)) return;
    this.#isSaid = true;
    await complain(
      this.#terminal,
      "no model answers here: the provider has `protocol: test`, which repeats the prompt",
    );
  }

  /** The same for the item that a change brings. */
  in(change: Change): Promise<void> {
    return this.of(change.kind === "item" ? [change.item] : []);
  }
}
