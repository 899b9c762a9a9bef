/** What a turn works with, decided once when it begins: a later change of the configuration is for the next one (C312). */
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
  readonly toolbox: Toolbox;
  readonly monitor: Monitor;
  /** Most rounds of tools. */
  readonly toolTurns: number;
}

/** The wishes of a prompt. */
export interface Wanted {
  readonly model?: string | undefined;
  readonly facet?: string | undefined;
}
