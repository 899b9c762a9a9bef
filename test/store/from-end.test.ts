/** The entries of a log from its end: all of them in reverse, and no more bytes than its reader takes. */
import { expect, test } from "vitest";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import { factsOf } from "../../src/agent/session/store/facts.js";
import { entriesFromEnd } from "../../src/agent/session/store/from-end.js";
import { listSessions } from "../../src/agent/session/store/list.js";
import type { NewEntry } from "../../src/agent/session/store/log.js";
import { Disk } from "../ports/disk.js";
import { item, NEW, open, optionsOn, PATHS, STATE } from "./bench.js";

const entryOf = (index: number, text?: string): NewEntry => ({ t: "item", item: item(index, text) });

/** A log of items with these texts. */
async function logOf(texts: readonly string[], segmentBytes = 1_000_000): Promise<Disk> {
  const disk = new Disk(1);
  const store = await open(disk, NEW, segmentBytes);
  for (const [index, text] of texts.entries()) await store.append(entryOf(index, text));
  await store.close();
  return disk;
}

async function textsFromEnd(files: Files, most = 100_000_000, take = Number.POSITIVE_INFINITY) {
  const texts: (string | undefined)[] = [];
  for await (const entry of entriesFromEnd({ files, directory: PATHS.log, most })) {
    if (entry.t === "item") texts.push(entry.item.text);
    if (texts.length === take) break;
  }
  return texts;
}

/** The files, and the bytes that are read of them. */
function counted(files: Files): { readonly files: Files; readonly read: () => number; readonly open: () => number } {
  let [read, open] = [0, 0];
  const counting: Files = {
    ...files,
    open: async (path, how) => {
      const file = await files.open(path, how);
      open += 1;
      return {
        ...file,
        readAt: async (offset, length) => {
          const bytes = await file.readAt(offset, length);
          read += bytes.length;
          return bytes;
        },
        close: async () => {
          open -= 1;
          await file.close();
        },
      };
    },
  };
  return { files: counting, read: () => read, open: () => open };
}

const LONG = Array.from({ length: 40 }, (_, each) => `${each} ${"é".repeat((each * 7919) % 60_000)}`);

test.each([1_000_000, 30_000, 1])("all lines of segments of %i bytes, the newest first", async (segmentBytes) => {
  const files = (await logOf(LONG, segmentBytes)).files();
  expect(await textsFromEnd(files)).toEqual(LONG.toReversed());
});

test("an unfinished line and a damaged one are passed over", async () => {
  const disk = await logOf(["one", "two", "three"]);
  const path = `${PATHS.log}/000001.log`;
  const whole = Buffer.from(disk.bytes(path));
  disk.overwrite(path, whole.subarray(0, -1));
  expect(await textsFromEnd(disk.files())).toEqual(["two", "one"]);
  const damaged = Buffer.from(whole);
  damaged.write("TWO", whole.indexOf("two"));
  disk.overwrite(path, damaged);
  expect(await textsFromEnd(disk.files())).toEqual(["three", "one"]);
  disk.overwrite(path, Buffer.concat([whole, Buffer.alloc(50_000)]));
  expect(await textsFromEnd(disk.files())).toEqual(["three", "two", "one"]);
});

test("the last entry of a long log costs one small read, and no file stays open", async () => {
  const files = counted(
    (await logOf(Array.from({ length: 3000 }, (_, each) => `${each} ${"x".repeat(1000)}`))).files(),
  );
  expect(await textsFromEnd(files.files, 100_000_000, 1)).toEqual([`2999 ${"x".repeat(1000)}`]);
  expect(files.read()).toBeLessThanOrEqual(16_384);
  expect(files.open()).toBe(0);
});

test("no more than the given bytes are searched, a read aside", async () => {
  const files = counted((await logOf(["first", "x".repeat(200_000), "y".repeat(200_000)])).files());
  expect(await textsFromEnd(files.files, 100_000)).toEqual(["y".repeat(200_000)]);
  expect(files.read()).toBeLessThan(400_000);
  expect(files.open()).toBe(0);
});

test("facts of a finalized session come from final.json; of others from the two ends of the log", async () => {
  const disk = new Disk(1);
  const options = optionsOn(disk, NEW);
  const store = await open(disk, NEW);
  await store.append({ t: "prompt", prompt_id: "p", generation: 0, model: "m", facet: null, item: item(0, "hello") });
  await store.append({ t: "session", title: "Greeting" });
  await store.append({ t: "session", title: "Renamed" });
  const only = async () => (await listSessions(options, STATE))[0] ?? expect.unreachable();
  const lastAt = "2027-01-15T08:00:00.000Z";
  expect(await factsOf(disk.files(), await only())).toEqual({ title: "Greeting", firstPrompt: "hello", lastAt });
  await store.finalize();
  const stopped = await only();
  expect(stopped.final).toMatchObject({ title: "Renamed", model: "m", facet: null, last_at: lastAt });
  expect(await factsOf(disk.files(), stopped)).toEqual({ title: "Renamed", firstPrompt: "hello", lastAt });
  const opened = counted(disk.files());
  expect(await factsOf(opened.files, stopped, false)).toEqual({ title: "Renamed", firstPrompt: undefined, lastAt });
  expect(opened.read()).toBe(0);
  // A file of an earlier version has neither title nor time.
  const { title: _, last_at: __, ...earlier } = stopped.final ?? expect.unreachable();
  expect(await factsOf(disk.files(), { ...stopped, final: earlier })).toMatchObject({ title: "Greeting", lastAt });
});

test("a log that cannot be read has no facts", async () => {
  const disk = await logOf(["one"]);
  const [session = expect.unreachable()] = await listSessions(optionsOn(disk, NEW), STATE);
  disk.decide = ({ path }) => (path.endsWith(".log") ? "denied" : undefined);
  const none = { title: undefined, firstPrompt: undefined, lastAt: undefined };
  expect(await factsOf(disk.files(), session)).toEqual(none);
});
