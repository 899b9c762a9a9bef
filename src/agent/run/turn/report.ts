/** Reports about turns, for the log of the daemon (P-S59). */
import type { TurnError } from "../../../generated/protocol/types.js";
import type { FileError } from "../../ports/files.js";
import type { Told } from "../model/told.js";

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

export interface TurnReport {
  /** Whether a provider's words about a failure are wanted. */
  readonly wantsWords: boolean;
  failed(turn: FailedTurn): void;
  imagesRefused(refusal: ImagesRefused): void;
  /** A prompt was refused, because it could not be kept. */
  refused(error: FileError): void;
}
