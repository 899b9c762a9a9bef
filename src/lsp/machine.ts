/** The server's view of its process: hosts, names of files as addresses, time. Tests pass another machine. */
import type { Clock } from "../toolkit/read/host/clock.js";
import type { Host } from "../toolkit/read/host/host.js";
import type { Shape } from "../toolkit/read/schema/shape.js";

export interface Machine {
  /** The machine with this working directory; its own without one. */
  readonly hostAt: (directory?: string) => Host;
  /** The name of the file of a `file:` address; undefined for any other address. */
  readonly fileOf: (uri: string) => string | undefined;
  readonly uriOf: (file: string) => string;
  readonly clock: Clock;
  /** Whether a process with this number exists; sends it no signal. */
  readonly isRunning: (pid: number) => boolean;
  /** Calls back after all messages that have arrived are read. */
  readonly afterMessages: (then: () => void) => void;
  /** The schemas with their descriptions. */
  readonly schemas: Readonly<Record<"layer" | "policy" | "permissions", () => Shape>>;
}
