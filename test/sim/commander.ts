/** A program that sends commands with the SDK, each with a name in its text. What it hears of each is compared with the log at the end. */
import {
  ClientError,
  type Daemon,
  DaemonError,
  daemon,
  NotRunning,
  OperationFailed,
  OperationUnknown,
  Unreachable,
} from "../../src/agent/wire/client/index.js";
import { seededRandom } from "../ports/chance.js";
import type { Chance } from "./chance.js";
import type { ClientWorld } from "./clients.js";
import { Process, WallClock } from "./process.js";

export type CommandKind = "prompt" | "input" | "dequeue" | "cancel";

/** What is known of a command. `unheard`: its program has ended before. */
export interface Command {
  readonly kind: CommandKind;
  readonly name: string;
  outcome: "pending" | "done" | "refused" | "failed" | "unknown" | "unheard";
  promptId?: string | undefined;
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

  send(kind: CommandKind, name: string, isAwaited: boolean, text: string): void {
    const client = this.#running();
    const command: Command = { kind, name, outcome: "pending" };
    this.commands.push(command);
    this.#open += 1;
    void this.#sent(client, command, isAwaited, text);
  }

  async #sent(client: Daemon, command: Command, isAwaited: boolean, text: string): Promise<void> {
    const { tell } = this.#world;
    tell(`${this.name}: ${command.kind} ${command.name}`);
    const prompt = { content: `${command.name} ${text}` };
    try {
      if (command.kind === "prompt") {
        const sent = await client.prompt(prompt);
        this.#done(command, sent.promptId);
        if (isAwaited) await this.#ended(command, sent);
      } else if (command.kind === "input") this.#done(command, (await client.input(prompt)).promptId);
      else if (command.kind === "dequeue") this.#done(command, (await client.dequeue()).promptId);
      else {
        await client.cancel();
        this.#done(command, undefined);
      }
    } catch (error) {
      command.outcome = this.#outcomeOf(error);
      tell(`${this.name}: ${command.name} ${command.outcome} (${codeOf(error)})`);
    }
    this.#open -= 1;
  }

  #done(command: Command, promptId: string | undefined): void {
    command.outcome = "done";
    command.promptId = promptId;
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

function codeOf(error: unknown): string {
  return error instanceof ClientError ? error.code : String(error);
}
