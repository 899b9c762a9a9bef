/** Other processes as an argument. */

/** Tells a process from every other one that had or will have its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** One run of the machine, and of the container where there is one; empty where it cannot be told. */
  readonly boot: string;
  /** When the process began, in a form that only equality is asked of; empty where it cannot be told. */
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** False only when it is certain that the process is gone; of a process in another container it never is. */
  mayRun(identity: ProcessIdentity): boolean;
}
