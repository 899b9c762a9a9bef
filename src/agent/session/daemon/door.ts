/**
 * The one door of the commands that can be correlated (P-S21 to P-S24, P-S56, P-S62). Their checks come in one order: the epoch and the window
 * of the operation, its stored result, the room for one more, the id of the prompt, and then the state of the session, which the command judges
 * by itself. A repeated command gets the first answer, or waits for it, and runs nothing.
 */
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import type {
  ClientOperationResultV1,
  CompactRequest,
  Correlation,
  DequeueRequest,
  OperationContext,
  OperationKey,
  PromptRequest,
  RespondRequest,
} from "../../../generated/protocol/types.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import { isFinal } from "../../wire/core/ledger.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import type { Operations } from "./operations.js";

type Refused = { readonly refusal: Refusal };

/** The answer to a correlated command: its result so far. */
type OperationAnswer =
  | { readonly status: 200; readonly body: ClientOperationResultV1 }
  | { readonly status: 202; readonly body: ClientOperationResultV1 };

/** A command at the door. */
export interface Entering<Answer> {
  readonly route: keyof typeof daemonRoutes;
  /** Those of its path. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body: PromptRequest | DequeueRequest | RespondRequest | CompactRequest;
  /** The id of a prompt, which is the key of a command without an operation; absent for other commands. */
  readonly promptId?: string;
  /**
   * Judges the state and runs the command; resolves when it is on the disk. What comes before its first `await` sees the state that the checks
   * of the door have seen.
   */
  readonly run: (correlation?: Correlation) => Promise<Answer | Refused>;
}

/** A prompt of this epoch. */
interface KnownPrompt {
  /** Its payload; undefined for one that came with an operation, or that waited in the queue of an earlier epoch. */
  readonly payload: string | undefined;
  readonly answer: Promise<unknown>;
}

const CONFLICT: Refused = { refusal: refuse("operation_payload_conflict") };
const EXPIRED: Refused = { refusal: refuse("operation_expired") };

export class Door {
  readonly #operations: Operations;
  /** Correlated commands on their way to the disk, by operation. */
  readonly #entering = new Map<string, Promise<Refused | undefined>>();
  readonly #prompts = new Map<string, KnownPrompt>();

  /** `queued`: ids of the prompts that wait in the queue from an earlier epoch. */
  constructor(operations: Operations, queued: readonly string[]) {
    this.#operations = operations;
    for (const promptId of queued) this.#prompts.set(promptId, { payload: undefined, answer: Promise.resolve() });
  }

  async enter<Answer>(entering: Entering<Answer>): Promise<Answer | OperationAnswer | Refused> {
    const { operation_context: context } = entering.body;
    return context === undefined ? this.#plain(entering) : this.#correlated(entering, context);
  }

  async #plain<Answer>({ route, parameters, body, promptId, run }: Entering<Answer>): Promise<Answer | Refused> {
    if (promptId === undefined) return run();
    const payload = payloadOf(route, parameters, { ...body, prompt_id: promptId });
    const known = this.#prompts.get(promptId);
    // The payload holds the route, whose answers have this type.
    if (known !== undefined) return known.payload === payload ? (known.answer as Promise<Answer | Refused>) : CONFLICT;
    return this.#remember(promptId, payload, run());
  }

  async #correlated<Answer>(
    { route, parameters, body, promptId, run }: Entering<Answer>,
    context: OperationContext,
  ): Promise<OperationAnswer | Refused> {
    const operations = this.#operations;
    if (context.daemon_epoch !== operations.epoch) return { refusal: refuse("epoch_mismatch") };
    if (operations.judge(context.window) !== "open") return EXPIRED;
    const key = { window_id: context.window, operation: context.operation.toLowerCase() };
    const { operation_context: _, ...rest } = body;
    const payload = payloadOf(route, parameters, rest);
    const found = operations.find(key);
    if (found !== undefined) return found.payload === payload ? this.answered(key) : CONFLICT;
    const retryAfterSeconds = operations.secondsUntilRoom;
    if (retryAfterSeconds !== undefined)
      return { refusal: refuse("operation_capacity_exceeded", { retryAfterSeconds }) };
    if (promptId !== undefined && this.#prompts.has(promptId)) return CONFLICT;
    operations.reserve(key, payload);
    const answer = run({ ...key, payload });
    this.#entering.set(textOf(key), this.#entered(key, answer));
    if (promptId !== undefined) void this.#remember(promptId, undefined, answer).catch(() => {});
    return this.answered(key);
  }

  /** The result of an operation that is known, when it is on the disk. */
  async answered(key: OperationKey): Promise<OperationAnswer | Refused> {
    const refused = await this.#entering.get(textOf(key));
    if (refused !== undefined) return refused;
    const result = this.#operations.find(key)?.result;
    // Its window may have ended in the meantime.
    return result === undefined ? EXPIRED : answerOf(result);
  }

  /** Resolves when a correlated command is on the disk, or with its refusal, which is not stored. */
  async #entered<Answer>(key: OperationKey, answer: Promise<Answer | Refused>): Promise<Refused | undefined> {
    try {
      const said = await answer;
      if (!isRefused(said)) return undefined;
      this.#operations.drop(key);
      return said;
    } catch (error) {
      this.#operations.drop(key);
      throw error;
    } finally {
      this.#entering.delete(textOf(key));
    }
  }

  /** Remembers a prompt during its admission, and afterwards if it was admitted. */
  async #remember<Answer>(
    promptId: string,
    payload: string | undefined,
    answer: Promise<Answer | Refused>,
  ): Promise<Answer | Refused> {
    this.#prompts.set(promptId, { payload, answer });
    let isAdmitted = false;
    try {
      const said = await answer;
      isAdmitted = !isRefused(said);
      return said;
    } finally {
      if (!isAdmitted) this.#prompts.delete(promptId);
    }
  }
}

export function answerOf(result: ClientOperationResultV1): OperationAnswer {
  return { status: isFinal(result) ? 200 : 202, body: result };
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === "object" && answer !== null && "refusal" in answer;
}

function textOf({ window_id, operation }: OperationKey): string {
  return `${window_id} ${operation}`;
}

/** The digest of a command: method, path, the parameters in it, and body. */
function payloadOf(route: keyof typeof daemonRoutes, parameters: object = {}, body: object): string {
  const { method, path } = daemonRoutes[route];
  return sha256Hex(canonicalJson([method, path, parameters, body]));
}
