/** Tokens as types of their own (spec 2.1, C279): the compiler refuses a handmade cursor, or one in the place of another. */
declare const kind: unique symbol;
type Token<Kind extends string> = string & { readonly [kind]: Kind };

/** A position in the stream of one run of a daemon. */
export type Cursor = Token<"cursor">;
/** A history that no longer changes, for pages and attachments. */
export type Checkpoint = Token<"checkpoint">;
/** The next page of a checkpoint. */
export type PageToken = Token<"page">;
/** A window in which commands can be repeated. */
export type Window = Token<"window">;
/** One run of a daemon. */
export type Epoch = Token<"epoch">;
/** A position in the events of one run of a hub. */
export type FleetCursor = Token<"fleet-cursor">;
/** One run of a hub. */
export type FleetEpoch = Token<"fleet-epoch">;
/** A hub's capture of the history of a stopped session. */
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

/** The tokens of a body that names the run of a hub. */
interface FleetTokens {
  readonly cursor: FleetCursor;
  readonly fleet_epoch: FleetEpoch;
}

type Known<Body> = Body extends { readonly fleet_epoch: string } ? FleetTokens : Tokens;

/** The window of a model is a number of tokens. */
type IsToken<Value> = [Extract<Value, string>] extends [never] ? false : true;

/** A body of the contract whose tokens have their own types. */
export type Opaque<Body> = unknown extends Body
  ? Body
  : Body extends string | number | boolean | null | undefined
    ? Body
    : Body extends readonly (infer Each)[]
      ? Opaque<Each>[]
      : {
          [Name in keyof Body]: Name extends keyof Known<Body>
            ? IsToken<Body[Name]> extends true
              ? Known<Body>[Name] | Extract<Body[Name], null>
              : Opaque<Body[Name]>
            : Opaque<Body[Name]>;
        };
