// @ts-check
/**
 * Small mistakes in the daemon and in the client, which the simulator has to find: each replaces one text of one source file while that is
 * loaded. `mutants.test.ts` shows that the texts are still there.
 */

/**
 * @typedef {object} Mutant
 * @property {string} name what the program does wrong
 * @property {string} file
 * @property {string} text
 * @property {string} instead
 * @property {true} [isOfFleet] whether worlds with a hub find it
 */

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  {
    name: "skips a record at a reconnect",
    file: "src/agent/wire/server/readers.ts",
    text: "this.#send(one, feed.heartbeat(position, encoding, this.#time()), position, now);",
    instead: `const next = feed.frameAfter(position + 1, encoding) === undefined ? position : position + 1;
          this.#send(one, feed.heartbeat(position, encoding, this.#time()), next, now);`,
  },
  {
    name: "forgets a stored failure",
    file: "src/agent/wire/core/ledger.ts",
    text: "    if (entry === undefined || isFinal(entry.result)) return;",
    instead: `    if (entry === undefined || isFinal(entry.result)) return;
    if (result.status === "failed") return this.drop(result);`,
  },
  {
    name: "runs a retry again",
    file: "src/agent/session/daemon/door.ts",
    text: "if (found !== undefined) return found.payload === payload ? this.answered(key) : CONFLICT;",
    instead: "if (found !== undefined && found.payload !== payload) return CONFLICT;",
  },
  {
    name: "accepts another payload",
    file: "src/agent/session/daemon/door.ts",
    text: "return found.payload === payload ? this.answered(key) : CONFLICT;",
    instead: "return this.answered(key);",
  },
  {
    name: "forgets to sync",
    file: "src/agent/session/store/segment.ts",
    text: `      await this.#file.append(bytes);
      await this.#file.sync();`,
    instead: "      await this.#file.append(bytes);",
  },
  {
    name: "tells before it is on the disk",
    file: "src/agent/session/daemon/journal.ts",
    text: "const done = Promise.all([durable, this.#published]).then(() => {",
    instead: "const done = this.#published.then(() => {",
  },
  {
    name: "loses the queue at a crash",
    file: "src/agent/session/turn/queue.ts",
    text: "for (const { input, model, facet } of inputs) {",
    instead: "for (const { input, model, facet } of inputs.slice(1)) {",
  },
  {
    name: "leaves an interrupted turn open",
    file: "src/agent/session/daemon/session.ts",
    text: ", endOpenTurn(store, now)]",
    instead: "]",
  },
  {
    name: "does not scrub answers",
    file: "src/agent/session/turn/writer.ts",
    text: "const shown = open.scrub.push(text);",
    instead: "const shown = text;",
  },
  {
    name: "does not sync the names of replaced files",
    file: "src/agent/machine/interfaces/files.ts",
    text: `  await files.syncDirectory(files.join(path, ".."));`,
    instead: "",
  },
  {
    name: "saves the place before the change is applied",
    file: "src/agent/wire/client/apply-steps.ts",
    text: `        const applying = apply(step.change, step);
        if (applying !== undefined) await applying;
        if (save !== undefined) await saved(save, step.point);`,
    instead: `        if (save !== undefined) await saved(save, step.point);
        const applying = apply(step.change, step);
        if (applying !== undefined) await applying;`,
  },
  {
    name: "repeats items after a new snapshot",
    file: "src/agent/wire/client/follow.ts",
    text: ".filter(({ index }) => index >= applied)",
    instead: "",
  },
  {
    name: "takes the end of a page before its place for its place",
    file: "src/agent/wire/client/follow.ts",
    text: `      if (last === undefined) continue;
      this.#point = last;
      applied = last.items;`,
    instead: `      this.#point = last ?? this.#point;
      applied = (items.at(-1)?.index ?? -1) + 1;`,
  },
  {
    name: "reads on by a checkpoint that has ended",
    file: "src/agent/wire/client/follow.ts",
    text: "if (!mayPass(error)) this.#reading = undefined;",
    instead: "",
  },
  {
    name: "begins a page one item too late",
    file: "src/agent/session/daemon/routes/history.ts",
    text: "checkpoints.pageAt(next, checkpoint)",
    instead: "checkpoints.pageAt(next + 1, checkpoint)",
  },
  {
    name: "drops the reset",
    file: "src/agent/session/daemon/journal.ts",
    text: "this.stream.ring.bar();",
    instead: "",
  },
  {
    name: "ignores that the epoch is another one",
    file: "src/agent/wire/core/stream-replica.ts",
    text: `  "epoch_mismatch",
`,
    instead: "",
  },
  {
    name: "takes a command that was not heard for one that did not run",
    file: "src/agent/wire/client/run-once.ts",
    text: "mayHaveRunBefore ||= mayHaveRun(error);",
    instead: "mayHaveRunBefore = false;",
  },
  {
    name: "a hub shows what an earlier run of a daemon said",
    file: "src/agent/fleet/hub/fleet/fleet.ts",
    text: "{ ...last, isOver: true }",
    instead: "last",
    isOfFleet: true,
  },
  {
    name: "a hub never says that a row is stale no longer",
    file: "src/agent/wire/core/fleet-stream.ts",
    text: `["observed_at", "fresh"]))`,
    instead: `["observed_at", "fresh"]) && after.fresh) return [];
  if (isSame(before, after, ["observed_at", "fresh"]))`,
    isOfFleet: true,
  },
  {
    name: "a hub does not see that a process has died",
    file: "src/agent/fleet/hub/sources/folders.ts",
    text: "return folder?.holder === undefined || this.#host.processes.mayRun(folder.holder);",
    instead: "return folder !== undefined;",
    isOfFleet: true,
  },
  {
    name: "a hub takes the summary of another session",
    file: "src/agent/fleet/hub/sources/daemon.ts",
    text: "summary.session_id === sessionId && summary.daemon_epoch === located.epoch",
    instead: "summary.daemon_epoch === located.epoch",
    isOfFleet: true,
  },
  {
    name: "a catalog has the cursor of the event before",
    file: "src/agent/wire/core/fleet-stream.ts",
    text: "return this.#cursorAt(this.ring.head);",
    instead: "return this.#cursorAt(Math.max(0, this.ring.head - 1));",
    isOfFleet: true,
  },
];
