/** A client whose process ends while its pipe stays open, on a clock that the test moves. */
import { expect, test } from "vitest";
import type { Editor } from "./editor.js";
import { home, machineAt, served } from "./server.js";

const CLIENT = 4711;

interface Scene {
  readonly client: Editor;
  readonly running: Set<number>;
  /** The numbers that were asked for. */
  readonly asked: readonly number[];
  /** Lets the interval between two looks pass; whether one was waited for. */
  readonly pass: () => boolean;
}

function scene(): Scene {
  const running = new Set([CLIENT]);
  const asked: number[] = [];
  const waiting = new Map<AbortSignal, () => void>();
  const machine = machineAt(home({}));
  const client = served({
    ...machine,
    isRunning: (pid) => asked.push(pid) > 0 && running.has(pid),
    clock: {
      now: machine.clock.now,
      pause: (milliseconds, signal) => {
        if (signal === undefined) return machine.clock.pause(milliseconds, signal);
        return new Promise((resolve) => {
          const done = (): void => {
            waiting.delete(signal);
            resolve();
          };
          waiting.set(signal, done);
          signal.addEventListener("abort", done);
        });
      },
    },
  });
  const pass = (): boolean => {
    const all = [...waiting.values()];
    for (const done of all) done();
    return all.length > 0;
  };
  return { client, running, asked, pass };
}

test("the server ends with 1 once the process is gone", async () => {
  const { client, running, pass } = scene();
  await client.initialize({ processId: CLIENT });
  expect(pass()).toBe(true);
  await client.ask("nonsense", {});
  running.clear();
  expect(pass()).toBe(true);
  expect(await client.exit).toBe(1);
  expect(pass()).toBe(false);
});

test("after `shutdown`, it ends with 0", async () => {
  const { client, running, pass } = scene();
  await client.initialize({ processId: CLIENT });
  await client.request("shutdown", undefined);
  running.clear();
  pass();
  expect(await client.exit).toBe(0);
});

test("nothing is waited for once the client has left", async () => {
  const { client, pass } = scene();
  await client.initialize({ processId: CLIENT });
  expect(await client.close()).toBe(0);
  expect(pass()).toBe(false);
});

test("a process that is not there at first is on another machine", async () => {
  const { client, running, asked, pass } = scene();
  running.clear();
  await client.initialize({ processId: CLIENT });
  expect(pass()).toBe(false);
  expect(asked).toEqual([CLIENT]);
  expect(await client.close()).toBe(0);
});

test.each([null, undefined, 0, -1, 1.5, Number.NaN, "4711", {}])("%j is no process", async (processId) => {
  const { client, asked, pass } = scene();
  await client.request("initialize", { processId, capabilities: {} });
  expect(pass()).toBe(false);
  expect(asked).toEqual([]);
});
