/** `POST /model`, `/facet` and `/permission-monitor`: what the next turns work with (P-S81). */

import { FileError } from "../../../machine/interfaces/files.js";
import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
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

async function chosen(next: NextTurn, field: "model" | "facet", name: string) {
  if (!(await next.knows(field, name))) {
    const details = { mistake: "wrong_value", field };
    return { refusal: refuse("invalid_request", { details }) };
  }
  try {
    const status = (await next.choose(field, name)) ? ("changed" as const) : ("unchanged" as const);
    return { body: { status } };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { refusal: refuse("storage_unavailable") };
  }
}
