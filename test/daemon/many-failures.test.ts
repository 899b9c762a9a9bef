/** Sessions of many turns with a provider that fails by chance: nothing is refused, nothing runs twice, and nothing that the user said is lost. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { modelServer } from "../model/server.js";
import { type Dice, dice } from "../ports/chance.js";
import { type Bench, running, settled } from "./bench.js";
import { providerOf } from "./many-failures.js";

const WINDOW = 16_000;

const configOf = (url: string): string => `version: 3
defaults: { full: a, mini: a }
default_permission_matcher: bypass
providers:
  alpha: { kind: { type: custom_alpha_compatible }, url: "${url}", cache_control_strategy: alpha_breakpoints }
  responses: { kind: { type: custom_beta_responses }, url: "${url}/v1" }
  chat: { kind: { type: custom_beta_compatible }, url: "${url}/v1" }
models:
  a:
    provider: alpha
    class: full
    context_window: ${WINDOW}
    max_output_tokens_per_turn: 3000
    reasoning: { type: thinking, can_disable: true }
  b:
    provider: responses
    class: full
    context_window: ${WINDOW}
    reasoning: { type: effort, effort_set: s, can_disable: false, levels: [low, high], default_level: low }
  c: { provider: chat, class: full, context_window: ${WINDOW} }
`;

const WORDS = ["boat", "  odd   space ", "\t", "é\u{1f600}", '"quoted"', "<prompt>", "\\n", "\nnew line", "{}", "Z"];

const promptOf = (turn: number, roll: Dice): string =>
  `turn ${turn}: ${Array.from({ length: 2 + roll(40) }, () => WORDS[roll(WORDS.length)]).join(" ")} .`;

interface Prompted {
  readonly content?: string;
  readonly model: string;
}

/** A session whose daemon is killed now and then; after each kill another one goes on with the turn. */
class Killed {
  /** That of now. */
  bench: Bench | undefined;
  #isKilled = false;
  #tell = (): void => undefined;

  kill(): void {
    this.bench?.disk.kill();
    this.#isKilled = true;
    this.#tell();
  }

  /** Resolves to the end of the turn; time passes in its waits. */
  async turn(prompted: Prompted): Promise<TurnFinished> {
    for (let next = prompted; ; next = { model: prompted.model }) {
      if (this.bench === undefined) throw new Error("it was never started");
      const end = await this.#until(this.bench, next);
      if (end !== undefined) return end;
      await settled(5);
      this.bench = await this.bench.again();
    }
  }

  /** The end of the turn; undefined when the daemon was killed before. */
  async #until(bench: Bench, prompted: Prompted): Promise<TurnFinished | undefined> {
    this.#isKilled = false;
    const killed = new Promise<void>((resolve) => {
      this.#tell = resolve;
    });
    const stream = await bench.follow();
    expect((await bench.post("/prompt", prompted)).status).toBe(202);
    for (let heard = 0; ; ) {
      await Promise.race([stream.until(({ records }) => records.length > heard), killed]);
      const more = stream.records.slice(heard);
      heard += more.length;
      if (more.some(({ kind }) => kind === "turn_waiting")) await settled(2);
      if (this.#isKilled) break;
      for (const record of more)
        if (record.kind === "turn_waiting") bench.clock.pass(Date.parse(record.until) - bench.clock.now());
      const end = more.find((record): record is TurnFinished => record.kind === "turn_finished");
      if (end === undefined) continue;
      stream.leave();
      return end;
    }
    stream.leave();
    return undefined;
  }
}

test.each([17, 24, 34])(
  "25 turns with kills, failures, compactions and other models, by the seed %i",
  async (seed) => {
    const roll = dice(seed);
    const workingDirectory = mkdtempSync(join(tmpdir(), "failures-"));
    onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
    const session = new Killed();
    const provider = providerOf({
      ...{ roll, window: WINDOW, failing: 0.35 },
      stall: () => session.bench?.clock.pass(120_000),
      kills() {
        const is = roll(12) === 0;
        if (is) session.kill();
        return is;
      },
    });
    const server = await modelServer(provider.script);
    session.bench = await running({ config: configOf(server.url), workingDirectory });
    const prompts: string[] = [];
    let model = "a";
    for (let turn = 1; turn <= 25; turn += 1) {
      if (roll(8) === 0) model = ["a", "b", "c"][roll(3)] ?? "a";
      const content = promptOf(turn, roll);
      prompts.push(content);
      const { outcome, error } = await session.turn({ content, model });
      expect([turn, outcome, error, provider.wrong]).toEqual([turn, "completed", undefined, []]);
    }
    expect(prompts.filter((prompt) => !provider.lastTexts().includes(prompt))).toEqual([]);
    const ran = readFileSync(join(workingDirectory, "ran"), "utf8").trim().split("\n");
    expect(ran).toHaveLength(new Set(ran).size);
    expect(provider.answered).toContain("summary");
    expect(provider.answered.join(" ")).not.toContain("summary summary");
  },
  60_000,
);
