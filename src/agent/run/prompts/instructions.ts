/** `AGENTS.md` of the global directory, then of the repository's root (P-S78). It is read of every project, trusted or not. */
import type { Confined } from "./confined.js";
import type { Instructions } from "./prompt.js";
import type { Warn } from "./warnings.js";

const FILE = "AGENTS.md";

interface Places {
  readonly global: Confined | undefined;
  readonly repository: Confined | undefined;
}

export async function instructionsOf({ global, repository }: Places, warn: Warn): Promise<readonly Instructions[]> {
  // Somebody may work on the global directory itself.
  const project = repository !== undefined && global?.isSame(repository) ? undefined : repository;
  const all = [await instructionsIn(global, "global", warn), await instructionsIn(project, "project", warn)];
  return all.filter((one) => one !== undefined);
}

async function instructionsIn(
  directory: Confined | undefined,
  origin: Instructions["origin"],
  warn: Warn,
): Promise<Instructions | undefined> {
  if (directory === undefined) return undefined;
  const read = await directory.text(FILE);
  if (read.kind === "refused") warn(directory.pathOf(FILE), read.why);
  if (read.kind !== "text") return undefined;
  const text = read.text.replaceAll("\r\n", "\n").trim();
  return text === "" ? undefined : { file: FILE, text, origin };
}
