/** The model of the simulated daemon, behind the port for connections: it answers late, breaks off, refuses, and says the secret now and then. */
import { type Connect, ConnectError } from "../../src/agent/machine/interfaces/connect.js";
import { DONE, delta, finish } from "../model/server.js";
import type { Chance } from "./chance.js";
import { CANARY } from "./configuration.js";
import type { Process } from "./process.js";

/** The name of a prompt, in its text. */
const NAME = /\bprompt-\d+\b/g;

export const NO_PROMPT = "no prompt";

interface ModelOptions {
  readonly chance: Chance;
  /** Called for every request: the name of the last prompt in it, and its number since the last answer for this prompt that went well. */
  readonly asked: (name: string, times: number) => void;
}

const ENCODER = new TextEncoder();

export class Model {
  /** Most milliseconds between two pieces of an answer. */
  slowness = 400;
  /** One in so many answers goes wrong. */
  troubleOneIn = 6;
  readonly #options: ModelOptions;
  readonly #asked = new Map<string, number>();
  /** Answers that went wrong, by the names of their prompts: each may be asked for again. */
  readonly #wrong = new Map<string, number>();
  #open = 0;

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  /** Requests that are being answered. */
  get open(): number {
    return this.#open;
  }

  /** How often the model was asked for a prompt. */
  times(name: string): number {
    return this.#asked.get(name) ?? 0;
  }

  connectOf(process: Process): Connect {
    return ({ body = new Uint8Array(), signal }) => {
      if (!process.isRunning) return new Promise(() => {});
      const name = lastPrompt(body);
      const times = this.times(name) + 1;
      this.#asked.set(name, times);
      this.#options.asked(name, times - (this.#wrong.get(name) ?? 0));
      return process.hears(this.#answer(name, process, signal));
    };
  }

  async #answer(name: string, process: Process, signal: AbortSignal): Promise<Awaited<ReturnType<Connect>>> {
    const chance = this.#options.chance.of(`${name} ${this.times(name)}`);
    const trouble = chance.oneIn(this.troubleOneIn)
      ? chance.pick(["unreachable", "refusal", "break", "silence"])
      : "none";
    if (trouble !== "none") this.#wrong.set(name, (this.#wrong.get(name) ?? 0) + 1);
    this.#open += 1;
    let isOver = false;
    const over = (): void => {
      if (!isOver) this.#open -= 1;
      isOver = true;
    };
    process.onEnd(over);
    signal.addEventListener("abort", over, { once: true });
    try {
      await wait(chance.soon(this.slowness), process, signal);
      if (trouble === "unreachable") throw new ConnectError("unreachable", "ECONNRESET");
    } catch (error) {
      over();
      throw error;
    }
    const pieces = trouble === "refusal" ? ["{}"] : piecesOf(name, chance);
    const end = trouble === "none" || trouble === "refusal" ? pieces.length : chance.roll(pieces.length);
    const slowness = this.slowness;
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (const piece of pieces.slice(0, end)) {
          await wait(chance.soon(slowness), process, signal);
          yield ENCODER.encode(piece);
        }
        if (trouble === "break") throw new ConnectError("unreachable", "ECONNRESET");
        if (trouble === "silence") await wait(Number.POSITIVE_INFINITY, process, signal);
      } finally {
        over();
      }
    }
    return {
      status: trouble === "refusal" ? 500 : 200,
      headers: [["content-type", "text/event-stream"]],
      body: body(),
    };
  }
}

/** The name of the prompt that a request is about: the last one in the last text of the user, before that which asks to continue an answer. */
function lastPrompt(body: Uint8Array): string {
  const { messages } = JSON.parse(new TextDecoder().decode(body)) as { messages: { role: string; content: string }[] };
  const last = messages.findLast(
    ({ role, content }) => role === "user" && content !== "Continue from where you stopped.",
  );
  return last?.content.match(NAME)?.at(-1) ?? NO_PROMPT;
}

/** An answer in events, one or several to a piece; texts are cut anywhere. */
function piecesOf(name: string, chance: Chance): readonly string[] {
  const words = Array.from({ length: chance.from(1, 12) }, (_, word) => `word-${word} `).join("");
  const secret = chance.oneIn(4) ? `the key is ${CANARY}, ` : "";
  const text = `answer to ${name}: ${words}${secret}end`;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + chance.from(1, 24);
    pieces.push(delta(text.slice(at, end)));
    at = end;
  }
  return [...pieces, `${finish()}${DONE}`];
}

/** Resolves later; rejects when the request is given up. */
function wait(ms: number, process: Process, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(new ConnectError("aborted", "ABORT_ERR"));
    };
    if (signal.aborted) return reject(new ConnectError("aborted", "ABORT_ERR"));
    signal.addEventListener("abort", abort, { once: true });
    const cancel =
      ms === Number.POSITIVE_INFINITY
        ? () => {}
        : process.later(ms, () => {
            signal.removeEventListener("abort", abort);
            resolve();
          });
  });
}
