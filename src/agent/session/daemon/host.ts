/** What a daemon is started with, and the machine that it runs on. */
import type { LoadOptions } from "../../../index.js";
import type { PlacedRule } from "../../../permissions/rule.js";
import type { EndRecorded, StartChild } from "../../machine/interfaces/children.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Connect } from "../../machine/interfaces/connect.js";
import type { Files } from "../../machine/interfaces/files.js";
import type { Listen } from "../../machine/interfaces/listen.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { StartMatcher } from "../../machine/interfaces/matching.js";
import type { Processes } from "../../machine/interfaces/processes.js";
import type { Random } from "../../machine/interfaces/random.js";
import type { Tree } from "../../machine/interfaces/tree.js";
import type { PageLimits } from "../../wire/server/page-room.js";
import type { SessionChoice } from "../store/open.js";

/** The machine that a daemon runs on. */
export interface DaemonHost {
  readonly files: Files;
  /** The files of a project, for the tools of a model. */
  readonly tree: Tree;
  readonly startMatcher: StartMatcher;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly random: Random;
  readonly listen: Listen;
  readonly connect: Connect;
  readonly startChild: StartChild;
  readonly endRecorded: EndRecorded;
  /** The environment of tools, before credentials are taken out of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of this program, told to tool servers. */
  readonly version: string;
  readonly log: Log;
}

export interface DaemonOptions {
  readonly credentialFile: string;
  readonly stateDirectory: string;
  readonly sessionId: string;
  readonly how: SessionChoice;
  /** A loopback address. */
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** How the configuration is loaded, in the directory of the session. */
  readonly load: Omit<LoadOptions, "cwd">;
  /** Rules of this run that allow (P-S108). */
  readonly allow?: readonly PlacedRule[] | undefined;
  /** The facet that the session begins with; undefined for the configuration's. */
  readonly facet?: string | undefined;
  /** Whether the configuration's facet for `agent exec` is meant (spec 2.5). */
  readonly isExec?: boolean | undefined;
  /** Milliseconds until an idle daemon stops (P-S87); undefined for never. */
  readonly idleTimeout?: number | undefined;
  /** Default: those of the contract. */
  readonly limits?: PageLimits | undefined;
  /** Milliseconds that the first turn waits for tool servers (P-S91); undefined for those of the limit. */
  readonly toolsTimeout?: number | undefined;
}
