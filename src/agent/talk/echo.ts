/** The message that an answer only repeats its prompt (P-S30), so that it is not taken for the answer of a model. */
import type { HistoryItem } from "../../generated/protocol/types.js";
import type { Terminal } from "../../terminal/terminal.js";
import { complain } from "../program/complain.js";
import type { Followed } from "../wire/client/follow.js";

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

  /** The same for the items that a snapshot or a record brings. */
  in(followed: Followed): Promise<void> {
    if (followed.kind === "snapshot") return this.of(followed.missed);
    return this.of(followed.record.kind === "item_finished" ? [followed.record.item] : []);
  }
}
