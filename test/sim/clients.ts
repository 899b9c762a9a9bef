/** What the clients of a simulated world need of it. */
import type { Agenda } from "./agenda.js";
import type { Network } from "./network.js";
import type { Epoch } from "./truth.js";

export interface ClientWorld {
  readonly agenda: Agenda;
  readonly network: Network;
  /** The folder of the session. */
  readonly directory: string;
  readonly readText: (path: string) => Promise<string>;
  /** All runs of the daemon so far. */
  readonly epochs: () => readonly Epoch[];
  /** Lets something happen outside of any process. */
  readonly later: (ms: number, run: () => void) => void;
  readonly tell: (line: string) => void;
  /** Called with something that must not be. */
  readonly fail: (message: string) => void;
}
