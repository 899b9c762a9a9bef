/** Tokens as types of their own (spec 2.1, C279): the compiler refuses a cursor that was made by hand, or one in the place of another. */
declare const kind: unique symbol;
type Token<Kind extends string> = string & { readonly [kind]: Kind };

/** A position in the stream of one run of a daemon. */
export type Cursor = Token<"cursor">;
/** A history that stands still, for pages and attachments. */
export type Checkpoint = Token<"checkpoint">;
/** The next page of a checkpoint. */
export type PageToken = Token<"page">;
/** A window in which a command can be repeated. */
export type Window = Token<"window">;
/** One run of a daemon. */
export type Epoch = Token<"epoch">;
/** A position in the events of one run of a hub. */
export type FleetCursor = Token<"fleet-cursor">;
/** One run of a hub. */
export type FleetEpoch = Token<"fleet-epoch">;
/** The history of a stopped session as a hub has captured it. */
export type Capture = Token<"capture">;

interface Tokens {
  readonly cursor: Cursor;
  readonly committed_cursor: Cursor;
  readonly history_checkpoint: Checkpoint;
  readonly checkpoint: Checkpoint;
  readonly next_page: PageToken | null;
  readonly window: Window;
  readonly window_id: Window;
  readonly daemon_epoch: Epoch;
}

/** Those of a body that names the run of a hub. */
interface FleetTokens {
  readonly cursor: FleetCursor;
  readonly fleet_epoch: FleetEpoch;
}

type Known<Body> = Body extends { readonly fleet_epoch: string } ? FleetTokens : Tokens;

/** A body of the contract whose tokens have their own types. */
export type Opaque<Body> = unknown extends Body
  ? Body
  : Body extends string | number | boolean | null | undefined
    ? Body
    : Body extends readonly (infer Each)[]
      ? Opaque<Each>[]
      : {
          [Name in keyof Body]: Name extends keyof Known<Body>
            ? Known<Body>[Name] | Extract<Body[Name], null>
            : Opaque<Body[Name]>;
        };
