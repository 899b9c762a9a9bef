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
  #named: WorksWith;

  /** `named`: by the log. `find`: what a turn that began now would work with. */
  constructor(session: LiveSession, named: WorksWith, find: () => WorksWith) {
    [this.#session, this.#named, this.#find] = [session, named, find];
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

  /** Announces it, unless a turn runs or nothing has changed. */
  say(): void {
    const { isBusy, stream } = this.#session;
    if (isBusy) return;
    const { model, facet } = this.#find();
    const { turn } = stream.state;
    if (model === turn.model && facet === turn.facet) return;
    const named = this.#named;
    this.#session.publish({ kind: "session_changed", model, facet });
    this.#named = named;
  }
}
