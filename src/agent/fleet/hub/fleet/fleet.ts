/**
 * A hub's view of all sessions: it checks their folders every second, polls their daemons for summaries, and publishes all differences as
 * events (P-S51, P-S74).
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { SessionRow } from "../../../../generated/protocol/types.js";
import type { ProcessIdentity } from "../../../machine/interfaces/processes.js";
import { Elapsed } from "../../../wire/core/elapsed.js";
import { FleetStream, projectChanges, sessionChanges } from "../../../wire/core/fleet-stream.js";
import { Observer } from "../../../wire/core/observer.js";
import { Readers } from "../../../wire/server/readers.js";
import type { HubRun } from "../run.js";
import { type DaemonHost, poll } from "../sources/daemon.js";
import { type Folder, Folders } from "../sources/folders.js";
import { type Observation, Projects, projectIdOf, projectRow, rowOf } from "./row.js";

/** A session and its known data. */
interface Member {
  readonly folder: Folder;
  readonly project: string;
}

/** Rows between two turns of the event loop, so that no other work waits for long. */
const SLICE = 200;

export class Fleet {
  readonly stream: FleetStream;
  readonly readers: Readers;
  readonly elapsed: Elapsed;
  readonly #run: HubRun & DaemonHost;
  readonly #folders: Folders;
  readonly #projects: Projects;
  readonly #observer = new Observer();
  readonly #members = new Map<string, Member>();
  readonly #observations = new Map<string, Observation>();
  /** Failed requests in a row, by session. */
  readonly #unread = new Map<string, number>();
  /** Sessions of each project, by its path. */
  #counts: ReadonlyMap<string, number> = new Map();
  readonly #ending = new AbortController();
  #forgetLook: () => void = () => {};
  #forgetPoll: () => void = () => {};
  #polls = 0;
  #tellQuiet: () => void = () => {};

  constructor(run: HubRun & DaemonHost) {
    const { files, clock, codec, epoch, state } = run;
    this.#run = run;
    this.stream = new FleetStream(codec, epoch);
    this.readers = new Readers(this.stream, clock);
    this.elapsed = new Elapsed(clock);
    this.#folders = new Folders(run, state);
    this.#projects = new Projects(files);
  }

  /** Resolves after the first check of all folders. */
  async start(): Promise<void> {
    await this.#look();
    this.#lookSoon();
  }

  /** Ends all checks and requests; resolves when none is in progress. Streams end with the events so far. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#forgetLook();
    this.#forgetPoll();
    this.readers.end();
    await this.#looking;
    if (this.#polls > 0)
      await new Promise<void>((resolve) => {
        this.#tellQuiet = resolve;
      });
  }

  row(sessionId: string): SessionRow | undefined {
    return this.stream.state.sessions.get(sessionId);
  }

  #looking: Promise<void> | undefined;

  #lookSoon(): void {
    if (this.#ending.signal.aborted) return;
    this.#forgetLook = this.#run.clock.after(limits.folderInterval, () => {
      this.#looking = this.#look()
        .catch((error) => this.#report("the sessions could not be looked at", error))
        .then(() => this.#lookSoon());
    });
  }

  async #look(): Promise<void> {
    const { clock } = this.#run;
    this.stream.ring.expire(clock.monotonic());
    const folders = await this.#folders.look(clock.now());
    const others = [...folders].filter(([id, folder]) => this.#members.get(id)?.folder !== folder);
    const projects = await this.#projects.of(others.map(([, { workingDirectory }]) => workingDirectory));
    const changed = new Map<string, Member>();
    for (const [id, folder] of others)
      changed.set(id, { folder, project: projects.get(folder.workingDirectory) ?? "" });
    const removed = [...this.#members.keys()].filter((id) => !folders.has(id));
    if (changed.size + removed.length > 0) await this.#takeAll(folders.keys(), changed, removed);
    this.#pollSoon();
  }

  /** Publishes the changes of a check: projects before their sessions, and one notice for all of these. */
  async #takeAll(
    ids: Iterable<string>,
    changed: ReadonlyMap<string, Member>,
    removed: readonly string[],
  ): Promise<void> {
    const counts = new Map<string, number>();
    for (const id of ids) {
      const project = (changed.get(id) ?? this.#members.get(id))?.project;
      if (project !== undefined) counts.set(project, (counts.get(project) ?? 0) + 1);
    }
    const steps = this.#stepsOf(counts, changed, removed);
    let done = 0;
    for (const _ of steps) {
      done += 1;
      if (done % SLICE === 0) await new Promise<void>((resolve) => void this.#run.clock.after(0, resolve));
      if (this.#ending.signal.aborted) return;
    }
    this.#counts = counts;
  }

  *#stepsOf(
    counts: ReadonlyMap<string, number>,
    changed: ReadonlyMap<string, Member>,
    removed: readonly string[],
  ): Generator<void> {
    for (const [project, sessions] of counts) {
      if (this.#counts.get(project) !== sessions) yield this.#showProject(project, sessions);
    }
    for (const [id, member] of changed) yield this.#take(id, member);
    for (const id of removed) yield this.#drop(id);
    for (const project of this.#counts.keys()) if (!counts.has(project)) yield this.#showProject(project, 0);
  }

  #take(id: string, member: Member): void {
    const { holder } = member.folder;
    const isSameDaemon = isSame(this.#members.get(id)?.folder.holder, holder);
    if (!isSameDaemon) {
      const last = this.#observations.get(id);
      if (last !== undefined) this.#observations.set(id, { ...last, isOver: true });
      this.#observer.forget(id);
      this.#unread.delete(id);
    }
    if (holder !== undefined && !isSameDaemon) this.#observer.watch(id, this.elapsed.now());
    this.#members.set(id, member);
    this.#refresh(id);
  }

  #drop(id: string): void {
    this.#members.delete(id);
    this.#unread.delete(id);
    this.#observations.delete(id);
    this.#observer.forget(id);
    this.#refresh(id);
  }

  #showProject(project: string, sessions: number): void {
    const before = this.stream.state.projects.get(projectIdOf(project));
    const after = sessions > 0 ? projectRow(project, sessions) : undefined;
    for (const event of projectChanges(before, after)) this.#publish(event);
  }

  /** Compares the row of a session with its present data. */
  #refresh(id: string): void {
    const before = this.stream.state.sessions.get(id);
    const member = this.#members.get(id);
    const observation = this.#observations.get(id);
    const isFresh = this.#observer.isFresh(id, this.elapsed.now());
    const after = member && rowOf({ ...member, observation, isFresh });
    const events = sessionChanges(before, after);
    for (const event of events) this.#publish(event);
    // A new observation without a change is not an event; the catalog shows its time.
    if (events.length === 0 && after !== undefined) this.stream.state.sessions.set(id, after);
  }

  #publish(event: Parameters<FleetStream["publish"]>[0]): void {
    const { clock } = this.#run;
    this.stream.publish(event, new Date(clock.now()).toISOString(), clock.monotonic());
  }

  /** One warning about a session that cannot be read twice in a row: once is usual while a daemon starts or ends. */
  #sayUnread(id: string, why: string | undefined): void {
    const before = this.#unread.get(id) ?? 0;
    if (why === undefined) this.#unread.delete(id);
    else if (this.#members.has(id)) this.#unread.set(id, before + 1);
    if (why !== undefined && before === 1)
      this.#run.log.say("warn", "a session cannot be read", { session: id, reason: why });
  }

  #report(message: string, error: unknown): void {
    this.#run.log.say("error", message, { error: error instanceof Error ? error.name : "unknown" });
  }

  /** Begins the due requests, and waits for the next due moment. */
  #pollSoon(): void {
    if (this.#ending.signal.aborted) return;
    const now = this.elapsed.now();
    for (const id of this.#observer.faded(now)) this.#refresh(id);
    for (const { id, end } of this.#observer.next(now)) void this.#poll(id, end);
    this.#forgetPoll();
    const wait = this.#observer.wakeAt(now) - now;
    if (wait < Number.POSITIVE_INFINITY) this.#forgetPoll = this.#run.clock.after(wait, () => this.#pollSoon());
  }

  async #poll(id: string, end: (isGood: boolean, now: number) => void): Promise<void> {
    const { clock, state } = this.#run;
    const holder = this.#members.get(id)?.folder.holder;
    this.#polls += 1;
    const polled = await poll(this.#run, state, id, this.#ending.signal).catch((error) => {
      this.#report("a summary could not be asked for", error);
      return { why: undefined };
    });
    const summary = "summary" in polled ? polled.summary : undefined;
    end(summary !== undefined, this.elapsed.now());
    this.#sayUnread(id, "why" in polled ? polled.why : undefined);
    // The polled daemon may have ended by now.
    if (summary !== undefined && holder !== undefined && isSame(this.#members.get(id)?.folder.holder, holder)) {
      this.#observations.set(id, { summary, at: clock.now(), isOver: false });
      this.#refresh(id);
    }
    this.#polls -= 1;
    if (this.#polls === 0) this.#tellQuiet();
    this.#pollSoon();
  }
}

/** Whether two holders of a lock are one process, or both are undefined. */
function isSame(a: ProcessIdentity | undefined, b: ProcessIdentity | undefined): boolean {
  return a?.pid === b?.pid && a?.boot === b?.boot && a?.started === b?.started;
}
