/** A session whose daemon is killed and continued. */
import { readFileSync } from "node:fs";
import { daemon } from "../../src/agent/wire/client/index.js";
import { isRunning, type Place, run, runApart, whenever } from "../agent/process.js";
import type { Target } from "./relay.js";

export class Session {
  readonly #at: Place;
  readonly id: string;
  readonly directory: string;
  #pid: number;
  #url: string;

  private constructor(at: Place, begun: Begun) {
    this.#at = at;
    this.id = begun.session_id;
    this.directory = begun.session_dir;
    this.#pid = begun.pid;
    this.#url = begun.url;
  }

  static async start(at: Place): Promise<Session> {
    return new Session(at, await printed(["new", ...ADDRESS, ...at.start]));
  }

  /** The daemon that runs now. */
  get target(): Target {
    return { url: this.#url, token: JSON.parse(readFileSync(`${this.directory}/credential.json`, "utf8")).token };
  }

  /** Resolves when no turn runs. */
  async isIdle(): Promise<void> {
    const client = daemon({ sessionDirectory: this.directory });
    while ((await client.summary()).busy) await new Promise((go) => setTimeout(go, 5));
  }

  async prompt(text: string): Promise<void> {
    await this.isIdle();
    await run(["prompt", this.id, text, "--state-dir", this.#at.state]).then(hasSucceeded);
  }

  /** Resolves when its daemon is gone. */
  async kill(): Promise<void> {
    process.kill(this.#pid, "SIGKILL");
    await whenever(() => !isRunning(this.#pid));
  }

  async continue(): Promise<void> {
    const begun = await printed(["continue", this.id, ...ADDRESS, ...this.#at.again]);
    this.#pid = begun.pid;
    this.#url = begun.url;
  }

  async stop(): Promise<void> {
    await run(["stop", this.id, "--state-dir", this.#at.state]).then(hasSucceeded);
  }
}

interface Begun {
  readonly session_id: string;
  readonly session_dir: string;
  readonly url: string;
  readonly pid: number;
}

/** A session starts, and its address is printed. */
const ADDRESS = ["--no-attach", "--format", "json"];

async function printed(words: readonly string[]): Promise<Begun> {
  return JSON.parse(hasSucceeded(await runApart(words)).stdout);
}

function hasSucceeded<Result extends Awaited<ReturnType<typeof run>>>(result: Result): Result {
  if (result.code !== 0) throw new Error(`exit ${result.code}: ${result.stderr}`);
  return result;
}
