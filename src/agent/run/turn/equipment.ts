/** What a turn works with, decided once when it begins: a later change of the configuration is for the next one (C312). Tools may come later. */
import type { MissingServer } from "../../../generated/protocol/types.js";
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { Monitor } from "./permission.js";

export interface Equipment {
  /** The model to ask, or the error that prevents it. */
  readonly target: Found<ModelTarget>;
  readonly facet: string | null;
  /** The system prompt. */
  readonly system?: string;
  readonly tools: TurnTools;
  readonly monitor: Monitor;
  /** Most rounds of tools. */
  readonly toolTurns: number;
}

export interface TurnTools {
  /** Waits for the servers that no turn has waited for yet, a bounded time; resolves with those that are missing then, and when the signal aborts. */
  ready(signal: AbortSignal): Promise<readonly MissingServer[]>;
  /** Those of now, for the next request. */
  now(): Toolbox;
}

/** The wishes of a prompt. */
export interface Wanted {
  readonly model?: string | undefined;
  readonly facet?: string | undefined;
}
