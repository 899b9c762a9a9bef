/** The machine that this program runs on. No other file outside `agent/ports` names the ports of Node.js. */
import type { Terminal } from "../../terminal/terminal.js";
import { nodeClock } from "../ports/clock.js";
import { nodeChildren } from "../ports/node-children.js";
import { nodeConnect } from "../ports/node-connect.js";
import { nodeFiles } from "../ports/node-files.js";
import { nodeForward } from "../ports/node-forward.js";
import { nodeListen } from "../ports/node-listen.js";
import { nodeProcesses } from "../ports/node-processes.js";
import { nodeTty, runHere } from "../ports/node-tty.js";
import { nodeRandom } from "../ports/random.js";
import { nodeRemoveTree } from "../ports/remove-tree.js";
import { type OnStopSignal, onStopSignal } from "../ports/signals.js";
import { interpreter, nodeSpawn, type SpawnDetached } from "../ports/spawn.js";
import { stateDirectory } from "../run/store/paths.js";

export const machine = {
  files: nodeFiles,
  clock: nodeClock,
  random: nodeRandom,
  listen: nodeListen,
  connect: nodeConnect,
  startChild: nodeChildren,
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
