/**
 * The row of a session: the data of its daemon's last summary, or of its folder if no daemon runs (P-S50, P-S74); and the projects of
 * sessions.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { FleetProject, SessionRow, SyncSummary } from "../../../../generated/protocol/types.js";
import type { Files } from "../../../machine/interfaces/files.js";
import { sha256Hex } from "../../../machine/interfaces/hash.js";
import { fewAtOnce } from "../../../session/store/few-at-once.js";
import { hasGitIn, projectOf } from "../../../session/store/project.js";
import { boundedContext, boundedQuestion, boundedText, boundedTurn, retryIn } from "../../../wire/core/summary.js";
import { shortened } from "../../../wire/core/text-size.js";
import type { Folder } from "../sources/folders.js";

/** A summary, and the time of its arrival, in milliseconds since 1970. */
export interface Observation {
  readonly summary: SyncSummary;
  readonly at: number;
  /** Whether its daemon has gone: the summary then tells what the session was like. */
  readonly isOver: boolean;
}

export interface RowSource {
  readonly folder: Folder;
  /** The root of the session's repository, or else its working directory. */
  readonly project: string;
  /** The last summary of any daemon of the session; undefined before the first answer. */
  readonly observation: Observation | undefined;
  /** Whether that is fresh. */
  readonly isFresh: boolean;
}

/** Characters of the digest of a project's path. */
const DIGEST = 16;

export function projectIdOf(project: string): string {
  return sha256Hex(project).slice(0, DIGEST);
}

export function rowOf({ folder, project, observation, isFresh }: RowSource): SessionRow {
  const { session, changed } = folder;
  const { sessionId: session_id, isRunning, isFinalized } = session;
  const about = {
    ...{ version: 1 as const, session_id, project_id: projectIdOf(project) },
    project: shortened(project, limits.summaryProjectBytes),
    running: isRunning,
    finalized: isFinalized && !isRunning,
  };
  const before = restOf(folder, observation?.summary);
  if (!isRunning) return { ...about, ...NOBODY, ...before, fresh: true, observed_at: timeOf(changed) };
  if (observation === undefined || observation.isOver)
    return { ...about, ...NOBODY, ...before, state: "unknown", fresh: false, observed_at: null };
  const { state, busy, attention, daemon_epoch, cursor, catalog_revision } = observation.summary;
  const { history_total_items, title, model, facet, queue_length, updated_at } = observation.summary;
  const { last_turn, question, waiting_since, context, retry } = observation.summary;
  return {
    ...about,
    ...{ state, busy, attention, fresh: isFresh, observed_at: timeOf(observation.at) },
    ...{ daemon_epoch, cursor, catalog_revision, history_total_items },
    ...{ title: boundedOf(title), model: boundedOf(model), facet: boundedOf(facet), queue_length, updated_at },
    ...(last_turn === undefined ? {} : { last_turn: boundedTurn(last_turn) }),
    ...(context === undefined ? {} : { context: boundedContext(context) }),
    ...(question === undefined ? {} : { question: boundedQuestion(question) }),
    ...(waiting_since === undefined ? {} : { waiting_since }),
    ...retryIn(retry),
  };
}

/** Values that only a daemon has. */
const NOBODY = {
  busy: false,
  attention: false,
  daemon_epoch: null,
  cursor: null,
  catalog_revision: null,
  queue_length: 0,
};

/** The values in the small files of a session, and beside them the last summary of a daemon that has ended. */
function restOf({ session, changed }: Folder, last: SyncSummary | undefined) {
  const { damage, isFinalized, createdAt, title, final } = session;
  const lastTurn = final?.last_turn ?? last?.last_turn;
  return {
    state: damage !== undefined ? "damaged" : isFinalized ? "stopped" : "crashed",
    history_total_items: final?.total_items ?? last?.history_total_items ?? null,
    title: boundedOf(final?.title ?? title ?? last?.title),
    model: boundedOf(final?.model ?? last?.model),
    facet: boundedOf(final?.facet ?? last?.facet),
    updated_at: [final?.last_at, final?.finalized_at, last?.updated_at, createdAt].find(isTime) ?? timeOf(changed),
    ...(lastTurn === undefined ? {} : { last_turn: boundedTurn(lastTurn) }),
  };
}

function boundedOf(text: string | null | undefined): string | null {
  return boundedText(text ?? null);
}

/** The last moment whose year has four digits. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** A file may have any time. */
function timeOf(ms: number): string {
  return new Date(Math.min(Math.max(0, ms), LAST)).toISOString();
}

/** Whether a text of a file is a moment in the format of rows. */
function isTime(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The projects of sessions, each searched once, and the number of sessions in each (P-S74). */
export class Projects {
  readonly #files: Files;
  /** By working directory. */
  readonly #known = new Map<string, string>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** The root of the repository that contains each directory, or else the directory. Never rejects. */
  async of(workingDirectories: readonly string[]): Promise<ReadonlyMap<string, string>> {
    // Working directories share the directories above them: each is checked once, and again with the next sessions.
    const checks = new Map<string, Promise<boolean>>();
    const hasGit = (directory: string): Promise<boolean> => {
      const answer = checks.get(directory) ?? hasGitIn(this.#files, directory);
      checks.set(directory, answer);
      return answer;
    };
    const unknown = [...new Set(workingDirectories)].filter((directory) => !this.#known.has(directory));
    await fewAtOnce(unknown, async (directory) => {
      this.#known.set(directory, await projectOf(this.#files, directory, hasGit));
    });
    return this.#known;
  }
}

/** A project in the form of the catalog. */
export function projectRow(path: string, sessions: number): FleetProject {
  const name = path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
  return {
    project_id: projectIdOf(path),
    name: shortened(name, limits.summaryTextBytes),
    session_count: sessions,
  };
}
