/** A session that is open and about to be served: everything that stays the same until its daemon ends. */
import type { SessionStore } from "../store/session.js";
import type { ConfigurationInUse } from "./configuration.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import type { RulesInUse } from "./rules.js";

export interface Opened {
  readonly options: DaemonOptions;
  readonly host: DaemonHost;
  readonly configuration: ConfigurationInUse;
  readonly rules: RulesInUse;
  readonly store: SessionStore;
  readonly epoch: string;
  readonly startedAt: string;
  /** The root of the project. */
  readonly project: string;
}
