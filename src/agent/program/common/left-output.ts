/** Outputs whose readers are not waited for without end: one that reads nothing cannot keep a command from its end. */
import { type Output, type Terminal, terminalWith } from "../../../terminal/terminal.js";
import type { Clock } from "../../machine/interfaces/clock.js";

/** Milliseconds for a write once the command is to end. */
const GRACE = 1000;

export interface LeftTerminal {
  readonly terminal: Terminal;
  /** Lets the process end although a reader has not taken everything. */
  leave(): void;
}

/** A terminal whose writes wait for their readers until `signal` aborts, and then a moment more. */
export function leftAfter(terminal: Terminal, signal: AbortSignal, clock: Clock): LeftTerminal {
  const stdout = leaving(terminal.stdout, signal, clock);
  const stderr = leaving(terminal.stderr, signal, clock);
  return {
    terminal: terminalWith(terminal, { host: terminal.host, stdout, stderr }),
    leave() {
      for (const output of [stdout, stderr]) if (output.isStuck) output.leave?.();
    },
  };
}

function leaving(output: Output, signal: AbortSignal, clock: Clock): Output & { readonly isStuck: boolean } {
  let isStuck = false;
  const write = (text: string, done?: () => void): void => {
    if (isStuck) {
      done?.();
      return;
    }
    let forget = (): void => {};
    const wait = (): void => {
      forget = clock.after(GRACE, () => {
        isStuck = true;
        done?.();
      });
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
    output.write(text, () => {
      forget();
      signal.removeEventListener("abort", wait);
      if (!isStuck) done?.();
    });
  };
  return Object.create(output, {
    isStuck: { get: () => isStuck },
    isLost: { get: () => isStuck || output.isLost === true },
    write: { value: write },
  }) as Output & { readonly isStuck: boolean };
}
