/** One line of progress on a terminal, shown after half a second and erased at the end. */
import type { Terminal } from "../../../terminal/terminal.js";
import { machineClock } from "../../../toolkit/read/host/clock.js";

export interface Progress {
  /** Called at every step. */
  readonly say: (text: () => string) => void;
  readonly end: () => void;
}

/** In milliseconds: when it is first shown, and how often it changes. */
const [PATIENCE, RHYTHM] = [500, 100];

const ERASE = "\r\u001b[K";

/** On standard error, and only if that is a terminal that can erase a line. */
export function progressOn({ host, stderr, clock = machineClock }: Terminal): Progress {
  let next = clock.now() + PATIENCE;
  let isShown: boolean | undefined;
  return {
    say: (text) => {
      if (isShown === false || clock.now() < next) return;
      isShown ??= stderr.isTTY === true && host.env["TERM"] !== "dumb";
      if (isShown) stderr.write(`${ERASE}${text()}`);
      next = clock.now() + RHYTHM;
    },
    end: () => {
      if (isShown) stderr.write(ERASE);
      isShown = false;
    },
  };
}
