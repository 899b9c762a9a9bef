/** Other processes as an argument. */

/** Identifies a process even when another one had or gets the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The run of the machine and the PID namespace; empty when the system does not tell. */
  readonly boot: string;
  /** When the process began, to be compared for equality alone; empty when the system does not tell. */
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** False only when the process is certainly gone; always true for a process of another PID namespace in the same run of the machine. */
  mayRun(identity: ProcessIdentity): boolean;
}
