/**
 * A process that opens a session as a daemon does, on the real disk: `STATE ID new|resume ITEMS`. It says `open`, or why not; then each item
 * that it has appended; then `done`, and has the session until it is ended or its input ends.
 */
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { SessionError } from "../../src/agent/session/store/failure.js";
import { openSession } from "../../src/agent/session/store/open.js";

const [state = "", sessionId = "", how, items = "0"] = process.argv.slice(2);

async function main(): Promise<void> {
  const store = await openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: nodeClock, state, sessionId },
    how: how === "new" ? { kind: "new", workingDirectory: "/" } : { kind: "resume" },
    segmentBytes: 4000,
  });
  process.stdout.write("open\n");
  process.stdin.resume().on("end", () => {
    void store.close().then(() => process.exit(0));
  });
  const first = store.totalItems;
  await Promise.all(
    Array.from({ length: Number(items) }, async (_, more) => {
      const index = first + more;
      // A few at a time: some writes have one line, and some have many.
      for (let turn = 0; turn < more; turn += 1) await Promise.resolve();
      await store.append({
        t: "item",
        item: {
          ...{ item_id: `item-${index}`, index, kind: "notice", at: "2027-01-15T08:00:00.000Z" },
          ...{ attribution: { kind: "historical_unknown" }, secret_coverage: "captured", text: "x".repeat(index) },
        },
      });
      process.stdout.write(`item-${index}\n`);
    }),
  );
  process.stdout.write("done\n");
}

main().catch((error: unknown) => {
  process.stdout.write(`${error instanceof SessionError ? error.code : String(error)}\n`);
  process.exitCode = 1;
});
