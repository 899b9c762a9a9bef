/**
 * Where tool servers start (P-S97): those of the project in its root; those of the user in the working directory while that is their own, and
 * else beside the user's configuration, because programs obey files of the directory that they start in.
 */
import type { ReadyState } from "../../../generated/protocol/types.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { InUse } from "./configuration.js";

interface Here {
  readonly workingDirectory: string;
  /** A directory that no project can fill, for a user without any other. */
  readonly spare: string;
}

/** The directory that a server starts in. */
export function startOf(name: string, inUse: InUse, { workingDirectory, spare }: Here): string {
  const { isOwn, root, userDirectory } = inUse.standing;
  if (isOfProject(name, inUse)) return root;
  return isOwn ? workingDirectory : (userDirectory ?? spare);
}

/** The directory in which no program of a server is looked for: the project that does not supply its command, while it is a stranger's. */
export function avoidedBy(name: string, inUse: InUse): string | undefined {
  const { isOwn, root } = inUse.standing;
  return isOwn || isOfProject(name, inUse) ? undefined : root;
}

/** The enabled servers of the user's that do not start in the working directory, and where they start; undefined where there are none. */
export function elsewhereOf(inUse: InUse, { workingDirectory, spare }: Here): ReadyState["elsewhere"] {
  const { config, standing } = inUse;
  if (standing.isOwn) return undefined;
  const servers = Object.entries(config.mcp_servers ?? {}).flatMap(([name, server]) => {
    const isStarted = server.transport === "stdio" && server.default_enabled !== false;
    return isStarted && !isOfProject(name, inUse) ? [name] : [];
  });
  if (servers.length === 0) return undefined;
  return { servers, directory: standing.userDirectory ?? spare, instead_of: workingDirectory };
}

/** Says in the log how many servers of the user's start elsewhere, whenever that changes. The line of the start is the starter's. */
export function sayingElsewhere(first: InUse, here: Here, log: Log): (inUse: InUse) => void {
  const countOf = (inUse: InUse): number => elsewhereOf(inUse, here)?.servers.length ?? 0;
  let last = countOf(first);
  return (inUse) => {
    const servers = countOf(inUse);
    if (servers === last) return;
    last = servers;
    if (servers === 0) log.say("info", "tool servers of the user start in the working directory");
    else log.say("warn", "tool servers of the user start beside their configuration", { servers });
  };
}

/** Whether the words of a server count as instructions: a project that nobody vouches for has none (P-S99). */
export function mayInstruct(name: string, { standing, serversOfProject }: InUse): boolean {
  return standing.prompts !== undefined || !serversOfProject.has(name);
}

/** Whether the project has written what a server runs, and its user vouches for that. */
function isOfProject(name: string, { standing, serversOfProject }: InUse): boolean {
  return standing.prompts !== undefined && serversOfProject.has(name);
}
