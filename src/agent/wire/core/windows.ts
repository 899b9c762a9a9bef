/**
 * Operation windows (spec 2.3, P-S24): a token allows correlated commands for ten minutes from its issue. A window is its token: it
 * contains the moment of its issue by both clocks, so nothing is stored for it.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { OperationWindow } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Claims, TokenCodec } from "../protocol/token.js";
import type { Elapsed } from "./elapsed.js";

/** `earlier`: issued by an earlier epoch of this session less than ten minutes ago. `over`: expired, or never issued. */
export type WindowState = "open" | "earlier" | "over";

export interface WindowSource extends Pick<Claims, "stream" | "epoch"> {
  readonly codec: TokenCodec;
  readonly clock: Pick<Clock, "now">;
  /** Runs since the beginning of the epoch. */
  readonly elapsed: Elapsed;
}

export class Windows {
  readonly #source: WindowSource;
  #newest: { readonly window: OperationWindow; readonly issued: number } | undefined;

  constructor(source: WindowSource) {
    this.#source = source;
  }

  /** The newest window while it stays open for two minutes more; or else a new one. At most two are open at any time. */
  current(): OperationWindow {
    const { codec, stream, epoch, clock, elapsed } = this.#source;
    const issued = elapsed.now();
    const newest = this.#newest;
    if (newest !== undefined && issued - newest.issued <= limits.operationWindow - limits.windowRenewal)
      return newest.window;
    const now = clock.now();
    const window = {
      window: codec.encode({ kind: "operation_window", stream, epoch, position: now, extra: issued }),
      issued_at: new Date(now).toISOString(),
      expires_at: new Date(now + limits.operationWindow).toISOString(),
    };
    this.#newest = { window, issued };
    return window;
  }

  judge(token: string): WindowState {
    const { codec, stream, epoch, clock, elapsed } = this.#source;
    const claims = codec.decode(token);
    if (claims?.kind !== "operation_window" || claims.stream !== stream) return "over";
    const passed = elapsed.now();
    if (claims.epoch === epoch) return passed - claims.extra < limits.operationWindow ? "open" : "over";
    // Monotonic clocks of two processes are not comparable; at least, this epoch has lasted since then.
    const age = Math.max(passed, clock.now() - claims.position);
    return age < limits.operationWindow ? "earlier" : "over";
  }

  /** Milliseconds until a window of this epoch ends. */
  rest(token: string): number {
    const { codec, elapsed } = this.#source;
    const { extra = 0 } = codec.decode(token) ?? {};
    return Math.max(0, extra + limits.operationWindow - elapsed.now());
  }
}
