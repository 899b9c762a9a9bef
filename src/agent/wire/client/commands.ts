/** The commands of a client, and their window from the latest snapshot (P-S21, P-S24). */
import { operationWindow, targetedMutationsFeature, windowRenewal } from "../../../generated/protocol/singles.js";
import type { features } from "../../../generated/protocol/tables.js";
import type { OperationKey, SyncSnapshot } from "../../../generated/protocol/types.js";
import type { Random } from "../../machine/interfaces/random.js";
import { patiently, type Timing } from "./patience.js";
import {
  answerOf,
  type Command,
  type Context,
  type OperationResult,
  type PlainAnswer,
  runOnce,
  succeeded,
} from "./run-once.js";
import type { DaemonWire } from "./surfaces.js";
import type { Opaque } from "./tokens.js";

type Answered = { readonly result: OperationResult } | { readonly plain: PlainAnswer };

/** The number of windows in a row that a daemon may refuse right after issuing them. */
const STALE = 3;

export class Commands {
  readonly #wire: DaemonWire;
  readonly #timing: Timing;
  #context: Context | undefined;

  constructor(wire: DaemonWire, timing: Timing) {
    this.#wire = wire;
    this.#timing = timing;
  }

  /** Takes the window of a snapshot for the next commands. */
  takeWindow(snapshot: Opaque<SyncSnapshot>): Context {
    const now = this.#timing.clock.monotonic();
    const isCorrelated = supports(snapshot.features, targetedMutationsFeature);
    this.#context = {
      daemonEpoch: snapshot.daemon_epoch,
      window: isCorrelated ? snapshot.operation_window?.window : undefined,
      freshUntil: now + windowRenewal / 2,
      endsAt: now + operationWindow,
    };
    return this.#context;
  }

  /**
   * Resolves when the command is on the daemon's disk, or has already ended. Rejects with a `ClientError`: `OperationFailed` if it ran and
   * failed, `OperationUnknown` if its window ended before an answer came.
   */
  async send(command: Command): Promise<Answered> {
    const operation = uuid(this.#timing.random);
    for (let stale = 1; ; stale += 1) {
      const context = await this.#current(command.signal);
      const { window } = context;
      if (window === undefined) return { plain: await answerOf(this.#wire, command) };
      const end = await runOnce(this.#wire, this.#timing, command, { ...context, window, operation });
      if (end.kind === "result") return { result: end.result };
      if (stale === STALE) throw end.error;
      this.#context = undefined;
    }
  }

  /** The result so far, of this run of the daemon or of an earlier one. Rejects with `OperationFailed` if the operation failed. */
  async resultOf({ window_id: window, operation }: OperationKey, signal?: AbortSignal): Promise<OperationResult> {
    return succeeded(await this.#wire.call("operation", { parameters: { window, operation }, signal }));
  }

  /** A window that stays open for a while. */
  async #current(signal: AbortSignal | undefined): Promise<Context> {
    const known = this.#context;
    if (known !== undefined && this.#timing.clock.monotonic() < known.freshUntil) return known;
    return this.takeWindow(await patiently(this.#timing, signal, () => this.#wire.call("sync", { signal })));
  }
}

/** A feature that this version knows. */
type Feature = (typeof features)[keyof typeof features];

/** Whether a snapshot lists a feature; there is no other sign of it (spec 9). */
export function supports(listed: readonly string[], feature: Feature): boolean {
  return listed.includes(feature);
}

/** A random UUID, version 4: the name of a client's operation or prompt (P-S23). */
export function uuid(random: Random): string {
  const bytes = random.bytes(16);
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
