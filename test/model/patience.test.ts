/** Requests that wait, beside each other (P-S101): others of the same provider wait with the one that has met a rate limit, and tell it. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { ModelFailure } from "../../src/agent/session/model/failure.js";
import { Limiter } from "../../src/agent/session/model/retry/limiter.js";
import { Patience, type PatientOptions, type Wait } from "../../src/agent/session/model/retry/patience.js";
import type { FailureFacts } from "../../src/agent/session/model/retry/step.js";
import type { ModelTarget } from "../../src/agent/session/model/target.js";
import { settled } from "../daemon/bench.js";
import { seededRandom } from "../ports/chance.js";
import { HandClock } from "../ports/hand-clock.js";
import { asking, configOf, ONCE, single, targetIn } from "./asking.js";

const CLOCK_START = new HandClock().now();

interface Side {
  readonly patience: Patience;
  readonly options: PatientOptions;
  readonly waits: string[];
  readonly abort: AbortController;
  isDone: boolean;
  error: unknown;
}

class Sides {
  readonly clock = new HandClock();
  readonly limiter = new Limiter(this.clock);
  /** What a person says about a long wait. */
  agrees = true;

  readonly target: ModelTarget;

  constructor(target: ModelTarget) {
    this.target = target;
  }

  side(target = this.target): Side {
    const waits: string[] = [];
    const abort = new AbortController();
    const listener = {
      failed: async () => {},
      waits: ({ until, attempt, of }: Wait) =>
        void waits.push(`${until.getTime() - CLOCK_START} for ${attempt} of ${of}`),
      agrees: async () => this.agrees,
    };
    const { clock, limiter } = this;
    const options = asking({ clock, signal: abort.signal });
    const patient = { ...options, limiter, listener, random: seededRandom(1) };
    const patience = new Patience(target, patient);
    return { patience, options: patient, waits, abort, isDone: false, error: undefined };
  }
}

async function sides(): Promise<Sides> {
  const config = single("http://127.0.0.1:1/v1").replace(ONCE, "retry: {}");
  return new Sides(targetIn(await configOf(config)));
}

function limited(hint: number | undefined): ModelFailure {
  const facts: FailureFacts = { cause: "refused", says: undefined, isAboutImages: false, hint, should: undefined };
  const error = { code: "provider_rate_limited", message: "it failed", status: 429, provider: "lab" };
  return new ModelFailure(error, {}, { facts, trace: { headers: [], milliseconds: { end: 0 }, bytes: 0 } });
}

/** What it does, marked when it is done. */
function doing(side: Side, work: (patience: Patience) => Promise<void>): Side {
  work(side.patience).then(
    () => {
      side.isDone = true;
    },
    (error: unknown) => {
      side.error = error;
    },
  );
  return side;
}

test("a request waits with the one that has met the limit, and goes on with it", async () => {
  const all = await sides();
  const first = doing(all.side(), (patience) => patience.again(limited(10_000), false));
  const second = doing(all.side(), (patience) => patience.free());
  const other = doing(all.side({ ...all.target, provider: "other" }), (patience) => patience.free());
  await settled(2);
  expect([first.waits, second.waits, other.isDone]).toEqual([["10000 for 2 of 4"], ["10000 for 1 of 4"], true]);
  all.clock.pass(9_999);
  await settled(2);
  expect([first.isDone, second.isDone]).toEqual([false, false]);
  all.clock.pass(1);
  await settled(2);
  expect([first.isDone, second.isDone]).toEqual([true, true]);
});

test("of two that wait, the one with the shorter wait waits for the other as well", async () => {
  const all = await sides();
  const [short, long] = [1_000, 4_000].map((hint) =>
    doing(all.side(), (patience) => patience.again(limited(hint), false)),
  );
  all.clock.pass(0);
  await settled(2);
  all.clock.pass(1_000);
  await settled(2);
  expect([short?.isDone, short?.waits]).toEqual([false, ["1000 for 2 of 4", "4000 for 2 of 4"]]);
  all.clock.pass(3_000);
  await settled(2);
  expect([short?.isDone, long?.isDone]).toEqual([true, true]);
});

test("a cancelled request lets the others go", async () => {
  const all = await sides();
  const first = doing(all.side(), (patience) => patience.again(limited(10_000), false));
  const second = doing(all.side(), (patience) => patience.free());
  await settled(2);
  first.abort.abort("enough");
  await settled(2);
  expect([first.error, second.isDone, all.clock.waiting]).toEqual(["enough", true, 0]);
  for (const { abort } of [first, second]) expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
});

test("a request that is cancelled while it waits for another ends, and that one waits on", async () => {
  const all = await sides();
  const first = doing(all.side(), (patience) => patience.again(limited(10_000), false));
  const second = doing(all.side(), (patience) => patience.free());
  await settled(2);
  second.abort.abort("enough");
  await settled(2);
  expect([first.isDone, second.error]).toEqual([false, "enough"]);
  expect(all.limiter.rest("lab")).toBe(10_000);
});

test("nobody wants to wait for an hour: both fail with the time, and the limit is gone", async () => {
  const all = await sides();
  all.agrees = false;
  const release = all.limiter.hold("lab", 3_600_000);
  const second = doing(all.side(), (patience) => patience.free());
  await settled(2);
  expect(second.error).toMatchObject({
    error: {
      code: "provider_rate_limited",
      message: "the provider `lab` limits the rate of requests; it can be asked again at 2027-01-15T09:00:00Z",
    },
  });
  release();
  const first = doing(all.side(), (patience) => patience.again(limited(3_600_000), false));
  await settled(2);
  expect(first.error).toMatchObject({ message: "it failed; it can be asked again at 2027-01-15T09:00:00Z" });
  expect([all.limiter.rest("lab"), all.clock.waiting]).toEqual([undefined, 0]);
});

test("a wait of many years is waited for, and not skipped", async () => {
  const all = await sides();
  const first = doing(all.side(), (patience) => patience.again(limited(2 ** 31 * 4), false));
  await settled(2);
  all.clock.pass(2 ** 31 * 4 - 1);
  await settled(5);
  expect(first.isDone).toBe(false);
  for (let round = 0; round < 5; round += 1) {
    all.clock.pass(1);
    await settled(2);
  }
  expect(first.isDone).toBe(true);
});

test("a failure without a request is final", async () => {
  const all = await sides();
  const failure = new ModelFailure({ code: "storage_unavailable", message: "the history cannot be read" });
  const first = doing(all.side(), (patience) => patience.again(failure, false));
  await settled(2);
  expect([first.error, first.waits]).toEqual([failure, []]);
});
