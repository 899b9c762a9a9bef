/** What is true of a fleet: a reader in the process of the hub follows each run of it from its beginning. What clients are told is compared with it. */
import type { Answering } from "../../../src/agent/machine/interfaces/listen.js";
import { applyFleetEvent, emptyFleet, type FleetState } from "../../../src/agent/wire/core/fleet.js";
import { canonicalJson } from "../../../src/agent/wire/protocol/canonical.js";
import { NdjsonReader } from "../../../src/agent/wire/protocol/stream-reader.js";
import type {
  FleetCatalog,
  FleetEventV1,
  FleetMessage,
  FleetProject,
  SessionRow,
} from "../../../src/generated/protocol/types.js";
import { Moments } from "../moments.js";
import { exchangeOf } from "../truth.js";

/** A moment of an epoch. */
interface Known {
  /** The event that led here, as JSON; undefined for the first moment. */
  readonly event: string | undefined;
  readonly fleet: string;
  readonly before: string | undefined;
}

export class FleetEpoch {
  readonly name: string;
  readonly state: FleetState = emptyFleet();
  isOver = false;
  readonly #moments = new Moments<Known>();
  #head: string;

  constructor(catalog: FleetCatalog) {
    this.name = catalog.fleet_epoch;
    this.#head = catalog.cursor;
    fill(this.state, catalog);
    this.#learn(catalog.cursor, undefined, undefined);
  }

  /** The cursor of the last event. */
  get head(): string {
    return this.#head;
  }

  take(event: FleetEventV1): void {
    applyFleetEvent(this.state, event);
    this.#learn(event.cursor, canonicalJson(event), this.#head);
    this.#head = event.cursor;
  }

  when(cursor: string, check: (known: Known) => void): void {
    this.#moments.when(cursor, check);
  }

  get unknown(): readonly string[] {
    return this.#moments.unknown;
  }

  #learn(cursor: string, event: string | undefined, before: string | undefined): void {
    const known = { event, before, fleet: written(this.state) };
    this.#moments.learn(cursor, known);
  }
}

/** Puts the rows of a page into a fleet. */
export function fill(
  { projects, sessions }: FleetState,
  page: { readonly projects: readonly FleetProject[]; readonly sessions: readonly SessionRow[] },
): void {
  for (const project of page.projects) projects.set(project.project_id, project);
  for (const session of page.sessions) sessions.set(session.session_id, session);
}

/** A fleet as text, without the times that no event tells. */
export function written({ projects, sessions }: FleetState): string {
  const rows = [...sessions].sort().map(([, row]) => ({ ...row, observed_at: null }));
  return canonicalJson({ projects: [...projects].sort().map(([, project]) => project), rows });
}

/** Follows a hub in its process. Resolves with what it learns, as soon as the first catalog is there. */
export async function fleetWitness(
  answering: Answering,
  token: string,
  fail: (message: string) => void,
): Promise<FleetEpoch> {
  const epoch = new FleetEpoch(await catalog(answering, token));
  const lines = new NdjsonReader();
  const take = (message: FleetMessage): void => {
    if (message.event === "frame") for (const event of message.records) epoch.take(event);
    if (message.event === "reset") fail("a reader that keeps up was told to begin anew");
  };
  const taken = (bytes: Uint8Array): void => {
    for (const line of lines.push(bytes)) take(JSON.parse(line) as FleetMessage);
  };
  answering.answer(
    exchangeOf(`/api/v1/events?after=${epoch.head}&expected_epoch=${epoch.name}`, token, {
      written: taken,
      ended: () => {},
    }),
  );
  return epoch;
}

/** All pages of the catalog as one. */
async function catalog(answering: Answering, token: string): Promise<FleetCatalog> {
  const first = await pageOf(answering, token, "");
  const [projects, sessions] = [[...first.projects], [...first.sessions]];
  for (let next = first.page.next_page; next !== null; ) {
    const page = await pageOf(answering, token, `?snapshot=${first.snapshot}&page=${next}`);
    projects.push(...page.projects);
    sessions.push(...page.sessions);
    next = page.page.next_page;
  }
  return { ...first, projects, sessions };
}

async function pageOf(answering: Answering, token: string, query: string): Promise<FleetCatalog> {
  let text = "";
  await new Promise<void>((resolve) =>
    answering.answer(
      exchangeOf(`/api/v1/catalog${query}`, token, {
        written: (bytes) => {
          text += Buffer.from(bytes).toString();
        },
        ended: resolve,
      }),
    ),
  );
  return JSON.parse(text) as FleetCatalog;
}
