/** A program that sends commands with the SDK, each with a name in its text. What it hears of each is compared with the log at the end. */
import { piecesOf } from "../../src/agent/machine/interfaces/fetch.js";
import {
  ClientError,
  type Daemon,
  DaemonError,
  type Dequeued,
  daemon,
  NotRunning,
  OperationFailed,
  OperationUnknown,
  type Prompt,
  Unreachable,
} from "../../src/agent/wire/client/index.js";
import { isFinal } from "../../src/agent/wire/core/ledger.js";
import type { ClientOperationResultV1, OperationKey } from "../../src/generated/protocol/types.js";
import { seededRandom } from "../ports/chance.js";
import type { Chance } from "./chance.js";
import type { ClientWorld } from "./clients.js";
import { Process, WallClock } from "./process.js";

export type CommandKind = "prompt" | "input" | "dequeue" | "cancel";

/** A command to send. */
interface Sending {
  readonly kind: CommandKind;
  readonly name: string;
  /** Whether the end of its turn is waited for. */
  readonly isAwaited: boolean;
  readonly text: string;
  /** The text of an attachment. */
  readonly attached?: string;
}

/** What is known of a command. `unheard`: its program has ended before. */
export interface Command {
  readonly kind: CommandKind;
  readonly name: string;
  readonly prompt: Prompt;
  outcome: "pending" | "done" | "refused" | "failed" | "unknown" | "unheard";
  promptId?: string | undefined;
  /** The key of its operation, once it is known. */
  key?: OperationKey | undefined;
  /** How its turn has ended, for prompts that are waited for. */
  turn?: "completed" | "cancelled" | "failed" | "unknown";
}

export class Commander {
  readonly name: string;
  readonly commands: Command[] = [];
  process: Process | undefined;
  readonly #world: ClientWorld;
  readonly #chance: Chance;
  readonly #wall = new WallClock();
  #client: Daemon | undefined;
  #runs = 0;

  constructor(name: string, world: ClientWorld, chance: Chance) {
    this.name = name;
    this.#world = world;
    this.#chance = chance;
  }

  /** Whether it waits for an answer. */
  get isBusy(): boolean {
    return this.process !== undefined && this.#open > 0;
  }

  #open = 0;

  /** Ends the program at once. */
  kill(): void {
    this.process?.kill();
  }

  send({ kind, name, isAwaited, text, attached }: Sending): void {
    const client = this.#running();
    const data_base64 = Buffer.from(attached ?? "").toString("base64");
    const attachments = attached === undefined ? {} : { attachments: [{ media_type: "text/plain", data_base64 }] };
    const prompt = { content: `${name} ${text}`, prompt_id: `id-of-${name}`, ...attachments };
    const command: Command = { kind, name, prompt, outcome: "pending" };
    this.commands.push(command);
    this.#open += 1;
    void this.#sent(client, command, isAwaited);
  }

  /** Sends an earlier command whose result is known once more, without the SDK: the stored result comes back, and another text is refused. */
  repeat(which: number, isOther: boolean): void {
    const repeatable = this.commands.filter(({ kind, key }) => key !== undefined && kind !== "cancel");
    const command = repeatable[which % Math.max(1, repeatable.length)];
    if (command === undefined || (isOther && command.kind === "dequeue")) return;
    this.#running();
    void this.#repeated(command, isOther);
  }

  async #sent(client: Daemon, command: Command, isAwaited: boolean): Promise<void> {
    const { tell } = this.#world;
    const { prompt } = command;
    tell(`${this.name}: ${command.kind} ${command.name}`);
    try {
      if (command.kind === "prompt") {
        const sent = await client.prompt(prompt);
        this.#done(command, sent);
        if (isAwaited) await this.#ended(command, sent);
      } else if (command.kind === "input") this.#done(command, await client.input(prompt));
      else if (command.kind === "dequeue") this.#done(command, await client.dequeue());
      else {
        await client.cancel();
        this.#done(command, { promptId: undefined, operation: undefined });
      }
    } catch (error) {
      command.outcome = this.#outcomeOf(error);
      if (error instanceof OperationFailed) command.key = error.operation;
      tell(`${this.name}: ${command.name} ${command.outcome} (${codeOf(error)})`);
    }
    this.#open -= 1;
  }

  async #repeated(command: Command, isOther: boolean): Promise<void> {
    const { tell, fail } = this.#world;
    const result = await this.#resent(command, isOther).catch(() => undefined);
    if (result === undefined) return;
    const { status, body } = result;
    const about = `${command.kind} ${command.name} once more${isOther ? " with another text" : ""}`;
    tell(`${this.name}: ${about}: ${status} ${"code" in body ? body.code : body.status}`);
    if ("code" in body) {
      const mayBe = ["unauthorized", "epoch_mismatch", "operation_expired", "shutting_down"];
      if (isOther) mayBe.push("operation_payload_conflict");
      if (!mayBe.includes(body.code)) fail(`${about} is refused with ${body.code}`);
      return;
    }
    if (isOther) fail(`${about} is accepted`);
    const isFailed = command.outcome === "failed" || command.turn === "failed";
    if (isFailed && body.status !== "failed") fail(`${about} has not failed`);
    if (command.turn !== undefined && command.turn !== "unknown" && !isFinal(body)) fail(`${about} has no end`);
  }

  /** The answer, whatever it is; undefined when there is none to send it to. */
  async #resent(
    { kind, prompt, key }: Command,
    isOther: boolean,
  ): Promise<
    { readonly status: number; readonly body: ClientOperationResultV1 | { readonly code: string } } | undefined
  > {
    const { network, readText, directory, epochs } = this.#world;
    const { process } = this;
    const epoch = epochs().at(-1);
    if (process === undefined || key === undefined || epoch === undefined) return undefined;
    const { url } = JSON.parse(await readText(`${directory}/startup.json`)) as { url: string };
    const { token } = JSON.parse(await readText(`${directory}/credential.json`)) as { token: string };
    const operation_context = { daemon_epoch: epoch.name, window: key.window_id, operation: key.operation };
    const text = isOther ? { ...prompt, content: `another text for ${key.operation}` } : prompt;
    const [method, path] = ROUTES[kind];
    const { status, body } = await network.fetchOf(process)(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...(kind === "dequeue" ? {} : text), operation_context }),
      signal: new AbortController().signal,
      ...{ redirect: "manual", cache: "no-store", credentials: "omit" },
    });
    let answer = "";
    for await (const bytes of piecesOf(body)) answer += Buffer.from(bytes).toString("latin1");
    return { status, body: JSON.parse(answer) };
  }

  #done(command: Command, { promptId, operation }: Pick<Dequeued, "promptId" | "operation">): void {
    command.outcome = "done";
    command.promptId = promptId;
    command.key = operation;
    this.#world.tell(`${this.name}: ${command.kind} ${command.name} is done`);
  }

  async #ended(command: Command, sent: { ended(): Promise<"completed" | "cancelled"> }): Promise<void> {
    try {
      command.turn = await sent.ended();
    } catch (error) {
      command.turn = error instanceof OperationFailed ? "failed" : "unknown";
      this.#outcomeOf(error);
    }
    this.#world.tell(`${this.name}: the turn of ${command.name} is ${command.turn}`);
  }

  #outcomeOf(error: unknown): Command["outcome"] {
    if (error instanceof OperationFailed) return "failed";
    if (error instanceof OperationUnknown) return "unknown";
    if (error instanceof NotRunning || error instanceof Unreachable) return "unknown";
    if (error instanceof DaemonError && error.status < 500 && error.status !== 401) return "refused";
    if (error instanceof DaemonError) return "unknown";
    this.#world.fail(`${this.name}: ${error instanceof Error ? error.stack : error}`);
    return "unknown";
  }

  #running(): Daemon {
    if (this.#client !== undefined && this.process !== undefined) return this.#client;
    const { agenda, network, readText, directory } = this.#world;
    this.#runs += 1;
    const process = new Process(this.name, agenda, this.#wall);
    process.onEnd(() => {
      this.process = undefined;
      this.#open = 0;
      for (const command of this.commands) if (command.outcome === "pending") command.outcome = "unheard";
    });
    this.process = process;
    this.#client = daemon(
      { sessionDirectory: directory },
      {
        ...{ fetch: network.fetchOf(process), clock: process.clock },
        random: seededRandom(this.#chance.of(`run ${this.#runs}`).roll(2 ** 31)),
        readText: (path) => process.hears(readText(path)),
      },
    );
    return this.#client;
  }
}

const ROUTES: Readonly<Record<CommandKind, readonly [method: string, path: string]>> = {
  prompt: ["POST", "/prompt"],
  input: ["POST", "/turn/input"],
  dequeue: ["DELETE", "/turn/input/newest"],
  cancel: ["POST", "/turn/cancel"],
};

function codeOf(error: unknown): string {
  return error instanceof ClientError ? error.code : String(error);
}
