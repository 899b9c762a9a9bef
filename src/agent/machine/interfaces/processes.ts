/** Other processes as an argument. */

/** Identifies a process even after its number is reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The boot of the machine and the PID namespace; empty if the system does not give them. */
  readonly boot: string;
  /** The start of the process, only for comparison; empty if the system does not give it. */
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** False only if the process has certainly ended; always true for a process of another PID namespace in the same boot of the machine. */
  mayRun(identity: ProcessIdentity): boolean;
}
