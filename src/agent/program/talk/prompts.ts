/** The prompts of a conversation: those that wait, and the one under way. One is sent when the turn before it has ended. */
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import { type Daemon, DaemonError, type Prompt } from "../../wire/client/index.js";
import type { Heard } from "./heard.js";
import type { SkillCall } from "./skills.js";

/** Milliseconds until a prompt is sent again that met the turn of another client. */
const AGAIN = 200;

/** A prompt without words: the model goes on from the history (P-S20). */
export const GO_ON = "";

interface Waiting {
  /** As it was typed. */
  readonly text: string;
  readonly hasToWait: boolean;
  readonly skill: SkillCall | undefined;
}

function saidIn({ text, skill }: Waiting): Pick<Prompt, "content" | "skill"> {
  const content = skill?.words ?? text;
  return { ...(content === GO_ON ? {} : { content }), ...(skill === undefined ? {} : { skill: skill.name }) };
}

export interface Sending {
  /** A prompt that waited is sent now. */
  readonly begins: (text: string) => void;
  /** A prompt was withdrawn, or refused for this reason. Without this function a refusal rejects. */
  readonly returns?: (text: string, refusal: DaemonError | undefined) => Promise<void>;
}

export interface PromptsOptions {
  readonly client: Pick<Daemon, "prompt">;
  readonly heard: Heard;
  readonly clock: Clock;
  readonly random: Random;
}

export class Prompts {
  readonly #client: Pick<Daemon, "prompt">;
  readonly #heard: Heard;
  readonly #clock: Clock;
  readonly #random: Random;
  /** In order. */
  readonly #waiting: Waiting[] = [];
  /** The prompt that was sent last; undefined before it has an id. */
  #last: string | undefined;
  /** Those that were sent from here, accepted or not. */
  readonly #own = new Set<string>();
  #isSending = false;
  #withdrawing = new AbortController();
  #posting: Promise<unknown> = Promise.resolve();

  constructor({ client, heard, clock, random }: PromptsOptions) {
    [this.#client, this.#heard, this.#clock, this.#random] = [client, heard, clock, random];
  }

  /** Whether a prompt comes from this conversation, and not from another client of the session. */
  isOwn(promptId: string | undefined): boolean {
    return promptId !== undefined && this.#own.has(promptId);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether no prompt of this conversation is under way. */
  get isFree(): boolean {
    return !this.#isSending && (this.#last === undefined || this.#heard.ended.has(this.#last));
  }

  /** `hasToWait`: it is not the next that happens. `skill`: what the text asks for. */
  add(text: string, hasToWait = false, skill?: SkillCall): void {
    this.#waiting.push({ text, hasToWait, skill });
    this.#heard.tell();
  }

  /** Takes all back that wait; the one that is not accepted yet returns. */
  withdraw(): readonly string[] {
    this.#withdrawing.abort();
    const texts = this.#waiting.splice(0).map(({ text }) => text);
    return texts.filter((text) => text !== GO_ON);
  }

  /** Resolves when no request with a prompt is under way. */
  async settled(): Promise<void> {
    await this.#posting;
  }

  /** No turn runs, whatever was heard of the last prompt. */
  forget(): void {
    this.#last = undefined;
  }

  /** Sends one after the other until the signal aborts. Rejects as the client does when the daemon is gone. */
  async run({ begins, returns }: Sending, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#heard.until(() => this.#heard.isListening && this.#waiting.length > 0 && this.isFree, signal);
      const next = signal.aborted ? undefined : this.#waiting.shift();
      if (next === undefined) return;
      this.#isSending = true;
      this.#withdrawing = new AbortController();
      if (next.hasToWait) begins(next.text);
      try {
        this.#last = await this.#send(next, signal, AbortSignal.any([signal, this.#withdrawing.signal]));
        if (this.#last === undefined && !signal.aborted) await returns?.(next.text, undefined);
      } catch (error) {
        if (returns === undefined || !(error instanceof DaemonError)) throw error;
        await returns(next.text, error);
      } finally {
        this.#isSending = false;
        this.#heard.tell();
      }
    }
  }

  /** Sends a prompt until it is accepted, as other clients may talk to the session too; returns its id, or undefined when it was withdrawn. */
  async #send(next: Waiting, signal: AbortSignal, waiting: AbortSignal): Promise<string | undefined> {
    for (;;) {
      await this.#heard.until(() => this.#heard.watch.isIdle, waiting);
      if (waiting.aborted) return undefined;
      try {
        // Its records may come before the answer.
        const promptId = randomHex(this.#random, 16);
        this.#own.add(promptId);
        const said = saidIn(next);
        const posting = this.#client.prompt({ ...said, prompt_id: promptId }, { signal });
        this.#posting = posting.catch(() => {});
        return (await posting).promptId;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof DaemonError && error.code === "turn_in_flight")) throw error;
        await sleep(this.#clock, AGAIN, waiting);
      }
    }
  }
}
