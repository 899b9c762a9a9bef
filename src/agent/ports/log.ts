/** What a daemon says of itself: a line each, for people. It is handed no text of models, configurations or requests; at `debug` a provider's words about a failure. */
import { printable } from "../../text/escape.js";
import type { Clock } from "./clock.js";

const LEVELS = ["error", "warn", "info", "debug", "trace"] as const;

export type Level = (typeof LEVELS)[number];

export interface Log {
  /** Facts are written behind the message as `name=value`. */
  say(level: Level, message: string, facts?: Readonly<Record<string, string | number | boolean | undefined>>): void;
  /** What is less important than this is not written. */
  level: Level;
  /** Whether what is said at this level is written. */
  writes(level: Level): boolean;
}

/** `write` must not throw: a reader that went away is no reason to stop. */
export function logTo(write: (line: string) => void, clock: Clock, level: Level = "info"): Log {
  return {
    level,
    writes(of) {
      return LEVELS.indexOf(of) <= LEVELS.indexOf(this.level);
    },
    say(of, message, facts = {}) {
      if (!this.writes(of)) return;
      const said = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
      const at = new Date(clock.now()).toISOString();
      write(`${printable([at, of.padEnd(5), message, ...said].join(" "))}\n`);
    },
  };
}
