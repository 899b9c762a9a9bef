/** A client of one session's daemon: its calls, and following the session over breaks (spec 1). */
import type {
  CancelAccepted,
  DaemonState,
  HistoryItem,
  InputList,
  LoginCallbackRequest,
  LoginFinished,
  LoginStarted,
  McpAccepted,
  OperationKey,
  PermissionMonitor,
  PromptRequest,
  ReloadResult,
  SwitchResult,
  SyncMessage,
  SyncSnapshot,
  SyncSummary,
} from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { FetchLike } from "../../machine/interfaces/fetch.js";
import type { Random } from "../../machine/interfaces/random.js";
import {
  type ReadText,
  readText as readTextOfNode,
  webClock,
  webFetch,
  webRandom,
} from "../../machine/interfaces/web.js";
import { type AttachmentOptions, bytesOf, type Ranges } from "./attachment.js";
import {
  type Answer,
  compact,
  type Dequeued,
  dequeue,
  type Responded,
  respond,
  type Sent,
  type SentCompaction,
  type SentInput,
  sendInput,
  sendPrompt,
} from "./command-answers.js";
import { Commands, uuid } from "./commands.js";
import { ClientError } from "./errors.js";
import { placeOf, type Where } from "./folder.js";
import { type FollowOptions, follow } from "./follow.js";
import { type HistoryOptions, itemsOf, pagesOf } from "./history.js";
import type { StreamFormat } from "./messages.js";
import { patiently } from "./patience.js";
import type { Place } from "./place.js";
import type { OperationResult } from "./run-once.js";
import { type DaemonCalls, type DaemonWire, daemonSurface } from "./surfaces.js";
import type { Cursor, Opaque } from "./tokens.js";
import { Wire } from "./wire.js";

export interface ClientOptions {
  /** Sends requests instead of the global `fetch`. */
  readonly fetch?: FetchLike;
  /** Reads the files of a session's folder instead of `node:fs`. */
  readonly readText?: ReadText;
  /** Time, for tests. */
  readonly clock?: Clock;
  /** Chance, for tests. */
  readonly random?: Random;
}

/** The options of a call. An aborted call rejects with the reason of the signal. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A prompt, or an input for the queue. The client makes a missing `prompt_id`. */
export type Prompt = Omit<PromptRequest, "operation_context">;

/** The commands for a tool server. */
export type ToolServerChange = keyof typeof TOOL_SERVER;

const TOOL_SERVER = { enable: "mcpEnable", disable: "mcpDisable", reconnect: "mcpReconnect" } as const;

/** Calls of a daemon; each rejects with a `ClientError`. Printing or serialising it never shows the token (C027). */
export class Daemon {
  readonly #wire: DaemonWire;
  readonly #timing: { readonly clock: Clock; readonly random: Random };
  readonly #commands: Commands;
  /** Requests that change nothing are repeated until an answer comes, for half a minute. */
  readonly #reads: DaemonCalls;

  constructor(
    where: Where | Place,
    { fetch = webFetch, readText = readTextOfNode, clock = webClock, random = webRandom }: ClientOptions = {},
  ) {
    this.#wire = new Wire(daemonSurface, placeOf(where, readText), fetch, clock);
    this.#timing = { clock, random };
    this.#commands = new Commands(this.#wire, this.#timing);
    this.#reads = { call: (name, call) => patiently(this.#timing, call?.signal, () => this.#wire.call(name, call)) };
  }

  /** The state of the session, and a cursor to continue from (P-S8). */
  async sync({ signal }: CallOptions = {}): Promise<Opaque<SyncSnapshot>> {
    const snapshot = await this.#reads.call("sync", { signal });
    this.#commands.takeWindow(snapshot);
    return snapshot;
  }

  /** The session in at most 16 KiB (P-S10). */
  summary(options?: CallOptions): Promise<Opaque<SyncSummary>> {
    return this.#reads.call("syncSummary", options);
  }

  /** The messages of one connection after a cursor (P-S11). `follow` does the same over breaks. */
  async *events({
    after,
    ...options
  }: CallOptions & { readonly after: Cursor; readonly format?: StreamFormat }): AsyncIterable<Opaque<SyncMessage>> {
    for await (const messages of this.#wire.events({ after }, options)) yield* messages;
  }

  /** The session as changes in order, over breaks, restarts and another run of this program. */
  follow(options: FollowOptions): Promise<void> {
    return follow(this.#wire, this.#timing, (snapshot) => void this.#commands.takeWindow(snapshot), options);
  }

  /** The finished items of a checkpoint, or up to now. */
  history({ checkpoint, signal }: HistoryOptions = {}): AsyncIterable<HistoryItem> {
    return itemsOf(pagesOf((query) => this.#reads.call("history", { query, signal }), checkpoint));
  }

  /** The bytes of an attachment of an item, or of a text that is too long for its item, in pieces. */
  attachment(artifactId: string, { checkpoint, signal }: AttachmentOptions = {}): AsyncIterable<Uint8Array> {
    const parameters = { artifact_id: artifactId };
    const ranges: Ranges = {
      id: artifactId,
      range: (query) => this.#reads.call("attachment", { parameters, query, signal }),
      latest: async () => (await this.#reads.call("sync", { signal })).history_checkpoint,
      isOver: ({ code }) => code === "checkpoint_expired",
    };
    return bytesOf(ranges, checkpoint);
  }

  /**
   * Sends a prompt, which runs once despite broken connections; resolves when it is on the daemon's disk. Rejects with `turn_in_flight`
   * during a turn.
   */
  prompt(prompt: Prompt, options: CallOptions = {}): Promise<Sent> {
    return sendPrompt(this.#commands, this.#timing, this.#named(prompt), options);
  }

  /** Queues an input for the end of the current turn, once; rejects with `turn_not_running` between turns. */
  input(prompt: Prompt, options: CallOptions = {}): Promise<SentInput> {
    return sendInput(this.#commands, this.#named(prompt), options);
  }

  /** The waiting inputs, the oldest first. */
  inputs(options?: CallOptions): Promise<Opaque<InputList>> {
    return this.#reads.call("inputs", options);
  }

  /** Takes the newest waiting input back, once. */
  dequeue(options: CallOptions = {}): Promise<Dequeued> {
    return dequeue(this.#commands, options);
  }

  /**
   * Puts a summary in place of the older part of the conversation, in requests to models alone; `guidance` says what it shall dwell on. Rejects with
   * `turn_in_flight` during a turn.
   */
  compact(guidance?: string, options: CallOptions = {}): Promise<SentCompaction> {
    return compact(this.#commands, this.#timing, guidance, options);
  }

  /** Ends the current turn; its text so far stays. Rejects with `turn_not_running` between turns. */
  cancel(options?: CallOptions): Promise<Opaque<CancelAccepted>> {
    return this.#wire.call("cancelTurn", { ...options, body: {} });
  }

  /**
   * Answers a question, once despite broken connections. Rejects with `interrogative_not_open` for an answered question, and with
   * `invalid_request` for the wrong kind of answer.
   */
  respond(id: string, answer: Answer, options: CallOptions = {}): Promise<Responded> {
    return respond(this.#commands, id, answer, options);
  }

  /** The loaded facets, models, tools and tool servers. */
  catalog(options?: CallOptions): Promise<Opaque<DaemonState>> {
    return this.#reads.call("daemonState", options);
  }

  /** Chooses the model of the next turns; rejects with `invalid_request` for an unknown one. */
  model(model: string, options?: CallOptions): Promise<SwitchResult> {
    return this.#wire.call("model", { ...options, body: { model } });
  }

  /** Chooses the facet of the next turns; rejects with `invalid_request` for an unknown one. */
  facet(facet: string, options?: CallOptions): Promise<SwitchResult> {
    return this.#wire.call("facet", { ...options, body: { facet } });
  }

  /** Renames the session; `invalid_request` for a title without a printable character. */
  rename(title: string, options?: CallOptions): Promise<SwitchResult> {
    return this.#wire.call("title", { ...options, body: { title } });
  }

  /** Chooses the monitor that decides whether a tool may run, until the daemon stops. */
  permissionMonitor(monitor: PermissionMonitor, options?: CallOptions): Promise<SwitchResult> {
    return this.#wire.call("permissionMonitor", { ...options, body: { monitor } });
  }

  /** Reads the configuration again; rejects with `configuration_error` if it has errors, and keeps the one in use. */
  reload(options?: CallOptions): Promise<ReloadResult> {
    return this.#wire.call("reload", { ...options, body: {} });
  }

  /** Connects to a tool server, disconnects from it or reconnects; rejects with `not_found` for an unknown one. */
  async toolServer(server: string, change: ToolServerChange, options?: CallOptions): Promise<McpAccepted> {
    if (!Object.hasOwn(TOOL_SERVER, change)) throw new ClientError("invalid_request", "there is no such change");
    return this.#wire.call(TOOL_SERVER[change], { ...options, parameters: { server }, body: {} });
  }

  /** Begins a login at a tool server; its user opens the `url` of the answer in a browser. */
  login(server: string, options?: CallOptions): Promise<LoginStarted> {
    return this.#wire.call("loginStart", { ...options, parameters: { server }, body: {} });
  }

  /** Completes a login whose redirect did not reach the daemon, with the fields of the redirect. */
  loginCallback(server: string, body: LoginCallbackRequest, options?: CallOptions): Promise<LoginFinished> {
    return this.#wire.call("loginCallback", { ...options, parameters: { server }, body });
  }

  /** The result of an operation so far, including one of an earlier run of the daemon. */
  operation(key: OperationKey, { signal }: CallOptions = {}): Promise<OperationResult> {
    return patiently(this.#timing, signal, () => this.#commands.resultOf(key, signal));
  }

  /** Stops the daemon in order; the session can be continued. Resolves when the daemon has begun to stop. */
  async stop(options?: CallOptions): Promise<void> {
    await this.#wire.call("terminate", { ...options, body: {} });
  }

  #named(prompt: Prompt): Prompt & { readonly prompt_id: string } {
    return { ...prompt, prompt_id: prompt.prompt_id ?? uuid(this.#timing.random) };
  }
}

/** A client of the daemon of a session (P-S61, P-S68). It connects at the first call. Throws for an invalid address or token. */
export function daemon(where: Where, options: ClientOptions = {}): Daemon {
  return new Daemon(where, options);
}
