/** The session that turns belong to, as they see it: its log and readers, its store, and the machine that they run on. */
import type { TurnError } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import type { FileError } from "../../ports/files.js";
import type { Told } from "../model/told.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { SessionStore } from "../store/session.js";
import type { Journal } from "./journal.js";

export interface TurnSession {
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly report: TurnReport;
  /** The scrubber of the current configuration. */
  readonly scrubber: () => Scrubber;
}

/** Reports about turns, for the log of the daemon (P-S59). */
export interface TurnReport {
  /** Whether a provider's words about a failure are wanted. */
  readonly wantsWords: boolean;
  failed(turn: FailedTurn): void;
  imagesRefused(refusal: ImagesRefused): void;
  /** A prompt was refused, because it could not be kept. */
  refused(error: FileError): void;
}

export interface FailedTurn {
  readonly promptId: string;
  readonly model: string | null;
  readonly error: TurnError;
  readonly told: Told;
  /** Duration of the turn. */
  readonly milliseconds: number;
}

/** Images that are left out, because a request with them was refused. */
interface ImagesRefused {
  readonly promptId: string;
  readonly error: TurnError;
  readonly told: Told;
  readonly images: number;
}
