/** The machine that this program runs on. No other file outside `agent/machine/interfaces` names the ports of Node.js. */
import type { Terminal } from "../../../terminal/terminal.js";
import { nodeClock } from "../../machine/interfaces/clock.js";
import { nodeRandom } from "../../machine/interfaces/random.js";
import { nodeChildren } from "../../machine/node/children.js";
import { nodeConnect } from "../../machine/node/connect.js";
import { nodeReadDirectory } from "../../machine/node/directory.js";
import { nodeEndRecorded } from "../../machine/node/end-recorded.js";
import { nodeFiles } from "../../machine/node/files.js";
import { nodeFilesAtOnce } from "../../machine/node/files-at-once.js";
import { nodeForward } from "../../machine/node/forward.js";
import { nodeListen } from "../../machine/node/listen.js";
import { nodeMatcher } from "../../machine/node/matching.js";
import { nodeProcesses } from "../../machine/node/processes.js";
import { nodeRemoveTree } from "../../machine/node/remove-tree.js";
import { type OnStopSignal, onStopSignal } from "../../machine/node/signals.js";
import { interpreter, nodeSpawn, type SpawnDetached } from "../../machine/node/spawn.js";
import { nodeTree } from "../../machine/node/tree.js";
import { nodeTty, runHere } from "../../machine/node/tty.js";
import { stateDirectory } from "../../session/store/paths.js";

export const machine = {
  files: nodeFiles,
  filesAtOnce: nodeFilesAtOnce,
  tree: nodeTree,
  startMatcher: nodeMatcher,
  readDirectory: nodeReadDirectory,
  clock: nodeClock,
  random: nodeRandom,
  listen: nodeListen,
  connect: nodeConnect,
  startChild: nodeChildren,
  endRecorded: nodeEndRecorded,
  forward: nodeForward,
  removeTree: nodeRemoveTree,
  spawn: nodeSpawn,
  interpreter,
  onStopSignal,
  tty: nodeTty,
  runHere,
  get processes() {
    return nodeProcesses();
  },
};

/** A terminal whose caller may replace two ports of the machine: then the daemons that its commands start can run beside them. */
export interface AgentTerminal extends Terminal {
  /** Starts the daemon of a session. */
  readonly spawn?: SpawnDetached;
  /** Hears the signals that stop a server. */
  readonly onStopSignal?: OnStopSignal;
}

/** Where sessions are kept, as an absolute path; undefined without an option, a variable and a home directory (P-S2). */
export function stateDirectoryOf({ host }: Pick<Terminal, "host">, option: string | undefined): string | undefined {
  const { env, home } = host;
  const directory = stateDirectory({ option, env, home, join: nodeFiles.join });
  return directory === undefined ? undefined : host.resolve(directory);
}
