/** One turn: all that holds from its admission to its end. A later change of the configuration is for the next one (C312); tools may come later. */
import type { Attribution, ItemKind, MissingServer } from "../../../generated/protocol/types.js";
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { Toolbox } from "../tools/toolbox.js";
import type { NewItem } from "./journal.js";
import type { Monitor, Permission } from "./permission.js";
import type { MaybeCorrelation } from "./prompt.js";
import type { RefusedImages } from "./refused-images.js";
import type { TurnSession } from "./session.js";

export interface Turn extends Equipment {
  readonly session: TurnSession;
  readonly promptId: string;
  readonly generation: number;
  /** The operation that ends with this turn. */
  readonly correlation: MaybeCorrelation;
  /** Facet and model of its items; the model that the prompt asks for where there is none to ask. */
  readonly attribution: Extract<Attribution, { readonly kind: "captured" }>;
  /** The scrubber at its admission. */
  readonly scrubber: Scrubber;
  readonly permission: Permission;
  readonly refusedImages: RefusedImages;
  /** Ends the turn early; the text so far is kept. */
  readonly signal: AbortSignal;
}

/** The beginning of an item of a turn. */
export function newItem(kind: ItemKind, { session, attribution, promptId }: Turn): NewItem {
  return { item_id: session.journal.newId(), kind, attribution, prompt_id: promptId };
}

/** What a turn works with. */
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
