/** `POST /model`, `/facet` and `/permission-monitor`: what the next turns work with (P-S81). */

import type { Handler } from "../../http/handlers.js";
import { FileError } from "../../ports/files.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Choice } from "../choice.js";

/** Whether the configuration in use knows a name. */
export type Knows = (name: string) => Promise<boolean>;

export function chooseModel(choice: Choice, knows: Knows): Handler<DaemonRoutes["model"]> {
  return ({ body }) => chosen(choice, "model", body.model, knows);
}

export function chooseFacet(choice: Choice, knows: Knows): Handler<DaemonRoutes["facet"]> {
  return ({ body }) => chosen(choice, "facet", body.facet, knows);
}

export function chooseMonitor(choice: Choice): Handler<DaemonRoutes["permissionMonitor"]> {
  return ({ body }) => ({ body: { status: choice.chooseMonitor(body.monitor) ? "changed" : "unchanged" } });
}

async function chosen(choice: Choice, field: "model" | "facet", name: string, knows: Knows) {
  if (!(await knows(name))) {
    const details = { mistake: "wrong_value", field };
    return { refusal: refuse("invalid_request", { details }) };
  }
  try {
    const status = (await choice.choose(field, name)) ? ("changed" as const) : ("unchanged" as const);
    return { body: { status } };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { refusal: refuse("storage_unavailable") };
  }
}
