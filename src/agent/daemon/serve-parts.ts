/** What a daemon has when its session is open. */
import type { SessionStore } from "../run/store/session.js";
import type { ConfigurationInUse } from "./configuration.js";
import type { DaemonHost, DaemonOptions } from "./host.js";

export interface ServeParts {
  readonly options: DaemonOptions;
  readonly host: DaemonHost;
  readonly configuration: ConfigurationInUse;
  readonly store: SessionStore;
  readonly token: string | undefined;
}
