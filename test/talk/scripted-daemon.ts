/** A daemon in the process of the test: it keeps the questions of its session, tells of what a test pushes, and answers other routes as the test says. */
import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import { type Daemon, daemon } from "../../src/agent/wire/client/index.js";
import type { HistoryItem, Interrogative, SyncSnapshot, TurnRetry } from "../../src/generated/protocol/types.js";
import { hasty } from "../client/hasty.js";

export const TOKEN = "of-the-daemon";

const AT = "2026-01-31T23:59:59.999Z";

export interface Asked {
  /** `POST /prompt`. */
  readonly line: string;
  readonly body: unknown;
}

type Script = (asked: Asked) => Response | undefined | Promise<Response | undefined>;

export function refusal(status: number, code: string, message = `because of ${code}`): Response {
  return Response.json({ code, message, status, request_id: "r" }, { status });
}

export class ScriptedDaemon {
  readonly asked: Asked[] = [];
  readonly questions = new Map<string, Interrogative>();
  /** Answers in the place of the daemon; undefined leaves it to the daemon. */
  script: Script = () => undefined;
  /** Called when a prompt was admitted. */
  /** The wait of the current turn, in snapshots. */
  retry: TurnRetry | undefined;
  onPrompt: (content: string, promptId: string) => void | Promise<void> = (_, promptId) => this.finish(promptId);
  promptId: string | undefined;
  #items = 0;
  readonly #frames: object[] = [];
  /** Records from before the last cut, which no stream repeats. */
  #gone = 0;
  #readers = new Set<{ readonly queue: object[]; wake: () => void; isEnded: boolean }>();

  readonly client: Daemon = daemon({ url: "http://localhost:1", token: TOKEN }, { fetch: this.#fetch(), ...hasty() });

  get answers(): readonly [string, unknown][] {
    return this.asked.flatMap(({ line, body }) => {
      const [, id] = /^POST \/interrogative\/(.+)\/respond$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, body] as [string, unknown]];
    });
  }

  push(kind: string, fields: object): void {
    const cursor = `c${this.#frames.length + 1}`;
    const record = { version: 1, kind, daemon_epoch: "e", cursor, at: AT, ...fields };
    const frame = { event: "frame", version: 1, daemon_epoch: "e", cursor, caught_up: true, records: [record] };
    this.#frames.push(frame);
    for (const reader of this.#readers) {
      reader.queue.push(frame);
      reader.wake();
    }
  }

  start(promptId: string): void {
    this.promptId = promptId;
    this.push("turn_started", { prompt_id: promptId, generation: 1, model: "m", facet: null });
  }

  finish(promptId: string, outcome = "completed"): void {
    for (const id of [...this.questions.keys()]) this.resolve(id, "cancelled");
    this.promptId = undefined;
    this.push("turn_finished", {
      prompt_id: promptId,
      outcome,
      ...(outcome === "completed" ? { finish: "stop" } : {}),
    });
  }

  item(kind: HistoryItem["kind"], fields: object): void {
    const index = this.#items;
    this.#items += 1;
    const item = {
      ...{ item_id: `i${index}`, index, kind, at: AT, attribution: { kind: "daemon" }, secret_coverage: "captured" },
      ...{ prompt_id: this.promptId, ...fields },
    };
    this.push("item_finished", { item });
  }

  ask(id: string, question: Omit<Interrogative, "id">): void {
    const interrogative = { id, ...question };
    this.questions.set(id, interrogative);
    this.push("interrogative_opened", { interrogative });
  }

  resolve(id: string, resolution: string): void {
    if (this.questions.delete(id)) this.push("interrogative_resolved", { id, resolution });
  }

  stop(): void {
    this.push("session_stopping", { reason: "terminate" });
    this.cut();
  }

  /** Ends every stream, as a network does that breaks. */
  cut(): void {
    this.#gone = this.#frames.length;
    for (const reader of this.#readers) {
      reader.isEnded = true;
      reader.wake();
    }
    this.#readers.clear();
  }

  snapshot(): SyncSnapshot {
    const is = { available: true };
    return {
      ...{ version: 1, daemon_epoch: "e", cursor: `c${this.#frames.length}`, busy: this.promptId !== undefined },
      ...{ attention: this.questions.size > 0, history_checkpoint: "h", history_total_items: this.#items },
      ...{
        catalog_revision: "1",
        features: [],
        open_items: [],
        operation_window: null,
        permission_monitor: "standard",
      },
      session: { session_id: "s", title: null, created_at: AT },
      turn: {
        ...{ state: "idle", generation: 0, model: "m", facet: "execute" },
        ...(this.promptId === undefined ? {} : { prompt_id: this.promptId }),
        ...(this.retry === undefined ? {} : { retry: this.retry }),
      },
      actions: { prompt: is, queue_input: is, dequeue_newest: is, respond: is, cancel: is, compact: is },
      queue: { revision: "0", items: [] },
      interrogatives: [...this.questions.values()],
    };
  }

  #fetch(): FetchLike {
    return async (url, { method, body, signal }) => {
      const { pathname, searchParams } = new URL(url);
      const asked = {
        line: `${method} ${decodeURIComponent(pathname)}`,
        body: body === undefined ? {} : JSON.parse(body),
      };
      this.asked.push(asked);
      const own = await Promise.race([this.script(asked), aborted(signal)]);
      if (own !== undefined) return own;
      if (asked.line === "GET /events") return this.#stream(searchParams.get("after") ?? "", signal);
      return this.#answer(asked);
    };
  }

  #answer({ line, body }: Asked): Response {
    if (line === "GET /sync") return Response.json(this.snapshot());
    if (line === "POST /prompt") {
      const { prompt_id, content } = body as { readonly prompt_id: string; readonly content: string };
      // Its records come after the answer.
      queueMicrotask(() => {
        this.start(prompt_id);
        void this.onPrompt(content, prompt_id);
      });
      return Response.json({ status: "admitted", prompt_id, generation: 1 }, { status: 202 });
    }
    if (line === "POST /turn/cancel") {
      const { promptId } = this;
      if (promptId === undefined) return refusal(409, "turn_not_running");
      queueMicrotask(() => this.finish(promptId, "cancelled"));
      return Response.json({ status: "cancel_requested", prompt_id: promptId }, { status: 202 });
    }
    const [, id = ""] = /^POST \/interrogative\/(.+)\/respond$/.exec(line) ?? [];
    if (!this.questions.has(id)) return refusal(404, id === "" ? "not_found" : "interrogative_not_open");
    const { kind } = body as { readonly kind: string };
    queueMicrotask(() => this.resolve(id, kind));
    return Response.json({ status: "answered", id, resolution: kind });
  }

  #stream(after: string, signal: AbortSignal) {
    const first = { event: "heartbeat", version: 1, daemon_epoch: "e", cursor: after, interval_seconds: 15 };
    const seen = Number(after.slice(1));
    // A test that cuts a stream wants another snapshot.
    if (seen < this.#gone) return refusal(410, "cursor_too_old");
    const reader = { queue: [first, ...this.#frames.slice(seen)], wake: () => {}, isEnded: false };
    this.#readers.add(reader);
    signal.addEventListener("abort", () => reader.wake());
    return {
      status: 200,
      headers: new Headers({ "content-type": "application/x-ndjson" }),
      body: pieces(reader, signal),
    };
  }
}

/** As a request that is given up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

async function* pieces(
  reader: { readonly queue: object[]; wake: () => void; readonly isEnded: boolean },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    for (const message of reader.queue.splice(0)) yield new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    signal.throwIfAborted();
    if (reader.isEnded) return;
    if (reader.queue.length === 0)
      await new Promise<void>((resolve) => {
        reader.wake = resolve;
      });
  }
}
