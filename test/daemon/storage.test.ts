/** C294: a disk that is full, at each thing that a daemon asks of it, and daemons that are stopped at each. */
import { expect, test } from "vitest";
import type { HistoryItem, LogEntry, ProtocolError } from "../../src/generated/protocol/types.js";
import { some, sweep } from "../cases.js";
import { CHANGING, Disk, type Operation } from "../ports/disk.js";
import { type Bench, running, SESSION, STATE, settled } from "./bench.js";

const LOG = `${STATE}/sessions-v1/${SESSION}/log/000001.log`;

function entriesOn(disk: Disk): readonly LogEntry[] {
  const text = Buffer.from(disk.bytes(LOG)).toString();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line.slice(9)) as LogEntry);
}

/** Turns that began and turns that ended, one after the other. */
function turnsIn(entries: readonly LogEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.t === "prompt" || entry.t === "turn" ? [`${entry.t} ${entry.prompt_id}`] : [],
  );
}

const asked = (items: readonly HistoryItem[]): readonly (string | undefined)[] =>
  items.filter(({ kind }) => kind === "user_message").map(({ text }) => text);

/** Sends a prompt and waits until no turn runs; whether it was admitted. */
async function said(bench: Bench, content: string): Promise<boolean> {
  const answer = await bench.post("/prompt", { content, prompt_id: content });
  if (answer.status !== 202) {
    expect([answer.status, answer.json<ProtocolError>().code]).toEqual([503, "storage_unavailable"]);
  }
  while ((await bench.sync()).busy) await settled(1);
  return answer.status === 202;
}

test.each([
  ["full", 0],
  ["io", 1],
  ["denied", 2],
] as const)(
  "C294 %s at each operation: refused with a code, reading goes on, later it works again, and every turn has one end",
  async (failure, turn) => {
    for (const lasts of [1, 3, 1000]) {
      for (const number of sweep(turn + lasts)) {
        const disk = new Disk(number);
        const bench = await running({ disk });
        let seen = 0;
        disk.decide = ({ kind }: Operation) => {
          if (!CHANGING.has(kind)) return undefined;
          seen += 1;
          return seen >= number && seen < number + lasts ? failure : undefined;
        };
        const admitted: string[] = [];
        for (const content of ["a", "b"]) {
          if (await said(bench, content)) admitted.push(content);
          expect(asked(await bench.history())).toEqual(admitted);
        }
        disk.decide = () => undefined;
        expect(await said(bench, "c")).toBe(true);
        expect(asked(await bench.history())).toEqual([...admitted, "c"]);
        const turns = turnsIn(entriesOn(disk));
        expect(turns).toEqual([...admitted, "c"].flatMap((id) => [`prompt ${id}`, `turn ${id}`]));
        await bench.daemon.stop("terminate");
        const again = await bench.again();
        expect(asked(await again.history())).toEqual([...admitted, "c"]);
        await again.daemon.stop("terminate");
        if (seen < number) break;
      }
    }
  },
);

test("a daemon that is stopped at each operation of an admission: what got a 202 is there, with its end, and nothing else is", async () => {
  for (const number of sweep()) {
    const disk = new Disk(number);
    const bench = await running({ disk });
    let seen = 0;
    let stopping: Promise<void> | undefined;
    disk.decide = async () => {
      seen += 1;
      if (seen === number) stopping = bench.daemon.stop("signal");
      return undefined;
    };
    const answer = await bench.post("/prompt", { content: "a", prompt_id: "a" });
    while (seen < number && (await bench.sync()).busy) await settled(1);
    await (stopping ?? bench.daemon.stop("signal"));
    const admitted = answer.status === 202 ? ["a"] : [];
    const turns = turnsIn(entriesOn(disk));
    expect(turns).toEqual(admitted.flatMap((id) => [`prompt ${id}`, `turn ${id}`]));
    const again = await bench.again();
    expect(asked(await again.history())).toEqual(admitted);
    expect(bench.log.filter((line) => line.includes("error"))).toEqual([]);
    await again.daemon.stop("terminate");
    if (stopping === undefined) break;
  }
});

test("C294 a disk that is full when the daemon stops: the log says what could not be written, and the session goes on later", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  expect(await said(bench, "a")).toBe(true);
  disk.decide = ({ path }) => (path.includes("final.json") ? "full" : undefined);
  await bench.daemon.stop("signal");
  expect(bench.log.find((line) => line.includes("could not be finalized"))).toMatch(/final\.json\S*: full/);
  disk.decide = () => undefined;
  const again = await bench.again();
  expect(asked(await again.history())).toEqual(["a"]);
  await again.daemon.stop("terminate");
});

test("C291 the power goes at each operation: what got a 202 is there once, in order, and the next turn is like any other", async () => {
  for (const fate of ["end-before", "end-within", "end-after"] as const)
    for (const isPower of [false, true]) {
      const numbers = Array.from({ length: 40 }, (_, each) => each + 1);
      for (const number of some(numbers)) {
        const disk = new Disk(number);
        const bench = await running({ disk });
        const admitted: string[] = [];
        let seen = 0;
        let isOver = false;
        disk.decide = () => {
          seen += 1;
          isOver = seen >= number;
          return isOver ? fate : undefined;
        };
        for (const content of ["a", "b", "c"]) {
          if (isOver) break;
          const answer = await bench.post("/prompt", { content, prompt_id: content });
          if (answer.status === 202) admitted.push(content);
          while (!isOver && (await bench.sync()).busy) await settled(1);
        }
        await settled();
        if (isPower) disk.crash();
        else disk.kill();
        const again = await bench.again();
        const there = asked(await again.history());
        // One that was on its way may be there, too.
        expect(there.slice(0, admitted.length)).toEqual(admitted);
        expect(there.length - admitted.length).toBeLessThanOrEqual(1);
        await again.turn("d");
        expect(asked(await again.history())).toEqual([...there, "d"]);
        await again.daemon.stop("terminate");
      }
    }
});
