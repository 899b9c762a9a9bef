/** `POST /model`, `/facet` and `/permission-monitor`: what the next turns work with (P-S81); and `/title`: what the session is called (P-S64). */
import { FileError } from "../../../machine/interfaces/files.js";
import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import { titleOf } from "../../turn/title.js";
import type { NextTurn } from "../next-turn.js";
import type { Session } from "../session.js";

export function chooseModel({ next }: Session): Handler<DaemonRoutes["model"]> {
  return ({ body }) => chosen(next, "model", body.model);
}

export function chooseFacet({ next }: Session): Handler<DaemonRoutes["facet"]> {
  return ({ body }) => chosen(next, "facet", body.facet);
}

export function chooseMonitor({ next }: Session): Handler<DaemonRoutes["permissionMonitor"]> {
  return ({ body }) => ({ body: { status: next.chooseMonitor(body.monitor) ? "changed" : "unchanged" } });
}

const NO_TITLE = { refusal: refuse("invalid_request", { details: { mistake: "wrong_value", field: "title" } }) };

export function rename({ journal, scrubber }: Session): Handler<DaemonRoutes["title"]> {
  return async ({ body }) => {
    const title = titleOf(scrubber().scrub(body.title.toWellFormed()));
    if (title === undefined) return NO_TITLE;
    if (title === journal.title) return { body: { status: "unchanged" } };
    const change = { title };
    return kept(async () => {
      await journal.commit({
        entries: () => [{ t: "session", ...change }],
        changes: [{ kind: "session_changed", ...change }],
      });
      return true;
    });
  };
}

async function chosen(next: NextTurn, field: "model" | "facet", name: string) {
  if (!(await next.knows(field, name))) {
    const details = { mistake: "wrong_value", field };
    return { refusal: refuse("invalid_request", { details }) };
  }
  return kept(() => next.choose(field, name));
}

/** The answer to a change that must be on the disk; `change` resolves to whether it is one. */
async function kept(change: () => Promise<boolean>) {
  try {
    const status = (await change()) ? ("changed" as const) : ("unchanged" as const);
    return { body: { status } };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { refusal: refuse("storage_unavailable") };
  }
}
