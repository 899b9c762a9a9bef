/** A session in the process that serves it: what its routes work with. Knows no route and no listener. */
import { randomHex } from "../../machine/interfaces/random.js";
import { TokenCodec } from "../../wire/protocol/token.js";
import { Catalog, inTurn } from "../catalog/catalog.js";
import { Listings } from "../model/listings.js";
import { Limiter } from "../model/retry/limiter.js";
import { installKey } from "../store/install-key.js";
import { endOpenTurn } from "../store/open-turn.js";
import type { SessionStore } from "../store/session.js";
import { Inputs } from "../turn/inputs.js";
import { Questions } from "../turn/questions.js";
import { recoveredQueue } from "../turn/queue.js";
import type { TurnSession } from "../turn/session.js";
import { Subagents } from "../turn/subagents/subagents.js";
import { Turns } from "../turn/turns.js";
import { FacetFailure } from "./failure.js";
import { SessionJournal } from "./journal.js";
import { NextTurn } from "./next-turn.js";
import type { Opened } from "./opened.js";
import { promptReader } from "./prompts.js";
import { reportTo } from "./report.js";
import { keepTitle } from "./title.js";
import { ToolsInUse } from "./tools.js";
import { watchdogOf } from "./watchdog.js";
import { type Basis, firstFacet, monitorIn, worksWith } from "./works-with.js";

export interface Session extends Opened, TurnSession {
  readonly store: SessionStore;
  readonly journal: SessionJournal;
  readonly questions: Questions;
  readonly tools: ToolsInUse;
  readonly next: NextTurn;
  readonly turns: Turns;
  /** The commands of the queue. */
  readonly inputs: Inputs;
  readonly catalog: Catalog;
  /** The models that providers list. */
  readonly listings: Listings;
  /** Makes the catalog anew from what is loaded now. */
  readonly publish: () => Promise<Published>;
}

interface Published {
  readonly revision: string;
  /** Whether it is another catalog. */
  readonly isOther: boolean;
}

/** Rejects with a `FileError`, or when the facet that the session was to begin with is not there. */
export async function sessionOf(opened: Opened): Promise<Session> {
  const { options, host, configuration, store, epoch } = opened;
  const { files, clock, random, connect, log } = host;
  const key = await installKey(files, random, options.stateDirectory);
  const readPrompts = await promptReader(store.file.working_directory, options.load, configuration, files, log);
  const prompts = await readPrompts();
  const facet = expectFacet({ inUse: configuration.inUse, prompts, options }, opened);
  await beginEpoch(store, epoch, { clock, newId: () => randomHex(random, 12) });
  const queue = await recoveredQueue(store);
  const { inUse } = configuration;
  const { recovered } = store;
  const chosen = { ...recovered.chosen, ...(options.facet === undefined ? {} : { facet: options.facet }) };
  const begins = { ...worksWith({ inUse, prompts, options }, chosen), permissionMonitor: monitorIn(inUse) };
  const journal = new SessionJournal(store, { epoch, codec: new TokenCodec(key), begins }, host);
  keepTitle(journal, log);
  const scrubber = () => configuration.scrubber;
  const limiter = new Limiter(clock);
  const report = reportTo(opened);
  const ofTurns: TurnSession = { journal, store, clock, connect, random, limiter, report, scrubber };
  const questions = new Questions(ofTurns);
  const tools = new ToolsInUse(opened, questions);
  const named = { model: recovered.model, facet: recovered.facet ?? facet };
  const subagents = new Subagents(watchdogOf(inUse, clock));
  const next = new NextTurn(opened, journal, tools, readPrompts, { prompts, chosen, named });
  const turns = new Turns(ofTurns, { queue, questions, subagents, equip: (prompt) => next.equip(prompt) });
  const inputs = new Inputs(ofTurns, queue, turns);
  const catalog = new Catalog(journal, clock, log);
  const publish = inTurn(async () => {
    const { config, beside } = configuration.inUse;
    const now = await next.readPrompts();
    const ofTools = { tools: tools.of(configuration.inUse, now), servers: tools.servers.snapshot() };
    const loaded = { facets: now.facets, subagents: now.subagents, skills: now.skills, ...ofTools };
    const isOther = catalog.publish({ config, beside, ...loaded, scrubber: scrubber() });
    next.announce();
    return { isOther, revision: journal.stream.state.catalogRevision };
  });
  tools.onChange(() => void publish());
  const listings = new Listings(host, (listed) => {
    configuration.learn(listed);
    void publish();
  });
  listings.follow(inUse.config, inUse.beside);
  configuration.onChange(() => {
    listings.follow(configuration.inUse.config, configuration.inUse.beside);
    next.announceMonitor();
    tools.follow(configuration.inUse);
    void publish();
  });
  const parts = { journal, questions, tools, next, turns, inputs, catalog, listings, publish };
  return { ...opened, ...ofTurns, store, ...parts };
}

/** The name of the facet that the session begins with. */
function expectFacet(basis: Basis, { host }: Opened): string {
  const first = firstFacet(basis);
  if (first.kind === "unknown") throw new FacetFailure(first.message);
  if (first.warning !== undefined) host.log.say("warn", first.warning);
  return first.facet.name;
}

/** Writes the epoch to the log, and the end of a turn that an earlier epoch left open (P-S28). */
async function beginEpoch(store: SessionStore, epoch: string, now: Parameters<typeof endOpenTurn>[1]): Promise<void> {
  await Promise.all([store.append({ t: "epoch", daemon_epoch: epoch }), endOpenTurn(store, now)]);
}
