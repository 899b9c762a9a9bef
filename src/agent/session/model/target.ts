/** A model to be asked: all that the configuration decides about a request, in one value. */
import type { ModelOverride } from "../../../generated/effective.js";
import type { Address } from "../../../provider/hide.js";
import type { Protocol } from "../../../provider/spoken.js";
import type { RetrySettings } from "./retry/step.js";
import type { Secret } from "./secret.js";

/** How a model calls tools (spec 2.4). */
export interface ToolUse {
  readonly loading: NonNullable<ModelOverride["tool_loading"]>;
  /** Most calls of one answer that are run. */
  readonly batch: number;
  /** Whether it can be made to call a certain tool. */
  readonly canForce: boolean;
  /** The tool by which it changes files. */
  readonly changesBy: "edit" | "write";
}

/** Inspected or serialised it shows no credential. */
export interface ModelTarget {
  /** The model's key in the configuration. */
  readonly model: string;
  /** The provider's key in the configuration. */
  readonly provider: string;
  readonly dialect: Protocol;
  /** The provider's name of the model. */
  readonly providerName: string;
  readonly variant: NonNullable<ModelOverride["variant"]>;
  readonly reasoning: NonNullable<ModelOverride["reasoning"]>["type"] | undefined;
  /** The effort to ask for; undefined leaves it to the provider. */
  readonly effort: string | undefined;
  /** Most tokens of one answer; undefined leaves the limit to the provider, which derives it from the window. */
  readonly outputLimit: number | undefined;
  /** The same for a dialect whose requests need a limit (P-S77). */
  readonly answerLimit: number;
  /** Tokens that a conversation may have with its answer, as far as they are known. */
  readonly window: number | undefined;
  /** Tokens at which a conversation is compacted, as far as they are known (P-S85). */
  readonly threshold: number | undefined;
  readonly tools: ToolUse;
  /** Whether it takes images. */
  readonly sees: boolean;
  readonly stopSequences: readonly string[];
  /** Whether requests mark what the provider shall keep for the next one (P-S104). */
  readonly marksCache: boolean;
  readonly options: Readonly<Record<string, boolean | string>>;
  /** Milliseconds of quiet after which an answer has stalled. */
  readonly idleTimeout: number;
  /** Milliseconds after which the stream of an answer is cut; undefined for never. */
  readonly lifetime: number | undefined;
  readonly retry: RetrySettings;
  /** Undefined for a dialect that needs no network. */
  readonly address: Secret<Address> | undefined;
  /** PEM of the certificates that are trusted beside the usual ones. */
  readonly certificates: string | undefined;
}
