/** What a session works with, put together: its stream, questions, tools, catalog, turns and queue. Knows no route and no listener. */
import type { Scrubber } from "../run/scrub/scrubber.js";
import { installKey } from "../run/store/install-key.js";
import { endOpenTurn } from "../run/store/open-turn.js";
import type { SessionStore } from "../run/store/session.js";
import { Inputs } from "../run/turn/inputs.js";
import type { Wish } from "../run/turn/permission.js";
import { Questions } from "../run/turn/questions.js";
import { recoveredQueue } from "../run/turn/queue.js";
import { Turns } from "../run/turn/turns.js";
import { TokenCodec } from "../wire/protocol/token.js";
import { secretFileAlarm } from "./alarm.js";
import { Catalog } from "./catalog/catalog.js";
import { inTurn } from "./catalog/in-turn.js";
import { Choice } from "./choice.js";
import type { InUse } from "./configuration.js";
import { equip, firstFacet, modelOf, monitorIn, unasked } from "./equip.js";
import { FacetFailure } from "./failure.js";
import { NextTurn } from "./next-turn.js";
import { usePrompts } from "./prompts.js";
import type { ServeParts } from "./serve-parts.js";
import { LiveSession } from "./session.js";
import { ToolsInUse } from "./tools.js";
import { reportTo } from "./turn-report.js";

export interface WorkParts extends ServeParts {
  readonly epoch: string;
  /** The root of the project. */
  readonly project: string;
}

export type Work = Awaited<ReturnType<typeof workOf>>;

/** Rejects with a `FileError`, or when the facet that the session was to begin with is not there. */
export async function workOf({ options, host, configuration, store, epoch, project }: WorkParts) {
  const { files, clock, random, connect, log } = host;
  const { working_directory: workingDirectory } = store.file;
  const key = await installKey(files, random, options.stateDirectory);
  const prompts = await usePrompts(workingDirectory, options.load, configuration, files, log);
  const begins = { flag: options.facet, isExec: options.isExec ?? false };
  const first = firstFacet(configuration, prompts.last, begins);
  if (first.kind === "unknown") throw new FacetFailure(first.message);
  if (first.warning !== undefined) log.say("warn", first.warning);
  await beginEpoch(store, epoch);
  const { model, facet } = store.recovered;
  const chosen = { ...store.recovered.chosen, ...(options.facet === undefined ? {} : { facet: options.facet }) };
  const session = new LiveSession({
    ...{ store, epoch, codec: new TokenCodec(key), clock, random },
    begins: {
      ...unasked({ configuration, begins }, chosen, prompts.last),
      permissionMonitor: monitorIn(configuration.inUse),
    },
  });
  const choice = new Choice(session, chosen);
  configuration.onChange(() => choice.follow(monitorIn(configuration.inUse)));
  const next = new NextTurn(
    session,
    { model, facet: facet ?? first.facet.name },
    {
      find: () => unasked({ configuration, begins }, choice.chosen, prompts.last),
      modelOf: (name) => modelOf(configuration, name),
    },
  );
  choice.onChange(() => next.say());
  const scrubber = (): Scrubber => configuration.scrubber;
  const ofTurns = { journal: session, store, clock, connect, report: reportTo(log), scrubber };
  const questions = new Questions(ofTurns);
  const queue = await recoveredQueue(store);
  const catalog = new Catalog({ journal: session, clock, log });
  const publish = inTurn(async () => {
    const { config, beside } = configuration.inUse;
    const { facets, subagents, skills } = await prompts.read();
    const offered = tools.of(configuration.inUse);
    const servers = tools.servers.snapshot();
    const isOther = catalog.publish({
      ...{ config, beside, facets, subagents, skills, tools: offered, servers, scrubber: scrubber() },
    });
    next.say();
    return { isOther, revision: session.stream.state.catalogRevision };
  });
  const { directory } = store.paths;
  const tools: ToolsInUse = new ToolsInUse({
    ...{ host, options, configuration, questions, directory, workingDirectory, project },
    onChange: () => void publish(),
  });
  configuration.onChange(() => void publish());
  const equipping = {
    ...{ configuration, choice, clock, connect, log, begins, said: new Set<string>() },
    prompts: () => prompts.read(),
    tools: (inUse: InUse) => tools.offered(inUse),
    ready: (signal: AbortSignal) => tools.ready(signal),
    alarm: ({ config }: InUse, { tool, input }: Wish) =>
      tool.name === "shell"
        ? secretFileAlarm(input, config.permissions?.secret_files ?? [], workingDirectory)
        : undefined,
    heard: { lastPrompt: "" },
  };
  const turns = new Turns(ofTurns, queue, questions, (prompt) => equip(equipping, prompt));
  const inputs = new Inputs(ofTurns, queue, turns);
  return { session, prompts, choice, next, questions, tools, catalog, publish, turns, inputs, scrubber };
}

/** Writes the epoch to the log, and the end of a turn that an earlier epoch left open (P-S28). */
async function beginEpoch(store: SessionStore, epoch: string): Promise<void> {
  await Promise.all([store.append({ t: "epoch", daemon_epoch: epoch }), endOpenTurn(store)]);
}
