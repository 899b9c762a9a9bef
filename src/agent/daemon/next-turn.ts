/**
 * What the next turn would work with, as the stream and its snapshots say it between turns (P-S81): a turn with a model or facet of its own, and
 * a change of the configuration, are followed by a record that says it. A summary says what turns and clients have named.
 */
import type { TurnState } from "../../generated/protocol/types.js";
import type { LiveSession } from "./session.js";

/** A model and a facet. */
export type WorksWith = Readonly<Pick<TurnState, "model" | "facet">>;

export class NextTurn {
  readonly #session: LiveSession;
  readonly #find: () => WorksWith;
  readonly #modelOf: (name: string) => string | null;
  #named: WorksWith;

  /** `named`: the last that the log names. `find`: what a turn that began now would work with. `modelOf`: the model that a name means. */
  constructor(
    session: LiveSession,
    named: WorksWith,
    { find, modelOf }: { readonly find: () => WorksWith; readonly modelOf: (name: string) => string | null },
  ) {
    [this.#session, this.#named, this.#find, this.#modelOf] = [session, named, find, modelOf];
    session.onRecord((record) => {
      if (record.kind === "turn_finished") this.say();
      if (record.kind !== "turn_started" && record.kind !== "session_changed") return;
      const { model = this.#named.model, facet = this.#named.facet } = record;
      this.#named = { model, facet };
    });
  }

  /** The last that a turn or a client has named. */
  get named(): WorksWith {
    return this.#named;
  }

  /** Announces it, unless a turn runs, an input waits that may name others, no turn follows, or it is said already. */
  say(): void {
    const { turn, queue } = this.#session.stream.state;
    if (this.#session.isBusy || turn.state === "stopping" || queue.items.length > 0) return;
    const { model, facet } = this.#find();
    const isMeant = model !== null && turn.model !== null && model === this.#modelOf(turn.model);
    if ((isMeant || model === turn.model) && facet === turn.facet) return;
    const named = this.#named;
    this.#session.publish({ kind: "session_changed", model, facet });
    this.#named = named;
  }
}
