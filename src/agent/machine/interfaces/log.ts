/**
 * The log of a daemon: lines for people. Callers pass no text of models, configurations or requests; at `debug`, a provider's own message
 * about a failure.
 */
import { printable } from "../../../text/escape.js";
import type { Clock } from "./clock.js";

const LEVELS = ["error", "warn", "info", "debug", "trace"] as const;

export type Level = (typeof LEVELS)[number];

export interface Log {
  /** The line contains facts after the message as `name=value`. */
  say(level: Level, message: string, facts?: Readonly<Record<string, string | number | boolean | undefined>>): void;
  /** The lowest level of written messages. */
  level: Level;
  /** Whether messages of this level are written. */
  writes(level: Level): boolean;
}

/** A log that passes each line to `write`, which must not throw: the daemon continues without a reader of its log. */
export function logTo(write: (line: string) => void, clock: Clock, level: Level = "info"): Log {
  return {
    level,
    writes(of) {
      return LEVELS.indexOf(of) <= LEVELS.indexOf(this.level);
    },
    say(of, message, facts = {}) {
      if (!this.writes(of)) return;
      const fields = Object.entries(facts).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      );
      const at = new Date(clock.now()).toISOString();
      write(`${printable([at, of.padEnd(5), message, ...fields].join(" "))}\n`);
    },
  };
}
