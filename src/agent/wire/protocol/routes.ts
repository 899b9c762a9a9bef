/** A table of routes as types: its names, and the bodies of each. The tables themselves are generated. */
import type { Bodies, daemonRoutes, hubRoutes, limits } from "../../../generated/protocol/tables.js";

/**
 * The authority that a hub requires of a caller (P-S70). `fleet`: all data of all sessions. `read`: reading one session. `control`:
 * commands. `manage`: ending a session, and changing its loaded configuration.
 */
export type Authority = "fleet" | "read" | "control" | "manage";

/** One entry of a table. */
export interface Route {
  readonly method: string;
  /** `/attachments/{artifact_id}`: a segment in braces matches any one segment. */
  readonly path: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** The type of its body; absent for a route without one. */
  readonly request?: keyof Bodies;
  /** The limit of that body; `bodyBytes` by default. */
  readonly limit?: keyof typeof limits;
  /** Its answers except refusals: the status, and the type of the body or of the messages of a stream. */
  readonly answers: readonly { readonly status: number; readonly body: keyof Bodies }[];
}

export type RouteTable = Readonly<Record<string, Route>>;

export type NameIn<Table> = keyof Table & string;

/** The routes of a table with a body. */
export type CommandIn<Table> = {
  [Name in NameIn<Table>]: Table[Name] extends { readonly request: string } ? Name : never;
}[NameIn<Table>];

/** The body of a route; undefined for a route without one. */
export type RequestBody<Of> = Of extends { readonly request: infer Type extends keyof Bodies }
  ? Bodies[Type]
  : undefined;

type Answers = Pick<Route, "answers">;

/** The bodies of a route's answers, or the messages of its stream. */
export type ResponseBody<Of extends Answers> = Bodies[Of["answers"][number]["body"]];

/** A status of a route with its body. */
export type Response<Of extends Answers> = Paired<Of["answers"][number]>;

type Paired<Each> = Each extends { readonly status: infer Status; readonly body: infer Body extends keyof Bodies }
  ? { readonly status: Status; readonly body: Bodies[Body] }
  : never;

/** The body of a route with one answer, whose status is implied. */
export type OnlyResponse<Of extends Answers> = Of["answers"] extends readonly [
  { readonly body: infer Body extends keyof Bodies },
]
  ? { readonly body: Bodies[Body] }
  : never;

/** The names in braces of a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

export type DaemonRoutes = typeof daemonRoutes;

export type HubRoutes = typeof hubRoutes;
