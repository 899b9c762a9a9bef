/** What the server asks of its process: hosts, names of files as addresses, time. Tests pass another machine. */
import type { Clock } from "../toolkit/read/host/clock.js";
import type { Host } from "../toolkit/read/host/host.js";
import type { Shape } from "../toolkit/read/schema/shape.js";

export interface Machine {
  /** The machine with this working directory; its own without one. */
  readonly hostAt: (directory?: string) => Host;
  /** The name of the file that a `file:` address stands for; undefined for any other address. */
  readonly fileOf: (uri: string) => string | undefined;
  readonly uriOf: (file: string) => string;
  readonly clock: Clock;
  /** Whether there is a process with this number; asking sends it nothing. */
  readonly isRunning: (pid: number) => boolean;
  /** Calls back when the messages that arrived so far have been read. */
  readonly afterMessages: (then: () => void) => void;
  /** The schema with its descriptions. */
  readonly schema: () => Shape;
}
