/** A table of routes as types: its names, and the bodies that go with each. The tables themselves are generated. */
import type { Bodies, daemonRoutes, hubRoutes, limits } from "../../../generated/protocol/tables.js";

/**
 * What a hub asks of a caller (P-S70). `fleet`: everything of all sessions. `read`: looking at one session. `control`: commands. `manage`:
 * ending a session, and changing what it has loaded.
 */
export type Authority = "fleet" | "read" | "control" | "manage";

/** One entry of a table. */
export interface Route {
  readonly method: string;
  /** `/attachments/{artifact_id}`: a segment in braces is any one segment. */
  readonly path: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** The type of the body that it takes; absent for a route that takes none. */
  readonly request?: keyof Bodies;
  /** The limit of that body; `bodyBytes` when absent. */
  readonly limit?: keyof typeof limits;
  /** Its answers that are no refusals: the status, and the type of the body or of the messages of a stream. */
  readonly answers: readonly { readonly status: number; readonly body: keyof Bodies }[];
}

export type RouteTable = Readonly<Record<string, Route>>;

export type NameIn<Table> = keyof Table & string;

/** The routes of a table that take a body. */
export type CommandIn<Table> = {
  [Name in NameIn<Table>]: Table[Name] extends { readonly request: string } ? Name : never;
}[NameIn<Table>];

/** The body that a route takes; undefined for one that takes none. */
export type RequestBody<Of> = Of extends { readonly request: infer Type extends keyof Bodies }
  ? Bodies[Type]
  : undefined;

type Answers = Pick<Route, "answers">;

/** The bodies that a route answers with, or the messages of its stream. */
export type ResponseBody<Of extends Answers> = Bodies[Of["answers"][number]["body"]];

/** A status of a route with a body that goes with it. */
export type Response<Of extends Answers> = Paired<Of["answers"][number]>;

type Paired<Each> = Each extends { readonly status: infer Status; readonly body: infer Body extends keyof Bodies }
  ? { readonly status: Status; readonly body: Bodies[Body] }
  : never;

/** The body of a route that has one answer; its status needs no mention. */
export type OnlyResponse<Of extends Answers> = Of["answers"] extends readonly [
  { readonly body: infer Body extends keyof Bodies },
]
  ? { readonly body: Bodies[Body] }
  : never;

/** The names in braces of a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** The routes of the daemon. */
export type DaemonRoutes = typeof daemonRoutes;

/** The routes of the hub. */
export type HubRoutes = typeof hubRoutes;
