/** The machine that this program runs on, as the daemon and its clients need it. */
import type { Terminal } from "../../terminal/terminal.js";
import { nodeClock } from "../ports/clock.js";
import { nodeConnect } from "../ports/node-connect.js";
import { nodeFiles } from "../ports/node-files.js";
import { nodeListen } from "../ports/node-listen.js";
import { nodeProcesses } from "../ports/node-processes.js";
import { nodeRandom } from "../ports/random.js";
import { nodeRemoveTree } from "../ports/remove-tree.js";
import { stateDirectory } from "../run/store/paths.js";

export const machine = {
  files: nodeFiles,
  clock: nodeClock,
  random: nodeRandom,
  listen: nodeListen,
  connect: nodeConnect,
  removeTree: nodeRemoveTree,
  get processes() {
    return nodeProcesses();
  },
};

/** Absolute; undefined where neither an option nor the environment nor a home says where (P-S2). */
export function stateOf({ host }: Pick<Terminal, "host">, option: string | undefined): string | undefined {
  const { env, home } = host;
  const directory = stateDirectory({ option, env, home, join: nodeFiles.join });
  return directory === undefined ? undefined : host.resolve(directory);
}
