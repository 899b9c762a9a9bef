/** `POST /mcp/{server}/…`: a tool server is connected, ended or logged in at (P-S81, P-S84). */

import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import type { Session } from "../session.js";

type Moving = Handler<DaemonRoutes["mcpEnable"]>;

/** `move`: connects a server anew, with or without an earlier connection, or ends it. */
export function moving(move: "enable" | "disable" | "reconnect", { tools }: Session): Moving {
  return ({ parameters }) => {
    const server = tools.servers[move](parameters.server);
    if (server === undefined) return UNKNOWN;
    return { body: { status: "accepted", state: server.state } };
  };
}

export function loginStart({ tools }: Session): Handler<DaemonRoutes["loginStart"]> {
  return async ({ parameters }) => {
    const started = await tools.login(parameters.server);
    if (started === undefined) return UNKNOWN;
    if (started.kind === "failed") return { refusal: failed(started.reason) };
    return { body: { status: "started", url: started.url } };
  };
}

export function loginCallback({ tools }: Session): Handler<DaemonRoutes["loginCallback"]> {
  return async ({ parameters, body }) => {
    const ended = await tools.loggedIn(parameters.server, body);
    if (ended === undefined) return UNKNOWN;
    if (ended.kind === "refused") return WRONG_STATE;
    if (ended.kind === "failed") return { refusal: failed(ended.reason) };
    return { body: { status: "completed" } };
  };
}

const failed = (reason: string) => refuse("login_failed", { details: { reason } });
const UNKNOWN = { refusal: refuse("not_found") };
/** No login waits for it, or it was used. */
const WRONG_STATE = { refusal: refuse("invalid_request", { details: { mistake: "wrong_value", field: "state" } }) };
